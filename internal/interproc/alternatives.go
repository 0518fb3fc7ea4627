package interproc

import (
	"slices"

	"yogi/internal/refine"
	"yogi/internal/region"
	"yogi/internal/solver"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// A demand that mixes what a callee changes with what it cannot change ("the state is bad, or the watched
// object is this one") would make a question of its own for every caller. But the states from which a
// call leads into A or B are those from which it leads into A and those from which it leads into B, and
// what the call cannot change holds after it iff it holds before. So a demand is taken apart into alternatives,
// each what the callee changes together with what it does not; only the former is asked about, and the latter
// is a demand on the state before the call. What is left are a few questions that every caller asks, and
// their graphs are the summaries. The papers ask for the whole demand.

// alternative is a way to meet a demand after a call.
type alternative struct {
	changed   *term.Term // what the callee has to bring about
	unchanged *term.Term // what has to hold already
}

// mostAlternatives bounds how far a demand is taken apart.
const mostAlternatives = 12

// alternatives takes demands on the state after the call apart; those that only need the callee to
// return come first.
func (k *crossing) alternatives(demands []*term.Term) []alternative {
	terms := k.x.Engine().Terms()
	if k.edge.Target == verdict.CalleeFails {
		return []alternative{{terms.True(), terms.True()}}
	}
	demand := terms.Simplify(terms.And(demands...))
	all, ok := k.apart(demand)
	if !ok {
		all = []alternative{{demand, terms.True()}}
	}
	var out []alternative
	for _, a := range all {
		a.changed, a.unchanged = terms.Simplify(a.changed), terms.Simplify(a.unchanged)
		if !a.changed.IsFalse() && !a.unchanged.IsFalse() {
			out = append(out, a)
		}
	}
	slices.SortStableFunc(out, func(a, b alternative) int { return rank(a) - rank(b) })
	return out
}

func rank(a alternative) int {
	if a.changed.IsTrue() {
		return 0
	}
	return 1
}

// changed are the symbols of the caller that the call may change.
func (k *crossing) changed() map[*term.Term]bool {
	changed := map[*term.Term]bool{}
	for _, v := range k.call.Changes() {
		changed[v.Sym] = true
	}
	return changed
}

// apart is the disjunctive normal form of t over parts that are changed or not as wholes, one alternative for each
// changed part; false if there are too many.
func (k *crossing) apart(t *term.Term) ([]alternative, bool) {
	return takingApart{k.x.Engine().Terms(), k.changed(), map[*term.Term][]alternative{}}.of(t)
}

// takingApart is one call of apart.
type takingApart struct {
	terms   *term.Builder
	changed map[*term.Term]bool
	known   map[*term.Term][]alternative // of the junctions, which others share
}

func (a takingApart) of(t *term.Term) ([]alternative, bool) {
	if known := a.known[t]; known != nil {
		return known, true
	}
	out, ok := a.byOperator(t)
	if ok {
		a.known[t] = out
	}
	return out, ok
}

func (a takingApart) byOperator(t *term.Term) ([]alternative, bool) {
	terms, changed := a.terms, a.changed
	isChanged := func(v *term.Term) bool { return changed[v] }
	switch {
	case !slices.ContainsFunc(t.Vars(), isChanged):
		return []alternative{{terms.True(), t}}, true
	case !slices.ContainsFunc(t.Vars(), func(v *term.Term) bool { return !changed[v] }):
		return []alternative{{t, terms.True()}}, true
	}
	parts, conjunction := []*term.Term(nil), false
	switch {
	case t.Op() == term.OpAnd, t.Op() == term.OpOr:
		parts, conjunction = t.Args(), t.Op() == term.OpAnd
	case t.Op() == term.OpNot && (t.Arg(0).Op() == term.OpAnd || t.Arg(0).Op() == term.OpOr):
		for _, part := range t.Arg(0).Args() {
			parts = append(parts, terms.Not(part))
		}
		conjunction = t.Arg(0).Op() == term.OpOr
	default:
		return []alternative{{t, terms.True()}}, true
	}
	var out []alternative
	for i, part := range parts {
		these, ok := a.of(part)
		if !ok {
			return nil, false
		}
		if conjunction && i > 0 {
			these = both(terms, out, these)
			out = nil
		}
		for _, one := range these {
			out = join(terms, out, one)
		}
		if len(out) > mostAlternatives {
			return nil, false
		}
	}
	return out, true
}

// both lists the ways to meet two demands.
func both(terms *term.Builder, some, others []alternative) []alternative {
	var out []alternative
	for _, a := range some {
		for _, b := range others {
			out = append(out, alternative{terms.And(a.changed, b.changed), terms.And(a.unchanged, b.unchanged)})
		}
	}
	return out
}

// join adds an alternative to a list in which each changed part is once.
func join(terms *term.Builder, list []alternative, a alternative) []alternative {
	for i := range list {
		if list[i].changed == a.changed {
			list[i].unchanged = terms.Or(list[i].unchanged, a.unchanged)
			return list
		}
	}
	return append(list, a)
}

// answer is the result for an alternative: a step of the caller that is done, or a predicate rho that
// all states meet from which it can be taken, given the uses.
type answer struct {
	step refine.Step
	done bool
	must bool // a test does what the callee was asked for
	rho  *term.Term
	uses []region.Use
}

func stepDone(s refine.Step) answer { return answer{step: s, done: true} }

// askFor asks for demands on the state after the call: for each alternative, until one is met.
func (k *crossing) askFor(demands []*term.Term) refine.Step {
	var impossible []*term.Term
	var uses []region.Use
	var failed *refine.Step
	whole := len(demands)+len(k.frame) == len(k.t.Literals())
	for _, way := range k.alternatives(demands) {
		a := k.askAbout(way)
		if a.must && whole && k.edge.Target != verdict.CalleeFails && !k.x.Visited(k.t) {
			a = stepDone(refine.Step{Reason: verdict.Internal, Detail: "a test through " + k.call.Callee.Name + " does not arrive"})
		}
		switch {
		case a.done && a.step.Progress:
			return a.step
		case a.done && (failed == nil || a.step.PutOff): // what is put off may still be met
			failed = &a.step
		case !a.done:
			impossible, uses = append(impossible, a.rho), append(uses, a.uses...)
		}
	}
	if failed != nil {
		return *failed
	}
	rho := k.x.Engine().Terms().Or(impossible...)
	if rho.IsTrue() || (!rho.IsFalse() && k.x.HoldsAt(k.at, rho)) {
		return refine.Step{Reason: verdict.Divergence, Detail: "the callee's precondition does not separate the tests"}
	}
	k.x.SplitOff(k.s, rho, k.edge, k.t, uses)
	return refine.Step{Progress: true}
}

// askAbout looks at one alternative.
func (k *crossing) askAbout(a alternative) answer {
	before := slices.Clone(k.frame)
	if !a.unchanged.IsTrue() {
		before = append(before, term.Conjuncts(a.unchanged)...)
		if refuted, done := k.refuteBefore(before); done {
			return refuted
		}
	}
	for _, weaker := range k.weaker(a.changed) {
		no := k.askCallee(weaker, before)
		switch {
		case !no.done:
			return no
		case k.x.Visited(k.t):
			return stepDone(refine.Step{Progress: true})
		}
	}
	return k.askCallee(a.changed, before)
}

// weaker lists parts of a demand that were asked for already and answered no: whoever cannot meet a part cannot
// meet the whole. A loop that is a recursive procedure never breaks the rule,
// whatever its counter is in the end; asked about each value of the counter it is unrolled backwards for ever.
func (k *crossing) weaker(demand *term.Term) []*term.Term {
	all := term.Conjuncts(demand)
	if len(all) < 2 || len(all) > mostAlternatives || !k.keepsNotMay() {
		return nil
	}
	var out []*term.Term
	consider := func(parts []*term.Term) {
		part := k.x.Engine().Terms().And(parts...)
		exit, post, rigid := k.post(part)
		g := k.known(keyOf(k.call.Callee, exit, post, rigid))
		if g != nil && k.denied[g] && !slices.Contains(out, part) {
			out = append(out, part)
		}
	}
	for i := range all {
		consider(all[i : i+1])
	}
	for i := range all {
		consider(slices.Delete(slices.Clone(all), i, i+1))
	}
	return out
}

// refuteBefore looks whether the path allows the demands on the state before the call at all.
func (k *crossing) refuteBefore(demands []*term.Term) (answer, bool) {
	if k.holdsAt(demands) {
		return answer{}, false
	}
	assume := make([]*term.Term, len(demands))
	for i, literal := range demands {
		assume[i] = k.x.SymbolicAt(k.at.Path, literal)
	}
	a := k.x.AskAt(k.at.Path, assume, "before "+k.call.Callee.Name)
	switch a.Status {
	case solver.Sat:
		return answer{}, false
	case solver.Unsat:
		core := make([]*term.Term, 0, len(a.Core))
		for _, i := range a.Core {
			core = append(core, demands[i])
		}
		return answer{rho: k.x.Specialise(k.at.Path, core)}, true
	}
	return stepDone(refine.Step{Reason: verdict.SolverGaveUp, Detail: a.Reason}), true
}
