package baseline

import (
	"fmt"
	"maps"
	"slices"

	"yogi/internal/concolic"
	"yogi/internal/ir"
	"yogi/internal/refine"
	"yogi/internal/region"
	"yogi/internal/sem/symbolic"
	"yogi/internal/solver"
	"yogi/internal/term"
	"yogi/internal/term/project"
	"yogi/internal/verdict"
)

// This file is the baseline LEE-YANNAKAKIS (SYNERGY Fig. 5): the reachable part of the bisimulation quotient.
// Every region that can be reached gets one witness, a state of a test, by steps from other
// witnesses (lines 11 to 15). When no step of a witness leads into a region without one, a region with a witness is
// split that is not stable with regard to another (lines 17 to 20). Nothing prefers regions from which the
// error can be reached.
//
// An iteration is a search for witnesses, as long as there are new ones, and the split that follows.

// witnessStep is a step of a witness into a region that was found impossible.
type witnessStep struct {
	from *concolic.State
	edge region.Edge
	to   *region.Node
}

// bisimulation is one run of it.
type bisimulation struct {
	*refine.Explorer
	impossible map[witnessStep]bool
	// stable are the triples of which every state of the first region steps along the edge into the second.
	stable map[abstractStep]bool
	// open says for the first pair of regions whose stability could not be decided why.
	open string
}

// LeeYannakakis is the strategy.
type LeeYannakakis struct{}

// Answer implements refine.Strategy.
func (LeeYannakakis) Answer(x *refine.Explorer) (refine.Result, bool) {
	l := &bisimulation{Explorer: x, impossible: map[witnessStep]bool{}, stable: map[abstractStep]bool{}}
	return l.run(), true
}

func (l *bisimulation) run() refine.Result {
	x := l.Explorer
	for {
		if reason := x.Engine().Stopped(); reason != "" {
			return refine.Result{Kind: refine.Unknown, Reason: reason}
		}
		x.Update()
		x.Check()
		x.Engine().Stats.Iterations++
		if step := l.search(); !step.Progress {
			return refine.Result{Kind: refine.Unknown, Reason: step.Reason, Detail: step.Detail}
		}
		if x.Fulfilled() != nil { // lines 4 to 10
			return refine.Result{Kind: refine.Must, State: x.Fulfilled()}
		}
		if !l.split() {
			if reason := x.Engine().Stopped(); reason != "" {
				return refine.Result{Kind: refine.Unknown, Reason: reason}
			}
			return l.conclude()
		}
	}
}

// conclude answers when all reachable regions are stable (line 22). A precondition that could not be freed
// of an input leaves an edge that is not proved absent.
func (l *bisimulation) conclude() refine.Result {
	reach := l.Graph.CanReachTarget()
	result := refine.Result{Kind: refine.NotMay}
	l.Graph.Entry().Root.EachLeaf(func(n *region.Node) {
		if reach[n] && !l.IsBlocked(n) {
			result = refine.Result{Kind: refine.Unknown, Reason: verdict.Divergence, Detail: "the regions are stable as far as could be decided, but " + l.open}
		}
	})
	return result
}

// locations are those of the graph, in order.
func (l *bisimulation) locations() []*region.Location {
	var out []*region.Location
	for _, index := range slices.Sorted(maps.Keys(l.Graph.Locations)) {
		out = append(out, l.Graph.Locations[index])
	}
	return out
}

// leaves lists the regions of a location.
func leaves(at *region.Location) []*region.Node {
	var out []*region.Node
	at.Root.EachLeaf(func(n *region.Node) { out = append(out, n) })
	return out
}

// search gives witnesses to regions until no step of a witness leads into a region without one.
func (l *bisimulation) search() refine.Step {
	if step := l.start(); !step.Progress {
		return step
	}
	var queue []*region.Node
	for _, at := range l.locations() {
		for _, n := range leaves(at) {
			if len(l.StatesIn(n)) > 0 {
				queue = append(queue, n)
			}
		}
	}
	for len(queue) > 0 && l.Fulfilled() == nil && !l.Engine().Stop() {
		from := queue[0]
		queue = queue[1:]
		if from.Location.Index == verdict.ExitLocation {
			continue
		}
		block := l.Graph.Function.Blocks[from.Location.Index]
		for _, e := range l.Graph.OutOf(block) {
			for _, to := range leaves(l.Graph.To(e)) {
				if len(l.StatesIn(to)) == 0 && l.step(l.StatesIn(from)[0], block, e, to) {
					queue = append(queue, to)
				}
			}
		}
	}
	return refine.Step{Progress: true}
}

// start gives witnesses to the regions in which runs start.
func (l *bisimulation) start() refine.Step {
	e, entry := l.Engine(), l.Activation.Entry()
	for _, n := range leaves(l.Graph.Entry()) {
		if len(l.StatesIn(n)) > 0 || l.IsBlocked(n) {
			continue
		}
		var assume []*term.Term
		for _, literal := range n.Literals() {
			assume = append(assume, e.Forest.SymbolicValue(entry, literal, nil))
		}
		answer := e.AskNear(entry, l.Basis(entry), l.PathConstraint(entry), assume, l.Label("enter"))
		switch answer.Status {
		case solver.Unsat:
			l.Block(n)
			continue
		case solver.Unknown:
			return refine.Step{Reason: verdict.SolverGaveUp, Detail: answer.Reason}
		}
		if err := l.runFor(e.Forest.PlanFor(entry, answer, l.Basis(entry)), 0, nil); err != nil {
			return refine.Step{Reason: verdict.SolverGaveUp, Detail: err.Error()}
		}
		if len(l.StatesIn(n)) == 0 {
			return refine.Step{Reason: verdict.SolverGaveUp, Detail: "the solver's start state is in another region"}
		}
	}
	return refine.Step{Progress: true}
}

// step looks for a step of a witness along an edge into a region and makes it. The witness is one
// state, so only the inputs of its block are free.
func (l *bisimulation) step(from *concolic.State, b *ir.Block, edge region.Edge, to *region.Node) bool {
	e := l.Engine()
	key := witnessStep{from, edge, to}
	if l.impossible[key] {
		return false
	}
	l.impossible[key] = true
	demands, _ := l.Engine().Unrestricted(b, stepDemands(b, edge, to))
	for i, t := range demands {
		demands[i] = symbolic.Substitute(e.Terms(), t, func(sym *term.Term) (*term.Term, bool) {
			v, ok := e.Forest.ValueAt(from, sym)
			if !ok {
				return nil, false
			}
			return e.Terms().Const(v), true
		})
		if demands[i].IsFalse() {
			return false
		}
	}
	answer := e.AskAnywhere(nil, demands, l.Label("witness"))
	if answer.Status != solver.Sat {
		return false
	}
	known := e.Forest.PlanOf(from.Test)
	e.Forest.Symbolic(from.Path)
	plan := &concolic.Plan{Inputs: slices.Clone(known.Inputs[:from.Path.Drawn()]), Globals: known.Globals, Functions: known.Functions}
	for i, instruction := range b.Instructions {
		if h, ok := instruction.(*ir.Havoc); ok {
			v, ok := answer.Model.Lookup(refine.BlockInput(e.Terms(), i, h))
			if !ok {
				v = term.ZeroValue(h.Dst.Sort)
			}
			plan.Inputs = append(plan.Inputs, verdict.InputValue{Input: h.Input, Value: v})
		}
	}
	if g, ok := b.Terminator.(*ir.Goto); ok && g.Choice != nil {
		plan.Inputs = append(plan.Inputs, verdict.InputValue{Input: g.Choice, Value: term.IntValue(int64(edge.Target))})
	}
	var states []*concolic.State
	for s := from; s != nil; s = s.Previous {
		states = append(states, s)
	}
	slices.Reverse(states)
	if err := l.runFor(plan, len(states), states); err != nil {
		return false
	}
	return len(l.StatesIn(to)) > 0 || l.Fulfilled() != nil
}

// runFor executes a test for a number of blocks. Tests of this search end at their witness.
func (l *bisimulation) runFor(plan *concolic.Plan, blocks int, from []*concolic.State) error {
	err := l.Engine().Forest.RunFor(plan, blocks, from)
	l.Update()
	return err
}

// split stabilises one region that has a witness with regard to another region (lines 17 to 20). It reports
// whether one was split.
func (l *bisimulation) split() bool {
	for _, at := range l.locations() {
		if at.Index == verdict.ExitLocation {
			continue
		}
		block := l.Graph.Function.Blocks[at.Index]
		for _, p := range leaves(at) {
			if len(l.StatesIn(p)) == 0 {
				continue
			}
			for _, e := range l.Graph.OutOf(block) {
				for _, q := range leaves(l.Graph.To(e)) {
					if l.Engine().Stop() {
						return false
					}
					if why, _ := l.Graph.Absent(p, e, q); why == nil && !l.isStable(abstractStep{p, q, e}) && l.stabilise(abstractStep{p, q, e}, block) {
						return true
					}
				}
			}
		}
	}
	return false
}

// isStable reports whether a triple is known to be stable. Parts of a stable region are.
func (l *bisimulation) isStable(f abstractStep) bool {
	for n := f.from; n != nil; n = n.Parent {
		if l.stable[abstractStep{n, f.to, f.edge}] {
			return true
		}
	}
	return false
}

// stabilise splits f.from into the states that can step along the edge into f.to and the others, if there are
// both.
func (l *bisimulation) stabilise(f abstractStep, b *ir.Block) bool {
	e := l.Engine()
	demands := stepDemands(b, f.edge, f.to)
	steps, _ := l.Engine().Unrestricted(b, demands)
	if e.AskAnywhere(f.from.Literals(), steps, l.Label("meets")).Status == solver.Unsat {
		l.Graph.Remove(f.from, f.edge, f.to, nil)
		l.Update()
		return false
	}
	pre, exact := l.Engine().Existential(project.ExistsExactly, b, demands)
	rho := e.Terms().And(pre...)
	answer := e.AskAnywhere(f.from.Literals(), []*term.Term{e.Terms().Not(rho)}, l.Label("within"))
	if answer.Status != solver.Sat {
		l.stable[f] = true
		if !exact && l.open == "" {
			l.open = fmt.Sprintf("%s: an input could not be eliminated", b.Pos)
		}
		if answer.Status == solver.Unknown && l.open == "" {
			l.open = fmt.Sprintf("%s: %s", b.Pos, answer.Reason)
		}
		return false
	}
	l.SplitOff(f.from, rho, f.edge, f.to, nil)
	return true
}
