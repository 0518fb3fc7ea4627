package ir

import (
	"strings"
	"testing"

	"yogi/internal/term"
)

const fixedProgram = `language "boogie"
model "none" 0 0 0
entry main
global |queue| Int
global |early| Int
global |count| Int
global |used| Int
function main {
  result |main::r| Int
  local |main::x| Int
  block 0 ""
    |main::x| := |early|
    |queue| := 0
    |early| := 1
    |used| := 2
    |count| := 4
    goto true 1
  block 1 ""
    call run () to |main::x|
    goto true 2
  block 2 ""
    |main::r| := (+ |early| |used|)
    return
}
function run {
  result |run::r| Int
  block 0 ""
    |run::r| := |count|
    |used| := 3
    goto (= |queue| 0) 2 (not (= |queue| 0)) 1
  block 1 ""
    call drain ()
    goto true 2
  block 2 ""
    return
}
function drain {
  block 0 ""
    |queue| := 0
    |count| := 5
    return
}
`

// TestFixedGlobals: a queue that nothing is put into stays empty, which takes away the code that
// drains it and with that what would change the count; one that is read before it is set, and one
// that reached code changes, stay variables.
func TestFixedGlobals(t *testing.T) {
	p := MustParse(fixedProgram, term.NewBuilder())
	Normalize(p)
	FixedGlobals(p)
	Normalize(p)
	if err := Check(p); err != nil {
		t.Fatal(err)
	}
	if len(p.Functions) != 2 {
		t.Errorf("%d functions are left, not main and run", len(p.Functions))
	}
	text := p.Entry.String() + p.Functions[1].String()
	for _, want := range []string{"|main::r| := (+ early used)", "|run::r| := 4"} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q in\n%s", want, text)
		}
	}
}

// TestFixedGlobalsKeepCalls: a function that no call reaches stays, and so do those that it calls.
func TestFixedGlobalsKeepCalls(t *testing.T) {
	p := MustParse(fixedProgram+`function apart {
  block 0 ""
    call drain ()
    goto true 1
  block 1 ""
    return
}
`, term.NewBuilder())
	Normalize(p)
	FixedGlobals(p)
	if err := Check(p); err != nil {
		t.Fatal(err)
	}
	if len(p.Functions) != 4 || !strings.Contains(p.Functions[1].String(), "|run::r| := 4") {
		t.Errorf("a function is gone, or none calls drain any more\n%s", p)
	}
}
