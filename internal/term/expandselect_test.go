package term_test

import (
	"fmt"
	"testing"

	"yogi/internal/term"
)

// memory is a map of bytes, and an address in it.
func memory(b *term.Builder) (bytes, address *term.Term) {
	return b.Var("m", b.Array(b.BV(8), b.BV(8))), b.Var("a", b.BV(8))
}

// TestExpandSelect: what is read behind writes is a choice with a case for each write that may be meant, of the same
// value; those that are not meant, and those behind one that is, take no choice.
func TestExpandSelect(t *testing.T) {
	b := term.NewBuilder()
	m, a := memory(b)
	x := b.Var("x", b.BV(8))
	c := b.Var("c", b.Bool())
	n := 0
	store := func(m, at *term.Term) *term.Term {
		n++
		return b.Store(m, at, b.Var(fmt.Sprintf("v%d", n), b.BV(8)))
	}
	one := func(x uint64) *term.Term { return b.BVConst(8, x) }
	unknown := store(store(store(m, one(1)), one(2)), one(3))
	joined := b.Ite(c, store(unknown, one(4)), unknown)
	for _, test := range []struct {
		name    string
		array   *term.Term
		index   *term.Term
		choices int
	}{
		{"no write", m, a, 0},
		{"three writes", unknown, a, 3},
		{"one of three", unknown, one(2), 0},
		{"none of three", unknown, one(9), 0},
		{"up to the one that is meant", store(store(unknown, a), b.BVAdd(x, one(1))), a, 1},
		{"writes on two paths", store(joined, one(5)), a, 9},
	} {
		if out, ok := b.ExpandSelect(test.array, test.index, test.choices); !ok {
			t.Errorf("%s: more than %d choices", test.name, test.choices)
		} else {
			plain := b.Select(test.array, test.index)
			for at := range 256 {
				here := map[*term.Term]*term.Term{a: one(uint64(at)), x: one(uint64(7 * at)), c: b.BoolConst(at%2 == 0)}
				if got, want := b.Substitute(out, here), b.Substitute(plain, here); got != want {
					t.Fatalf("%s: at %d %s, not %s", test.name, at, got, want)
				}
			}
		}
		if test.choices > 0 {
			if out, ok := b.ExpandSelect(test.array, test.index, test.choices-1); ok {
				t.Errorf("%s: %s in fewer than %d choices", test.name, out, test.choices)
			}
		}
	}
}

// TestExpandSelectShared: paths that join again and again share what is before; a read takes as many choices as there
// are writes and joins, not as there are paths.
func TestExpandSelectShared(t *testing.T) {
	b := term.NewBuilder()
	m, a := memory(b)
	const joins = 60
	for n := range joins {
		written := b.Store(m, b.Var(fmt.Sprintf("p%d", n), b.BV(8)), b.Var(fmt.Sprintf("v%d", n), b.BV(8)))
		m = b.Ite(b.Var(fmt.Sprintf("c%d", n), b.Bool()), written, m)
	}
	if out, ok := b.ExpandSelect(m, a, 2*joins); !ok || out.Op() != term.OpIte {
		t.Errorf("%d joins are not expanded", joins)
	}
	if _, ok := b.ExpandSelect(m, a, 2*joins-1); ok {
		t.Error("the limit does not hold")
	}
}
