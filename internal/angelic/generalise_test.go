package angelic

import (
	"slices"
	"testing"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// listProgram reads the member at 8 of what its parameter points at, sets it to null and reads it again.
const listProgram = `language "c"
model "LP64" 64 64 32
file "f.c"
global |next address| (_ BitVec 64)
global memory (Array (_ BitVec 64) (_ BitVec 64)) memory 64 1 "struct item *"
counter |next address| 8589934592
entry f
function f {
  param |f::n| (_ BitVec 64) source "n" type "struct node *"
  local |f::t1| (_ BitVec 64)
  local |f::t2| (_ BitVec 64)
  block 0 ""
    |next address| := #x0000000200000000
    |f::t1| := |f::n|
    goto true 1
  block 1 ""
    |f::t2| := (select memory (bvadd |f::t1| #x0000000000000008))
    memory := (store memory (bvadd |f::n| #x0000000000000008) #x0000000000000000)
    |f::t2| := (select memory |f::t1|)
    goto true 2
  block 2 ""
    goto (not (= (select memory (bvadd |f::n| #x0000000000000008)) #x0000000000000000)) 3 (= (select memory (bvadd |f::n| #x0000000000000008)) #x0000000000000000) 4
  block 3 ""
    return
  block 4 ""
    error "null" property "valid-deref"
}
`

// What is installed of a clause about every object is about what was in memory at the start, in objects that were there
// then and whose contents are not known; it is said where the member is read, and nowhere else.
func TestInstances(t *testing.T) {
	terms := term.NewBuilder()
	p, err := ir.Parse(listProgram, terms)
	if err != nil {
		t.Fatal(err)
	}
	p.Layouts = map[string]*ir.Layout{
		"struct item *": {Size: 8, Pointer: true, Elem: "struct item"}, "struct item": {Size: 4},
		"struct node *": {Size: 8, Pointer: true, Elem: "struct node"},
		"struct node": {Size: 16, Fields: []ir.LayoutField{
			{Name: "next", Type: "struct node *"}, {Name: "item", Type: "struct item *", Offset: 8}}},
	}
	const known = 0x1_0000_0000 // the address of an object that starts as zero
	memory := p.Globals[1]
	p.InitialRanges = []ir.InitialRange{{Map: memory, From: known, To: known + 16, CellBytes: 8}}
	var i *installer
	for range 2 { // the second time the ghosts are there
		i = &installer{base: p, program: p.CopyBlocks(), terms: terms, made: map[*ir.Variable]bool{}}
		i.install(&Specification{Formula: terms.True(), every: &member{of: "struct node", offset: 8, width: 8}})
	}
	f := i.program.Entry
	var facts []*ir.Assume
	for n, want := range []int{0, 1, 1, 0, 0} {
		for _, instruction := range f.Blocks[n].Instructions {
			if as, ok := instruction.(*ir.Assume); ok {
				facts = append(facts, as)
				want--
			}
		}
		if want != 0 {
			t.Errorf("block %d: %d assumptions are missing", n, want)
		}
	}
	if as, ok := f.Blocks[0].Instructions[0].(*ir.Assign); !ok || !isGhost(as.Dst) || as.Src != memory.Sym {
		t.Fatalf("the start of memory is not kept: %s", f.Blocks[0].Instructions[0])
	}
	start := f.Blocks[0].Instructions[0].(*ir.Assign).Dst
	number := func(n uint64) *term.Term { return terms.BVConst(64, n) }
	outside := p.Model.ObjectOutside(1)
	for _, test := range []struct {
		name                        string
		object, began, now, counter uint64
		excluded                    bool
	}{
		{"outside", outside, 0, 1, 8589934592, true},
		{"outside, not null", outside, 1, 0, 8589934592, false},
		{"no object", 0, 0, 0, 8589934592, false},
		{"static", known + 0x1000, 0, 0, 8589934592, true},
		{"static, its contents known", known, 0, 0, 8589934592, false},
		{"made by the program", 0x2_0000_0000, 0, 0, 0x3_0000_0000, false},
		{"not made yet", 0x2_0000_0000, 0, 0, 8589934592, true},
	} {
		for _, fact := range facts {
			at := number(test.object + 8)
			values := map[*term.Term]*term.Term{
				start.Sym:          terms.Store(start.Sym, at, number(test.began)),
				memory.Sym:         terms.Store(memory.Sym, at, number(test.now)),
				p.AllocCounter.Sym: number(test.counter),
			}
			for _, v := range slices.Concat(f.Params, f.Locals) {
				values[v.Sym] = number(test.object)
			}
			got := terms.Substitute(fact.Cond, values)
			if !got.IsConst() || got.IsFalse() != test.excluded || !fact.Known {
				t.Errorf("%s: %s, want excluded %t", test.name, got, test.excluded)
			}
		}
	}
}
