package element

import (
	"fmt"
	"testing"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// small makes an element that leads to another one.
const small = `language "c"
model "LP64" 64 64 32
global |next address| (_ BitVec 64)
global memory (Array (_ BitVec 64) (_ BitVec 64)) memory 64 1 "void *"
global head (_ BitVec 64)
counter |next address| 4294967296
entry main
function main {
  block 0 ""
    head := |next address|
    |next address| := (bvadd |next address| #x0000000100000000)
    memory := (store memory head head)
    return
}
`

// TestShared: choices whose arms are shared are looked at once, and not once for each of the 2^60 ways through them.
func TestShared(t *testing.T) {
	p, err := ir.Parse(small, term.NewBuilder())
	if err != nil {
		t.Fatal(err)
	}
	b, k := p.Terms, FindKinds(p)
	memory, head := p.Globals[1], p.Globals[2]
	cells, at, away := memory.Sym, head.Sym, b.BVMul(head.Sym, head.Sym)
	for i := range 60 {
		c := b.Var(fmt.Sprintf("c%d", i), b.Bool())
		cells = b.Ite(c, b.Store(cells, b.BVConst(64, uint64(8*i)), head.Sym), cells)
		at = b.Ite(c, b.BVMul(at, at), at)
		away = b.Ite(c, b.BVAdd(away, head.Sym), away)
	}
	if m := k.mapOf(cells); m != memory {
		t.Errorf("made of %v", m)
	}
	written := 0
	k.stores(cells, func(_, _ *term.Term) { written++ })
	if written != 60 {
		t.Errorf("%d stores", written)
	}
	for _, of := range []func(*term.Term) (node, bool){k.nodeOf, k.known} {
		if n, ok := of(at); !ok || n.variable != head {
			t.Errorf("%v, %v", n, ok)
		}
		if n, ok := of(away); ok {
			t.Errorf("%v", n)
		}
	}
}
