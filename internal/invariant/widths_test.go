package invariant

import (
	"slices"
	"testing"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// TestAcrossWidths: that the size of an object is 4 times an int is a line between numbers of 64 and of 32 bits.
func TestAcrossWidths(t *testing.T) {
	b := term.NewBuilder()
	extent, pointer, n := b.Var("extent", b.Array(b.BV(32), b.BV(64))), b.Var("p", b.BV(64)), b.Var("n", b.BV(32))
	size, offset := b.Select(extent, b.Extract(63, 32, pointer)), b.Trunc(32, pointer)
	sizes, lengths, zeros := []int64{6, 14, 46}, []int64{1, 3, 11}, []int64{0, 0, 0}
	number := func(t *term.Term, seen []int64) *feature {
		return &feature{term: t, signed: seen, unsigned: seen, numeric: true}
	}
	var states []term.Assignment
	for i := range sizes {
		cells := term.NewArrayValue(extent.Sort(), term.BVValue(64, uint64(sizes[i])))
		states = append(states, values{extent: term.ArrayVal(cells), pointer: term.BVValue(64, 1<<32), n: term.BVValue(32, uint64(lengths[i]))})
	}
	c := &candidates{samples: &samples{terms: b, states: states, evaluator: term.NewEvaluator()}, seen: map[*term.Term]bool{}}
	c.features = []*feature{number(size, sizes), number(n, lengths)}
	c.widths = widths{parts: []*feature{number(offset, zeros)}, widened: []*feature{number(b.SignExt(32, n), lengths)}}
	c.acrossWidths(&encoder{program: &ir.Program{}}, Point{Function: &ir.Function{Blocks: []*ir.Block{{}, {}}}, Block: 1})
	for _, want := range []*term.Term{
		b.Eq(offset, b.BVConst(32, 0)),
		b.Eq(size, b.BVAdd(b.BVConst(64, 2), b.BVMul(b.BVConst(64, 4), b.SignExt(32, n)))),
	} {
		if !slices.Contains(c.list, want) {
			t.Errorf("%v is not proposed: %v", want, c.list)
		}
	}
}

// TestWithoutSplitSums: what speaks of bits of a sum is left out.
func TestWithoutSplitSums(t *testing.T) {
	b := term.NewBuilder()
	p, i := b.Var("p", b.BV(64)), b.Var("i", b.BV(64))
	object, computed := b.Extract(63, 32, p), b.Extract(63, 32, b.BVAdd(p, i))
	c := &candidates{samples: &samples{features: []*feature{{term: object}, {term: computed}}, atoms: []*term.Term{b.Eq(object, computed), b.BVUlt(p, i)}}}
	c.withoutSplitSums()
	if len(c.features) != 1 || c.features[0].term != object || len(c.atoms) != 1 {
		t.Errorf("features %v, atoms %v", c.features, c.atoms)
	}
}
