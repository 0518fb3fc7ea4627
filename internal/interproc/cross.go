package interproc

import (
	"fmt"
	"strings"

	"yogi/internal/concolic"
	"yogi/internal/feature"
	"yogi/internal/ir"
	"yogi/internal/refine"
	"yogi/internal/region"
	"yogi/internal/solver"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// Cross extends a frontier over a call (DASH Fig. 14, lines 5 to 15; YOGI-OPT section 6): first by what
// the callee cannot change, then by a test that the unchanged part allows, then by a known path through the
// callee, then by a question about it, whose graph knows what earlier ones found impossible.
func (c *checker) Cross(x *refine.Explorer, at *concolic.State, s, t *region.Node, e region.Edge) refine.Step {
	k := c.crossing(x, at, s, t, e)
	if step, done := k.tryFrame(); done {
		return step
	}
	if step, done := k.tryMust(); done {
		return step
	}
	return k.ask()
}

// crossing is one attempt to cross a call.
type crossing struct {
	*checker
	x    *refine.Explorer
	at   *concolic.State
	s, t *region.Node
	edge region.Edge
	call *ir.Call
	// frame are the literals of t that the call cannot change, rest the others, both over the caller's
	// state (rest: after the call).
	frame, rest []*term.Term
	// obligations marks those literals of t (region.Node.Obligations).
	obligations map[*term.Term]bool
}

func (c *checker) crossing(x *refine.Explorer, at *concolic.State, s, t *region.Node, e region.Edge) *crossing {
	k := &crossing{checker: c, x: x, at: at, s: s, t: t, edge: e}
	k.call = x.Graph.Function.Blocks[e.Block].Call()
	if e.Target == verdict.CalleeFails {
		return k
	}
	changed := k.changed()
	k.obligations = map[*term.Term]bool{}
	for _, literal := range t.Obligations() {
		k.obligations[literal] = true
	}
	for _, literal := range t.Literals() {
		touched := !c.options.Features.Has(feature.Modification)
		for _, sym := range literal.Vars() {
			touched = touched || changed[sym]
		}
		if touched {
			k.rest = append(k.rest, literal)
		} else {
			k.frame = append(k.frame, literal)
		}
	}
	return k
}

// tryFrame uses modification analysis: demands on what the callee leaves alone must hold before the
// call. If no run on the path meets them the edge is refuted without a look at the callee; otherwise the
// state that does is tested, since most calls return.
func (k *crossing) tryFrame() (refine.Step, bool) {
	if k.holdsAt(k.frame) {
		return refine.Step{}, false
	}
	assume := make([]*term.Term, len(k.frame))
	for i, literal := range k.frame {
		assume[i] = k.x.SymbolicAt(k.at.Path, literal)
	}
	answer := k.x.AskAt(k.at.Path, assume, "frame "+k.call.Callee.Name)
	switch answer.Status {
	case solver.Sat:
		if err := k.x.RunModel(k.at.Path, answer); err != nil {
			return refine.Step{Reason: verdict.SolverGaveUp, Detail: err.Error()}, true
		}
		if k.x.Visited(k.t) {
			return refine.Step{Progress: true}, true
		}
		return refine.Step{}, false
	case solver.Unsat:
		inCore := map[*term.Term]bool{}
		for _, i := range answer.Core {
			inCore[k.frame[i]] = true
		}
		var core []*term.Term
		for _, literal := range k.frame {
			if inCore[literal] || k.obligations[literal] {
				core = append(core, literal)
			}
		}
		k.x.SplitOff(k.s, k.x.Specialise(k.at.Path, core), k.edge, k.t, nil)
		return refine.Step{Progress: true}, true
	}
	return refine.Step{Reason: verdict.SolverGaveUp, Detail: answer.Reason}, true
}

func (k *crossing) holdsAt(literals []*term.Term) bool {
	for _, literal := range literals {
		if !k.x.HoldsAt(k.at, literal) {
			return false
		}
	}
	return true
}

// ask poses the question about the callee and turns its answer into a step of the caller.
func (k *crossing) ask() refine.Step {
	if k.turn.Predicates == refine.ByCore {
		return k.askFor(k.rest)
	}
	if demands := k.obligationsIn(k.rest); len(demands) < len(k.rest) {
		if step := k.askFor(demands); !step.Progress || k.advanced() {
			return step
		}
	}
	return k.askFor(k.rest)
}

// obligationsIn keeps the obligations.
func (k *crossing) obligationsIn(literals []*term.Term) []*term.Term {
	var out []*term.Term
	for _, literal := range literals {
		if k.obligations[literal] {
			out = append(out, literal)
		}
	}
	return out
}

// advanced reports whether the frontier is gone: its far side visited, or its near side split or without
// the edge.
func (k *crossing) advanced() bool {
	if k.x.Visited(k.t) || !k.s.IsLeaf() {
		return true
	}
	why, _ := k.x.Graph.Absent(k.s, k.edge, k.t)
	return why != nil
}

// askCallee asks whether the callee can bring about a demand, started where the caller's state meets the
// demands before.
func (k *crossing) askCallee(demand *term.Term, before []*term.Term) answer {
	exit, post, rigid := k.post(demand)
	asked := k.engine.Stats
	activation := k.at.Path.Enter().Activation
	question := refine.Question{Activation: activation, Rigid: rigid, Frame: before, Outer: k.x, Effort: k.effort()}
	key := keyOf(k.call.Callee, exit, post, rigid)
	if a, done := k.remember(question, key); done {
		return a
	}
	graph := k.graph(k.call.Callee, exit, post, rigid)
	known := k.engine.Stats.GraphsReused > asked.GraphsReused
	question.Graph = graph
	if k.tooDeep(activation) {
		return stepDone(refine.Step{
			Reason: verdict.Recursion,
			Detail: fmt.Sprintf("recursive calls of %s nest deeper than %d", k.call.Callee.Name, k.options.MaxDepth),
		})
	}
	sub := k.x.Engine().NewExplorer(question)
	if k.inProgress(graph) {
		if a, answered := k.assumeNo(sub); answered {
			return a
		}
	}
	k.stack = append(k.stack, sub)
	result := k.workOn(sub)
	k.recorder.closed(sub, result)
	k.pop()
	if !k.keepsNotMay() {
		k.forget(graph)
	}
	switch result.Kind {
	case refine.Must:
		if k.keepsMust() && exit == verdict.ReturnExit {
			if k.must.learn(k.call.Callee, concolic.SegmentTo(result.State), post) {
				k.engine.Stats.ByKind["must summaries made"]++
			}
		}
		return answer{step: refine.Step{Progress: true}, done: true, must: true}
	case refine.PutOff:
		return stepDone(refine.Step{PutOff: true})
	case refine.NotMay:
		// A summary is used if the graph of an earlier question holds the answer.
		kind := "not-may summaries made"
		if now := k.engine.Stats; known && now.Splits == asked.Splits && now.Tests == asked.Tests {
			kind = "not-may summaries used"
		}
		k.engine.Stats.ByKind[kind]++
		k.denied[graph] = true
		if k.keepsNotMay() && k.proofs[key] == nil {
			k.proofs[key] = graph
		}
		if k.options.Features.Has(feature.Memo) && k.forgotten[graph] {
			k.memo[key] = graph
		}
		return k.refuted(graph, result.Blocked, rigid)
	}
	return stepDone(refine.Step{Reason: result.Reason, Detail: result.Detail})
}

// refuted is the answer of a question about the callee that was answered no.
func (k *crossing) refuted(graph *region.Graph, blocked []refine.Blocked, rigid map[*term.Term]*term.Term) answer {
	rho := k.x.Specialise(k.at.Path, []*term.Term{k.entryDemand(blocked, rigid)})
	return answer{rho: rho, uses: []region.Use{{Graph: graph, Entries: excluded(graph), Rigid: rigid}}}
}

// effort bounds the work on a question that can be taken up again where it was left.
func (k *crossing) effort() int {
	if !k.keepsNotMay() {
		return 0
	}
	return k.x.Allowance(k.edge)
}

// post is the exit and the post-condition that the callee is asked about, for a demand on the state after the call.
func (k *crossing) post(demand *term.Term) (verdict.Exit, *term.Term, map[*term.Term]*term.Term) {
	e := k.x.Engine()
	if k.edge.Target == verdict.CalleeFails {
		return verdict.ErrorExit, e.Terms().True(), nil
	}
	post, rigid := e.AtReturn(k.call, demand)
	return verdict.ReturnExit, post, rigid
}

// entryDemand is the condition on the caller's state before the call without which the step is not
// possible: the negation of the not-may precondition (ComputeRefinePred, DASH section 4.4), with
// parameters replaced by arguments.
func (k *crossing) entryDemand(blocked []refine.Blocked, rigid map[*term.Term]*term.Term) *term.Term {
	terms := k.x.Engine().Terms()
	back := map[*term.Term]*term.Term{}
	for i, p := range k.call.Callee.Params {
		back[p.Sym] = k.call.Args[i]
	}
	for stand, t := range rigid {
		back[stand] = t
	}
	var cases []*term.Term
	for _, b := range blocked {
		here := append([]*term.Term(nil), b.Frame...)
		for _, literal := range b.Literals {
			here = append(here, terms.Substitute(literal, back))
		}
		cases = append(cases, terms.And(here...))
	}
	return terms.Or(cases...)
}

// excluded lists the entry regions that cannot reach the graph's target.
func excluded(g *region.Graph) []*region.Node {
	reach := g.CanReachTarget()
	var out []*region.Node
	g.Entry().Root.EachLeaf(func(n *region.Node) {
		if !reach[n] {
			out = append(out, n)
		}
	})
	return out
}

// forget drops the graph of an answered question, unless work on it goes on further out. Absences that rely
// on it keep it alive.
func (c *checker) forget(g *region.Graph) {
	if c.inProgress(g) {
		return
	}
	for key, known := range c.graphs {
		if known == g {
			delete(c.graphs, key)
			c.forgotten[g] = true
		}
	}
}

// graph returns the one region graph that an attempt has of a question, made if need be. It is kept
// between questions.
func (c *checker) graph(f *ir.Function, exit verdict.Exit, post *term.Term, rigid map[*term.Term]*term.Term) *region.Graph {
	key := keyOf(f, exit, post, rigid)
	if g := c.known(key); g != nil {
		c.engine.Stats.GraphsReused++
		c.graphs[key] = g
		return g
	}
	return c.newGraph(key, post, rigid)
}

func (c *checker) newGraph(key graphKey, post *term.Term, rigid map[*term.Term]*term.Term) *region.Graph {
	g := region.New(c.engine.Terms(), key.function, key.exit, post, term.Keys(rigid))
	c.engine.Begin(g)
	c.recorder.graph(g)
	c.graphs[key] = g
	c.order = append(c.order, g)
	return g
}

// known is the graph of a question: the attempt's own, or one that answered it no in another attempt.
func (c *checker) known(key graphKey) *region.Graph {
	if g := c.graphs[key]; g != nil {
		return g
	}
	return c.proofs[key]
}

func keyOf(f *ir.Function, exit verdict.Exit, post *term.Term, rigid map[*term.Term]*term.Term) graphKey {
	symbols := term.Keys(rigid)
	names := make([]string, len(symbols))
	for i, sym := range symbols {
		names[i] = sym.Name()
	}
	return graphKey{f, exit, post, strings.Join(names, " ")}
}
