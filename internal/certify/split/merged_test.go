package split

import (
	"testing"

	"yogi/internal/term"
	"yogi/internal/term/termtest"
)

// TestMerged: distances and bits of floats are read off values of many choices by their parts.
func TestMerged(t *testing.T) {
	b := term.NewBuilder()
	distance := termtest.Merged(b, b.BVConst(64, 16), func(_ int, before *term.Term) *term.Term {
		return b.BVAdd(b.BVMul(before, b.BVConst(64, 3)), b.BVConst(64, 8))
	})
	if step := stepOf([]*term.Term{distance}); step != 8 {
		t.Errorf("a step of %d", step)
	}
	bits := b.Var("bits", b.BV(32))
	value := termtest.Merged(b, b.FFromBits(8, 24, bits), func(_ int, before *term.Term) *term.Term { return b.FNeg(before) })
	w := &walk{checker: &checker{terms: b}}
	if got, err := w.storedBits(value); err != nil || got.Sort() != bits.Sort() || got.HasOp(term.OpFNeg) {
		t.Errorf("%v", err)
	}
}
