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

// keptFree is how many elements a function keeps free, before a call, of those that its parameter leads to: it makes
// the call only where a number was no more than how many there are less so many, and neither is changed since.
func (l *library) keptFree(f *tree.FunctionDef, call *tree.Call, pointer, number *tree.Object) int {
	i := slices.Index(f.Params, pointer)
	if i < 0 || number == nil || number.AddressTaken {
		return 0
	}
	c, found := l.countOf(f, i)
	if !found || c.unit != elementSize(pointer.Type) {
		return 0
	}
	count := f.Params[c.by]
	var changes []tree.Expr
	isSteady := !count.AddressTaken
	tree.EachExprOf(f.Body, func(e tree.Expr) {
		for _, target := range tree.Written(e) {
			switch objectOf(target) {
			case pointer, number:
				changes = append(changes, e)
			case count:
				isSteady = isSteady && lessens(e)
			}
		}
	})
	most := 0
	for _, g := range guardsOf(f.Body, call) {
		if !isSteady || slices.ContainsFunc(changes, g.between) {
			continue
		}
		less, than := g.of.Left, g.of.Right
		if g.op == tree.Greater || g.op == tree.GreaterEqual {
			less, than = than, less
		}
		rest, isRest := tree.WithoutConversions(than).(*tree.Binary)
		if !isRest || rest.Op != tree.Subtract || objectOf(less) != number || objectOf(rest.Left) != count {
			continue
		}
		if k := tree.ConstantOf(rest.Right); k != nil && k.Int.IsInt64() && k.Int.Sign() > 0 && k.Int.Int64() <= outputRoom {
			most = max(most, int(k.Int.Int64()))
		}
	}
	return most
}

// lessens says that an expression takes something from what it writes to.
func lessens(e tree.Expr) bool {
	switch e := e.(type) {
	case *tree.AssignOp:
		return e.Op == tree.Subtract
	case *tree.IncDec:
		return e.Delta < 0
	}
	return false
}
