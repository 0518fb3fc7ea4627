package c

import (
	"slices"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// ResultUse says what a function does with what calls of a function without a body return, as far
// as it keeps that in a variable of its own which holds nothing else.
type ResultUse struct {
	Function string
	Tested   source.Pos // where it is first compared with null, but for assertions; the zero value: nowhere
	Follows  bool       // it is a pointer that is followed
}

// resultsIn lists the uses of results in a function, in the order of the first calls.
func resultsIn(f *tree.FunctionDef) []ResultUse {
	held := map[*tree.Object]*tree.FunctionDef{} // nil: something else too
	for _, p := range f.Params {
		held[p] = nil // what the caller gives
	}
	hold := func(o *tree.Object, value tree.Expr) {
		g := withoutBody(value)
		if known, found := held[o]; found && known != g {
			g = nil
		}
		if !tree.IsNull(value) {
			held[o] = g
		}
	}
	tree.EachStmt(f.Body, func(s tree.Stmt) {
		if d, ok := s.(*tree.Declare); ok && d.Object.Type.Kind == tree.Pointer {
			d.Init.EachValue(func(e tree.Expr) { hold(d.Object, e) })
		}
	})
	tree.EachExprOf(f.Body, func(e tree.Expr) {
		for _, target := range tree.Written(e) {
			if o, ok := target.(*tree.ObjectRef); ok {
				a, assigns := e.(*tree.Assign)
				if !assigns {
					held[o.Object] = nil
					continue
				}
				hold(o.Object, a.Value)
			}
		}
		if a, ok := e.(*tree.AddressOf); ok {
			if o, ok := a.Operand.(*tree.ObjectRef); ok {
				held[o.Object] = nil
			}
		}
	})
	returned := func(e tree.Expr) *tree.FunctionDef {
		e = tree.WithoutConversions(e)
		if a, ok := e.(*tree.Assign); ok {
			e = tree.WithoutConversions(a.Value)
		}
		if o, ok := e.(*tree.ObjectRef); ok && !o.Object.Static {
			return held[o.Object]
		}
		return withoutBody(e)
	}
	var out []ResultUse
	use := func(g *tree.FunctionDef) *ResultUse {
		n := slices.IndexFunc(out, func(u ResultUse) bool { return u.Function == g.Name })
		if n < 0 {
			n, out = len(out), append(out, ResultUse{Function: g.Name})
		}
		return &out[n]
	}
	tree.EachExprOf(f.Body, func(e tree.Expr) {
		if d, ok := e.(*tree.Deref); ok {
			if g := returned(d.Pointer); g != nil {
				use(g).Follows = true
			}
		}
	})
	eachNullTest(f.Body, func(pointer tree.Expr) {
		if g := returned(pointer); g != nil {
			u := use(g)
			if pos := pointer.Position(); u.Tested == (source.Pos{}) || pos.Compare(u.Tested) < 0 {
				u.Tested = pos
			}
		}
	})
	return out
}

// withoutBody is the function without a body whose result an expression is; nil: it is something
// else.
func withoutBody(e tree.Expr) *tree.FunctionDef {
	call, ok := tree.WithoutConversions(e).(*tree.Call)
	if !ok || call.Type.Kind != tree.Pointer {
		return nil
	}
	if f := call.Function(); f != nil && f.Body == nil && f.Target == nil {
		return f
	}
	return nil
}

// eachNullTest calls visit for each pointer that a condition compares with null, unless one way of
// it ends the run: such an assertion says that null is not expected.
func eachNullTest(body *tree.Block, visit func(pointer tree.Expr)) {
	var test func(e tree.Expr)
	test = func(e tree.Expr) {
		switch x := e.(type) {
		case *tree.Convert:
			test(x.Operand)
		case *tree.Unary:
			if x.Op == tree.LogicalNot {
				test(x.Operand)
			}
		case *tree.Binary:
			switch {
			case x.Op == tree.LogicalAnd, x.Op == tree.LogicalOr:
				test(x.Left)
				test(x.Right)
			case x.Op != tree.Equal && x.Op != tree.NotEqual:
			case tree.IsNull(x.Right) && isPointer(x.Left):
				visit(x.Left)
			case tree.IsNull(x.Left) && isPointer(x.Right):
				visit(x.Right)
			}
		default:
			if isPointer(e) {
				visit(e)
			}
		}
	}
	tree.EachStmt(body, func(s tree.Stmt) {
		switch s := s.(type) {
		case *tree.If:
			if !tree.HasEnd(s.Then) && !tree.HasEnd(s.Else) {
				test(s.Cond)
			}
		case *tree.While:
			test(s.Cond)
		case *tree.DoWhile:
			test(s.Cond)
		case *tree.For:
			if s.Cond != nil {
				test(s.Cond)
			}
		}
	})
	tree.EachExprOf(body, func(e tree.Expr) {
		if c, ok := e.(*tree.Conditional); ok && !tree.EndsRun(c.Then) && !tree.EndsRun(c.Else) {
			test(c.Cond)
		}
	})
}

func isPointer(e tree.Expr) bool { return e.ExprType().Kind == tree.Pointer }
