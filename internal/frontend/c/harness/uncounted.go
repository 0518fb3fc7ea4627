package harness

import (
	"slices"

	"yogi/internal/frontend/c/tree"
)

// What is stored as records, a header and behind it as many bytes as the header says, is handed on as a pointer to the
// header and that length, which leaves the header out. A function that only its file calls so has the header's bytes
// too: its callers compare the length with what is left to them but for the header.

// uncounted is how many elements parameter i of a function leads to beside those that parameter by counts: as many as
// all its callers keep free, 0 where one keeps none, or others may call it.
func (l *library) uncounted(f *tree.FunctionDef, i, by int) int {
	calls, only := l.callsInFile(f)
	if !only {
		return 0
	}
	least := -1
	for _, call := range calls {
		kept := 0
		if i < len(call.Args) && by < len(call.Args) {
			kept = l.keptFree(call.in, call.Call, objectOf(call.Args[i]), objectOf(call.Args[by]))
		}
		if least < 0 || kept < least {
			least = kept
		}
	}
	return max(least, 0)
}

// keptFree is how many elements a function keeps free, before a call, of those that its parameter leads to: it compares
// a number with how many there are less so many, and does not move the pointer from there to the call.
func (l *library) keptFree(f *tree.FunctionDef, call *tree.Call, pointer, number *tree.Object) int {
	i := slices.Index(f.Params, pointer)
	if i < 0 || number == nil {
		return 0
	}
	c, found := l.countOf(f, i)
	if !found || c.unit != elementSize(pointer.Type) {
		return 0
	}
	var moves []tree.Expr
	tree.EachExprOf(f.Body, func(e tree.Expr) {
		for _, target := range tree.Written(e) {
			if objectOf(target) == pointer && e.Position().Compare(call.Position()) < 0 {
				moves = append(moves, e)
			}
		}
	})
	most := 0
	tree.EachExprOf(f.Body, func(e tree.Expr) {
		b, ok := e.(*tree.Binary)
		isMoved := func(move tree.Expr) bool { return move.Position().Compare(e.Position()) > 0 }
		if !ok || b.Op < tree.Less || b.Op >= tree.Equal || e.Position().Compare(call.Position()) > 0 || slices.ContainsFunc(moves, isMoved) {
			return
		}
		for _, sides := range [][2]tree.Expr{{b.Left, b.Right}, {b.Right, b.Left}} {
			rest, isRest := tree.WithoutConversions(sides[1]).(*tree.Binary)
			if !isRest || rest.Op != tree.Subtract || objectOf(sides[0]) != number || objectOf(rest.Left) != f.Params[c.by] {
				continue
			}
			if k := tree.ConstantOf(rest.Right); k != nil && k.Int.IsInt64() && k.Int.Sign() > 0 && k.Int.Int64() <= outputRoom {
				most = max(most, int(k.Int.Int64()))
			}
		}
	})
	return most
}
