package lower

import (
	"slices"

	"yogi/internal/frontend/c/tree"
)

// This file is about functions that end the thread they are called in. Models run a thread as a call of its routine, so
// where the call that ends it is the last thing that the routine does, ending is returning. Elsewhere it is not
// modelled.

// endsThreadFunction is called by a model's function to say that it ends the thread; it does nothing.
const endsThreadFunction = "yogi_thread_ends"

// endsThread says that a function's own body has the call.
func (l *functionFacts) endsThread(def *tree.FunctionDef) bool {
	if l.threadEnds == nil {
		l.threadEnds = map[*tree.FunctionDef]bool{}
		for _, f := range l.unit.Functions {
			if f.Body != nil {
				tree.EachExprOf(f.Body, func(e tree.Expr) { l.threadEnds[f] = l.threadEnds[f] || endsIt(e) })
			}
		}
	}
	return l.threadEnds[def]
}

func endsIt(e tree.Expr) bool {
	call, ok := e.(*tree.Call)
	if !ok {
		return false
	}
	def := directCallee(call.Callee)
	return def != nil && def.Name == endsThreadFunction
}

// isEndOfThread says that a call is a statement of the routine of a thread behind which the routine only returns. A
// routine of a thread is a function without a result that is called by its address alone.
func (b calls) isEndOfThread(e *tree.Call) bool {
	return b.forEffect == e && b.def.Type.Result.Kind == tree.Void && !b.calledByName(b.def) && isLastIn(b.def.Body, e)
}

// calledByName says that some function calls another by its name.
func (l *functionFacts) calledByName(callee *tree.FunctionDef) bool {
	found := false
	for _, f := range l.unit.Functions {
		if f.Body == nil {
			continue
		}
		tree.EachExprOf(f.Body, func(e tree.Expr) {
			if call, ok := e.(*tree.Call); ok {
				def := directCallee(call.Callee)
				found = found || def != nil && sameFunction(def, callee)
			}
		})
	}
	return found
}

// isLastIn says that nothing of a statement is executed behind the call but a return.
func isLastIn(s tree.Stmt, e *tree.Call) bool {
	switch s := s.(type) {
	case *tree.Block:
		n := len(s.Stmts)
		if n > 1 && isReturn(s.Stmts[n-1]) {
			n--
		}
		return n > 0 && !s.Tries && !slices.ContainsFunc(s.Stmts, cleansUp) && isLastIn(s.Stmts[n-1], e)
	case *tree.If:
		return isLastIn(s.Then, e) || s.Else != nil && isLastIn(s.Else, e)
	case *tree.ExprStmt:
		return s.X == tree.Expr(e)
	}
	return false
}

// cleansUp says that something is called where control leaves the scope of a declaration.
func cleansUp(s tree.Stmt) bool {
	d, ok := s.(*tree.Declare)
	return ok && d.Cleanup != nil
}

func isReturn(s tree.Stmt) bool {
	r, ok := s.(*tree.Return)
	return ok && r.X == nil
}
