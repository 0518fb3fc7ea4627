package harness

import (
	"yogi/internal/frontend/c/clib"
	"yogi/internal/frontend/c/tree"
)

// A pointer to characters that a function writes, and does not read as a text, is where it puts one.
// How much room there has to be no parameter says.

// isOutput says that a function only puts characters where a parameter leads.
func (l *library) isOutput(f *tree.FunctionDef, parameter int) bool {
	return !f.Params[parameter].Type.Elem.Const && l.writes(f, parameter, 0) && !l.readsText(f, parameter, 0) && !l.consumes(f, parameter, 0)
}

// writes says that a function writes through a parameter, or hands it to one that does.
func (l *library) writes(f *tree.FunctionDef, parameter, depth int) bool {
	if f = l.defined(f); f.Body == nil {
		known, ok := clib.Lookup(f.Name)
		return ok && parameter < len(known.Params) && known.Params[parameter].Write.Unit != clib.Nothing
	}
	if depth > maxHanded || parameter >= len(f.Params) {
		return false
	}
	u := usesOf(f.Body, f.Params[parameter], nil)
	found := false
	tree.EachExprOf(f.Body, func(e tree.Expr) {
		for _, target := range tree.Written(e) {
			found = found || u.isElement(target)
		}
		found = found || u.isHanded(e, func(callee *tree.FunctionDef, i int) bool { return l.writes(callee, i, depth+1) })
	})
	return found
}

// readsText says that what a function does depends on characters that a parameter leads to, or may:
// what else is done with the parameter is not known.
func (l *library) readsText(f *tree.FunctionDef, parameter, depth int) bool {
	if f = l.defined(f); f.Body == nil {
		known, ok := clib.Lookup(f.Name)
		return !ok || parameter >= len(known.Params) || known.Params[parameter].Read.Unit != clib.Nothing
	}
	if depth > maxHanded || parameter >= len(f.Params) {
		return true
	}
	u := usesOf(f.Body, f.Params[parameter], nil)
	found := false
	decides := func(e tree.Expr) { found = found || e != nil && u.isElement(tree.WithoutConversions(e)) }
	tree.EachStmt(f.Body, func(s tree.Stmt) {
		switch s := s.(type) {
		case *tree.If:
			decides(s.Cond)
		case *tree.While:
			decides(s.Cond)
		case *tree.DoWhile:
			decides(s.Cond)
		case *tree.For:
			decides(s.Cond)
		case *tree.Switch:
			decides(s.Cond)
		}
	})
	tree.EachExprOf(f.Body, func(e tree.Expr) {
		switch e := e.(type) {
		case *tree.Conditional:
			decides(e.Cond)
		case *tree.Unary:
			decides(e.Operand)
		case *tree.Binary:
			decides(e.Left)
			decides(e.Right)
		case *tree.Call:
			for _, arg := range e.Args {
				decides(arg)
			}
			_, direct := e.Callee.(*tree.FunctionRef)
			for _, arg := range e.Args {
				found = found || !direct && u.isPointer(arg)
			}
		}
		found = found || u.isHanded(e, func(callee *tree.FunctionDef, i int) bool { return l.readsText(callee, i, depth+1) })
	})
	return found
}

// readsBehind says that a function reads what a parameter leads to, or may: it is not only a place for a result.
func (l *library) readsBehind(f *tree.FunctionDef, parameter, depth int) bool {
	if f = l.defined(f); f.Body == nil || depth > maxHanded || parameter >= len(f.Params) {
		return true
	}
	u := usesOf(f.Body, f.Params[parameter], nil)
	isResult := map[tree.Expr]bool{} // places that are given a value
	found := false
	tree.EachExprOf(f.Body, func(e tree.Expr) {
		if a, ok := e.(*tree.Assign); ok {
			isResult[a.Target] = true
		}
		found = found || u.isElement(e) && !isResult[e]
		found = found || u.isHanded(e, func(callee *tree.FunctionDef, i int) bool { return l.readsBehind(callee, i, depth+1) })
	})
	return found
}

// isElement says that an lvalue is one of those that the pointer leads to.
func (u *uses) isElement(e tree.Expr) bool {
	deref, ok := e.(*tree.Deref)
	return ok && u.isPointer(deref.Pointer)
}

// isHanded says that an expression calls a function by its name with the pointer as an argument, for
// which something holds.
func (u *uses) isHanded(e tree.Expr, holds func(callee *tree.FunctionDef, argument int) bool) bool {
	call, ok := e.(*tree.Call)
	if !ok {
		return false
	}
	callee, direct := call.Callee.(*tree.FunctionRef)
	for i, arg := range call.Args {
		if direct && u.isPointer(arg) && holds(callee.Function, i) {
			return true
		}
	}
	return false
}
