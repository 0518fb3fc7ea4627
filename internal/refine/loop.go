package refine

import (
	"yogi/internal/bug"
	"yogi/internal/feature"
	"yogi/internal/invariant"
	"yogi/internal/ir"
	"yogi/internal/region"
)

// This file is the main loop of DASH (Fig. 8, lines 6 to 33). An iteration goes through the tactics in their order,
// until one of them has changed the graph or the forest, or has an answer. Three of them are the steps of the paper;
// the others go before a step and may spare it. A new tactic is a row of the table. Iterations are counted where the
// first of the three begins (beginIteration).

// tactic is one thing that an iteration can do.
type tactic struct {
	name string
	// when says that it is its turn.
	when func(x *Explorer, t *trace) bool
	// run does it. It may fill in t.
	run func(x *Explorer, t *trace) outcome
}

// Watcher is told what the main loop does. It changes nothing.
type Watcher interface {
	// Iteration is told of a frontier: the block before it, the region with tests and the one
	// without. All are nil where no test is on a path to the target.
	Iteration(x *Explorer, before *ir.Block, from, to *region.Node)
	// Tactic is told the name of one before it is tried.
	Tactic(name string)
}

// tell tells of an iteration.
func (x *Explorer) tell(w Watcher, f *frontier) {
	if f == nil {
		w.Iteration(x, nil, nil, nil)
		return
	}
	w.Iteration(x, x.Graph.Function.Blocks[f.edge.Block], f.from, f.to)
}

// outcome of a tactic. The zero value: the next one has its turn.
type outcome struct {
	again  bool   // a new iteration begins
	result Result // the answer, if it has a kind
}

// tactics in the order in which an iteration tries them.
func tactics() []tactic {
	return []tactic{
		// A loop head that is split again and again will be split for ever: look for facts first, while the queries
		// are easy.
		{"facts at loop heads", generalises, factsAtHeads},
		{"contracts of functions", always, byContracts},
		// Lines 12 to 16: an abstract path to the target is chosen, and ordered, unless there is none.
		{"ordered abstract trace (lines 12 to 16)", always, findTrace},
		// What is behind the frontier is unvisited, so no query about a path is needed to carry predicates over it.
		{"preconditions by substitution", propagates, carryBack},
		// Lines 13 and 14: there is no path, so the answer is no. Here one may lead from an entry that no test has
		// reached.
		{"entry (lines 13 and 14)", withoutFrontier, enterOrAnswer},
		// Queries about a path through many rounds of a loop are hard.
		{"facts before a long path", generalises, factsBefore},
		// Lines 17 to 31: a test over the frontier goes into the forest, or the region before it is split by a
		// predicate without which none can.
		{"extend the frontier (lines 17 to 31)", always, workOnFrontier},
	}
}

// Run answers the question, by the strategy of the options or by the main loop.
func (x *Explorer) Run() Result {
	x.firstIteration = x.engine.Stats.Iterations
	if s := x.engine.Options.Strategy; s != nil && x.Outer == nil {
		if result, done := s.Answer(x); done {
			return result
		}
	}
	all := tactics()
	for {
		if result, done := x.Decided(); done {
			return result
		}
		if result := x.iterate(all); result.Kind != InvalidResult {
			return result
		}
	}
}

// iterate is one iteration, after line 11. It has a result if the question is answered.
func (x *Explorer) iterate(all []tactic) Result {
	t := &trace{}
	for _, tactic := range all {
		if !tactic.when(x, t) {
			continue
		}
		x.latest = tactic.name
		if w := x.engine.Options.Watcher; w != nil {
			w.Tactic(tactic.name)
		}
		if out := tactic.run(x, t); out.again || out.result.Kind != InvalidResult {
			return out.result
		}
	}
	return Result{}
}

// Decided answers the question before an iteration: a test fulfils it (lines 7 to 11), or there are no means left.
func (x *Explorer) Decided() (Result, bool) {
	if reason := x.engine.Stopped(); reason != "" {
		return Result{Kind: Unknown, Reason: reason}, true
	}
	x.Update()
	x.Check()
	switch {
	case x.fulfilled != nil:
		return Result{Kind: Must, State: x.fulfilled}, true
	case x.Effort > 0 && x.engine.Stats.Iterations-x.firstIteration > x.Effort:
		return Result{Kind: PutOff}, true
	}
	return Result{}, false
}

func always(*Explorer, *trace) bool { return true }

func generalises(x *Explorer, _ *trace) bool {
	return x.engine.Options.Features.Has(feature.Invariants)
}

func withoutFrontier(_ *Explorer, t *trace) bool { return t.frontier == nil }

func propagates(x *Explorer, t *trace) bool {
	return t.frontier != nil && x.engine.turn.Carry
}

func factsAtHeads(x *Explorer, _ *trace) outcome {
	x.generalise()
	return outcome{}
}

func factsBefore(x *Explorer, t *trace) outcome {
	return outcome{again: x.generaliseBefore(t.frontier)}
}

// byContracts puts a question off that arose in another when the program's is answered: by contracts, or by a random
// run.
func byContracts(x *Explorer, _ *trace) outcome {
	if (x.proveByContracts() || x.engine.Forest.FailedAtRandom()) && x.Outer != nil {
		return outcome{result: Result{Kind: PutOff}}
	}
	return outcome{}
}

func findTrace(x *Explorer, t *trace) outcome {
	x.engine.beginIteration()
	*t = *x.orderedTrace()
	if w := x.engine.Options.Watcher; w != nil {
		x.tell(w, t.frontier)
	}
	return outcome{}
}

func carryBack(x *Explorer, t *trace) outcome {
	changed := x.steps.propagate(t.frontier.to, t.walk)
	if changed {
		x.Update()
	}
	return outcome{again: changed}
}

// enterOrAnswer starts a test where the target may be reached, or has the answer that none can be.
func enterOrAnswer(x *Explorer, t *trace) outcome {
	done, result := x.enter(t.entries)
	switch {
	case !done,
		result.Kind == NotMay && x.engine.Calls.Discharge(x),
		result.Kind == Unknown && (x.generaliseInstead() || x.engine.attemptContracts(invariant.Most)):
		return outcome{again: true}
	}
	if result.Kind == NotMay && x.engine.Options.Check {
		if err := x.CheckNotMay(); err != nil {
			bug.Errorf("I4: %v", err)
		}
	}
	return outcome{result: result}
}

// workOnFrontier extends the frontier by a test (line 19) or splits the region before it (lines 21 to 30).
func workOnFrontier(x *Explorer, t *trace) outcome {
	f := *t.frontier
	if tell := x.engine.Options.OnFrontier; tell != nil {
		tell(x.Graph.Function.Blocks[f.edge.Block])
	}
	before := x.engine.Stats.Iterations
	switch step := x.extend(f); {
	case step.PutOff:
		x.putOff(f.edge, x.engine.Stats.Iterations-before)
	case !step.Progress:
		x.giveUp(f, step)
	}
	return outcome{again: true}
}
