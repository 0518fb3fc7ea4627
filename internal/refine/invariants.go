package refine

import (
	"fmt"

	"yogi/internal/ir"
	"yogi/internal/query"
	"yogi/internal/region"
	"yogi/internal/solver"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// The invariants of SMASH (section 4.3) as functions over one question, run after every step with Options.Check: I1 is
// region.Graph.CheckPartition; I2 is checked in package concolic, for each test that is run; I3 to I5 are here as far
// as one function goes, and in package interproc as far as questions rely on one another.

// CheckAbsent checks invariant I3 for the edges of the graph that are absent and were not checked before:
// a solver finds no step along the edge, from a state of the one region to one of the other, given the
// claims that the absence relies on. A step here is what the block says, executed anew over symbols of
// the state before it; what the solver does not decide is left to the checker of certificates.
func (x *Explorer) CheckAbsent() error {
	var wrong error
	for _, l := range x.Graph.Locations {
		l.Root.EachLeaf(func(s *region.Node) {
			s.EachAbsence(func(e region.Edge, to *region.Node, why *region.Absence) {
				if wrong != nil || x.engine.checked[why] {
					return
				}
				x.engine.checked[why] = true
				facts := x.engine.step(x.Graph, s, e, to, why)
				if x.engine.refereed(facts).Status == solver.Sat {
					wrong = fmt.Errorf("a step along the absent edge %v of %s leads from region %d to %d", e, x.Graph.Function.Name, s.ID, to.ID)
				}
			})
		})
	}
	return wrong
}

// refereed asks the referee about an arbitrary state. It is no query of the search.
func (e *Engine) refereed(facts []*term.Term) solver.Answer {
	referee := e.Options.Referee
	if referee == nil {
		referee = e.Solver
	}
	return e.queries.Referee(referee).AskAnywhere(query.Query{Path: facts, Label: "invariant I3"})
}

// step says that a step along an edge leads from s to t, over the symbols of the state before.
func (e *Engine) step(g *region.Graph, s *region.Node, edge region.Edge, t *region.Node, why *region.Absence) []*term.Term {
	facts := append([]*term.Term(nil), s.Literals()...)
	for _, axiom := range e.Program.Axioms {
		if !axiom.HasQuantifier() {
			facts = append(facts, axiom)
		}
	}
	after := map[*term.Term]*term.Term{}
	fresh := func(v *ir.Variable) *term.Term { return e.terms.Fresh("step!"+v.Name, v.Sort) }
	b := g.Function.Blocks[edge.Block]
	if call := b.Call(); call != nil {
		returned := map[*term.Term]*term.Term{}
		for _, v := range call.Callee.Modifies {
			returned[v.Sym] = fresh(v)
			after[v.Sym] = returned[v.Sym]
		}
		for i, v := range call.Callee.Results {
			returned[v.Sym] = fresh(v)
			if i < len(call.Results) && call.Results[i] != nil {
				after[call.Results[i].Sym] = returned[v.Sym]
			}
		}
		for _, use := range why.Uses {
			facts = append(facts, e.claimed(use, call, returned))
		}
	} else {
		for _, instruction := range b.Instructions {
			switch i := instruction.(type) {
			case *ir.Assign:
				after[i.Dst.Sym] = e.terms.Substitute(i.Src, after)
			case *ir.Assume:
				facts = append(facts, e.terms.Substitute(i.Cond, after))
			case *ir.Havoc:
				after[i.Dst.Sym] = fresh(i.Dst)
			}
		}
	}
	if jump, ok := b.Terminator.(*ir.Goto); ok && edge.Target != verdict.CalleeFails {
		facts = append(facts, e.terms.Substitute(jump.Targets[edge.Target].Guard, after))
	}
	for _, literal := range t.Literals() {
		facts = append(facts, e.terms.Substitute(literal, after))
	}
	return facts
}

// claimed is the claim of a use about one call: if the callee starts in one of the entry regions, it does
// not leave through the graph's exit in its Post.
func (e *Engine) claimed(use region.Use, call *ir.Call, returned map[*term.Term]*term.Term) *term.Term {
	callee := use.Graph.Function
	entered, left := map[*term.Term]*term.Term{}, map[*term.Term]*term.Term{}
	for _, v := range callee.Variables() {
		entered[v.Sym] = e.terms.Fresh("step!"+v.Name, v.Sort)
	}
	for i, v := range callee.Params {
		entered[v.Sym] = call.Args[i]
	}
	for sym, t := range returned {
		left[sym] = t
	}
	for sym, t := range use.Rigid {
		entered[sym], left[sym] = t, t
	}
	var regions []*term.Term
	for _, n := range use.Entries {
		regions = append(regions, e.terms.Substitute(e.terms.And(n.Literals()...), entered))
	}
	fulfilled := e.terms.True()
	if use.Graph.Exit == verdict.ReturnExit {
		fulfilled = e.terms.Substitute(use.Graph.Post, left)
	}
	return e.terms.Implies(e.terms.Or(regions...), e.terms.Not(fulfilled))
}

// CheckNotMay checks invariant I4 on the tests, before the question is answered by no: none fulfils it,
// and none starts in an entry region from which the graph still has a path to the target.
func (x *tests) CheckNotMay() error {
	if x.fulfilled != nil {
		return fmt.Errorf("test %d fulfils the question about %s that is answered by no", x.fulfilled.Test, x.Graph.Function.Name)
	}
	var wrong error
	x.Graph.Entry().Root.EachLeaf(func(n *region.Node) {
		for _, s := range x.index[n] {
			if s.Path == x.Activation.Entry() && !x.Graph.Excluded(n) {
				wrong = fmt.Errorf("test %d starts in entry region %d of %s, which may reach the target", s.Test, n.ID, x.Graph.Function.Name)
			}
		}
	})
	return wrong
}

// CheckMust checks invariant I5 for the test that answers the question by yes: it starts where the
// question's tests start, leaves through the exit in Post, and all its states between are of one
// activation.
func (x *tests) CheckMust() error {
	s := x.fulfilled
	if s.Path.Location != verdict.ExitLocation || s.Path.Exit != x.Graph.Exit || x.regionOf(s) != x.Graph.Target {
		return fmt.Errorf("test %d is said to fulfil the question about %s and is elsewhere", s.Test, x.Graph.Function.Name)
	}
	if !x.caller(s).counts {
		return fmt.Errorf("test %d does not meet the frame of the question about %s", s.Test, x.Graph.Function.Name)
	}
	for ; s.Previous != nil; s = s.Previous {
		if s.Path.Activation != x.Activation || s.Test < 1 || s.Previous.Path != s.Path.Previous {
			return fmt.Errorf("test %d leaves the activation of %s on its way", s.Test, x.Graph.Function.Name)
		}
	}
	if s.Path != x.Activation.Entry() {
		return fmt.Errorf("test %d does not start at the entry of %s", s.Test, x.Graph.Function.Name)
	}
	return nil
}
