package angelic

import (
	"slices"
	"testing"

	"yogi/internal/angelic/trace"
	"yogi/internal/ir"
	"yogi/internal/source"
)

func TestBottomUp(t *testing.T) {
	functions := []Function{
		{Name: "top", Calls: []string{"even", "helper", "leaf"}}, {Name: "leaf"}, {Name: "helper", Calls: []string{"inner"}},
		{Name: "even", Calls: []string{"odd"}}, {Name: "odd", Calls: []string{"even", "leaf"}}, {Name: "inner", Calls: []string{"helper"}},
	}
	for _, c := range []struct{ entries, want []string }{
		{[]string{"top", "leaf", "helper", "even", "odd", "inner"}, []string{"leaf", "odd", "even", "inner", "helper", "top"}},
		{[]string{"top", "leaf"}, []string{"leaf", "top"}}, // also through what is no entry
		{[]string{"leaf", "top"}, []string{"leaf", "top"}},
		{[]string{"unknown"}, []string{"unknown"}},
	} {
		if got := bottomUp(c.entries, functions); !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, want %v", c.entries, got, c.want)
		}
	}
}

// demand is a specification of one assertion; on is what it speaks of.
func demand(text string, on ...trace.Occurrence) *Specification {
	return &Specification{Text: text, For: source.Pos{File: "f.c", Line: 1}, What: "fails", Unknowns: on}
}

// Nothing is concluded of a caller that was not proved, and nothing is discharged that somebody may break.
func TestCallers(t *testing.T) {
	argument := trace.Occurrence{Input: &ir.Input{Name: "p", Kind: ir.OutsidePointer}}
	result := trace.Occurrence{Input: &ir.Input{Name: "give()", Kind: ir.OutsidePointer}}
	proved := func(name string, specs ...*Specification) *Entry {
		return &Entry{Name: name, Complete: true, Specifications: specs}
	}
	hidden := func(name string, calls ...string) Function { return Function{Name: name, Calls: calls, Hidden: true} }
	open := func(name string, calls ...string) Function { return Function{Name: name, Calls: calls} }
	key := demand("").key()
	for _, c := range []struct {
		name      string
		entries   []*Entry // the first is asked about
		functions []Function
		state     State
		answers   []Answer
	}{
		{"kept", []*Entry{proved("f", demand("p", argument)), proved("g")}, []Function{open("f"), open("g", "f")}, Kept, []Answer{Keeps}},
		{"discharged", []*Entry{proved("f", demand("p", argument)), proved("g")}, []Function{hidden("f", "f"), open("g", "f")}, Discharged, []Answer{Keeps}},
		{"nobody calls", []*Entry{proved("f", demand("p", argument))}, []Function{hidden("f", "f")}, Latent, nil},
		{"of the outside", []*Entry{proved("f", demand("p", result)), proved("g")}, []Function{hidden("f"), open("g", "f")}, Outside, nil},
		{"time ran out", []*Entry{proved("f", demand("p", argument)), {Name: "g", Undecided: "timeout"}}, []Function{hidden("f"), open("g", "f")}, Latent, []Answer{Undecided}},
		{"not modelled", []*Entry{proved("f", demand("p", argument)), {Name: "g", Complete: true, cut: true}}, []Function{hidden("f"), open("g", "f")}, Latent, []Answer{Undecided}},
		{"taken to hold", []*Entry{proved("f", demand("p", argument)), {Name: "g", Complete: true, assumed: map[string]bool{key: true}}}, []Function{hidden("f"), open("g", "f")}, Latent, []Answer{Undecided}},
		{"no entry", []*Entry{proved("f", demand("p", argument)), proved("g")}, []Function{hidden("f"), open("g", "f"), open("h", "f")}, Latent, []Answer{Keeps, Undecided}},
		{"passed on, kept there", []*Entry{proved("f", demand("p", argument)), proved("g", demand("q", argument)), proved("h")}, []Function{hidden("f"), hidden("g", "f"), open("h", "g")}, Discharged, []Answer{PassesOn}},
		{"passed on, open there", []*Entry{proved("f", demand("p", argument)), proved("g", demand("q", argument)), proved("h")}, []Function{hidden("f"), open("g", "f"), open("h", "g")}, Latent, []Answer{PassesOn}},
		{"passed on to the outside", []*Entry{proved("f", demand("p", argument)), proved("g", demand("q", result)), proved("h")}, []Function{hidden("f"), hidden("g", "f"), open("h", "g")}, Latent, []Answer{PassesOn}},
		{"recursion", []*Entry{proved("f", demand("p", argument)), proved("g", demand("q", argument)), proved("h")}, []Function{hidden("f", "g"), hidden("g", "f"), open("h", "f")}, Discharged, []Answer{PassesOn, Keeps}},
	} {
		r := &Result{Entries: c.entries}
		r.askCallers(c.functions)
		s := c.entries[0].Specifications[0]
		var answers []Answer
		for _, caller := range s.Callers {
			answers = append(answers, caller.Answer)
		}
		if s.State != c.state || !slices.Equal(answers, c.answers) {
			t.Errorf("%s: %s, %v; want %s, %v", c.name, s.State, answers, c.state, c.answers)
		}
	}
}

// A warning breaks the demand of the first function behind the caller that makes one, also if the
// function that calls it is none of the entries.
func TestBroken(t *testing.T) {
	argument := trace.Occurrence{Input: &ir.Input{Name: "p", Kind: ir.OutsidePointer}}
	inner := &Entry{Name: "inner", Complete: true, Specifications: []*Specification{demand("p", argument)}}
	outer := &Entry{Name: "outer", Complete: true, Specifications: []*Specification{demand("q", argument)}}
	w := &Warning{Pos: source.Pos{File: "f.c", Line: 1}, What: "fails", Stack: []trace.Frame{
		{Function: "top"}, {Function: "between", Call: source.Pos{Line: 7}}, {Function: "outer", Call: source.Pos{Line: 8}}, {Function: "inner", Call: source.Pos{Line: 9}},
	}}
	r := &Result{Entries: []*Entry{inner, outer, {Name: "top", Complete: true, Warnings: []*Warning{w}}}}
	r.askCallers([]Function{{Name: "top", Calls: []string{"between"}}, {Name: "between", Calls: []string{"outer"}}, {Name: "outer", Calls: []string{"inner"}}, {Name: "inner"}})
	if b := w.Breaks; b == nil || b.Function != "outer" || b.Caller != "between" || b.Call.Line != 8 {
		t.Errorf("it breaks %+v", w.Breaks)
	}
	if got := outer.Specifications[0].State; got != Manifest {
		t.Errorf("what outer assumes is %s", got)
	}
	if got := inner.Specifications[0].State; got != Latent {
		t.Errorf("what inner assumes is %s: outer passes it on", got)
	}
}
