package baseline

import (
	"yogi/internal/concolic"
	"yogi/internal/ir"
	"yogi/internal/refine"
	"yogi/internal/solver"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// This file is the baseline DART (SYNERGY section 4): directed testing alone. A test is run; then the last
// branch on its path that has not gone the other way is made to, if the solver finds inputs for that, and so on,
// depth first, until all paths were taken. Nothing prefers paths that lead towards an error.
//
// DART answers that there is no error when it has been through all paths. That is no proof that another can
// check. So the search at frontiers then writes it down as regions; as every feasible path is in the forest, it
// only refutes.

// longestPath is the number of blocks beyond which a path is not taken on: depth first, a loop would be followed for
// ever.
const longestPath = 5000

// branch is a way on from a path that no test has taken.
type branch struct {
	from *concolic.Path
	move concolic.Move
}

// DART is the strategy. It runs tests as they are planned (refine.Options.TestsAsPlanned).
type DART struct{}

// Answer implements refine.Strategy. It takes one path after another, and reports false when all
// are taken and none is an error.
func (DART) Answer(x *refine.Explorer) (refine.Result, bool) {
	e := x.Engine()
	pushed := map[branch]bool{}
	var stack []branch
	start := e.Forest.Origin()
	if start == nil {
		return refine.Result{}, false // no run starts at all, or the solver does not say: the proof will show it
	}
	end, err := e.Forest.RunTest(start)
	skipped := ""
	for err == nil {
		x.Update()
		if x.Fulfilled() != nil {
			return refine.Result{Kind: refine.Must, State: x.Fulfilled()}, true
		}
		x.Check()
		if end != nil {
			stack = append(stack, branchesOff(end.Path, pushed)...)
			end = nil
		}
		if len(stack) == 0 {
			break
		}
		if reason := e.Stopped(); reason != "" {
			return refine.Result{Kind: refine.Unknown, Reason: reason}, true
		}
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		next := b.from.Child(b.move)
		if len(next.States) > 0 {
			continue // another test took it
		}
		if next.Depth > longestPath {
			skipped = "a path is longer than the bound"
			continue
		}
		e.Stats.Iterations++
		var reason string
		if end, reason, err = takeBranch(x, next); reason != "" {
			skipped = reason
		}
	}
	switch {
	case err != nil:
		return refine.Result{Kind: refine.Unknown, Reason: verdict.SolverGaveUp, Detail: err.Error()}, true
	case skipped != "":
		return refine.Result{Kind: refine.Unknown, Reason: verdict.Divergence, Detail: "not all paths were taken: " + skipped}, true
	}
	e.Stats.ByKind["paths exhausted"]++
	return refine.Result{}, false
}

// branchesOff lists the ways off the path to p that no test has taken and that are not listed yet, the last ones
// last.
func branchesOff(p *concolic.Path, pushed map[branch]bool) []branch {
	var out []branch
	add := func(p *concolic.Path, m concolic.Move) {
		b := branch{p, m}
		if !pushed[b] {
			pushed[b] = true
			if c := p.Known(m); c == nil || len(c.States) == 0 {
				out = append(out, b)
			}
		}
	}
	path := append([]*concolic.Path{p.Root()}, p.Steps()...)
	for _, q := range path {
		if q.Location == verdict.ExitLocation {
			continue
		}
		block := q.Activation.Function.Blocks[q.Location]
		if block.Call() != nil {
			continue // there is one way
		}
		switch t := block.Terminator.(type) {
		case *ir.Goto:
			for i := range t.Targets {
				add(q, concolic.Move{Kind: concolic.StepMove, Target: i})
			}
		case *ir.Return:
			if q.Activation.Call != nil { // the end of the program is no step
				add(q, concolic.Move{Kind: concolic.ExitMove})
			}
		case *ir.Error, *ir.Unsupported:
			add(q, concolic.Move{Kind: concolic.ExitMove}) // not taken if an assumption blocked the test
		}
	}
	return out
}

// takeBranch runs a test along a path, if there is one. reason says why that is not known.
func takeBranch(x *refine.Explorer, next *concolic.Path) (end *concolic.State, reason string, err error) {
	f, before := x.Engine().Forest, next.Parent
	return askBranch(x, next, f.Constraint(before), branchConditions(f, next))
}

// branchConditions are those of the last step of a path.
func branchConditions(f *concolic.Forest, next *concolic.Path) []*term.Term {
	var out []*term.Term
	for _, c := range f.Conditions(next) {
		out = append(out, c.Term)
	}
	return out
}

// askBranch runs a test along a path, if there is one that meets the conditions of the path before its last step and
// those of that step as they are given.
func askBranch(x *refine.Explorer, next *concolic.Path, path, assume []*term.Term) (end *concolic.State, reason string, err error) {
	e, before := x.Engine(), next.Parent
	base := e.Forest.PlanOf(before.States[0].Test)
	answer := e.AskNear(before, base, path, assume, x.Label("branch"))
	switch answer.Status {
	case solver.Unsat:
		return nil, "", nil
	case solver.Unknown:
		return nil, answer.Reason, nil
	}
	plan := e.Forest.PlanFor(next, answer, base)
	plan.Keep = branchConditions(e.Forest, next)
	end, err = e.Forest.RunTest(plan)
	if err == nil && len(next.States) == 0 {
		reason = "a test did not take its branch"
	}
	return end, reason, err
}
