package refine

import (
	"fmt"
	"slices"

	"yogi/internal/concolic"
	"yogi/internal/ir"
	"yogi/internal/query"
	"yogi/internal/region"
	"yogi/internal/solver"
	"yogi/internal/source"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// This file runs tests on the paths of a question.

// AskAt poses a query about the state at p, given its path and all frames.
func (x *tests) AskAt(p *concolic.Path, assume []*term.Term, label string) query.PathAnswer {
	return x.engine.AskNear(p, x.Basis(p), x.PathConstraint(p), assume, label)
}

// RunModel runs the test that an answer about the constraint of p gives.
func (x *tests) RunModel(p *concolic.Path, answer query.PathAnswer) error {
	_, err := x.engine.Forest.RunTest(x.engine.Forest.PlanFor(p, answer, x.Basis(p)))
	x.Update()
	return err
}

// RunTest runs the test that an answer about the path to p and the demands gives and expects it to
// visit region t.
func (x *tests) RunTest(p *concolic.Path, answer query.PathAnswer, t *region.Node, demands []*term.Term) Step {
	return x.runPlan(x.engine.Forest.PlanFor(p, answer, x.Basis(p)), t, demands)
}

// goOn looks for a test along a path to region t, where what q assumes holds: a repair of one that is on the way, or a
// model of the solver's. q is about the path that the test is on. The answer is invalid where a repair did it; else the
// step is what came of a model, if there is one.
func (x *tests) goOn(from basis, along *concolic.Path, t *region.Node, q query.Query) (Step, solver.Answer) {
	e := x.engine
	if from.isTest {
		if plan := e.Forest.Repair(from.plan, along, q.Path, q.Assume); plan != nil {
			plan.Length = along.Depth
			if step := x.runPlan(plan, t, q.Assume); step.Progress {
				e.Stats.ByKind["frontiers passed without the solver"]++
				return step, solver.Answer{}
			}
		}
	}
	q.Near = e.Forest.Near(from.path, from.plan, q.Assume)
	answer := e.queries.Ask(q)
	if answer.Status == solver.Sat {
		return x.RunTest(along, answer, t, q.Assume), answer.Answer
	}
	return Step{}, answer.Answer
}

// basis is what a new test begins as.
type basis struct {
	plan   *concolic.Plan
	path   *concolic.Path // that it is on
	isTest bool           // it gets to the end of that path; else it may be some start of the program
}

// basisAt is the test at a state.
func (x *tests) basisAt(s *concolic.State) basis {
	return basis{plan: x.engine.Forest.PlanOf(s.Test), path: s.Path, isTest: true}
}

// onTheWay is a test at the end of a path, or what there is before.
func (x *tests) onTheWay(p *concolic.Path) basis {
	if len(p.States) > 0 {
		return x.basisAt(p.States[0])
	}
	return basis{plan: x.Basis(p), path: p}
}

// runPlan runs a test that meets the demands and expects it to visit region t.
func (x *tests) runPlan(plan *concolic.Plan, t *region.Node, demands []*term.Term) Step {
	plan.Keep = slices.Concat(x.context, x.frame, demands)
	end, err := x.engine.Forest.RunTest(plan)
	if err != nil {
		return Step{Reason: verdict.SolverGaveUp, Detail: err.Error()}
	}
	x.Update()
	if len(x.index[t]) == 0 && x.fulfilled == nil {
		// A run is cut off where it is when the search has to stop.
		if reason := x.engine.Stopped(); reason != "" {
			return Step{Reason: reason, Detail: "a test was cut off"}
		}
		x.engine.Stats.ByKind["test missed its region"]++
		if pos, ok := quantifiedCondition(end.Path); ok {
			return Step{Reason: verdict.SolverGaveUp, Detail: fmt.Sprintf("%s: no test was found that meets the quantified condition", pos)}
		}
		if plan.Functions.Deviates() {
			return Step{Reason: verdict.SolverGaveUp, Detail: "a value of a function that the test deviates in changed the way there"}
		}
		if x.engine.queries.Axiomatised() {
			return Step{Reason: verdict.SolverGaveUp, Detail: "no values of functions were found that the axioms allow and that lead there"}
		}
		return Step{Reason: verdict.Internal, Detail: fmt.Sprintf("the test for region %d of %s ended in block %d of %s", t.ID, x.Graph.Function.Name, end.Path.Location, end.Path.Activation.Function.Name)}
	}
	return Step{Progress: true}
}

// Basis is the plan of a test that counts and is on the path p, as far along as there is one; else some
// start of the program.
func (x *tests) Basis(p *concolic.Path) *concolic.Plan {
	for ; p != nil; p = p.Parent {
		y := x.inActivation(p.Activation)
		if y == nil {
			continue
		}
		for _, s := range p.States {
			if y.caller(s).counts {
				return x.engine.Forest.PlanOf(s.Test)
			}
		}
	}
	return x.engine.Forest.Origin()
}

// inActivation has the tests of the innermost question about an activation, of this one and those in which it arose;
// nil: none of them is about it.
func (x *tests) inActivation(a *concolic.Activation) *tests {
	for x.Activation != a {
		if x.Outer == nil {
			return nil
		}
		x = &x.Outer.tests
	}
	return x
}

// quantifiedCondition is where the latest condition on a path is that the solver is told of by its
// instances alone, if there is one: it can lead a test elsewhere than where it was made for.
func quantifiedCondition(p *concolic.Path) (source.Pos, bool) {
	for ; p != nil; p = p.Previous {
		if p.Location < 0 {
			continue
		}
		block := p.Activation.Function.Blocks[p.Location]
		for _, i := range block.Instructions {
			if a, ok := i.(*ir.Assume); ok && a.Cond.HasQuantifier() {
				return a.Pos, true
			}
		}
		if g, ok := block.Terminator.(*ir.Goto); ok && slices.ContainsFunc(g.Targets, func(t ir.Target) bool { return t.Guard.HasQuantifier() }) {
			return g.Pos, true
		}
	}
	return source.Pos{}, false
}
