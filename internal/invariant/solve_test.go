package invariant

import (
	"testing"

	"yogi/internal/term"
)

// TestSolveEquations: what an equation says of the low bits of a pointer, and of the size of its object, is put where
// these are used, so that nothing is left of what follows.
func TestSolveEquations(t *testing.T) {
	b := term.NewBuilder()
	pointer, extent := b.Var("p", b.BV(64)), b.Var("extent", b.Array(b.BV(32), b.BV(64)))
	n, i := b.Var("n", b.BV(32)), b.Var("i", b.BV(32))
	wide := func(x uint64) *term.Term { return b.BVConst(64, x) }
	start := b.Eq(b.Trunc(32, pointer), b.BVConst(32, 0))
	size := b.Eq(b.BVMul(wide(4), b.SignExt(32, n)), b.BVSub(b.Select(extent, b.Extract(63, 32, pointer)), wide(2)))
	at := b.BVAdd(pointer, b.ZeroExt(32, i))
	tests := []struct {
		name   string
		known  []*term.Term
		broken *term.Term
	}{
		{"number of the object", []*term.Term{start}, b.Ne(b.Extract(63, 32, at), b.Extract(63, 32, pointer))},
		{"offset", []*term.Term{start}, b.Ne(b.Trunc(32, at), i)},
		{"size", []*term.Term{start, size}, b.Ne(b.Select(extent, b.Extract(63, 32, at)), b.BVAdd(wide(2), b.BVMul(wide(4), b.SignExt(32, n))))},
		{"size of a copy", []*term.Term{size, b.Eq(n, i)}, b.Not(b.Substitute(size, map[*term.Term]*term.Term{n: i}))},
	}
	for _, test := range tests {
		if left := SolveEquations(b, append(test.known, test.broken)); len(left) != 1 || !left[0].IsFalse() {
			t.Errorf("%s: left is %v", test.name, left)
		}
	}
	// What is said of a cell whose index is the map's own content defines nothing.
	itself := b.Var("itself", b.Array(b.BV(32), b.BV(32)))
	open := b.Eq(b.Select(itself, b.Select(itself, i)), n)
	for _, f := range SolveEquations(b, []*term.Term{open}) {
		if f.IsFalse() {
			t.Errorf("%v has no solution", open)
		}
	}
	if left := SolveEquations(b, []*term.Term{start, size, b.BVSlt(n, i)}); len(left) != 1 || left[0].IsFalse() {
		t.Errorf("an order beside equations: %v", left)
	}
}
