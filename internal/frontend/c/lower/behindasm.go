package lower

import (
	"yogi/internal/frontend/c/lower/asmtext"
	"yogi/internal/frontend/c/tree"
)

// A run that gets to __builtin_unreachable is undefined: without optimisation gcc's goes on behind it, and with it no
// code need be there. So the call is not modelled, but right behind inline assembly, where it says that the
// instructions do not come back, as "ud2" in the BUG of Linux.

// isBehindAssembly says that in body a call is right behind inline assembly with instructions.
func isBehindAssembly(body tree.Stmt, call *tree.Call) bool {
	w := &behindAssembly{call: call}
	tree.EachStmt(body, func(s tree.Stmt) {
		if block, ok := s.(*tree.Block); ok {
			w.statement(block, notBehind)
		}
	})
	return w.found
}

// isBehind says that assembly is right before a place.
type isBehind bool

const notBehind isBehind = false

type behindAssembly struct {
	call  *tree.Call
	found bool
}

// statement goes through a statement; behind says that assembly is right before it, or before what does nothing. It
// returns whether that is so behind the statement.
func (w *behindAssembly) statement(s tree.Stmt, behind isBehind) isBehind {
	switch s := s.(type) {
	case nil:
		return behind
	case *tree.Block:
		for _, inner := range s.Stmts {
			behind = w.statement(inner, behind)
		}
		return behind
	case *tree.Declare:
		return behind && isBehind(s.Init == nil)
	case *tree.ExprStmt:
		return w.expression(s.X, behind)
	case *tree.DoWhile:
		if c := tree.ConstantOf(s.Cond); c != nil && c.Int.Sign() == 0 {
			return w.statement(s.Body, behind)
		}
	}
	return false
}

func (w *behindAssembly) expression(e tree.Expr, behind isBehind) isBehind {
	if e == nil {
		return behind
	}
	switch e := tree.WithoutConversions(e).(type) {
	case *tree.Constant:
		return behind
	case *tree.Asm:
		return behind || isBehind(!asmtext.Read(e.Text, e.IsBasic).IsEmpty())
	case *tree.StatementExpr:
		return w.expression(e.Value, w.statement(e.Body, behind))
	case *tree.Call:
		w.found = w.found || bool(behind) && e == w.call
	}
	return false
}
