package baseline

import (
	"yogi/internal/concolic"
	"yogi/internal/ir"
	"yogi/internal/refine"
	"yogi/internal/region"
	"yogi/internal/verdict"
)

// abstractStep is a step of the abstract program: along an edge from a region to another.
type abstractStep struct {
	from, to *region.Node
	edge     region.Edge
}

// stepDemands are the conditions on a step along e into region t: the assumptions of the block, the guard and
// what makes t.
func stepDemands(b *ir.Block, e region.Edge, t *region.Node) []refine.Demand {
	var out []refine.Demand
	for i, instruction := range b.Instructions {
		if a, ok := instruction.(*ir.Assume); ok {
			out = append(out, refine.Demand{Index: i, Term: a.Cond})
		}
	}
	if g, ok := b.Terminator.(*ir.Goto); ok {
		out = append(out, refine.Demand{Index: len(b.Instructions), Term: g.Targets[e.Target].Guard})
	}
	for _, literal := range t.Literals() {
		out = append(out, refine.Demand{Index: len(b.Instructions) + 1, Term: literal})
	}
	return out
}

// moveAlong is the step of a path along an edge that is not over a call.
func moveAlong(g *region.Graph, e region.Edge) concolic.Move {
	if g.To(e).Index == verdict.ExitLocation {
		return concolic.Move{Kind: concolic.ExitMove}
	}
	return concolic.Move{Kind: concolic.StepMove, Target: e.Target}
}
