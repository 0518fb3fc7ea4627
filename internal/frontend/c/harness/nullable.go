package harness

import (
	"yogi/internal/frontend/c/tree"
)

// A library that compares an argument with null takes null for an argument, unless it does so in an
// assertion, or when the parameter holds something else. Comparisons in functions that the argument
// is handed to count too, unless others that it is handed to, or the library's function itself, use
// it as it is. A function that destroys an object is expected to take null as free does: there one
// comparison is enough.

// maxHanded bounds how far an argument is followed through calls.
const maxHanded = 4

// takesNull says that a function takes null for a parameter.
func (l *library) takesNull(f *tree.FunctionDef, parameter int, depth int) bool {
	if f = l.defined(f); f.Body == nil || parameter >= len(f.Params) || depth > maxHanded {
		return false
	}
	p := f.Params[parameter]
	found, handed, used := false, false, false
	leftOut := map[tree.Expr]bool{}
	for _, s := range stores(f.Body) {
		if s.to == p && !tree.IsNull(s.value) { // from there on it holds something else
			after := s.value.Position()
			tree.EachExprOf(f.Body, func(e tree.Expr) { leftOut[e] = leftOut[e] || after.Compare(e.Position()) < 0 })
		}
	}
	condition := func(e tree.Expr, branches ...bool) {
		for _, fails := range branches {
			if fails {
				tree.EachExpr(e, func(part tree.Expr) { leftOut[part] = true })
			}
		}
		found = found || !leftOut[e] && isObject(e, p)
	}
	visit := func(e tree.Expr) {
		switch e := e.(type) {
		case *tree.Conditional:
			condition(e.Cond, tree.EndsRun(e.Then), tree.EndsRun(e.Else))
		case *tree.Unary:
			found = found || e.Op == tree.LogicalNot && !leftOut[e] && isObject(e.Operand, p)
		case *tree.Binary:
			switch e.Op {
			case tree.LogicalAnd, tree.LogicalOr:
				found = found || !leftOut[e] && (isObject(e.Left, p) || isObject(e.Right, p))
			case tree.Equal, tree.NotEqual:
				found = found || !leftOut[e] && (isObject(e.Left, p) && tree.IsNull(e.Right) || isObject(e.Right, p) && tree.IsNull(e.Left))
			}
		case *tree.Call:
			callee, direct := e.Callee.(*tree.FunctionRef)
			for i, arg := range e.Args {
				if direct && !leftOut[e] && isObject(arg, p) {
					takes := l.takesNull(callee.Function, i, depth+1)
					handed, used = handed || takes, used || !takes
				}
			}
		case *tree.Deref:
			used = used || !leftOut[e] && isObject(e.Pointer, p)
		case *tree.PointerAdd:
			used = used || !leftOut[e] && isObject(e.Pointer, p)
		}
	}
	tree.EachStmt(f.Body, func(s tree.Stmt) {
		switch s := s.(type) {
		case *tree.If:
			condition(s.Cond, tree.HasEnd(s.Then), tree.HasEnd(s.Else))
		case *tree.While:
			condition(s.Cond)
		}
	})
	tree.EachExprOf(f.Body, visit)
	return found || handed && (!used || isDestructor(f))
}

// isObject says that an expression is the value of a parameter.
func isObject(e tree.Expr, p *tree.Object) bool {
	for {
		switch x := e.(type) {
		case *tree.Convert:
			e = x.Operand
		case *tree.ObjectRef:
			return x.Object == p
		default:
			return false
		}
	}
}
