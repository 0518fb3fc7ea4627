package refine

import (
	"yogi/internal/concolic"
	"yogi/internal/query"
	"yogi/internal/region"
	"yogi/internal/term"
)

// This file has the methods of an Explorer by which package interproc crosses calls, and package
// baseline searches without the main loop.

// SymbolicAt evaluates a term of the graph in the symbolic state at p.
func (x *Explorer) SymbolicAt(p *concolic.Path, t *term.Term) *term.Term {
	return x.engine.Forest.SymbolicValue(p, t, x.rigid)
}

// PathConstraint is the constraint of p with all frames, this question's included.
func (x *Explorer) PathConstraint(p *concolic.Path) []*term.Term {
	return append(x.constraint(p), x.frame...)
}

// AskAt poses a query about the state at p, given its path and all frames.
func (x *Explorer) AskAt(p *concolic.Path, assume []*term.Term, label string) query.PathAnswer {
	return x.engine.AskNear(p, x.Basis(p), x.PathConstraint(p), assume, label)
}

// HoldsAt evaluates a term of the graph in a test's state; what cannot be evaluated does not hold.
func (x *Explorer) HoldsAt(s *concolic.State, t *term.Term) bool {
	v, err := x.engine.Forest.EvalAt(s, x.caller(s).rigid, t)
	return err == nil && v.Bool()
}

// RunModel runs the test that an answer about the constraint of p gives.
func (x *Explorer) RunModel(p *concolic.Path, answer query.PathAnswer) error {
	_, err := x.engine.Forest.RunTest(x.engine.Forest.PlanFor(p, answer, x.Basis(p)))
	x.Update()
	return err
}

// Visited reports whether a test of this question is in the region, or in the target.
func (x *Explorer) Visited(n *region.Node) bool {
	x.Update()
	return len(x.index[n]) > 0 || x.fulfilled != nil
}

// Specialise conjoins demands into a predicate, by WP-alpha.
func (x *Explorer) Specialise(p *concolic.Path, demands []*term.Term) *term.Term {
	return x.specialise(p, demands)
}

// Decide reports whether the path to p implies a condition over the caller's state there, or its negation.
func (x *Explorer) Decide(p *concolic.Path, cond *term.Term) (holds, decided bool) {
	now := x.SymbolicAt(p, cond)
	return now.IsTrue(), now.IsConst()
}

// EntryRegion is the entry region of the first test in this activation that counts, or nil.
func (x *Explorer) EntryRegion() *region.Node {
	x.Update()
	var found *region.Node
	x.Graph.Entry().Root.EachLeaf(func(n *region.Node) {
		for _, s := range x.index[n] {
			if found == nil && s.Path == x.Activation.Entry() {
				found = n
			}
		}
	})
	return found
}

// StartsIn reports whether a test of this question starts in the entry region n.
func (x *Explorer) StartsIn(n *region.Node) bool {
	x.Update()
	for _, s := range x.index[n] {
		if s.Path == x.Activation.Entry() {
			return true
		}
	}
	return false
}

// Known answers the question if the graph and the forest do as they are: no region is split, only
// tests are run that start where the graph does not exclude them. Edges may go that the first
// abstraction makes impossible, and absences that were assumed may be taken back.
func (x *Explorer) Known() (Result, bool) {
	for x.engine.Stopped() == "" {
		if x.Update(); x.fulfilled != nil {
			return Result{Kind: Must, State: x.fulfilled}, true
		}
		t := x.orderedTrace()
		if t.frontier != nil {
			return Result{}, false
		}
		done, result := x.enter(t.entries)
		if done && (result.Kind != NotMay || !x.engine.Calls.Settle(x)) {
			return result, result.Kind == NotMay
		}
	}
	return Result{}, false
}

// StatesIn lists the states of tests in a region that count, as of the latest Update.
func (x *Explorer) StatesIn(n *region.Node) []*concolic.State { return x.index[n] }

// Fulfilled is the state of a test that answers the question by yes, as of the latest Update; nil: there is none.
func (x *Explorer) Fulfilled() *concolic.State { return x.fulfilled }

// Block notes that the path to the question contradicts the literals of an entry region.
func (x *Explorer) Block(n *region.Node) { x.blocked.why[n] = Blocked{Literals: n.Literals()} }
