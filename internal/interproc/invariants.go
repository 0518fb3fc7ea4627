package interproc

import (
	"fmt"
	"maps"
	"slices"

	"yogi/internal/region"
	"yogi/internal/verdict"
)

// CheckClaims implements refine.Calls. It checks invariant I4 of SMASH as far as questions rely on one
// another, and the graphs of questions:
//
//   - a claim that an absent edge relies on is one that its graph bears out, or is assumed: then its graph
//     is being worked on (recursion.go);
//   - a use is about a question that has a graph, about the function called at the edge, with a value
//     for each of its rigid symbols;
//   - there is at most one graph for each question and attempt, and those being worked on are nested.
func (c *checker) CheckClaims() error {
	known := map[*region.Graph]bool{}
	for _, graphs := range append(slices.Collect(maps.Values(c.graphsByTurn)), c.proofs) {
		once := map[*region.Graph]bool{}
		for key, g := range graphs {
			if once[g] {
				return fmt.Errorf("one graph of %s is for two questions", g.Function.Name)
			}
			once[g] = true
			if g.Function != key.function || g.Exit != key.exit || g.Post != key.post {
				return fmt.Errorf("a graph of %s is for a question about %s", g.Function.Name, key.function.Name)
			}
			known[g] = true
		}
	}
	if n := len(known) + len(c.forgotten); n != len(c.order) {
		return fmt.Errorf("questions have %d graphs, and %d are listed", n, len(c.order))
	}
	for g := range c.forgotten {
		if known[g] {
			return fmt.Errorf("a graph of %s is forgotten and that of a question", g.Function.Name)
		}
		known[g] = true
	}
	for _, g := range c.proofs {
		if !c.denied[g] {
			return fmt.Errorf("the graph of %s is a proof and answered nothing", g.Function.Name)
		}
	}
	for i, x := range c.stack {
		if !known[x.Graph] || i > 0 && x.Outer != c.stack[i-1] {
			return fmt.Errorf("the question about %s did not arise in the one before it", x.Graph.Function.Name)
		}
	}
	for _, g := range c.order {
		if err := c.checkUses(g, known); err != nil {
			return err
		}
	}
	return nil
}

func (c *checker) checkUses(g *region.Graph, known map[*region.Graph]bool) error {
	var wrong error
	for _, l := range g.Locations {
		l.Root.EachLeaf(func(s *region.Node) {
			s.EachAbsence(func(e region.Edge, _ *region.Node, why *region.Absence) {
				for _, use := range why.Uses {
					if err := c.checkUse(g, e, use, known); err != nil && wrong == nil {
						wrong = fmt.Errorf("edge %v of %s: %w", e, g.Function.Name, err)
					}
				}
			})
		})
	}
	return wrong
}

func (c *checker) checkUse(g *region.Graph, e region.Edge, use region.Use, known map[*region.Graph]bool) error {
	call := g.Function.Blocks[e.Block].Call()
	exit := verdict.ReturnExit
	if e.Target == verdict.CalleeFails {
		exit = verdict.ErrorExit
	}
	switch {
	case !known[use.Graph]:
		return fmt.Errorf("it relies on a question that has no graph")
	case call == nil || call.Callee != use.Graph.Function || exit != use.Graph.Exit:
		return fmt.Errorf("it relies on a question about %s", use.Graph.Function.Name)
	case len(use.Entries) == 0:
		return fmt.Errorf("it relies on no claim")
	}
	for _, r := range use.Graph.Rigid {
		if value := use.Rigid[r]; value == nil || value.Sort() != r.Sort() {
			return fmt.Errorf("it has no value for %s", r)
		}
	}
	for _, n := range use.Entries {
		if n.Location != use.Graph.Entry() {
			return fmt.Errorf("region %d is none of the entry of %s", n.ID, use.Graph.Function.Name)
		}
	}
	if !holds(use) && !c.inProgress(use.Graph) {
		return fmt.Errorf("it relies on a claim about %s that does not hold and that nobody works on", use.Graph.Function.Name)
	}
	return nil
}
