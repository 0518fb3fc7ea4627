package ir

import (
	"testing"

	"yogi/internal/term"
)

// TestCloneLeaves: of two calls of a function that only computes, one gets a copy, and so does what it calls; a
// function with a branch or an input stays one.
func TestCloneLeaves(t *testing.T) {
	p := MustParse(`language "boogie"
model "none" 0 0 0
entry main
function main {
  result |main::r| Int
  local |main::x| Int
  local |main::y| Int
  block 0 ""
    call outer (1) to |main::x|
    goto true 1
  block 1 ""
    call outer (|main::x|) to |main::y|
    goto true 2
  block 2 ""
    call ask () to |main::x|
    goto true 3
  block 3 ""
    call ask () to |main::r|
    goto true 4
  block 4 ""
    return
}
function outer {
  param |outer::a| Int
  result |outer::r| Int
  block 0 ""
    call inner (|outer::a|) to |outer::r|
    goto true 1
  block 1 ""
    return
}
function inner {
  param |inner::a| Int
  result |inner::r| Int
  block 0 ""
    |inner::r| := (+ |inner::a| 1)
    return
}
function ask {
  result |ask::r| Int
  block 0 ""
    havoc |ask::r| input 0 nondet "r" type "int"
    return
}
`, term.NewBuilder())
	Normalize(p)
	CloneLeaves(p, 12)
	Normalize(p)
	if err := CheckNormal(p); err != nil {
		t.Fatal(err)
	}
	calls := map[string]int{}
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			if call := b.Call(); call != nil {
				calls[call.Callee.Name]++
				if name := call.Callee.SourceName(); name != "outer" && name != "inner" && name != "ask" {
					t.Errorf("%s is a copy of %s", call.Callee.Name, name)
				}
			}
		}
	}
	for name, want := range map[string]int{"outer": 1, "outer#2": 1, "inner": 1, "inner#2": 1, "ask": 2} {
		if calls[name] != want {
			t.Errorf("%s is called %d times, not %d", name, calls[name], want)
		}
	}
	again, err := Parse(p.String(), term.NewBuilder())
	if err != nil {
		t.Fatal(err)
	}
	if again.String() != p.String() {
		t.Error("the program with copies does not read back")
	}
}
