package refine

import (
	"maps"
	"slices"
	"time"

	"yogi/internal/concolic"
	"yogi/internal/feature"
	"yogi/internal/invariant"
	"yogi/internal/ir"
	"yogi/internal/query"
	"yogi/internal/region"
	"yogi/internal/solver"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// This file is RefineWithGeneralization (SYNERGY, section 5, on Fig. 9). When a loop head is split
// again and again the search may go on for ever: each predicate unrolls the loop once more. Package
// invariant then looks for facts that hold at the loop head in every run; those that contradict a
// region from which the target may be reached become a split, and the search proves for itself that nothing
// steps out of them.

const (
	firstGeneralisation = 3   // regions at a loop head at which it is tried, doubled each time
	partGeneralisation  = 2   // attempt from which facts that leave the target possible are taken too
	longPath            = 100 // blocks
	lastGeneralisation  = 6   // attempt after which a search that gives up makes no other
	generalisationQuery = 2 * time.Second
)

// generalisation is the state of the search for invariants of one function.
type generalisation struct {
	heads  map[int]bool
	search *invariant.Search
	// head is the loop that was split too often last, tried the candidates of the latest attempt
	// without success, failed some of those that are not inductive.
	head   *ir.Block
	tried  int
	failed []*term.Term
}

// cutShort says that the latest look for facts was stopped before its end.
func (g *generalisation) cutShort() bool {
	if g.search == nil {
		return false
	}
	_, cut := g.search.CutShort()
	return cut
}

// generalisationOf returns the record of a function, made if need be.
func (e *Engine) generalisationOf(f *ir.Function) *generalisation {
	if g := e.generalisations[f]; g != nil {
		return g
	}
	g := &generalisation{heads: invariant.Heads(f)}
	e.generalisations[f] = g
	return g
}

// generaliser makes facts about loops, and contracts of functions (contract.go), part of a question's graph.
type generaliser struct {
	frontiers
	generalising generalising
}

// generalising are the attempts of a question at finding invariants.
type generalising struct {
	attempts int
	version  int         // of the graph when it was looked last whether an attempt is due
	leaves   map[int]int // regions at the loop heads after the latest attempt
}

// generalise looks for invariants if a loop head of the question has been split often enough since the
// last time.
func (x *generaliser) generalise() {
	if x.Graph.Version() == x.generalising.version {
		return
	}
	x.generalising.version = x.Graph.Version()
	g := x.engine.generalisationOf(x.Graph.Function)
	for _, head := range slices.Sorted(maps.Keys(g.heads)) {
		if !x.isDue(head) {
			continue
		}
		x.generalising.attempts++
		g.head = x.Graph.Function.Blocks[head]
		x.generaliseAt(g)
		if g.cutShort() { // it goes on soon
			x.generalising.attempts--
		}
		for head := range g.heads {
			x.generalising.leaves[head] = regionsBySplits(x.Graph.Locations[head])
		}
		return
	}
}

// isDue says that a loop head was split often enough since the latest attempt. Where facts about elements were put into
// the program the first attempt waits for no split.
func (x *generaliser) isDue(head int) bool {
	if x.generalising.attempts == 0 && x.engine.Program.Elements != nil {
		return true
	}
	more := firstGeneralisation << x.generalising.attempts
	return regionsBySplits(x.Graph.Locations[head]) >= x.generalising.leaves[head]+more
}

// regionsBySplits is how many regions a location would have if it had begun with one.
func regionsBySplits(l *region.Location) int { return l.Leaves - l.InitialLeaves + 1 }

// generaliseInstead makes an attempt where the search would give up. If that changes the graph, the frontiers
// that were given up are looked at again.
func (x *generaliser) generaliseInstead() bool {
	g := x.engine.generalisationOf(x.Graph.Function)
	if !x.engine.Options.Features.Has(feature.Invariants) || len(g.heads) == 0 || x.generalising.attempts > lastGeneralisation || x.engine.Stop() {
		return false
	}
	before := x.Graph.Version()
	x.generalising.attempts = max(x.generalising.attempts+1, partGeneralisation)
	g.head = x.Graph.Function.Blocks[slices.Sorted(maps.Keys(g.heads))[0]]
	x.generaliseAt(g)
	if x.fulfilled == nil && x.Graph.Version() == before {
		return false
	}
	clear(x.givenUp.frontiers)
	return true
}

// generaliseBefore makes the first attempt before a frontier behind a path that is long: the tests went through
// a loop many times, and queries about such a path are hard. It reports whether that changed the graph.
func (x *generaliser) generaliseBefore(f *frontier) bool {
	if x.generalising.attempts > 0 {
		return false
	}
	at := x.stateAt(*f).Path
	if at.Depth-x.Activation.Entry().Depth < longPath {
		return false
	}
	g := x.engine.generalisationOf(x.Graph.Function)
	for p := at; p != nil; p = p.Previous {
		if p.Location >= 0 && g.heads[p.Location] {
			x.generalising.attempts++
			g.head = x.Graph.Function.Blocks[p.Location]
			before := x.Graph.Version()
			x.generaliseAt(g)
			return x.Graph.Version() != before || x.fulfilled != nil
		}
	}
	return false
}

// generaliseAt makes one attempt, with more effort until one succeeds.
func (x *generaliser) generaliseAt(g *generalisation) {
	e := x.engine
	share, least := float64(generalisationShare), invariant.Plain
	if e.Program.Elements != nil {
		least = invariant.Hinted
	}
	if len(e.Program.Guesses) > 0 {
		share, least = guessedIndexShare, invariant.Cells
	}
	until := time.Now().Add(e.timeFor(share))
	stop := func() bool { return e.Stop() || time.Now().After(until) }
	if e.samples == nil {
		e.samples = e.Forest.Sample(e.isHead)
	}
	e.Forest.MakeLongRuns()
	if x.Update(); x.fulfilled != nil {
		return
	}
	observed := &observations{tests: &x.tests, states: e.Forest.StatesByPoint()}
	if g.search == nil {
		g.search = invariant.New(e.Program, x.Graph.Function, e.oracle(), stop)
	}
	search := g.search
	for _, effort := range efforts(search, least) {
		if stop() {
			break
		}
		found := search.Prove(effort, observed, stop)
		e.Stats.ByKind["invariant candidates"] += found.Tried
		goals, excluded := found.Excludes(x.exitPoint(), x.Graph.Post)
		if !excluded && x.generalising.attempts >= partGeneralisation {
			goals = x.refuting(found.Facts)
		}
		if excluded {
			x.addUncalled(goals, found)
		}
		g.tried = found.Tried
		g.failed = found.Failed[invariant.Point{Function: x.Graph.Function, Block: g.head.Index}]
		if len(goals) == 0 && !excluded { // what is excluded may need no fact: then it is behind the last loop
			if effort == invariant.Equations && e.contractsBefore(x.Graph.Function) {
				return
			}
			continue
		}
		x.splitByFacts(found.Needed(goals))
		if excluded {
			g.tried = 0
		}
		return
	}
	e.Stats.ByKind["generalisations without effect"]++
}

// addUncalled adds to goals what says that callees are never called which may fail and which no test
// has called: nothing has to be asked about them then.
func (x *generaliser) addUncalled(goals invariant.Facts, found *invariant.Found) {
	called := map[*ir.Function]bool{}
	var callees []*ir.Function
	for _, b := range x.Graph.Function.Blocks {
		call := b.Call()
		if call == nil || !call.Callee.CanError {
			continue
		}
		if !slices.Contains(callees, call.Callee) {
			callees = append(callees, call.Callee)
		}
		x.Graph.Locations[b.Index].Root.EachLeaf(func(n *region.Node) {
			called[call.Callee] = called[call.Callee] || len(x.index[n]) > 0
		})
	}
	for _, callee := range callees {
		if called[callee] {
			continue
		}
		if more, excluded := found.ExcludesCalls(x.Graph.Function, callee); excluded {
			goals.Add(more)
		}
	}
}

// efforts lists those that are made one after the other, from the one on at which the latest look was cut short.
func efforts(search *invariant.Search, least invariant.Effort) []invariant.Effort {
	if search == nil {
		return nil
	}
	all := effortsFrom(least)
	if effort, cut := search.CutShort(); cut {
		return all[max(slices.Index(all, effort), 0):]
	}
	return all
}

// effortsFrom lists the efforts that are made where nothing was cut short. Where nothing is known
// of the program's elements equations come first: they are few, and hold without a query once
// others are solved, while bounds and orders of sums beside them may take all the time there is.
func effortsFrom(least invariant.Effort) []invariant.Effort {
	var out []invariant.Effort
	if least == invariant.Plain {
		out = append(out, invariant.Equations)
	}
	for effort := least; effort <= invariant.Most; effort++ {
		out = append(out, effort)
	}
	return out
}

// exitPoint is the end of runs that the question is about.
func (x *generaliser) exitPoint() invariant.Point {
	if x.Graph.Exit == verdict.ReturnExit {
		return invariant.Point{Function: x.Graph.Function, Block: invariant.AtReturn}
	}
	return invariant.Point{Function: x.Graph.Function, Block: invariant.AtError}
}

// refuting returns those facts that contradict regions from which the target may be reached and where no
// test is: for each such region what the solver's core names.
func (x *generaliser) refuting(facts invariant.Facts) invariant.Facts {
	goals := invariant.Facts{}
	reach := x.Graph.CanReachTarget()
	f := x.Graph.Function
	for _, b := range f.Blocks {
		p := invariant.Point{Function: f, Block: b.Index}
		known := facts[p]
		if len(known) == 0 {
			continue
		}
		has := map[*term.Term]bool{}
		x.Graph.Locations[b.Index].Root.EachLeaf(func(n *region.Node) {
			if !reach[n] || len(x.index[n]) > 0 || x.breaksFacts(n) {
				return
			}
			answer := x.engine.oracle().AskAnywhere(n.Literals(), known, x.Label("refuting"))
			if answer.Status != solver.Unsat {
				return
			}
			for _, i := range answer.Core {
				if !has[known[i]] {
					has[known[i]] = true
					goals[p] = append(goals[p], known[i])
				}
			}
		})
		if len(goals[p]) == 0 {
			delete(goals, p)
		}
	}
	return goals
}

// breaksFacts reports whether a region is the yes side of an earlier split by facts.
func (x *generaliser) breaksFacts(n *region.Node) bool {
	for _, literal := range n.Obligations() {
		if x.engine.broken[literal] {
			return true
		}
	}
	return false
}

// oracle asks a solver with the time limit of a generalisation.
type oracle struct{ queries *query.Session }

// oracle is the solver of the search.
func (e *Engine) oracle() oracle { return oracle{e.queries} }

func (o oracle) Ask(path, assume []*term.Term, label string) solver.Answer {
	return o.queries.AskWhole(query.Query{Path: path, Assume: assume, Label: label, Timeout: generalisationQuery}).Answer
}

func (o oracle) AskAnywhere(path, assume []*term.Term, label string) solver.Answer {
	return o.queries.AskAnywhere(query.Query{Path: path, Assume: assume, Label: label, Timeout: generalisationQuery})
}

// observations are the states of all tests, and the regions of the question.
type observations struct {
	tests  *tests
	states map[invariant.Point][]*concolic.State
}

// States implements invariant.Observations.
func (o *observations) States(p invariant.Point) []term.Assignment {
	states := o.states[p]
	out := append([]term.Assignment(nil), o.tests.engine.samples[p]...)
	for _, s := range states {
		out = append(out, o.tests.engine.Forest.Assignment(s))
	}
	return out
}

// Predicates implements invariant.Observations: the regions at the point that no test has reached.
func (o *observations) Predicates(p invariant.Point) []*term.Term {
	x := o.tests
	if p.Function != x.Graph.Function {
		return nil
	}
	var out []*term.Term
	x.Graph.Locations[p.Block].Root.EachLeaf(func(n *region.Node) {
		if len(x.index[n]) == 0 && len(n.Obligations()) > 0 {
			out = append(out, x.engine.terms.And(n.Obligations()...))
		}
	})
	return out
}

// isHead reports whether p is a loop head or the entry of a function.
func (e *Engine) isHead(p invariant.Point) bool {
	return p.Block >= 0 && (p.Block == p.Function.Entry().Index || e.generalisationOf(p.Function).heads[p.Block])
}
