package solver

import (
	"testing"

	"yogi/internal/term"
	"yogi/internal/term/termtest"
)

// TestNarrowMerged: what a condition says of a variable is found by its parts.
func TestNarrowMerged(t *testing.T) {
	b := term.NewBuilder()
	x := b.Var("x", b.BV(32))
	r := newFiniteRange(x)
	ranges := map[*term.Term]*finiteRange{x: r}
	condition := b.BVUlt(x, b.BVConst(32, 7))
	for i := range 60 { // a conjunction of two negated disjunctions that share the condition before
		p, q := b.Var("p"+string(rune('A'+i)), b.Bool()), b.Var("q"+string(rune('A'+i)), b.Bool())
		condition = b.And(b.Not(b.Or(p, b.Not(condition))), b.Not(b.Or(q, b.Not(condition))))
	}
	if !narrowFinite(condition, ranges) || r.unsignedHigh != 6 {
		t.Errorf("at most %d", r.unsignedHigh)
	}
	if narrowFinite(termtest.Nested(b, condition), ranges) {
		t.Error("one of several says nothing alone")
	}
}
