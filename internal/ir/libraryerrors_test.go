package ir

import (
	"testing"

	"yogi/internal/source"
	"yogi/internal/term"
)

// TestLibraryErrors: what goes wrong in a function of the library that takes an input, and so stays one, is an error of
// each of its calls; one between them returns it.
func TestLibraryErrors(t *testing.T) {
	p := MustParse(`language "c"
model "LP64" 64 64 32
entry main
function main {
  local |main::x| (_ BitVec 32)
  block 0 ""
    call outer () to |main::x| @a.c:1:2
    goto true 1
  block 1 ""
    call outer () none @a.c:2:2
    return
}
function outer {
  result |outer::r| (_ BitVec 32)
  block 0 ""
    call inner () to |outer::r|
    |outer::r| := (bvadd |outer::r| #x00000001)
    return
}
function inner {
  result |inner::r| (_ BitVec 32)
  block 0 ""
    havoc |inner::r| input 0 nondet "i" type "int"
    goto (= |inner::r| #x00000000) 1 (= |inner::r| #x00000001) 2 (bvult #x00000001 |inner::r|) 3
  block 1 ""
    error "zero" property "p"
  block 2 ""
    error "one"
  block 3 ""
    return
}
`, term.NewBuilder())
	p.Function("outer").Pos, p.Function("inner").Pos = source.Pos{File: "<library>"}, source.Pos{File: "<library>"}
	CloneLibrary(p)
	Normalize(p)
	if err := Check(p); err != nil {
		t.Fatal(err)
	}
	errors := map[string]int{}
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			if e, ok := b.Terminator.(*Error); ok {
				errors[f.Name+" "+e.Pos.String()+" "+e.What+" "+e.Property]++
			}
		}
	}
	for _, want := range []string{"main a.c:1:2 zero p", "main a.c:1:2 one ", "main a.c:2:2 zero p", "main a.c:2:2 one "} {
		if errors[want] != 1 || len(errors) != 4 {
			t.Errorf("%q: %v\n%s", want, errors, p)
		}
	}
}
