package refine

import (
	"slices"
	"time"

	"yogi/internal/concolic"
	"yogi/internal/feature"
	"yogi/internal/invariant"
	"yogi/internal/ir"
	"yogi/internal/region"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// This file proves a whole program by contracts: facts that hold whenever a function returns, over
// the state there and the one in which it was entered (package invariant, contract.go). It is
// RefineWithGeneralization for calls: a question about a recursive function begets one about itself
// with another post-condition, and so on for ever, where one fact about what the function does
// would answer all.
//
// A contract becomes a question as any other: can the function, entered with its ghosts equal to
// its parameters and the globals, return in a state that breaks the contract? The ghosts are the
// graph's rigid symbols. The facts at the function's points become regions of that graph, and every
// edge from a good to a bad one is removed by a query about its block alone; at a call the claims
// of the callee's graphs are assumed, which may be the very graph that is being made. What does not
// hold in the end is retracted, as after any recursion, so nothing of package invariant is trusted,
// and the certificate has no new kind of step.

const (
	// firstContracts is the number of iterations in recursive functions after which contracts are
	// looked for; the next attempts come after contractsGrowth times as many.
	firstContracts  = 24
	contractsGrowth = 8
)

// contracts is the state of the search for contracts of a program's functions.
type contracts struct {
	search    *invariant.Search
	none      bool // no function needs a contract, the program is too large, or an earlier attempt was exhausted
	next      int  // iterations at which they are looked for again
	spent     int  // iterations in recursive functions
	early     bool // the attempt before more is tried of a loop was made
	took      time.Duration
	proved    bool // the program's question is answered
	exhausted bool // an attempt tried everything and failed: another turn sees much the same runs
	// function is one that the latest attempt found no contract for that is enough; tried are the
	// candidates of that attempt, failed some that are not inductive.
	function *ir.Function
	tried    int
	failed   []*term.Term
}

// proveByContracts makes an attempt if the search has been in recursive functions for long. It reports whether
// the program's question is answered.
func (x *generaliser) proveByContracts() bool {
	c := &x.engine.contracts
	if c.proved || c.none || !x.engine.Options.Features.Has(feature.Invariants) {
		return c.proved
	}
	if x.Graph.Function.Recursive {
		c.spent++
	}
	if c.spent < max(c.next, firstContracts) {
		return false
	}
	return x.engine.attemptContracts(invariant.Most)
}

// contractsBefore makes an attempt with equations before more is tried of a loop in a function that is called: what the
// loop lacks may be what its callers know of the arguments, and what they need is what it returns. It reports whether
// the program's question is answered.
func (e *Engine) contractsBefore(f *ir.Function) bool {
	c := &e.contracts
	if c.early || f.Recursive || len(f.Params) == 0 {
		return false
	}
	c.early = true
	return e.attemptContracts(invariant.Equations)
}

// attemptContracts looks for contracts with no more than an effort and makes a proof of them.
func (e *Engine) attemptContracts(most invariant.Effort) bool {
	c := &e.contracts
	if c.proved || c.none || !e.Options.Features.Has(feature.Invariants) || e.Stop() {
		return c.proved
	}
	if most == invariant.Most {
		c.next = max(c.spent, firstContracts) * contractsGrowth
	}
	started := time.Now()
	budget := e.timeForContracts()
	if budget <= 0 {
		return false
	}
	defer func() { c.took += time.Since(started) }()
	until := started.Add(budget)
	stop := func() bool { return e.Stop() || time.Now().After(until) }
	if c.search == nil {
		if c.search = invariant.NewContracts(e.Program, e.oracle(), stop); c.search == nil {
			c.none = !stop()
			return false
		}
	}
	e.Stats.ByKind["attempts at contracts"]++
	observed := &contractStates{engine: e, samples: e.Forest.Sample(c.search.IsPoint), states: e.Forest.StatesByPoint()}
	if e.Forest.MakeLongRuns(); e.Forest.FailedAtRandom() {
		return false
	}
	first := invariant.Equations
	if effort, cut := c.search.CutShort(); cut {
		first = min(effort, most)
	}
	for effort := first; effort <= most && !stop(); effort++ {
		if effort == invariant.Tables && (!e.Options.Features.Has(feature.Tables) || !c.search.HasTables()) {
			continue
		}
		if len(e.Program.Guesses) == 0 && (effort == invariant.Cells || effort == invariant.Parts) {
			continue
		}
		found := c.search.Prove(effort, observed, stop)
		e.Stats.ByKind["invariant candidates"] += found.Tried
		c.tried = found.Tried
		c.note(found)
		goals, excluded := found.ExcludesErrors()
		if !excluded || len(found.Facts) == 0 {
			continue
		}
		p := &contractProof{engine: e, search: c.search, facts: found.Needed(goals), parts: map[*region.Graph]*realisation{}}
		if c.proved = p.realise(); c.proved {
			e.Stats.ByKind["proofs by contracts"]++
			c.tried = 0
			return true
		}
	}
	if _, cut := c.search.CutShort(); cut { // it goes on soon
		c.next = c.spent + firstContracts
	}
	c.exhausted = most == invariant.Most && !stop()
	return false
}

// ContractsExhausted says that another engine need not look for contracts: this one tried everything.
func (e *Engine) ContractsExhausted() bool { return e.contracts.exhausted || e.contracts.none }

// note keeps what an attempt failed with, for the user.
func (c *contracts) note(found *invariant.Found) {
	for _, f := range c.search.Functions() {
		if !c.search.HasContract(f) || c.function != nil && c.function.Recursive && !f.Recursive {
			continue
		}
		if failed := found.Failed[invariant.Point{Function: f, Block: invariant.AtReturn}]; c.function == nil || len(failed) > 0 {
			c.function, c.failed = f, failed
		}
	}
}

// contractStates are the states of all tests and of random runs.
type contractStates struct {
	engine  *Engine
	samples map[invariant.Point][]term.Assignment
	states  map[invariant.Point][]*concolic.State
}

// States implements invariant.Observations.
func (o *contractStates) States(p invariant.Point) []term.Assignment {
	out := append([]term.Assignment(nil), o.samples[p]...)
	for _, s := range o.states[p] {
		out = append(out, o.engine.Forest.Assignment(s))
	}
	return out
}

// Predicates implements invariant.Observations.
func (o *contractStates) Predicates(invariant.Point) []*term.Term { return nil }

// contractProof makes region graphs of facts.
type contractProof struct {
	engine *Engine
	search *invariant.Search
	facts  invariant.Facts
	// parts are the graphs made, by graph.
	parts map[*region.Graph]*realisation
	// ghosts gives for each function the ghosts that its facts mention.
	ghosts map[*ir.Function][]invariant.Ghost
}

// realise makes the graphs of all functions with points and reports whether the program's question is
// answered.
func (p *contractProof) realise() bool {
	p.findGhosts()
	var all []*realisation
	for _, f := range p.search.Functions() {
		if f == p.engine.Program.Entry {
			continue
		}
		all = append(all, p.begin(f, verdict.ErrorExit))
		if len(p.facts[invariant.Point{Function: f, Block: invariant.AtReturn}]) > 0 {
			all = append(all, p.begin(f, verdict.ReturnExit))
		}
	}
	main := p.engine.Calls.Main()
	all = append(all, p.part(main, main.Function))
	for _, r := range all {
		r.run()
	}
	p.engine.Calls.Revalidate()
	return main.Excluded(main.Entry().Root)
}

// findGhosts lists the ghosts that are needed.
func (p *contractProof) findGhosts() {
	p.ghosts = map[*ir.Function][]invariant.Ghost{}
	mentioned := map[*term.Term]bool{}
	for _, facts := range p.facts {
		for _, f := range facts {
			for _, sym := range f.Vars() {
				mentioned[sym] = true
			}
		}
	}
	for _, f := range p.search.Functions() {
		for _, g := range p.search.Ghosts(f) {
			if mentioned[g.Symbol] {
				p.ghosts[f] = append(p.ghosts[f], g)
			}
		}
	}
}

// begin makes the graph of a function that has points, with its entry split into where the facts hold and
// the ghosts are what they stand for, and the rest.
func (p *contractProof) begin(f *ir.Function, exit verdict.Exit) *realisation {
	g := p.graph(f, exit)
	r := p.part(g, f)
	terms := p.engine.terms
	start := append([]*term.Term(nil), p.facts[invariant.Point{Function: f, Block: f.Entry().Index}]...)
	for _, ghost := range p.ghosts[f] {
		start = append(start, terms.Eq(ghost.Symbol, ghost.Variable.Sym))
	}
	r.facts[f.Entry().Index] = terms.And(start...)
	if bad := r.bad(f.Entry().Index); !bad.IsConst() {
		for _, n := range r.leaves(f.Entry().Index) {
			if r.sideOf(n, bad) == unsplit {
				g.Split(n, bad)
			}
		}
	}
	return r
}

// graph is that of the contract of a function, or of its errors.
func (p *contractProof) graph(f *ir.Function, exit verdict.Exit) *region.Graph {
	terms := p.engine.terms
	post := terms.True()
	if exit == verdict.ReturnExit {
		post = terms.Not(terms.And(p.facts[invariant.Point{Function: f, Block: invariant.AtReturn}]...))
	}
	return p.engine.Calls.GraphOf(f, exit, post, p.symbols(f))
}

func (p *contractProof) symbols(f *ir.Function) []*term.Term {
	var out []*term.Term
	for _, g := range p.ghosts[f] {
		out = append(out, g.Symbol)
	}
	return out
}

// part prepares the realisation of a graph.
func (p *contractProof) part(g *region.Graph, f *ir.Function) *realisation {
	r := newRealisation(p.engine, g, p.facts)
	r.proof = p
	for _, b := range f.Blocks {
		r.cuts[b.Index] = p.search.IsPoint(invariant.Point{Function: f, Block: b.Index})
	}
	p.parts[g] = r
	return r
}

func (r *realisation) leaves(block int) []*region.Node {
	var out []*region.Node
	r.graph.Locations[block].Root.EachLeaf(func(n *region.Node) { out = append(out, n) })
	return out
}

// use is the claim of a graph of the proof about a call, with the rigid symbols given over the caller's
// state; nil if the graph claims nothing.
func (r *realisation) use(rigid map[*term.Term]*term.Term) []region.Use {
	entry := r.graph.Entry().Index
	bad := r.bad(entry)
	if bad == nil || bad.IsTrue() {
		return nil
	}
	var good []*region.Node
	for _, n := range r.leaves(entry) {
		if bad.IsFalse() || r.sideOf(n, bad) == goodSide || r.graph.Excluded(n) {
			good = append(good, n)
		}
	}
	if len(good) == 0 {
		return nil
	}
	return []region.Use{{Graph: r.graph, Entries: good, Rigid: rigid}}
}

// claims are those about a call that bear on an edge: of the callee's contract, or of a graph made for what is
// demanded behind it.
func (r *realisation) claims(call *ir.Call, e region.Edge, behind *term.Term) []region.Use {
	p := r.proof
	f := call.Callee
	if !p.search.InScope(f) {
		made, rigid := r.made(call, e, behind)
		if made == nil {
			return nil
		}
		return made.use(rigid)
	}
	rigid := map[*term.Term]*term.Term{}
	arguments := map[*ir.Variable]*term.Term{}
	for i, v := range f.Params {
		arguments[v] = call.Args[i]
	}
	for _, g := range p.ghosts[f] {
		if rigid[g.Symbol] = g.Variable.Sym; arguments[g.Variable] != nil {
			rigid[g.Symbol] = arguments[g.Variable]
		}
	}
	exit := verdict.ReturnExit
	if e.Target == verdict.CalleeFails {
		exit = verdict.ErrorExit
	} else if len(p.facts[invariant.Point{Function: f, Block: invariant.AtReturn}]) == 0 {
		return nil
	}
	return p.parts[p.graph(f, exit)].use(rigid)
}

// beforeCall is the set of states before a call of a function without points from which it may lead to
// behind; nil if it is not known.
func (r *realisation) beforeCall(call *ir.Call, e region.Edge, behind *term.Term) *term.Term {
	if r.proof.search.InScope(call.Callee) {
		return nil // such calls stand at cuts
	}
	if e.Target != verdict.CalleeFails && len(unchanged(call, []*term.Term{behind})) == 1 {
		return behind
	}
	made, rigid := r.made(call, e, behind)
	if made == nil {
		return nil
	}
	bad := made.bad(call.Callee.Entry().Index)
	if bad == nil {
		return nil
	}
	back := map[*term.Term]*term.Term{}
	for i, v := range call.Callee.Params {
		back[v.Sym] = call.Args[i]
	}
	for sym, t := range rigid {
		back[sym] = t
	}
	return r.engine.terms.Substitute(bad, back)
}

// made is the realisation of a function without points for what is demanded behind a call of it; nil if it
// needs none. The variables of the caller are rigid symbols in it.
func (r *realisation) made(call *ir.Call, e region.Edge, behind *term.Term) (*realisation, map[*term.Term]*term.Term) {
	terms := r.engine.terms
	exit, post := verdict.ErrorExit, terms.True()
	rigid := map[*term.Term]*term.Term{}
	if e.Target != verdict.CalleeFails {
		if len(unchanged(call, []*term.Term{behind})) == 1 {
			return nil, nil
		}
		exit = verdict.ReturnExit
		post, rigid = r.engine.AtReturn(call, behind)
	}
	g := r.engine.Calls.GraphOf(call.Callee, exit, post, term.Keys(rigid))
	if done := r.proof.parts[g]; done != nil {
		return done, rigid
	}
	sub := newRealisation(r.engine, g, nil)
	sub.proof = r.proof
	r.proof.parts[g] = sub
	if sub.bad(call.Callee.Entry().Index) != nil {
		sub.run()
	}
	return sub, rigid
}

// callStep states, over the state before a call, that it leads along e to states of behind, given claims of the
// proof's graphs, which are returned.
func (r *realisation) callStep(call *ir.Call, e region.Edge, behind *term.Term) ([]*term.Term, []region.Use) {
	terms := r.engine.terms
	after, returned := map[*term.Term]*term.Term{}, map[*term.Term]*term.Term{}
	for _, v := range call.Callee.Modifies {
		returned[v.Sym] = terms.Fresh("after!"+v.Name, v.Sort)
		after[v.Sym] = returned[v.Sym]
	}
	for i, v := range call.Callee.Results {
		returned[v.Sym] = terms.Fresh("after!"+v.Name, v.Sort)
		if i < len(call.Results) && call.Results[i] != nil {
			after[call.Results[i].Sym] = returned[v.Sym]
		}
	}
	var facts []*term.Term
	if e.Target != verdict.CalleeFails {
		facts = append(facts, terms.Substitute(behind, after))
	}
	uses := r.claims(call, e, behind)
	for _, u := range uses {
		facts = append(facts, r.engine.claimed(u, call, returned))
	}
	return slices.Clip(facts), uses
}
