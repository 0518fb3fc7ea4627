package certify

import (
	"testing"

	"yogi/internal/term"
	"yogi/internal/term/termtest"
)

// TestDecideMerged: what is known is put into a condition by its parts.
func TestDecideMerged(t *testing.T) {
	b := term.NewBuilder()
	known := b.Var("known", b.Bool())
	w := &walker{k: &checker{terms: b}, known: map[*term.Term]bool{known: true}}
	if got := w.decide(termtest.Nested(b, known)); !got.IsTrue() {
		t.Errorf("a term of %d nodes, not true", got.Size())
	}
}
