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

// TestConstantsEnterFunctions: what is known at the only call of a function is known in it; of a function
// with two calls, one that calls itself, or one that no run enters nothing is.
func TestConstantsEnterFunctions(t *testing.T) {
	const text = `language "boogie"
model "none" 0 0 0
global |next address| (_ BitVec 64)
counter |next address| 4294967296
entry main
global |g| Int
global |h| Int
function main {
  local |main::n| Int
  block 0 ""
    |g| := 5
    havoc |main::n| input 0 nondet "n" type "int"
    goto true 1
  block 1 ""
    call callee (7 |main::n|)
    goto true 2
  block 2 ""
    $more
    return
}
function callee {
  param |callee::a| Int
  param |callee::b| Int
  block 0 ""
    |h| := (+ |g| |callee::a| |callee::b|)
    $inside
    return
}
function lonely {
  block 0 ""
    call callee (8 1)
    goto true 1
  block 1 ""
    return
}
`
	for _, test := range []struct {
		name, more, inside string
		lonely             bool // the function that no run enters is there
		known              bool
	}{
		{name: "one call", known: true},
		{name: "the global is another one behind", more: "|g| := 6", known: true},
		{name: "two calls", more: "goto true 3\n  block 3 \"\"\n    call callee (7 0)\n    goto true 4\n  block 4 \"\""},
		{name: "a call in a loop", more: "|g| := (+ |g| 1)\n    goto (= |main::n| 0) 1 (not (= |main::n| 0)) 3\n  block 3 \"\""},
		{name: "it calls itself", inside: "goto (= |callee::a| 0) 1 (not (= |callee::a| 0)) 2\n  block 1 \"\"\n    call callee (8 0)\n    goto true 2\n  block 2 \"\""},
		{name: "another call, of no run", lonely: true},
	} {
		t.Run(test.name, func(t *testing.T) {
			source := strings.NewReplacer("$more", test.more, "$inside", test.inside).Replace(text)
			if !test.lonely {
				source = source[:strings.Index(source, "function lonely")]
			}
			p := MustParse(source, term.NewBuilder())
			Normalize(p)
			ComputeModifies(p)
			Constants(p)
			if err := Check(p); err != nil {
				t.Fatal(err)
			}
			if known := strings.Contains(p.String(), "h := (+ |callee::b| 12)"); known != test.known {
				t.Errorf("known %v in\n%s", known, p)
			}
		})
	}
}
