package ir

import (
	"testing"

	"yogi/internal/term"
)

// TestCloneLeavesKeepCalls: a function that no call reaches stays, and so does what it calls, though each other call
// has a copy.
func TestCloneLeavesKeepCalls(t *testing.T) {
	p := MustParse(`language "c"
model "LP64" 64 64 32
global |&a| (_ BitVec 64) const type "address"
global |&b| (_ BitVec 64) const type "address"
object "a" 4294967296 16 static zero type "int" symbol |&a|
object "b" 8589934592 16 static zero type "int" symbol |&b|
entry main
function main {
  block 0 ""
    call take (|&a|)
    goto true 1
  block 1 ""
    call take (|&b|)
    goto true 2
  block 2 ""
    return
}
function apart {
  block 0 ""
    call take (|&b|)
    goto true 1
  block 1 ""
    return
}
function take {
  param |take::l| (_ BitVec 64)
  local |take::t| (_ BitVec 32)
  block 0 ""
    load |take::t| |take::l| type "int"
    goto (= |take::t| #x00000000) 1 (not (= |take::t| #x00000000)) 2
  block 1 ""
    store |take::l| #x00000001 type "int"
    return
  block 2 ""
    error "taken twice"
}
`, term.NewBuilder())
	Normalize(p)
	CloneLeaves(p, 12)
	if err := Check(p); err != nil {
		t.Fatal(err)
	}
	if len(p.Functions) != 5 || p.Function("apart") == nil || p.Function("take") == nil {
		t.Errorf("not main, apart, take and two copies of it are there\n%s", p)
	}
}

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

// TestCloneByAddresses: calls of a function with branches share a copy if they give it the same address of an object,
// be it through another function; a call that gives it none is of the function itself.
func TestCloneByAddresses(t *testing.T) {
	p := MustParse(`language "c"
model "LP64" 64 64 32
global |&a| (_ BitVec 64) const type "address"
global |&b| (_ BitVec 64) const type "address"
object "a" 4294967296 16 static zero type "int" symbol |&a|
object "b" 8589934592 16 static zero type "int" symbol |&b|
entry main
function main {
  local |main::p| (_ BitVec 64)
  block 0 ""
    call take (|&a|)
    goto true 1
  block 1 ""
    call outer (|&a|)
    goto true 2
  block 2 ""
    call take ((bvadd |&a| #x0000000000000008))
    goto true 3
  block 3 ""
    havoc |main::p| input 0 nondet "p" type "int *"
    goto true 4
  block 4 ""
    call take (|main::p|)
    goto true 5
  block 5 ""
    call moves (|&b|)
    goto true 6
  block 6 ""
    return
}
function outer {
  param |outer::l| (_ BitVec 64)
  block 0 ""
    call take (|outer::l|)
    goto true 1
  block 1 ""
    return
}
function moves {
  param |moves::l| (_ BitVec 64)
  block 0 ""
    |moves::l| := (bvadd |moves::l| #x0000000000000004)
    goto true 1
  block 1 ""
    call take (|moves::l|)
    goto true 2
  block 2 ""
    return
}
function take {
  param |take::l| (_ BitVec 64)
  local |take::t| (_ BitVec 32)
  block 0 ""
    load |take::t| |take::l| type "int"
    goto (= |take::t| #x00000000) 1 (not (= |take::t| #x00000000)) 2
  block 1 ""
    store |take::l| #x00000001 type "int"
    return
  block 2 ""
    error "taken twice"
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
			}
		}
	}
	for name, want := range map[string]int{"outer": 0, "outer#2": 1, "moves#2": 1, "take": 2, "take#2": 2, "take#3": 1} {
		if calls[name] != want {
			t.Errorf("%s is called %d times, not %d: %v", name, calls[name], want, calls)
		}
	}
	if p.Function("outer") != nil || p.Function("take") == nil {
		t.Error("what is called and what is there differ")
	}
}

// TestCloneMakers: what makes objects has a copy for each call, which knows the sizes that it is given.
func TestCloneMakers(t *testing.T) {
	p := MustParse(`language "c"
model "LP64" 64 64 32
entry main
function main {
  result |main::r| (_ BitVec 32)
  local |main::p| (_ BitVec 64)
  local |main::q| (_ BitVec 64)
  block 0 ""
    call outer (#x0000000000000008) to |main::p|
    goto true 1
  block 1 ""
    call outer (#x0000000000000010) to |main::q|
    goto true 2
  block 2 ""
    return
}
function outer {
  param |outer::size| (_ BitVec 64)
  result |outer::r| (_ BitVec 64)
  block 0 ""
    call make (|outer::size|) to |outer::r|
    goto true 1
  block 1 ""
    return
}
function make {
  param |make::size| (_ BitVec 64)
  result |make::r| (_ BitVec 64)
  local |make::fails| (_ BitVec 32)
  block 0 ""
    havoc |make::fails| input 0 nondet "fails" type "int"
    goto (= |make::fails| #x00000000) 1 (not (= |make::fails| #x00000000)) 2
  block 1 ""
    alloc |make::r| |make::size| heap site 3
    goto true 3
  block 2 ""
    |make::r| := #x0000000000000000
    goto true 3
  block 3 ""
    return
}
`, term.NewBuilder())
	Normalize(p)
	CloneLeaves(p, 12)
	sizes, sites := map[string]bool{}, map[int]bool{}
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				if a, ok := i.(*Alloc); ok {
					sizes[a.Size.String()], sites[a.Site] = true, true
				}
			}
		}
	}
	if !sizes["#x0000000000000008"] || !sizes["#x0000000000000010"] || len(sizes) != 2 || len(sites) != 2 {
		t.Errorf("objects of the sizes %v are made at the places %v:\n%s", sizes, sites, p)
	}
}
