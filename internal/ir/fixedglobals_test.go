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

// TestFixedParameters: a parameter for which each call gives one constant is that, through several functions and where
// the function calls itself; one that is set, or given different constants, or given by a function that nothing
// reaches, stays.
func TestFixedParameters(t *testing.T) {
	const text = `language "boogie"
model "none" 0 0 0
entry main
function main {
  result |main::r| Int
  local |main::x| Int
  block 0 ""
    call insert (0 1 7 2) to |main::x|
    goto true 1
  block 1 ""
    call insert (0 2 7 2) to |main::r|
    goto true 2
  block 2 ""
    return
}
function insert {
  param |insert::context| Int
  param |insert::which| Int
  param |insert::set| Int
  param |insert::elsewhere| Int
  result |insert::r| Int
  block 0 ""
    |insert::set| := (+ |insert::set| 1)
    goto true 1
  block 1 ""
    call note (|insert::context| |insert::which| |insert::set| |insert::elsewhere|) to |insert::r|
    goto true 2
  block 2 ""
    return
}
function note {
  param |note::context| Int
  param |note::which| Int
  param |note::set| Int
  param |note::elsewhere| Int
  result |note::r| Int
  block 0 ""
    goto (= |note::context| 0) 1 (not (= |note::context| 0)) 2
  block 1 ""
    |note::r| := (+ |note::which| |note::set| |note::elsewhere|)
    goto true 3
  block 2 ""
    call note (|note::context| |note::which| |note::set| |note::elsewhere|) to |note::r|
    goto true 4
  block 3 ""
    return
  block 4 ""
    |note::r| := (+ |note::r| 100)
    goto true 3
}
function apart {
  local |apart::x| Int
  block 0 ""
    call insert (0 1 7 3) to |apart::x|
    goto true 1
  block 1 ""
    return
}
`
	p := MustParse(text, term.NewBuilder())
	Normalize(p)
	FixedGlobals(p)
	Normalize(p)
	Simplify(p)
	if err := Check(p); err != nil {
		t.Fatal(err)
	}
	out := p.String()
	if strings.Contains(out, "+ 100") || strings.Contains(out, "100)") {
		t.Errorf("what is only done in a context that there is not is left\n%s", out)
	}
	for _, want := range []string{"(+ |note::which| |note::set| |note::elsewhere|)", "(+ |insert::set| 1)"} {
		if !strings.Contains(out, want) {
			t.Errorf("there is no %q in\n%s", want, out)
		}
	}
}
