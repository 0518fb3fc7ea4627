package lvalue_test

import (
	"strings"
	"testing"

	"yogi/internal/ir"
	"yogi/internal/report/lvalue"
	"yogi/internal/term"
	"yogi/internal/term/termtest"
)

// TestMerged: what is read of a value of many choices is read by its parts, and its text is one that can be read.
func TestMerged(t *testing.T) {
	p, r := program()
	b := p.Terms
	n, dev := b.Var("n", b.BV(64)), b.Var("dev", b.BV(64))
	product := b.BVMul(n, n)
	for range 60 {
		product = b.BVMul(b.BVAdd(product, n), product)
	}
	chosen := termtest.Merged(b, n, func(_ int, before *term.Term) *term.Term { return b.BVMul(before, n) })
	for _, large := range []*term.Term{product, chosen} {
		if text := r.Text(large); len(text) > 30_000 {
			t.Errorf("%d bytes", len(text))
		}
		if _, ok := r.Words(b.Eq(large, n)); ok {
			t.Error("it has words")
		}
		if !r.IsPointer(b.BVAdd(dev, large)) || r.IsMonitor(b.Eq(large, n)) {
			t.Error("what it is is not seen")
		}
	}
}

// TestLongChain: a pointer behind many others is read once for each of them.
func TestLongChain(t *testing.T) {
	b := term.NewBuilder()
	p := ir.NewProgram(b, &ir.DataModel{Name: "LP64", PointerWidth: 64, LongWidth: 64, GranuleBits: 32})
	p.Layouts = map[string]*ir.Layout{
		"struct cell *": {Size: 8, Pointer: true, Elem: "struct cell"},
		"struct cell":   {Size: 16, Fields: []ir.LayoutField{{Name: "value", Type: "long"}, {Name: "next", Type: "struct cell *", Offset: 8}}},
		"long":          {Size: 8, Signed: true},
	}
	r := &lvalue.Reader{Program: p, Null: "NULL", Names: func(sym *term.Term) (lvalue.Name, bool) {
		return lvalue.Name{Text: sym.Name(), Type: "struct cell *"}, true
	}}
	pointers := memoryOf(p, "pointers", 64)
	at := b.Var("list", b.BV(64))
	for range 40 {
		at = b.Select(pointers, b.BVAdd(at, b.BVConst(64, 8)))
	}
	if text, want := r.Text(b.Ne(at, b.BVConst(64, 0))), "list"+strings.Repeat("->next", 40)+" != NULL"; text != want {
		t.Errorf("it is %s", text)
	}
}
