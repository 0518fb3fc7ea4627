package explain

import (
	"testing"

	"yogi/internal/term"
	"yogi/internal/term/termtest"
)

// TestReadMerged: a read of a map of many choices is one of its parts, each once.
func TestReadMerged(t *testing.T) {
	b := term.NewBuilder()
	array := b.Var("array", b.Array(b.BV(32), b.BV(8)))
	written := termtest.Merged(b, array, func(i int, before *term.Term) *term.Term {
		return b.Store(before, b.BVConst(32, uint64(i)), b.BVConst(8, 1))
	})
	n := newNormalizer(b, 100)
	if got := n.withoutStores(b.Select(written, b.Var("i", b.BV(32)))); got.HasOp(term.OpStore) {
		t.Error("a write is left")
	}
}
