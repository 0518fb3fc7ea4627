package refine

import (
	"yogi/internal/concolic"
	"yogi/internal/ir"
	"yogi/internal/region"
	"yogi/internal/term"
	"yogi/internal/term/project"
	"yogi/internal/verdict"
)

// Strategy says what drives the search for the answer to the program's own question. The strategies share
// the program, the region graph, the forest, symbolic execution and the solver, and their answers carry the
// same evidence.
type Strategy uint8

// The strategies: that of SYNERGY and its successors, and the three algorithms that SYNERGY is compared with.
const (
	Frontiers    Strategy = iota // tests and splits meet at frontiers
	WholePaths                   // SLAM: slam.go
	Bisimulation                 // Lee and Yannakakis: leeyannakakis.go
	AllPaths                     // DART: dart.go
)

// Alias says what SLAM tracks of a read after writes whose addresses may be equal.
type Alias uint8

// The choices. AliasCases tracks each equality of addresses and each value as predicates of their own, as
// SLAM does; AliasIte one predicate that contains the cases.
const (
	AliasCases Alias = iota
	AliasIte
)

// runStrategy answers the program's question by the strategy of the options. It reports false if that leaves
// the question to the search at frontiers.
func (x *Explorer) runStrategy() (Result, bool) {
	if x.Outer != nil {
		return Result{}, false
	}
	switch x.engine.Options.Strategy {
	case WholePaths:
		return x.runSlam(), true
	case Bisimulation:
		return x.runLeeYannakakis(), true
	case AllPaths:
		return x.enumeratePaths()
	}
	return Result{}, false
}

// stepDemands are the conditions on a step along e into region t: the assumptions of the block, the guard and
// what makes t.
func stepDemands(b *ir.Block, e region.Edge, t *region.Node) []demand {
	var out []demand
	for i, instruction := range b.Instructions {
		if a, ok := instruction.(*ir.Assume); ok {
			out = append(out, demand{index: i, term: a.Cond})
		}
	}
	if g, ok := b.Terminator.(*ir.Goto); ok {
		out = append(out, demand{index: len(b.Instructions), term: g.Targets[e.Target].Guard})
	}
	for _, literal := range t.Literals() {
		out = append(out, demand{index: len(b.Instructions) + 1, term: literal})
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

// existential is the set of states from which some inputs of the block meet the demands; exact is false if it
// became larger than that.
func (x *Explorer) existential(remove project.Elimination, b *ir.Block, demands []demand) (pre []*term.Term, exact bool) {
	pre, inputs := x.unrestricted(b, demands)
	exact = true
	for i, input := range inputs {
		if i == 0 {
			pre = x.engine.queries.ExpandReads(pre) // a read after a write at an input's address hides the input
		}
		var complete bool
		pre, complete = remove(x.engine.terms, pre, input)
		exact = exact && complete
	}
	return pre, exact
}
