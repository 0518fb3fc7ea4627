package interproc

import (
	"testing"

	"yogi/internal/term"
	"yogi/internal/term/termtest"
)

// TestApartMerged: a demand is taken apart by its parts.
func TestApartMerged(t *testing.T) {
	b := term.NewBuilder()
	changed := b.Var("changed", b.Bool())
	demand := termtest.Nested(b, b.And(changed, b.Var("kept", b.Bool())))
	all, ok := takingApart{b, map[*term.Term]bool{changed: true}, map[*term.Term][]alternative{}}.of(demand)
	if !ok || len(all) != 2 {
		t.Errorf("%d alternatives, %t", len(all), ok)
	}
}
