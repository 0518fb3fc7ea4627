package ir

import "fmt"

// Unprinted says in words what the program has and its text form leaves out. A program that is read
// from the text has fewer ways to be decided, or its reports say less; the runs are the same,
// except where a line here says otherwise.
func (p *Program) Unprinted() []string {
	var out []string
	add := func(is bool, format string, args ...any) {
		if is {
			out = append(out, fmt.Sprintf(format, args...))
		}
	}
	add(len(p.UnusedAxioms) > 0, "axioms that share nothing with the program (%d): it has the runs below only if they have a model", len(p.UnusedAxioms))
	add(p.Interpretation != nil || len(p.UncheckedAxioms) > 0, "what its uninterpreted functions mean in tests: a test of this text takes any meaning that the axioms allow")
	add(len(p.Guesses) > 0, "which edges compare an index with a guessed constant: the edges are below, and the search does not know that they are guesses")
	add(p.Elements != nil, "which checks and assumptions state a fact about all elements: they are below, and the search does not know what they are")
	add(p.Open, "that it is a part of a program whose addresses are their own numbers")
	add(p.PlainBytes, "that what may be bytes of addresses is read as a number, where memory is still loads")
	add(p.CallsAlike, "that a call is said to change all that any call changes: of this text it is found out for each function")
	add(p.SitesAlike, "that memory is cut without telling apart which objects of a class an access may be in, where memory is still loads")
	add(len(p.Events) > 0 || len(p.Models) > 0, "the events of the rule and the models of library functions that compiled tests need")
	add(p.KeepsRule, "that no order of its events violates the rule")
	add(len(p.Misspelt) > 0, "functions of the rule with names that the program seems to spell otherwise")
	add(len(p.Unplaced) > 0, "functions with contracts that the program does not define")
	add(len(p.UnreadContracts) > 0 || p.Contradiction != "", "which parts of contracts are not used, and that no call keeps to one")
	add(len(p.Everywhere) > 0, "what a contract demands of every object of a structure")
	add(len(p.Counted) > 0, "which inputs say how large the objects of callers are")
	add(len(p.Symbols) > 0, "what a linker calls functions and objects that are only declared")
	add(p.Prototype != "", "how the entry is declared")
	add(p.describesCalls(), "what is known of functions without a body beyond their calls")
	add(p.declaresObjects(), "which objects are only declared")
	add(p.Checked && !p.canFail(), "that checks were met, none of which can fail: a check of this text warns that there is nothing to check")
	add(p.NullFound != nil || len(p.Layouts) > 0, "what angelic verification asks for: the ghost for null pointers, C types by name")
	add(len(p.Scalars) > 0 || p.hasNotes(), "what reports say of values: which names they have, what locals tell of a run")
	return out
}

func (p *Program) describesCalls() bool {
	for _, u := range p.Undefined {
		if *u != (Undefined{Name: u.Name, Pos: u.Pos, Calls: u.Calls}) {
			return true
		}
	}
	return false
}

func (p *Program) declaresObjects() bool {
	for _, o := range p.Objects {
		if o.Declared {
			return true
		}
	}
	return false
}

// canFail says that the program has an error, or what is not modelled.
func (p *Program) canFail() bool {
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			switch b.Terminator.(type) {
			case *Error, *Unsupported:
				return true
			}
		}
	}
	return false
}

func (p *Program) hasNotes() bool {
	for _, f := range p.Functions {
		for _, v := range f.Locals {
			if v.Note != nil {
				return true
			}
		}
	}
	return false
}
