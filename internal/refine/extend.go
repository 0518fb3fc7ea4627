package refine

import (
	"fmt"
	"slices"

	"yogi/internal/bug"
	"yogi/internal/concolic"
	"yogi/internal/feature"
	"yogi/internal/ir"
	"yogi/internal/query"
	"yogi/internal/region"
	"yogi/internal/solver"
	"yogi/internal/source"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// Step is the outcome of one attempt at a frontier.
type Step struct {
	Progress bool
	PutOff   bool           // not now
	Reason   verdict.Reason // why not
	Detail   string
}

// extend tries to extend the frontier by a test, or refutes it (ExtendFrontier, DASH Fig. 10 and 14).
func (x *Explorer) extend(f frontier) Step {
	at := x.index[f.from][0]
	if !x.engine.Options.Features.Has(feature.SymbolicStates) {
		at.Path.Forget()
	}
	block := x.Graph.Function.Blocks[f.edge.Block]
	if block.Call() != nil {
		return x.engine.Calls.Cross(x, at, f.from, f.to, f.edge)
	}
	e := x.engine
	m := concolic.Move{Kind: concolic.StepMove, Target: f.edge.Target}
	if f.to.Location.Index == verdict.ExitLocation {
		m = concolic.Move{Kind: concolic.ExitMove}
	}
	next := at.Path.Child(m)
	var demands []Demand
	var assume []*term.Term
	for _, c := range e.Forest.Conditions(next) {
		demands = append(demands, Demand{Index: c.Index, Term: ConditionOf(block, c.Index, f.edge.Target)})
		assume = append(assume, c.Term)
	}
	for _, literal := range f.to.Literals() {
		demands = append(demands, Demand{Index: len(block.Instructions) + 1, Term: literal})
		assume = append(assume, e.Forest.SymbolicValue(next, literal, x.rigid))
	}
	path := append(x.constraint(at.Path), x.frame...)
	if plan := e.Forest.Repair(e.Forest.PlanOf(at.Test), next, path, assume); plan != nil {
		plan.Length = next.Depth
		if step := x.runPlan(plan, f.to, assume); step.Progress {
			e.Stats.ByKind["frontiers passed without the solver"]++
			return step
		}
	}
	answer := e.AskNear(at.Path, e.Forest.PlanOf(at.Test), path, assume, x.Label("extend"))
	switch answer.Status {
	case solver.Sat:
		return x.RunTest(next, answer, f.to, assume)
	case solver.Unsat:
		core := make([]Demand, 0, len(answer.Core))
		for _, i := range answer.Core {
			core = append(core, demands[i])
		}
		return x.refute(f, at, core, demands)
	case solver.Unknown:
		return Step{Reason: verdict.SolverGaveUp, Detail: answer.Reason}
	}
	bug.Errorf("solver answered %v", answer.Status)
	return Step{}
}

// constraint is the path constraint of p with the frames of the outer questions.
func (x *Explorer) constraint(p *concolic.Path) []*term.Term {
	return append(x.engine.Forest.Constraint(p), x.context...)
}

// RunTest runs the test that an answer about the path to p and the demands gives and expects it to
// visit region t.
func (x *Explorer) RunTest(p *concolic.Path, answer query.PathAnswer, t *region.Node, demands []*term.Term) Step {
	return x.runPlan(x.engine.Forest.PlanFor(p, answer, x.Basis(p)), t, demands)
}

// Basis is the plan of a test that counts and is on the path p, as far along as there is one; else some
// start of the program.
func (x *Explorer) Basis(p *concolic.Path) *concolic.Plan {
	for ; p != nil; p = p.Parent {
		y := x
		for y != nil && y.Activation != p.Activation {
			y = y.Outer
		}
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

// runPlan runs a test that meets the demands and expects it to visit region t.
func (x *Explorer) runPlan(plan *concolic.Plan, t *region.Node, demands []*term.Term) Step {
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
