package harness

import (
	"yogi/internal/frontend/c/tree"
)

// What a function stores somewhere, or destroys, is not its caller's to destroy any more: of an
// item that was put into a list the list takes care.

// consumes says that a function stores the value of a parameter outside of its own variables, or
// hands it to what destroys it. What it is handed to counts too.
func consumes(f *tree.FunctionDef, parameter int, depth int) bool {
	if f.Body == nil || parameter >= len(f.Params) || depth > maxHanded {
		return f.Body == nil && f.Name == "free"
	}
	p := f.Params[parameter]
	found := false
	tree.EachExprOf(f.Body, func(e tree.Expr) {
		switch e := e.(type) {
		case *tree.Assign:
			found = found || isObject(e.Value, p) && isElsewhere(e.Target, p)
		case *tree.Call:
			callee, direct := e.Callee.(*tree.FunctionRef)
			for i, arg := range e.Args {
				found = found || direct && isObject(arg, p) &&
					(isDestructor(callee.Function) || consumes(callee.Function, i, depth+1))
			}
		}
	})
	return found
}

// isElsewhere says that an lvalue is none of the function's own variables, nor in what p leads to.
func isElsewhere(e tree.Expr, p *tree.Object) bool {
	switch e := e.(type) {
	case *tree.ObjectRef:
		return e.Object.Static
	case *tree.Member:
		return isElsewhere(e.Base, p)
	case *tree.Deref:
		return leadsElsewhere(e.Pointer, p)
	}
	return true
}

func leadsElsewhere(pointer tree.Expr, p *tree.Object) bool {
	switch e := pointer.(type) {
	case *tree.Convert:
		return leadsElsewhere(e.Operand, p)
	case *tree.PointerAdd:
		return leadsElsewhere(e.Pointer, p)
	case *tree.Decay:
		return isElsewhere(e.Array, p)
	case *tree.AddressOf:
		return isElsewhere(e.Operand, p)
	}
	return !isObject(pointer, p)
}
