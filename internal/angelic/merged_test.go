package angelic

import (
	"testing"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// TestNamedProducts: a number of many products that share their factors is looked through by its parts.
func TestNamedProducts(t *testing.T) {
	b := term.NewBuilder()
	p := ir.NewProgram(b, nil)
	n := p.NewGlobal("n", b.BV(32)).Sym
	number, other := n, b.BVMul(n, b.Var("unnamed", b.BV(32)))
	for i := range 60 {
		step := func(x *term.Term) *term.Term { return b.BVAdd(b.BVMul(x, x, n), b.BVConst(32, uint64(i)), x) }
		number, other = step(number), step(other)
	}
	u := newUnknowns(p, nil, nil)
	if !u.isNamed(number) || u.isNamed(other) {
		t.Error("a number is named if all in it is")
	}
	e := &extents{analysis: &analysis{terms: b}}
	if got := e.atStart(number); got != number {
		t.Error("a number that reads nothing is another one at the start")
	}
}
