package refine

import (
	"slices"

	"yogi/internal/concolic"
	"yogi/internal/feature"
	"yogi/internal/ir"
	"yogi/internal/region"
	"yogi/internal/solver"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// This file carries the predicate of a split on, backwards over the blocks that have nothing to do with it. The main
// loop would come to the same splits one iteration after the other, if the program is safe: where n locks are held, for
// each pair of a lock and a call between its events.

// carryOverTests carries the predicate of a split backwards over blocks that leave its variables alone, from region n,
// its yes side: through the regions where no test meets it, as far as tests got there or nothing else is owed. A
// frontier before each of them would be worked on with the same predicate in the end, one after the other, each with
// queries about a path and a walk over the graph. Loop heads are left to their frontiers: how often one is split says
// whether the search diverges there.
func (x *Explorer) carryOverTests(n *region.Node, rho *term.Term) {
	if !x.engine.turn.Carry || !x.engine.Options.Features.Has(feature.CarriedSplits) {
		return
	}
	x.Update()
	heads := x.engine.generalisationOf(x.Graph.Function).heads
	for work := []*region.Node{n}; len(work) > 0; {
		to := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range to.Location.In {
			if heads[e.Block] || e.Target == verdict.CalleeFails || !x.leavesAlone(e.Block, rho) {
				continue
			}
			for _, s := range x.plainRegions(x.Graph.Locations[e.Block]) {
				if able := x.carryInto(s, rho, e, to); able != nil {
					work = append(work, able)
				}
				if !to.IsLeaf() {
					break // a loop led back here
				}
			}
		}
	}
	x.Update()
}

// plainRegions are the regions of a location that tests have reached, and the one in which nothing is owed.
func (x *Explorer) plainRegions(l *region.Location) []*region.Node {
	var out []*region.Node
	l.Root.EachLeaf(func(s *region.Node) {
		if len(x.index[s]) > 0 || len(s.Obligations()) == 0 {
			out = append(out, s)
		}
	})
	return out
}

// carryInto splits region s by what a state must satisfy to step along e into a region, if there is such a step and no
// test meets it. It returns the half that can take the step; nil: nothing was split.
func (x *Explorer) carryInto(s *region.Node, rho *term.Term, e region.Edge, to *region.Node) (able *region.Node) {
	if !to.IsLeaf() || !x.Graph.Steps(s, e, to) || slices.Contains(s.Literals(), rho) {
		return nil
	}
	if slices.Contains(s.Literals(), x.engine.terms.Not(rho)) {
		x.Graph.Remove(s, e, to, nil)
		return nil
	}
	if x.hasCondition(e) && !x.unmet(s, rho) {
		return nil
	}
	if able = x.apart(s, rho); able != nil && to.IsLeaf() {
		x.Graph.Remove(able.Parent.No, e, to, nil)
	}
	return able
}

// hasCondition says that a block is passed along an edge under a condition.
func (x *Explorer) hasCondition(e region.Edge) bool {
	b := x.Graph.Function.Blocks[e.Block]
	if slices.ContainsFunc(b.Instructions, func(i ir.Instruction) bool { _, assumes := i.(*ir.Assume); return assumes }) {
		return true
	}
	g, ok := b.Terminator.(*ir.Goto)
	return ok && !g.Targets[e.Target].Guard.IsTrue()
}

// unmet says that no run on the path of the first test in a region meets a predicate there: where one does, the
// condition is what separates.
func (x *Explorer) unmet(s *region.Node, rho *term.Term) bool {
	if len(x.index[s]) == 0 {
		return true
	}
	at := x.index[s][0].Path
	now := x.SymbolicAt(at, rho)
	return now.IsFalse() || x.engine.ask(x.PathConstraint(at), []*term.Term{now}, x.Label("carried")).Status == solver.Unsat
}

// apart splits a region with tests by a predicate that none of them meets; nil: one does.
func (x *Explorer) apart(s *region.Node, rho *term.Term) (able *region.Node) {
	if !s.IsLeaf() || slices.ContainsFunc(x.index[s], func(at *concolic.State) bool { return !x.fails(at, rho) }) {
		return nil
	}
	x.engine.Stats.Splits++
	x.engine.Stats.ByKind["splits carried over tests"]++
	able, rest := x.Graph.Split(s, rho)
	if states := x.index[s]; len(states) > 0 {
		x.index[rest] = states
		delete(x.index, s)
	}
	return able
}

// fails says that a term is known to be false in a state.
func (x *Explorer) fails(at *concolic.State, t *term.Term) bool {
	v, err := x.engine.Forest.EvalAt(at, x.caller(at).rigid, t)
	return err == nil && !v.Bool()
}

// leavesAlone reports whether no variable of a term is changed by a block.
func (x *Explorer) leavesAlone(block int, t *term.Term) bool {
	for _, i := range x.Graph.Function.Blocks[block].Instructions {
		if call, ok := i.(*ir.Call); ok && len(unchanged(call, []*term.Term{t})) == 0 {
			return false
		}
		for _, v := range ir.Defined(i) {
			if t.DependsOn(v.Sym) {
				return false
			}
		}
	}
	return true
}
