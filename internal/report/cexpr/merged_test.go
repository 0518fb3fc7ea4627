package cexpr

import (
	"testing"

	"yogi/internal/ir"
	"yogi/internal/term"
	"yogi/internal/term/termtest"
)

// TestMerged: of conditions with parts that are shared many times a weaker one is written, if any.
func TestMerged(t *testing.T) {
	b := term.NewBuilder()
	w := &Writer{Variable: func(sym *term.Term) (*ir.Variable, bool) {
		return &ir.Variable{Source: sym.Name(), Type: "unsigned int", Sort: sym.Sort()}, true
	}}
	x := b.Var("x", b.BV(32))
	small := b.BVUlt(x, b.BVConst(32, 7))
	if text, ok := w.Exactly(b.And(small, termtest.Merged(b, small, func(i int, before *term.Term) *term.Term {
		return b.Or(before, b.Eq(x, b.BVConst(32, uint64(100+i))))
	}))); ok {
		t.Errorf("all of it is written in %d bytes", len(text))
	}
	product := x
	for range 60 {
		product = b.BVMul(product, b.BVAdd(product, b.BVConst(32, 1)))
	}
	if text, ok := w.Exactly(b.Eq(product, x)); ok {
		t.Errorf("all of it is written in %d bytes", len(text))
	}
	if text, ok := w.Exactly(small); !ok || text != "x < 7U" {
		t.Errorf("%s, %t", text, ok)
	}
}
