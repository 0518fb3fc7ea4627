package memory

import (
	"testing"

	"yogi/internal/term"
	"yogi/internal/term/termtest"
)

// TestMerged: divisors and bits of floats are read off values of many choices by their parts.
func TestMerged(t *testing.T) {
	b := term.NewBuilder()
	distance := termtest.Merged(b, b.BVConst(64, 16), func(_ int, before *term.Term) *term.Term {
		return b.BVAdd(before, b.BVConst(64, 24))
	})
	if d := divisor(distance); d != 8 {
		t.Errorf("%d divides it", d)
	}
	l := &lowerer{terms: b}
	negated := func(_ int, before *term.Term) *term.Term { return b.FNeg(before) }
	bits := b.Var("bits", b.BV(32))
	if got := l.knownBits(termtest.Merged(b, b.FFromBits(8, 24, bits), negated)); got == nil || got.Sort() != bits.Sort() {
		t.Error("no bits of a float that was made of bits")
	}
	if got := l.knownBits(termtest.Merged(b, b.Var("float", b.Float(8, 24)), negated)); got != nil {
		t.Error("bits of any float")
	}
}
