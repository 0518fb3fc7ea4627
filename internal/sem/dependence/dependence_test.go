package dependence

import (
	"testing"

	"yogi/internal/ir"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// kept reads bytes of an address, which decide nothing in what follows but where they are compared, or say where to
// write.
const kept = `global g (_ BitVec 8)
global m (Array (_ BitVec 8) (_ BitVec 8))
entry main
function main {
  local |main::x| (_ BitVec 8)
  local |main::y| (_ BitVec 8)
  block 0 ""
    havoc |main::x| input 0 nondet "f" type "char"
    havoc |main::y| input 1 address-bytes "bytes of an address" type "void *"
    m := (store m #x05 |main::y|)
    m := (store m #x06 |main::x|)
    g := (bvadd (select m #x06) #x01)
    goto (bvult g #x05) 1 (not (bvult g #x05)) 2
  block 1 ""
    goto (= (select m #x05) #x07) 3 (not (= (select m #x05) #x07)) 4
  block 2 ""
    goto (bvult g #x80) 5 (not (bvult g #x80)) 6
  block 3 ""
    error "seven"
  block 4 ""
    return
  block 5 ""
    error "large"
  block 6 ""
    m := (store m |main::y| #x01)
    goto true 5
}
`

// TestOn: a run depends on bytes that a condition on its way or an address is about, and on no others.
func TestOn(t *testing.T) {
	p, err := ir.Parse(kept, term.NewBuilder())
	if err != nil {
		t.Fatal(err)
	}
	ir.Normalize(p)
	ir.ComputeModifies(p)
	p.Number()
	var drawn []*ir.Input
	for _, b := range p.Entry.Blocks {
		for _, i := range b.Instructions {
			if h, ok := i.(*ir.Havoc); ok {
				drawn = append(drawn, h.Input)
			}
		}
	}
	isBytes := func(in *ir.Input) bool { return in.Kind == ir.AddressBytes }
	isOther := func(in *ir.Input) bool { return in.Kind != ir.AddressBytes }
	for _, c := range []struct {
		x, y         uint64
		bytes, other bool // what it depends on
	}{
		{x: 100, y: 7, other: true},
		{x: 1, y: 7, bytes: true, other: true},
		{x: 1, y: 8, bytes: true, other: true}, // does not fail
		{x: 200, y: 8, bytes: true, other: true},
	} {
		test := &verdict.Test{Inputs: []verdict.InputValue{
			{Input: drawn[0], Value: term.BVValue(8, c.x)}, {Input: drawn[1], Value: term.BVValue(8, c.y)},
		}}
		if got := On(p, test, isBytes, nil); got != c.bytes {
			t.Errorf("x = %d, y = %d depends on the bytes: %t", c.x, c.y, got)
		}
		if got := On(p, test, isOther, nil); got != c.other {
			t.Errorf("x = %d, y = %d depends on the other input: %t", c.x, c.y, got)
		}
	}
}
