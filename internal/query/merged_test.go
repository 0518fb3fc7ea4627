package query

import (
	"testing"

	"yogi/internal/term"
	"yogi/internal/term/termtest"
)

// TestBasesMerged: a map of many choices is made of the one map that was there.
func TestBasesMerged(t *testing.T) {
	b := term.NewBuilder()
	array := b.Var("array", b.Array(b.BV(32), b.BV(8)))
	written := termtest.Merged(b, array, func(i int, before *term.Term) *term.Term {
		return b.Store(before, b.BVConst(32, uint64(i)), b.BVConst(8, 1))
	})
	if all := bases(written); len(all) != 1 || all[0] != array {
		t.Errorf("%d maps", len(all))
	}
}
