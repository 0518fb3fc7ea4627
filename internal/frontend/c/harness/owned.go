package harness

import (
	"yogi/internal/frontend/c/tree"
)

// What a function stores somewhere, or destroys, is not its caller's to destroy any more: of an
// item that was put into a list the list takes care.

// consumes says that a function stores the value of a parameter outside of its own variables, or
// hands it to what destroys it. What it is handed to counts too.
func (l *library) consumes(f *tree.FunctionDef, parameter int, depth int) bool {
	if f = l.defined(f); f.Body == nil || parameter >= len(f.Params) || depth > maxHanded {
		return f.Body == nil && f.Name == "free"
	}
	p := f.Params[parameter]
	return l.keeps(f, p, depth) || isHanded(f.Body, p, func(callee *tree.FunctionDef, i int) bool {
		return isDestructor(callee) && l.defined(callee).Body != nil || l.consumes(callee, i, depth+1)
	})
}

// keeps says that a function stores the value of one of its variables outside of them, or hands it to one that does.
func (l *library) keeps(f *tree.FunctionDef, o *tree.Object, depth int) bool {
	found := false
	tree.EachExprOf(f.Body, func(e tree.Expr) {
		if a, ok := e.(*tree.Assign); ok {
			found = found || isObject(a.Value, o) && isElsewhere(a.Target, o)
		}
	})
	return found || isHanded(f.Body, o, func(callee *tree.FunctionDef, i int) bool {
		callee = l.defined(callee)
		return callee.Body != nil && i < len(callee.Params) && depth < maxHanded && l.keeps(callee, callee.Params[i], depth+1)
	})
}

// isHanded says that a body calls a function by its name with the value of a variable as an
// argument, for which something holds.
func isHanded(body *tree.Block, o *tree.Object, holds func(callee *tree.FunctionDef, argument int) bool) bool {
	found := false
	tree.EachExprOf(body, func(e tree.Expr) {
		call, ok := e.(*tree.Call)
		if !ok || found {
			return
		}
		callee, direct := call.Callee.(*tree.FunctionRef)
		for i, arg := range call.Args {
			found = found || direct && isObject(arg, o) && holds(callee.Function, i)
		}
	})
	return found
}

// givesAway says that what a function returns is fresh memory that it has stored nowhere else, so
// that its caller has to destroy it.
func (l *library) givesAway(f *tree.FunctionDef) bool {
	f = l.defined(f)
	if f.Body == nil || !l.isMaker(f) {
		return false
	}
	kept := false
	tree.EachStmt(f.Body, func(s tree.Stmt) {
		if r, ok := s.(*tree.Return); ok && r.X != nil {
			o := objectOf(r.X)
			kept = kept || o != nil && l.keeps(f, o, 0)
		}
	})
	return !kept
}

// releases says that a function gives the memory that a parameter leads into back to an allocator.
func (l *library) releases(f *tree.FunctionDef, parameter int, depth int) bool {
	if f = l.defined(f); f.Body == nil || parameter >= len(f.Params) || depth > maxHanded {
		return f.Body == nil && parameter == 0 && (f.Name == "free" || f.Name == "realloc")
	}
	u := usesOf(f.Body, f.Params[parameter], nil)
	found := false
	tree.EachExprOf(f.Body, func(e tree.Expr) {
		call, ok := e.(*tree.Call)
		if !ok {
			return
		}
		callee, direct := call.Callee.(*tree.FunctionRef)
		for i, arg := range call.Args {
			switch {
			case found || !u.isPointer(arg):
			case direct:
				found = l.releases(callee.Function, i, depth+1)
			default: // the function that frees is one that the program can choose
				t := arg.ExprType()
				found = len(call.Args) == 1 && call.Type.Kind == tree.Void && t.Kind == tree.Pointer && t.Elem.Kind == tree.Void
			}
		}
	})
	return found
}

// isConsumer says that what a function returns may be what it was given, or comes in its place, so that destroying both
// would destroy it twice.
func (l *library) isConsumer(f *tree.FunctionDef) bool {
	for i, p := range f.Params {
		if sameObject(p.Type, p.Typedef, f.Type.Result, f.ResultTypedef) &&
			(l.returns(f, i, 0) || l.consumes(f, i, 0) || l.releases(f, i, 0)) {
			return true
		}
	}
	return false
}

// returns says that a function may return what it was given.
func (l *library) returns(f *tree.FunctionDef, parameter int, depth int) bool {
	if f = l.defined(f); f.Body == nil || parameter >= len(f.Params) || depth > maxHanded {
		return false
	}
	u := usesOf(f.Body, f.Params[parameter], nil)
	found := false
	tree.EachStmt(f.Body, func(s tree.Stmt) {
		r, ok := s.(*tree.Return)
		if !ok || r.X == nil || found {
			return
		}
		found = u.isPointer(r.X)
		if call, isCall := tree.WithoutConversions(r.X).(*tree.Call); isCall {
			callee, direct := call.Callee.(*tree.FunctionRef)
			for i, arg := range call.Args {
				found = found || direct && u.isPointer(arg) && l.returns(callee.Function, i, depth+1)
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
