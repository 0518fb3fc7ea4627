package ir

import (
	"strings"
	"testing"

	"yogi/internal/term"
)

// TestConstants: a constant crosses a call that leaves its variable alone, a callee's constant result is known
// to the caller, a condition decides what is known behind it, and a constant that a join loses is assigned
// again before it.
func TestConstants(t *testing.T) {
	p := MustParse(`language "boogie"
model "none" 0 0 0
entry main
global |g| Int
function main {
  result |main::r| Int
  local |main::x| Int
  local |main::y| Int
  local |main::n| Int
  block 0 ""
    |main::x| := 7
    havoc |main::n| input 0 nondet "n" type "int"
    goto true 1
  block 1 ""
    call two () to |main::y|
    goto true 2
  block 2 ""
    goto (= |main::n| 3) 3 (not (= |main::n| 3)) 4
  block 3 ""
    |g| := (+ |main::n| |main::y|)
    goto true 5
  block 4 ""
    |main::x| := (+ |main::x| |main::n|)
    goto true 5
  block 5 ""
    |main::r| := |main::x|
    return
}
function two {
  result |two::r| Int
  block 0 ""
    |g| := 1
    |two::r| := 2
    return
}
`, term.NewBuilder())
	Normalize(p)
	ComputeModifies(p)
	Constants(p)
	if err := Check(p); err != nil {
		t.Fatal(err)
	}
	text := p.Entry.String()
	for _, want := range []string{"g := 5", "|main::x| := (+ |main::n| 7)", "|main::x| := 7\n    goto true 5"} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q in\n%s", want, text)
		}
	}
}
