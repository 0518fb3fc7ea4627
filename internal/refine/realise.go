package refine

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"yogi/internal/invariant"
	"yogi/internal/ir"
	"yogi/internal/region"
	"yogi/internal/solver"
	"yogi/internal/term"
	"yogi/internal/term/project"
	"yogi/internal/verdict"
)

// A fact at a loop head becomes part of the region graph: the regions there are split into states
// that satisfy the fact and states that break it, and the regions on the way through the loop by
// whether they lead to a state that breaks one. Then no edge leads from the good side to the bad
// one. Each of those edges is removed by a query about its block alone, so nothing of package
// invariant is trusted; where a query fails the edge stays and the search works on it as on any
// other.

// largestPrecondition bounds the size of a predicate between points.
const largestPrecondition = 4000

// mostCases bounds the cases of a disjunction that are asked about one by one.
const mostCases = 6

// mostWays bounds the ways to be in a set of states that are looked at one by one.
const mostWays = 40

// realisation makes facts part of a graph.
type realisation struct {
	engine        *Engine
	graph         *region.Graph
	tests         *tests             // of the question that works on the graph; nil: none
	proof         *contractProof     // nil: nothing is known of calls but what they change
	facts         map[int]*term.Term // conjunction by block
	cuts          map[int]bool       // blocks where runs may be said to start: heads and the entry
	preconditions map[int]*term.Term // by block: states that lead to a broken fact; nil: not known
	known         map[int]bool
}

// splitByFacts realises facts about the points of the graph's function.
func (x *generaliser) splitByFacts(facts invariant.Facts) {
	r := newRealisation(x.engine, x.Graph, facts)
	r.tests = &x.tests
	r.cuts[x.Graph.Function.Entry().Index] = true
	for head := range x.engine.generalisationOf(x.Graph.Function).heads {
		r.cuts[head] = true
	}
	r.run()
	x.Update()
}

func newRealisation(e *Engine, g *region.Graph, facts invariant.Facts) *realisation {
	r := &realisation{
		engine: e, graph: g, facts: map[int]*term.Term{}, cuts: map[int]bool{}, preconditions: map[int]*term.Term{}, known: map[int]bool{},
	}
	for _, b := range g.Function.Blocks {
		if list, are := facts[invariant.Point{Function: g.Function, Block: b.Index}]; are {
			r.facts[b.Index] = e.terms.And(list...)
		}
	}
	return r
}

// run splits the graph's regions and removes what edges it can.
func (r *realisation) run() {
	empty := map[*region.Node]bool{}
	for _, b := range r.graph.Function.Blocks {
		r.split(b.Index, empty)
	}
	for _, b := range r.graph.Function.Blocks {
		for _, e := range r.graph.OutOf(b) {
			r.cutEdge(b, e)
		}
	}
	r.removeEmpty(empty)
}

func (r *realisation) label(what string) string { return what + " in " + r.graph.Function.Name }

// bad describes the bad states of a block: those that break its fact, or lead to such or to the
// target before the next cut. It is nil where that is not known.
func (r *realisation) bad(block int) *term.Term {
	terms := r.engine.terms
	if block == verdict.ExitLocation {
		return r.graph.Post
	}
	if r.cuts[block] {
		if f := r.facts[block]; f != nil {
			return terms.Not(f)
		}
		return terms.False()
	}
	if r.known[block] {
		return r.preconditions[block]
	}
	r.known[block] = true
	var ways []*term.Term
	b := r.graph.Function.Blocks[block]
	for _, e := range r.graph.OutOf(b) {
		if e.Target == verdict.CalleeFails && r.proof == nil {
			continue // for a question about the callee
		}
		behind := r.bad(r.graph.To(e).Index)
		if behind == nil {
			return nil
		}
		if behind.IsFalse() {
			continue
		}
		var way *term.Term
		if call := b.Call(); call != nil && r.proof != nil {
			way = r.beforeCall(call, e, behind)
		} else {
			way = r.before(b, e, behind)
		}
		if way == nil {
			return nil
		}
		ways = append(ways, way)
	}
	if t := terms.Or(ways...); t.Size() < largestPrecondition {
		r.preconditions[block] = t
	}
	return r.preconditions[block]
}

// before is the set of states from which a step along e may lead to states of behind, perhaps a few
// more; nil if there is no such predicate. Where the step draws inputs the ways in which a state
// may be one of behind are looked at one by one: most say nothing of an input, and what the
// elimination of one loses is lost of one way alone.
func (r *realisation) before(b *ir.Block, e region.Edge, behind *term.Term) *term.Term {
	ways := []*term.Term{behind}
	if behind.Op() == term.OpNot || behind.Op() == term.OpOr {
		if apart := term.Disjuncts(r.negatedApart(behind)); len(apart) <= mostWays && draws(b) {
			ways = apart
		}
	}
	pre := make([]*term.Term, len(ways))
	for i, way := range ways {
		if pre[i] = r.beforeOne(b, e, way); pre[i] == nil {
			return nil
		}
	}
	return r.engine.terms.Or(pre...)
}

// draws reports whether a block draws inputs.
func draws(b *ir.Block) bool {
	return slices.ContainsFunc(b.Instructions, func(i ir.Instruction) bool {
		_, is := i.(*ir.Havoc)
		return is
	})
}

// negatedApart is the same as t, with the negation of a conjunction as a disjunction of negations.
func (r *realisation) negatedApart(t *term.Term) *term.Term {
	if t.Op() != term.OpNot || t.Arg(0).Op() != term.OpAnd {
		return t
	}
	var out []*term.Term
	for _, c := range t.Arg(0).Args() {
		out = append(out, r.engine.terms.Not(c))
	}
	return r.engine.terms.Or(out...)
}

// beforeOne is before for one way.
func (r *realisation) beforeOne(b *ir.Block, e region.Edge, behind *term.Term) *term.Term {
	pre, inputs := r.step(b, e, behind)
	if len(inputs) > 0 { // what was written may be an input, and is gone where another cell is read
		pre = r.engine.queries.ExpandReads(pre)
	}
	whole, exact := pre, true
	for _, input := range inputs {
		without, same := project.ExistsClosely(r.engine.terms, pre, input)
		pre, exact = without, exact && same
	}
	for _, t := range pre {
		exact = exact && !slices.ContainsFunc(inputs, t.DependsOn)
	}
	if !exact {
		if conditions := r.conditionsBefore(b); len(conditions) > 0 && r.refuted(append(slices.Clone(conditions), whole...)) {
			return r.engine.terms.Not(r.engine.terms.And(conditions...))
		}
	}
	for _, t := range pre {
		if slices.ContainsFunc(inputs, t.DependsOn) {
			return nil
		}
	}
	return r.engine.terms.And(pre...)
}

// conditionsBefore lists what the conditions and copies on the way to a block say of the state
// there, as far as there is one way, without calls.
func (r *realisation) conditionsBefore(b *ir.Block) []*term.Term {
	var out []*term.Term
	changed := map[*term.Term]bool{}
	for range r.graph.Function.Blocks {
		in := r.graph.Locations[b.Index].In
		if r.cuts[b.Index] || len(in) != 1 {
			break
		}
		b = r.graph.Function.Blocks[in[0].Block]
		way, ok := b.Terminator.(*ir.Goto)
		if !ok || b.Call() != nil {
			break
		}
		guard := way.Targets[in[0].Target].Guard
		if !guard.IsTrue() && !slices.ContainsFunc(guard.Vars(), func(sym *term.Term) bool { return changed[sym] }) {
			out = append(out, guard)
		}
		for _, i := range slices.Backward(b.Instructions) {
			if a, ok := i.(*ir.Assign); ok && a.Src.IsVar() && !changed[a.Src] && !changed[a.Dst.Sym] {
				out = append(out, r.engine.terms.Eq(a.Dst.Sym, a.Src))
			}
			for _, v := range ir.Defined(i) {
				changed[v.Sym] = true
			}
		}
	}
	return out
}

// step states, over the state before a block and inputs, that e is taken and leads to states of
// behind.
func (r *realisation) step(b *ir.Block, e region.Edge, behind *term.Term) (pre, inputs []*term.Term) {
	terms := r.engine.terms
	if call := b.Call(); call != nil {
		after := map[*term.Term]*term.Term{}
		for _, v := range call.Changes() {
			fresh := terms.Var(fmt.Sprintf("any!%s", v.Name), v.Sort)
			after[v.Sym] = fresh
			inputs = append(inputs, fresh)
		}
		return []*term.Term{terms.Substitute(behind, after)}, inputs
	}
	var demands []Demand
	if !behind.IsTrue() {
		demands = append(demands, Demand{Index: len(b.Instructions) + 1, Term: behind})
	}
	for i, instruction := range b.Instructions {
		if a, ok := instruction.(*ir.Assume); ok && !a.Cond.HasQuantifier() {
			demands = append(demands, Demand{Index: i, Term: a.Cond})
		}
	}
	if g, ok := b.Terminator.(*ir.Goto); ok && !g.Targets[e.Target].Guard.IsTrue() {
		demands = append(demands, Demand{Index: len(b.Instructions), Term: g.Targets[e.Target].Guard})
	}
	return r.engine.Unrestricted(b, demands)
}

// split divides the regions of a location from which the target may be reached. Of those regions that the fact
// contradicts the good half is noted as empty.
func (r *realisation) split(block int, empty map[*region.Node]bool) {
	bad := r.bad(block)
	if bad == nil || bad.IsConst() {
		return
	}
	if r.cuts[block] {
		r.engine.broken[bad] = true
	}
	reach := r.graph.CanReachTarget()
	var leaves []*region.Node
	r.graph.Locations[block].Root.EachLeaf(func(n *region.Node) {
		if reach[n] && r.sideOf(n, bad) == unsplit {
			leaves = append(leaves, n)
		}
	})
	for _, n := range leaves {
		r.engine.Stats.ByKind["splits by an invariant"]++
		_, good := r.graph.Split(n, bad)
		if r.tests != nil && len(r.tests.index[n]) == 0 && r.cuts[block] {
			answer := r.engine.oracle().AskAnywhere(good.Literals(), nil, r.label("empty"))
			empty[good] = answer.Status == solver.Unsat
		}
	}
}

// side of a region with regard to a predicate.
type side uint8

const (
	unsplit side = iota
	badSide
	goodSide
)

func (r *realisation) sideOf(n *region.Node, bad *term.Term) side {
	if bad.IsTrue() {
		return badSide
	}
	good := r.engine.terms.Not(bad)
	for _, literal := range n.Literals() {
		switch literal {
		case bad:
			return badSide
		case good:
			return goodSide
		}
	}
	return unsplit
}

// cutEdge removes an edge between the good side of a block and the bad side behind it, if the block
// alone says that no step leads there.
func (r *realisation) cutEdge(b *ir.Block, e region.Edge) {
	to := r.graph.To(e)
	behind, here := r.bad(to.Index), r.bad(b.Index)
	if e.Target == verdict.CalleeFails && r.proof == nil || behind == nil || behind.IsFalse() || here != nil && here.IsTrue() {
		return
	}
	var path []*term.Term
	if here != nil && !here.IsFalse() {
		path = append(path, r.engine.terms.Not(here))
	}
	var pre []*term.Term
	var uses []region.Use
	if call := b.Call(); call != nil && r.proof != nil {
		pre, uses = r.callStep(call, e, behind)
	} else {
		pre, _ = r.step(b, e, behind)
	}
	if !r.refuted(append(path, pre...)) {
		return
	}
	var targets []*region.Node
	to.Root.EachLeaf(func(n *region.Node) {
		if n == r.graph.Target || to.Index != verdict.ExitLocation && r.sideOf(n, behind) == badSide {
			targets = append(targets, n)
		}
	})
	r.graph.Locations[b.Index].Root.EachLeaf(func(n *region.Node) {
		if len(path) > 0 && r.sideOf(n, here) != goodSide {
			return
		}
		for _, t := range targets {
			if why, _ := r.graph.Absent(n, e, t); why == nil || len(why.Uses) > 0 {
				r.graph.Remove(n, e, t, uses)
			}
		}
	})
}

// refuted reports whether a conjunction has no model. Where equations are solved, and one of them
// is in a disjunction, its cases are asked about one by one: in the case that an index is the
// guessed one nothing is left to ask.
func (r *realisation) refuted(all []*term.Term) bool {
	left := invariant.SolveEquations(r.engine.terms, all)
	for i, t := range left {
		if t.Op() != term.OpOr || len(t.Args()) > mostCases || !slices.ContainsFunc(t.Args(), hasEquation) {
			continue
		}
		rest := slices.Delete(slices.Clone(left), i, i+1)
		return !slices.ContainsFunc(t.Args(), func(way *term.Term) bool {
			left := invariant.SolveEquations(r.engine.terms, append(slices.Clone(rest), way))
			return r.engine.oracle().AskAnywhere(left, nil, r.label("invariant kept")).Status != solver.Unsat
		})
	}
	return r.engine.oracle().AskAnywhere(left, nil, r.label("invariant kept")).Status == solver.Unsat
}

// hasEquation reports whether a conjunction says that a variable equals something.
func hasEquation(t *term.Term) bool {
	return slices.ContainsFunc(term.Conjuncts(t), func(c *term.Term) bool {
		return c.Op() == term.OpEq && (c.Arg(0).IsVar() || c.Arg(1).IsVar())
	})
}

// removeEmpty removes the edges into regions without states.
func (r *realisation) removeEmpty(empty map[*region.Node]bool) {
	for _, t := range slices.SortedFunc(maps.Keys(empty), func(a, b *region.Node) int { return cmp.Compare(a.ID, b.ID) }) {
		if !empty[t] || !t.IsLeaf() {
			continue
		}
		for _, e := range t.Location.In {
			r.graph.Locations[e.Block].Root.EachLeaf(func(s *region.Node) { r.graph.Remove(s, e, t, nil) })
		}
	}
}
