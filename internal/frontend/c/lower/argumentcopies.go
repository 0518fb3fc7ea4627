package lower

import (
	"slices"

	"yogi/internal/frontend/c/tree"
)

// The count and the pointers that main is called with are often handed on, as in f(argc, argv). A parameter that gets
// nothing else at any call, and that nobody changes, is what main got.

// copiesOf are a parameter of main that nobody changes, and the parameters of other functions that hold the same in
// every run; none if it is changed.
func copiesOf(origin *tree.Object, reach *reach) map[*tree.Object]bool {
	copies := map[*tree.Object]bool{origin: !reach.inMemory[origin]}
	for _, f := range reach.functions {
		for _, p := range f.Params {
			if p != origin && !reach.isPointed[f] && !reach.inMemory[p] && isOfKind(p.Type, origin.Type) {
				copies[p] = reach.called[f]
			}
		}
	}
	for _, f := range reach.functions {
		tree.EachExprOf(f.Body, func(e tree.Expr) {
			for _, written := range tree.Written(e) {
				if o, ok := written.(*tree.ObjectRef); ok {
					copies[o.Object] = false
				}
			}
		})
	}
	for changed := true; changed; {
		changed = false
		for _, f := range reach.functions {
			tree.EachExprOf(f.Body, func(e tree.Expr) {
				call, ok := e.(*tree.Call)
				if !ok {
					return
				}
				def := directCallee(call.Callee)
				if def == nil {
					return
				}
				for i, p := range def.Params {
					if copies[p] && (i >= len(call.Args) || !holdsCopy(copies, call.Args[i])) {
						copies[p], changed = false, true
					}
				}
			})
		}
	}
	if !copies[origin] {
		return nil
	}
	return copies
}

// holdsCopy says that an expression is one of some objects, at most under another type that holds the same values.
func holdsCopy(copies map[*tree.Object]bool, e tree.Expr) bool {
	for {
		switch of := e.(type) {
		case *tree.ObjectRef:
			return copies[of.Object]
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
