package unfold

import (
	"testing"

	"yogi/internal/term"
	"yogi/internal/term/termtest"
)

// TestSaidMerged: what a condition says is noted by its parts.
func TestSaidMerged(t *testing.T) {
	b := term.NewBuilder()
	x := b.Var("x", b.Bool())
	condition := x
	for i := range 60 {
		p, q := b.Var("p"+string(rune('A'+i)), b.Bool()), b.Var("q"+string(rune('A'+i)), b.Bool())
		condition = b.And(b.Not(b.Or(p, b.Not(condition))), b.Not(b.Or(q, b.Not(condition))))
	}
	says := map[*term.Term]*term.Term{}
	addSaid(b, condition, says)
	if says[x] == nil || !says[x].IsTrue() {
		t.Error("the innermost part is not said")
	}
	status := termtest.Merged(b, b.BVConst(32, 0), func(i int, _ *term.Term) *term.Term { return b.BVConst(32, uint64(i+1)) })
	addSaid(b, b.Eq(status, b.BVConst(32, 0)), says)
	if c := b.Var("c7", b.Bool()); says[c] == nil || !says[c].IsFalse() {
		t.Error("no condition of a choice is said")
	}
}
