package lower

import (
	"maps"
	"slices"

	"yogi/internal/frontend/c/tree"
)

// The count and the pointers that main is called with are often handed on, as in f(argc, argv). A parameter that gets
// nothing else at any call holds where its function begins what main got, and in all of it if nobody changes it. Main's
// own may be changed behind the call, as in argc -= optind behind getopt(argc, argv, ...).

// heldAtStart are a parameter of main and the parameters of other functions that hold the same in every run where their
// functions begin.
func heldAtStart(origin *tree.Object, reach *reach) map[*tree.Object]bool {
	copies := map[*tree.Object]bool{origin: !reach.inMemory[origin]}
	for _, f := range reach.functions {
		for _, p := range f.Params {
			if p != origin && reach.seesCalls(f) && !reach.inMemory[p] && isOfKind(p.Type, origin.Type) {
				copies[p] = true
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, f := range reach.functions {
			eachCall(f.Body, func(call *tree.Call, written map[*tree.Object]bool) {
				def := directCallee(call.Callee)
				if def == nil {
					return
				}
				holds := func(o *tree.Object) bool { return copies[o] && !written[o] }
				for _, taken := range takenBy(def) {
					for i, p := range taken.Params {
						if copies[p] && (i >= len(call.Args) || !isHeldIn(holds, call.Args[i])) {
							copies[p], changed = false, true
						}
					}
				}
			})
		}
	}
	return copies
}

// seesCalls says that a function, which is reached, is called where the program has its name, or another one of it, and
// nowhere else.
func (r *reach) seesCalls(f *tree.FunctionDef) bool {
	of := named(f)
	if origin := r.known.origins[f]; origin != nil { // whose address is that of what is there to be inlined, too
		of = named(origin)
	}
	return r.called[f] && !r.isPointed[of] && of.Startup == 0 && of.Shutdown == 0 && f.Startup == 0 && f.Shutdown == 0
}

// unwritten are those of some objects that nobody changes.
func unwritten(copies map[*tree.Object]bool, reach *reach) map[*tree.Object]bool {
	out := maps.Clone(copies)
	for _, f := range reach.functions {
		tree.EachExprOf(f.Body, func(e tree.Expr) { eachWritten(e, func(o *tree.Object) { out[o] = false }) })
	}
	return out
}

// countsOf are the first arguments of calls of getopt and its like, in the program and in the models, that are one of
// those that held argc where their functions begin, and that nobody has changed before the call.
func countsOf(copies map[*tree.Object]bool, reach *reach) map[tree.Expr]bool {
	counts := map[tree.Expr]bool{}
	for _, f := range reach.functions {
		eachCall(f.Body, func(call *tree.Call, written map[*tree.Object]bool) {
			if def := directCallee(call.Callee); def == nil || !isOptionReader(def) || len(call.Args) == 0 {
				return
			}
			holds := func(o *tree.Object) bool { return copies[o] && !written[o] }
			counts[call.Args[0]] = isHeldIn(holds, call.Args[0])
		})
	}
	return counts
}

// eachWritten calls visit for each object that an expression writes to as a whole, apart from what its operands do.
func eachWritten(e tree.Expr, visit func(*tree.Object)) {
	for _, target := range tree.Written(e) {
		if o, ok := target.(*tree.ObjectRef); ok {
			visit(o.Object)
		}
	}
}

// eachCall calls visit for each call in the body of a function, with the objects that may have been written there
// before: by what is in front of it in the text, or in a loop with it, or in the same expression. Jumps to labels may
// make a loop of anything.
func eachCall(body tree.Stmt, visit func(call *tree.Call, written map[*tree.Object]bool)) {
	w := &writesBefore{written: map[*tree.Object]bool{}, visit: visit}
	tree.EachStmt(body, func(s tree.Stmt) {
		if _, ok := s.(*tree.Labeled); ok {
			tree.EachExprOf(body, w.note)
		}
	})
	w.statement(body)
}

// writesBefore goes through the statements of a function as they stand in the text.
type writesBefore struct {
	written map[*tree.Object]bool
	visit   func(call *tree.Call, written map[*tree.Object]bool)
}

func (w *writesBefore) note(e tree.Expr) {
	eachWritten(e, func(o *tree.Object) { w.written[o] = true })
}

func (w *writesBefore) statement(s tree.Stmt) {
	switch s.(type) {
	case *tree.While, *tree.DoWhile, *tree.For:
		tree.EachExprOf(s, w.note)
	}
	tree.Parts(s, w.expression, w.statement)
}

func (w *writesBefore) expression(e tree.Expr) {
	tree.EachExpr(e, w.note)
	tree.EachExpr(e, func(part tree.Expr) {
		if call, ok := part.(*tree.Call); ok {
			w.visit(call, w.written)
		}
	})
}

// holdsCopy says that an expression is one of some objects, at most under another type that holds the same values.
func holdsCopy(copies map[*tree.Object]bool, e tree.Expr) bool {
	return isHeldIn(func(o *tree.Object) bool { return copies[o] }, e)
}

// isHeldIn says that an expression is an object of which something holds, at most under another type that holds the
// same values.
func isHeldIn(holds func(*tree.Object) bool, e tree.Expr) bool {
	for {
		switch of := e.(type) {
		case *tree.ObjectRef:
			return holds(of.Object)
		case *tree.Convert:
			if !isOfKind(of.Type, of.Operand.ExprType()) {
				return false
			}
			e = of.Operand
		default:
			return false
		}
	}
}

// isOfKind says that values of two types, integers or pointers, are the same bits with the same meaning.
func isOfKind(x, y *tree.Type) bool {
	return x.Kind == y.Kind && x.Size == y.Size && x.Signed == y.Signed && slices.Contains([]tree.Kind{tree.Integer, tree.Pointer}, x.Kind)
}
