package term_test

import (
	"testing"

	"yogi/internal/term"
	"yogi/internal/term/termtest"
)

// TestTextOfMerged: the text of a term with shared parts grows with their number, and is read back as the same term.
func TestTextOfMerged(t *testing.T) {
	b := term.NewBuilder()
	byName := map[string]*term.Term{}
	scope := func(name string) (*term.Term, *term.Func) { return byName[name], nil }
	increment := func(_ int, before *term.Term) *term.Term { return b.BVAdd(before, b.BVConst(32, 1)) }
	x, taken := b.Var("x", b.BV(32)), b.Var("let3", b.BV(32)) // a name that lets would have
	for _, c := range []struct {
		name string
		of   *term.Term
	}{
		{"a sum", termtest.Merged(b, taken, increment)},
		{"under a quantifier", b.Eq(termtest.Merged(b, x, increment), b.Ite(b.Forall([]*term.Term{taken},
			b.BVUlt(termtest.Merged(b, taken, increment), x), [][]*term.Term{{b.BVAdd(x, taken)}}), x, b.BVConst(32, 1)))},
	} {
		for _, v := range c.of.Vars() {
			byName[v.Name()] = v
		}
		text := c.of.String()
		if len(text) > 20_000 {
			t.Fatalf("%s: %d bytes", c.name, len(text))
		}
		back, err := b.Parse(text, scope)
		if err != nil || back != c.of {
			t.Errorf("%s: %v, read back from %s", c.name, err, text)
		}
	}
}

// TestChosen: each value between which a term chooses is visited, in order, until that is enough.
func TestChosen(t *testing.T) {
	b := term.NewBuilder()
	x := b.Var("x", b.BV(8))
	merged := termtest.Merged(b, x, func(i int, _ *term.Term) *term.Term { return b.BVConst(8, uint64(i)) })
	var all []*term.Term
	term.Chosen(merged, func(value *term.Term) bool {
		all = append(all, value)
		return value != b.BVConst(8, 57)
	})
	if len(all) != 3 || all[0] != b.BVConst(8, 59) {
		t.Errorf("%d values, %s first", len(all), all[0])
	}
}
