package refine

import (
	"yogi/internal/bug"
	"yogi/internal/concolic"
	"yogi/internal/region"
	"yogi/internal/verdict"
)

// Check re-checks the invariants of the question, if Options.Check says so (tests run with it): those of SMASH as
// the functions in invariants.go, and with what tests are at hand
//
//   - the index holds every state of the activation exactly where its predicates say (total predicates:
//     design of the evaluator and the split tree);
//   - no test ever takes an absent edge, that is, what was proved absent is absent.
func (x *Explorer) Check() {
	if !x.engine.Options.Check {
		return
	}
	holds := func(invariant string, err error) {
		if err != nil {
			bug.Errorf("%s after %q: %v", invariant, x.latest, err)
		}
	}
	holds("I1", x.Graph.CheckPartition())
	holds("I1", x.Graph.CheckEntry())
	holds("I3", x.Graph.CheckAbsences())
	holds("I3", x.CheckAbsent())
	holds("I4", x.engine.Calls.CheckClaims())
	if x.fulfilled != nil {
		holds("I5", x.CheckMust())
	}
	for leaf, states := range x.index {
		for _, s := range states {
			for _, literal := range leaf.Literals() {
				if !x.HoldsAt(s, literal) {
					bug.Errorf("state of test %d is not in its region %d: %s", s.Test, leaf.ID, literal)
				}
			}
		}
	}
	for _, s := range x.Activation.States {
		if s.Previous != nil && x.caller(s).counts {
			x.checkStep(s.Previous, s)
		}
	}
}

// checkStep checks I3 for one step of a test.
func (x *tests) checkStep(from, to *concolic.State) {
	if to.Path.Location == verdict.ExitLocation && to.Path.Exit != x.Graph.Exit {
		return
	}
	e := region.Edge{Block: from.Path.Location, Target: to.Path.Move().Target}
	if to.Path.Move().Kind == concolic.FailMove {
		e.Target = verdict.CalleeFails
	}
	s, t := x.regionOf(from), x.regionOf(to)
	if s == nil || t == nil {
		return
	}
	if why, _ := x.Graph.Absent(s, e, t); why != nil && !x.engine.Calls.Assumed(why) {
		bug.Errorf("test %d takes the absent edge %v of %s from region %d to %d", to.Test, e, x.Graph.Function.Name, s.ID, t.ID)
	}
}
