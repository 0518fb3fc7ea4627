package lower

import (
	"testing"

	"yogi/internal/term"
	"yogi/internal/term/termtest"
)

// TestMerged: views and widths of values of many choices are found by their parts.
func TestMerged(t *testing.T) {
	b := term.NewBuilder()
	l := &mathematical{layout: layout{options: Options{Linear: true}, terms: b}, registers: nil, views: map[*term.Term]viewOf{}}
	other := func(i int, _ *term.Term) *term.Term { return b.Var("w"+string(rune('A'+i)), b.BV(32)) }
	merged := termtest.Merged(b, termtest.Merged(b, b.Var("x", b.BV(32)), other), func(_ int, before *term.Term) *term.Term {
		return b.Ite(b.Var("again", b.Bool()), before, b.Var("y", b.BV(32)))
	})
	if l.isViewed(merged) {
		t.Error("a choice of words is a view")
	}
	if got := l.integer(merged, true); got.Sort() != b.Int() {
		t.Errorf("an integer of sort %s", got.Sort())
	}
	narrow := termtest.Merged(b, b.SignExt(16, b.Var("short", b.BV(16))), func(i int, before *term.Term) *term.Term {
		return b.Ite(b.Var("again", b.Bool()), before, b.BVConst(32, uint64(i)))
	})
	if bits := signedBits(narrow); bits != 16 {
		t.Errorf("%d bits", bits)
	}
}
