package harness

import (
	"slices"

	"yogi/internal/frontend/c/tree"
)

// What a function has compared on every way to a call: in the condition of an if or a loop around the call, or of an
// if before it that leaves.

// guard is a comparison that holds where a call is made, unless what it compares is changed in between.
type guard struct {
	of *tree.Binary // as it stands in the text
	op tree.Operator
	// between says that an expression may be evaluated behind the comparison and before the call.
	between func(e tree.Expr) bool
}

// guardsOf are the comparisons that hold where a function makes a call.
func guardsOf(body tree.Stmt, call *tree.Call) []guard {
	w := &guardWalk{call: call}
	tree.EachStmt(body, func(s tree.Stmt) {
		switch s.(type) {
		case *tree.Labeled, *tree.Case:
			w.labels = append(w.labels, s)
		case *tree.While, *tree.DoWhile, *tree.For:
			if hasExpr(s, call) {
				w.loops = append(w.loops, s)
			}
		}
	})
	tree.EachStmt(body, w.statement)
	return w.guards
}

type guardWalk struct {
	call   *tree.Call
	labels []tree.Stmt // where a jump may come between
	loops  []tree.Stmt // around the call
	guards []guard
}

func (w *guardWalk) statement(s tree.Stmt) {
	switch s := s.(type) {
	case *tree.If:
		if hasExpr(s.Then, w.call) {
			w.whereTrue(s.Cond)
		} else if s.Else != nil && hasExpr(s.Else, w.call) {
			w.whereFalse(s.Cond)
		}
	case *tree.While:
		if hasExpr(s.Body, w.call) {
			w.whereTrue(s.Cond)
		}
	case *tree.Block:
		at := slices.IndexFunc(s.Stmts, func(part tree.Stmt) bool { return hasExpr(part, w.call) })
		for _, before := range s.Stmts[:max(at, 0)] {
			if branch, ok := before.(*tree.If); ok && leaves(branch.Then) {
				w.whereFalse(branch.Cond)
			}
		}
	}
}

// whereTrue notes the comparisons that hold where a condition does.
func (w *guardWalk) whereTrue(cond tree.Expr) {
	switch e := tree.WithoutConversions(cond).(type) {
	case *tree.Unary:
		if e.Op == tree.LogicalNot {
			w.whereFalse(e.Operand)
		}
	case *tree.Binary:
		if e.Op == tree.LogicalAnd {
			w.whereTrue(e.Left)
			w.whereTrue(e.Right)
			return
		}
		w.note(e, e.Op)
	}
}

// whereFalse notes the comparisons that hold where a condition does not.
func (w *guardWalk) whereFalse(cond tree.Expr) {
	switch e := tree.WithoutConversions(cond).(type) {
	case *tree.Unary:
		if e.Op == tree.LogicalNot {
			w.whereTrue(e.Operand)
		}
	case *tree.Binary:
		if e.Op == tree.LogicalOr {
			w.whereFalse(e.Left)
			w.whereFalse(e.Right)
			return
		}
		w.note(e, e.Op.Negated())
	}
}

// note notes an order of two operands, unless a jump may come between it and the call.
func (w *guardWalk) note(e *tree.Binary, op tree.Operator) {
	if op >= tree.Less && op <= tree.GreaterEqual && !w.isPassedBy(e) {
		w.guards = append(w.guards, guard{e, op, w.between(e)})
	}
}

// isPassedBy says that a jump may come between a comparison and the call.
func (w *guardWalk) isPassedBy(e tree.Expr) bool {
	return slices.ContainsFunc(w.labels, func(s tree.Stmt) bool {
		return s.StmtPos().Compare(e.Position()) > 0 && s.StmtPos().Compare(w.call.Position()) <= 0
	})
}

// between says of an expression whether it stands between a comparison and the call, or in a loop around the call that
// goes on without the comparison.
func (w *guardWalk) between(of tree.Expr) func(tree.Expr) bool {
	return func(e tree.Expr) bool {
		if e.Position().Compare(of.Position()) > 0 && e.Position().Compare(w.call.Position()) < 0 {
			return true
		}
		return slices.ContainsFunc(w.loops, func(s tree.Stmt) bool { return !hasExpr(s, of) && hasExpr(s, e) })
	}
}

// leaves says that nothing behind a statement in its block is executed after it.
func leaves(s tree.Stmt) bool {
	switch s := s.(type) {
	case *tree.Block:
		return len(s.Stmts) > 0 && leaves(s.Stmts[len(s.Stmts)-1])
	case *tree.Return, *tree.Break, *tree.Continue, *tree.Goto:
		return true
	case *tree.ExprStmt:
		call, ok := s.X.(*tree.Call)
		return ok && call.Function() != nil && call.Function().NoReturn
	}
	return false
}

// hasExpr says that an expression is part of a statement.
func hasExpr(s tree.Stmt, e tree.Expr) bool {
	found := false
	tree.EachExprOf(s, func(part tree.Expr) { found = found || part == e })
	return found
}
