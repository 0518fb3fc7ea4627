package angelic

import (
	"context"
	"testing"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// copied is a program in which only a copy of check is left, which fails where it is given 0.
const copied = `language "boogie"
model "none" 0 0 0
entry p
function p {
  local |p::x| Int
  block 0 ""
    havoc |p::x| input 1 nondet "x" type "int"
    goto true 1
  block 1 ""
    call check#2 (|p::x|)
    goto true 2
  block 2 ""
    return
}
function check#2 {
  param |check#2::a| Int
  block 0 ""
    goto (= |check#2::a| 0) 1 (not (= |check#2::a| 0)) 2
  block 1 ""
    error "it is zero"
  block 2 ""
    return
}
`

// A copy of a function is the function: warnings name it as the source does, they break what is assumed of it, and what
// it has been warned of by itself is not warned of again where a copy runs.
func TestCopies(t *testing.T) {
	run := func(earlier ...finished) *Entry {
		p := ir.MustParse(copied, term.NewBuilder())
		ir.Normalize(p)
		a, err := newAnalysis(context.Background(), Options{}, p, "p", suppressedIn(functionsOf(p), earlier))
		if err != nil {
			t.Fatal(err)
		}
		defer a.close()
		return a.run()
	}
	entry := run()
	if !entry.Complete || len(entry.Warnings) != 1 {
		t.Fatalf("%+v", entry)
	}
	w := entry.Warnings[0]
	if len(w.Stack) != 2 || w.Function != "check" || w.Stack[0].Function != "p" || w.Stack[1].Function != "check" {
		t.Errorf("it fails in %s, called by %v", w.Function, w.Stack)
	}
	r := &Result{Entries: []*Entry{entry, {Name: "check", Complete: true, Specifications: []*Specification{{Text: "a != 0", For: w.Pos, What: w.What}}}}}
	r.askCallers([]Function{{Name: "p", Calls: []string{"check"}}, {Name: "check"}})
	if w.Breaks == nil || w.Breaks.Function != "check" || r.Entries[1].Specifications[0].State != Manifest {
		t.Errorf("it breaks %+v", w.Breaks)
	}
	if again := run(finished{"check", keysOf(entry.Warnings)}); !again.Complete || len(again.Warnings) != 0 {
		t.Errorf("after a warning about check itself: %+v", again)
	}
}

// What entries have been said to be, when they were finished, stays as it was.
func TestDropRepeatedKeepsLists(t *testing.T) {
	w := &Warning{What: "fails"}
	first, second := &Entry{Name: "f", Warnings: []*Warning{w}}, &Entry{Name: "g", Warnings: []*Warning{{What: "fails"}, {What: "fails too"}}}
	handedOut := second.Warnings
	dropRepeated([]outcome{{entry: first}, {entry: second, reaches: map[string]bool{"f": true}}})
	if len(second.Warnings) != 1 || second.Warnings[0].What != "fails too" {
		t.Errorf("%d warnings are left", len(second.Warnings))
	}
	if len(handedOut) != 2 || handedOut[0] == nil || handedOut[0].What != "fails" || handedOut[1] == nil {
		t.Errorf("what was handed out is %v", handedOut)
	}
}
