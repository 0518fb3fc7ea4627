package ir

import (
	"fmt"
	"strings"

	"yogi/internal/source"
	"yogi/internal/term"
)

// BesideRuns is a text of what a verdict of a program may depend on or tell, and what is not in the canonical text of
// its runs: what was assumed to make it, which functions it lacks, the axioms that only have to have a model, the
// meaning of functions in tests, the events of its rule. It has names, and no positions: programs with the same
// canonical text and this text the same get the same verdict with the same words.
func (p *Program) BesideRuns() string {
	var out strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&out, format+"\n", args...) }
	for _, a := range p.Assumptions {
		line("assumption %s %q", a.Kind.Name, a.Of)
	}
	for _, u := range p.Undefined {
		lacking := *u
		lacking.Pos = source.Pos{}
		line("undefined %+v", lacking)
	}
	for _, o := range p.Objects {
		if o.Declared {
			line("declared %q", o.Name)
		}
	}
	for _, e := range p.Events {
		e.Pos = source.Pos{}
		line("event %+v", e)
	}
	line("models %q", p.Models)
	facts := func(key string, facts []*term.Term) {
		for _, t := range facts {
			line("%s %s", key, t)
		}
	}
	facts("unchecked", p.UncheckedAxioms)
	for _, a := range p.UnusedAxioms {
		if a.Fact == nil {
			line("unused, not modelled")
			continue
		}
		line("unused %s", a.Fact)
	}
	for _, g := range p.Guesses {
		line("guess %s %s", g.Constant.Sym, g.Index)
	}
	if p.Elements != nil {
		for _, f := range p.Elements.Facts {
			line("element %s %s", f.Fact, f.At)
		}
	}
	line("interpreted %t, checked %t, calls alike %t, sites alike %t, open %t", p.Interpretation != nil, p.Checked, p.CallsAlike, p.SitesAlike, p.Open)
	return out.String()
}
