package query

import (
	"testing"

	"yogi/internal/term"
)

// TestLongReadsStay: a read behind a few writes is turned into cases, one behind many is left to the theory of arrays,
// whatever stands for the writes: a chain of them, or paths that joined.
func TestLongReadsStay(t *testing.T) {
	b := term.NewBuilder()
	byteSort := b.BV(8)
	chain := func(n int) *term.Term {
		m := b.Fresh("memory", b.Array(byteSort, byteSort))
		for range n {
			m = b.Store(m, b.Fresh("at", byteSort), b.Fresh("value", byteSort))
		}
		return m
	}
	joined := func(n int) *term.Term {
		m := chain(0)
		for range n {
			m = b.Ite(b.Fresh("taken", b.Bool()), b.Store(m, b.Fresh("at", byteSort), b.Fresh("value", byteSort)), m)
		}
		return b.Store(m, b.Fresh("at", byteSort), b.Fresh("value", byteSort))
	}
	for _, c := range []struct {
		name     string
		memory   *term.Term
		expanded bool
	}{
		{"a few writes", chain(expansionLimit), true},
		{"many writes", chain(expansionLimit + 1), false},
		{"a few joins", joined(expansionLimit/2 - 1), true},
		{"many joins", joined(expansionLimit), false},
	} {
		read := b.Eq(b.Select(c.memory, b.Fresh("read", byteSort)), b.BVConst(8, 7))
		out := newExpansion(b).rewrite(read)
		if (out != read) != c.expanded {
			t.Errorf("%s: %d symbols of size %d became %d", c.name, len(read.Args()), read.Size(), out.Size())
		}
	}
}
