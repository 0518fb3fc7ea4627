package refine

import (
	"fmt"
	"maps"
	"slices"

	"yogi/internal/concolic"
	"yogi/internal/ir"
	"yogi/internal/region"
	"yogi/internal/sem"
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
	*Explorer
	impossible map[witnessStep]bool
	// stable are the triples of which every state of the first region steps along the edge into the second.
	stable map[frontier]bool
	// open says for the first pair of regions whose stability could not be decided why.
	open string
}

func (x *Explorer) runLeeYannakakis() Result {
	l := &bisimulation{Explorer: x, impossible: map[witnessStep]bool{}, stable: map[frontier]bool{}}
	for {
		if reason := x.engine.Stopped(); reason != "" {
			return Result{Kind: Unknown, Reason: reason}
		}
		x.update()
		if x.engine.Options.Check {
			x.check()
		}
		x.engine.Stats.Iterations++
		if step := l.search(); !step.Progress {
			return Result{Kind: Unknown, Reason: step.Reason, Detail: step.Detail}
		}
		if x.fulfilled != nil { // lines 4 to 10
			return Result{Kind: Must, State: x.fulfilled}
		}
		if !l.split() {
			if reason := x.engine.Stopped(); reason != "" {
				return Result{Kind: Unknown, Reason: reason}
			}
			return l.conclude()
		}
	}
}

// conclude answers when all reachable regions are stable (line 22). A precondition that could not be freed
// of an input leaves an edge that is not proved absent.
func (l *bisimulation) conclude() Result {
	reach := l.Graph.CanReachTarget()
	result := Result{Kind: NotMay}
	l.Graph.Entry().Root.EachLeaf(func(n *region.Node) {
		if reach[n] && !l.isBlocked(n) {
			result = Result{Kind: Unknown, Reason: verdict.Divergence, Detail: "the regions are stable as far as could be decided, but " + l.open}
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
func (l *bisimulation) search() Step {
	if step := l.start(); !step.Progress {
		return step
	}
	var queue []*region.Node
	for _, at := range l.locations() {
		for _, n := range leaves(at) {
			if len(l.index[n]) > 0 {
				queue = append(queue, n)
			}
		}
	}
	for len(queue) > 0 && l.fulfilled == nil && !l.engine.stop() {
		from := queue[0]
		queue = queue[1:]
		if from.Location.Index == verdict.ExitLocation {
			continue
		}
		block := l.Graph.Function.Blocks[from.Location.Index]
		for _, e := range l.Graph.OutOf(block) {
			for _, to := range leaves(l.Graph.To(e)) {
				if len(l.index[to]) == 0 && l.step(l.index[from][0], block, e, to) {
					queue = append(queue, to)
				}
			}
		}
	}
	return Step{Progress: true}
}

// start gives witnesses to the regions in which runs start.
func (l *bisimulation) start() Step {
	e, entry := l.engine, l.Activation.Entry()
	for _, n := range leaves(l.Graph.Entry()) {
		if len(l.index[n]) > 0 || l.isBlocked(n) {
			continue
		}
		var assume []*term.Term
		for _, literal := range n.Literals() {
			assume = append(assume, e.Forest.SymbolicValue(entry, literal, nil))
		}
		answer := e.askNear(entry, l.basis(entry), l.constraint(entry), assume, l.label("enter"))
		switch answer.Status {
		case solver.Unsat:
			l.blocked[n] = Blocked{Literals: n.Literals()}
			continue
		case solver.Unknown:
			return Step{Reason: verdict.SolverGaveUp, Detail: answer.Reason}
		}
		if err := l.run(e.Forest.PlanFor(entry, answer, l.basis(entry)), 0, nil); err != nil {
			return Step{Reason: verdict.SolverGaveUp, Detail: err.Error()}
		}
		if len(l.index[n]) == 0 {
			return Step{Reason: verdict.SolverGaveUp, Detail: "the solver's start state is in another region"}
		}
	}
	return Step{Progress: true}
}

// step looks for a step of a witness along an edge into a region and makes it. The witness is one
// state, so only the inputs of its block are free.
func (l *bisimulation) step(from *concolic.State, b *ir.Block, edge region.Edge, to *region.Node) bool {
	e := l.engine
	key := witnessStep{from, edge, to}
	if l.impossible[key] {
		return false
	}
	l.impossible[key] = true
	demands, _ := l.unrestricted(b, stepDemands(b, edge, to))
	for i, t := range demands {
		demands[i] = symbolic.Substitute(e.terms, t, func(sym *term.Term) (*term.Term, bool) {
			v, ok := sem.Value(e.slots, from.Point, sym)
			if !ok {
				return nil, false
			}
			return e.terms.Const(v), true
		})
		if demands[i].IsFalse() {
			return false
		}
	}
	answer := e.askAnywhere(nil, demands, l.label("witness"))
	if answer.Status != solver.Sat {
		return false
	}
	known := e.Forest.PlanOf(from.Test)
	e.Forest.Symbolic(from.Path)
	plan := &concolic.Plan{Inputs: slices.Clone(known.Inputs[:from.Path.Drawn()]), Globals: known.Globals, Functions: known.Functions}
	for i, instruction := range b.Instructions {
		if h, ok := instruction.(*ir.Havoc); ok {
			v, ok := answer.Model.Lookup(blockInput(e.terms, i, h))
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
	if err := l.run(plan, len(states), states); err != nil {
		return false
	}
	return len(l.index[to]) > 0 || l.fulfilled != nil
}

// run executes a test for a number of blocks. Tests of this search end at their witness.
func (l *bisimulation) run(plan *concolic.Plan, blocks int, from []*concolic.State) error {
	err := l.engine.Forest.RunFor(plan, blocks, from)
	l.update()
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
			if len(l.index[p]) == 0 {
				continue
			}
			for _, e := range l.Graph.OutOf(block) {
				for _, q := range leaves(l.Graph.To(e)) {
					if l.engine.stop() {
						return false
					}
					if why, _ := l.Graph.Absent(p, e, q); why == nil && !l.isStable(frontier{p, q, e}) && l.stabilise(frontier{p, q, e}, block) {
						return true
					}
				}
			}
		}
	}
	return false
}

// isStable reports whether a triple is known to be stable. Parts of a stable region are.
func (l *bisimulation) isStable(f frontier) bool {
	for n := f.from; n != nil; n = n.Parent {
		if l.stable[frontier{n, f.to, f.edge}] {
			return true
		}
	}
	return false
}

// stabilise splits f.from into the states that can step along the edge into f.to and the others, if there are
// both.
func (l *bisimulation) stabilise(f frontier, b *ir.Block) bool {
	e := l.engine
	demands := stepDemands(b, f.edge, f.to)
	steps, _ := l.unrestricted(b, demands)
	if e.askAnywhere(f.from.Literals(), steps, l.label("meets")).Status == solver.Unsat {
		l.Graph.Remove(f.from, f.edge, f.to, nil)
		l.update()
		return false
	}
	pre, exact := l.existential(project.ExistsExactly, b, demands)
	rho := e.terms.And(pre...)
	answer := e.askAnywhere(f.from.Literals(), []*term.Term{e.terms.Not(rho)}, l.label("within"))
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
