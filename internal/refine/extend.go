package refine

import (
	"yogi/internal/bug"
	"yogi/internal/concolic"
	"yogi/internal/feature"
	"yogi/internal/query"
	"yogi/internal/solver"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// Step is the outcome of one attempt at a frontier.
type Step struct {
	Progress bool
	PutOff   bool           // not now: a question about the callee was put off
	Reason   verdict.Reason // why not
	Detail   string
}

// extend tries to extend the frontier by a test, or refutes it (ExtendFrontier, DASH Fig. 10 and 14).
func (x *Explorer) extend(f frontier) Step {
	at := x.stateAt(f)
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
		assume = append(assume, x.SymbolicAt(next, literal))
	}
	step, answer := x.goOn(x.basisAt(at), next, f.to, query.Query{
		Path: x.PathConstraint(at.Path), Assume: assume, Label: x.Label("extend"),
	})
	switch answer.Status {
	case solver.Invalid, solver.Sat:
		return step
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
