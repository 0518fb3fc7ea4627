package refine

import (
	"yogi/internal/concolic"
	"yogi/internal/region"
	"yogi/internal/solver"
	"yogi/internal/term"
)

// splitter has the may side of a question: it refutes frontiers, by a split of the region before them or without one
// (refute.go), with what tests say of the regions.
type splitter struct {
	tests
}

// SplitOff splits region s into s and rho, which may step along e into t, and the rest, which may not.
// With rho false, nothing of s may.
func (x *splitter) SplitOff(s *region.Node, rho *term.Term, e region.Edge, t *region.Node, uses []region.Use) {
	g := x.Graph
	if !s.IsLeaf() { // split meanwhile, by work on the same graph inside a recursive call
		x.Update()
		return
	}
	rho = x.engine.terms.Simplify(rho, s.Obligations()...)
	for _, literal := range s.Literals() {
		if literal == x.engine.terms.Not(rho) {
			rho = x.engine.terms.False()
			break
		}
	}
	if rho.IsFalse() {
		g.Remove(s, e, t, uses)
	} else {
		x.engine.Stats.Splits++
		possible, rest := g.Split(s, rho)
		g.Remove(rest, e, t, uses)
		if x.engine.Options.Fault == WrongHalf {
			g.Remove(possible, e, t, uses)
		}
	}
	x.Update()
}

// separates checks condition 1 of a suitable predicate (DASH Definition 1): the path's states are all
// outside rho. An exact precondition over the core is outside by the query that just failed; otherwise
// the solver is asked once more.
func (x *splitter) separates(at *concolic.State, rho *term.Term, exact bool) bool {
	if rho.IsTrue() {
		return false
	}
	if v, err := x.engine.Forest.EvalAt(at, x.caller(at).rigid, rho); err != nil || v.Bool() {
		x.engine.Stats.ByKind["predicate does not separate"]++
		return false
	}
	if exact {
		return true
	}
	path := x.PathConstraint(at.Path)
	now := x.SymbolicAt(at.Path, rho)
	return x.engine.ask(path, []*term.Term{now}, x.Label("separate")).Status == solver.Unsat
}
