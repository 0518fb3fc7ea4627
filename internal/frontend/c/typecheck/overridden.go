package typecheck

import (
	"cmp"
	"slices"

	"yogi/internal/frontend/c/tree"
)

// What an initializer says twice, and out of order. C leaves open whether an expression is evaluated that a later one
// overrides, and in which order a list is evaluated (6.7.9p19, p23). The compilers agree: what is overridden is not
// evaluated, and the rest is in the order of the parts, not in that of the list.

// sortEntries brings entries into the order of the parts that they initialize, and leaves out those that later ones
// override. Where a later one overrides a part of the value of an expression, compilers do not agree on what the
// other parts hold, which is refused.
func (f *filler) sortEntries() {
	if !f.disordered {
		return
	}
	slices.SortStableFunc(f.entries, func(x, y tree.InitEntry) int { return cmp.Compare(firstBit(x), firstBit(y)) })
	kept := f.entries[:0]
	around := -1 // the last kept value of a struct or union
	for _, e := range f.entries {
		if around >= 0 && kept[around].Offset+kept[around].Type.Size > e.Offset && !sameBits(kept[around], e) {
			record := &kept[around]
			record.Value = f.c.unsupported(record.Pos, record.Type, "a value of which an initializer overrides a part")
		}
		if last := len(kept) - 1; last >= 0 && sameBits(kept[last], e) {
			kept = kept[:last]
		}
		if isRecord(e.Type) {
			around = len(kept)
		}
		kept = append(kept, e)
	}
	f.entries = kept
}

func firstBit(e tree.InitEntry) int64 { return e.Offset*8 + e.BitOffset }

func bitsOf(e tree.InitEntry) int64 {
	if e.BitWidth > 0 {
		return e.BitWidth
	}
	return e.Type.Size * 8
}

func sameBits(x, y tree.InitEntry) bool {
	return firstBit(x) == firstBit(y) && bitsOf(x) == bitsOf(y) && bitsOf(x) > 0
}

// once refuses what a range of elements would evaluate for each of them: compilers evaluate it once.
func (f *filler) once(from int) {
	for i := from; i < len(f.entries); i++ {
		e := &f.entries[i]
		if repeatable(e.Value) {
			continue
		}
		e.Value = f.c.unsupported(e.Pos, e.Type, "an expression with effects that initializes a range of elements")
	}
}

// repeatable says that it makes no difference how often e is evaluated.
func repeatable(e tree.Expr) bool {
	ok := true
	tree.EachExpr(e, func(x tree.Expr) {
		switch x.(type) {
		case *tree.Assign, *tree.AssignOp, *tree.IncDec, *tree.StatementExpr, *tree.Asm, *tree.CompoundLiteral, *tree.VaArg, *tree.Call:
			ok = false
		}
		if t := x.ExprType(); t != nil && t.Volatile {
			ok = false
		}
	})
	return ok
}
