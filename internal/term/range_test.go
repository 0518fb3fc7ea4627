package term_test

import (
	"testing"

	"yogi/internal/term"
	"yogi/internal/term/termtest"
)

// TestScalarSubstitutionLaw: what is put in by what is true under an assignment has the same value under it, and
// something is decided by ranges alone.
func TestScalarSubstitutionLaw(t *testing.T) {
	decided := 0
	for seed := range 60 {
		b := term.NewBuilder()
		options := everything
		options.Widths = []int{4, 8, 32, 64}
		g := termtest.New(b, uint64(seed), options)
		var samples []termtest.Sample
		for range 80 {
			if s := g.Next(); s.Term.Size() < 5000 {
				samples = append(samples, s)
			}
		}
		e := term.NewEvaluator()
		for n := range termtest.Assignments {
			says, most := map[*term.Term]*term.Term{}, map[*term.Term]uint64{}
			for _, s := range samples {
				sort := s.Term.Sort()
				switch {
				case s.Term.IsConst() || g.Rand.IntN(3) > 0:
				case sort.Kind == term.KindBV && sort.Width <= 64:
					value, bound := s.Values[n].Uint64(), g.Rand.Uint64()>>(64-sort.Width)
					term.AddMost(b.BVUle(s.Term, b.BVConst(sort.Width, max(value, bound>>g.Rand.IntN(sort.Width)))), most)
				case sort.Kind == term.KindBool && s.Values[n].Bool():
					says[s.Term] = b.True()
					term.AddMost(s.Term, most)
				case sort.Kind == term.KindBool:
					says[s.Term] = b.False()
				}
			}
			sub := b.NewScalarSubstitution(says, term.NewRanges(most))
			onlySays := b.NewSubstitution(says)
			for _, s := range samples {
				after := sub.Apply(s.Term)
				if after.Size() > 1<<18 {
					continue
				}
				if after.IsConst() && !onlySays.Apply(s.Term).IsConst() {
					decided++
				}
				if got, err := e.Eval(after, g.Assignment(n)); err != nil || !got.Equal(s.Values[n]) {
					t.Fatalf("seed %d: value %s, want %s (%v)", seed, got, s.Values[n], err)
				}
			}
		}
	}
	if decided < 50 {
		t.Errorf("ranges decide only %d terms", decided)
	}
}

// TestRanges: the object of an address is known where nothing is carried into it, and an array stays as it is.
func TestRanges(t *testing.T) {
	b := term.NewBuilder()
	n, length := b.Var("n", b.BV(64)), b.Var("length", b.BV(16))
	object := b.BVConst(64, 7<<32)
	address := b.BVAdd(object, n, b.ZeroExt(48, length), b.BVConst(64, 2))
	upper := func(bound uint64) *term.Term {
		most := map[*term.Term]uint64{}
		term.AddMost(b.BVUlt(n, b.BVConst(64, bound)), most)
		return b.NewScalarSubstitution(nil, term.NewRanges(most)).Apply(b.Extract(63, 32, address))
	}
	if got := upper(1 << 31); got != b.BVConst(32, 7) {
		t.Errorf("the object is %s", got)
	}
	if got := upper(1 << 32); got.IsConst() {
		t.Errorf("the object is %s, though something may be carried into it", got)
	}
	m := b.Var("m", b.Array(b.BV(64), b.BV(8)))
	c := b.Var("c", b.Bool())
	stored := b.Store(m, b.Ite(c, b.BVConst(64, 1), b.BVConst(64, 2)), b.BVConst(8, 3))
	known := b.NewScalarSubstitution(map[*term.Term]*term.Term{c: b.True()}, term.NewRanges(nil))
	if got := known.Apply(stored); got != stored {
		t.Errorf("the array is %s", got)
	}
	if got := known.Apply(b.Select(stored, n)); got != b.Select(stored, n) {
		t.Errorf("what is read is %s", got)
	}
}
