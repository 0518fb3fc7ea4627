package evidence

import (
	"fmt"
	"slices"
	"strings"

	"yogi/internal/ir"
)

// This file writes evidence in the names of a program's canonical form and back, so that it can be held against another
// program that differs in names alone. What has no name there makes an error: the evidence is not about that program.

// Canonical is a test in the names of the canonical form of its program.
func (t *Test) Canonical(c *ir.Canonical) (*Test, error) { return t.renamed(c.Numbered, c.Input) }

// Named is a test in canonical names in those of a program of that form.
func (t *Test) Named(c *ir.Canonical) (*Test, error) { return t.renamed(c.Named, c.InputID) }

func (t *Test) renamed(name func(string) (string, bool), number func(int) (int, bool)) (*Test, error) {
	out := *t
	out.Inputs, out.Globals = slices.Clone(t.Inputs), slices.Clone(t.Globals)
	for i := range out.Inputs {
		id, ok := number(out.Inputs[i].ID)
		if !ok {
			return nil, fmt.Errorf("renaming a test: there is no input %d", out.Inputs[i].ID)
		}
		out.Inputs[i].ID = id
	}
	for i := range out.Globals {
		to, ok := name(out.Globals[i].Variable)
		if !ok {
			return nil, fmt.Errorf("renaming a test: there is no variable %s", out.Globals[i].Variable)
		}
		out.Globals[i].Variable = to
	}
	return &out, nil
}

// Canonical is a certificate in the names of the canonical form of its program.
func (c *Certificate) Canonical(of *ir.Canonical) (*Certificate, error) {
	return c.renamed(of.Numbered)
}

// Named is a certificate in canonical names in those of a program of that form.
func (c *Certificate) Named(of *ir.Canonical) (*Certificate, error) { return c.renamed(of.Named) }

func (c *Certificate) renamed(name func(string) (string, bool)) (*Certificate, error) {
	out := *c
	for _, s := range c.Symbols { // they are the certificate's own, and stay so
		if _, ok := name(s.Name); ok {
			return nil, fmt.Errorf("renaming a certificate: its symbol %s is one of the program", s.Name)
		}
	}
	out.Terms = make([]string, len(c.Terms))
	for i, text := range c.Terms {
		out.Terms[i] = ir.RenameSymbols(text, name)
	}
	out.Graphs = slices.Clone(c.Graphs)
	for i := range out.Graphs {
		to, ok := name(out.Graphs[i].Function)
		if !ok {
			return nil, fmt.Errorf("renaming a certificate: there is no function %s", out.Graphs[i].Function)
		}
		out.Graphs[i].Function = to
	}
	if u := c.Unrolling; u != nil {
		out.Unrolling = &unrolling{
			Blocks: u.Blocks, Ends: slices.Clone(u.Ends), Placed: slices.Clone(u.Placed), Passed: slices.Clone(u.Passed),
			Kept: slices.Clone(u.Kept),
		}
		var places []*string
		for i := range out.Unrolling.Ends {
			places = append(places, &out.Unrolling.Ends[i])
		}
		for i := range out.Unrolling.Placed {
			places = append(places, &out.Unrolling.Placed[i])
		}
		for i := range out.Unrolling.Kept {
			places = append(places, &out.Unrolling.Kept[i].Place)
		}
		for _, place := range places {
			to, ok := renamedPlace(*place, name)
			if !ok {
				return nil, fmt.Errorf("renaming a certificate: a function of the place %s is not there", *place)
			}
			*place = to
		}
		for i, l := range u.Passed {
			to, ok := name(l.Function)
			if !ok {
				return nil, fmt.Errorf("renaming a certificate: there is no function %s", l.Function)
			}
			out.Unrolling.Passed[i].Function = to
		}
	}
	return &out, nil
}

// renamedPlace is a place (verdict.Place) with other names of its functions.
func renamedPlace(place string, name func(string) (string, bool)) (string, bool) {
	calls := strings.Split(place, "/")
	for i, call := range calls {
		colon := strings.LastIndexByte(call, ':')
		if colon < 0 {
			return "", false
		}
		to, ok := name(call[:colon])
		if !ok {
			return "", false
		}
		calls[i] = to + call[colon:]
	}
	return strings.Join(calls, "/"), true
}
