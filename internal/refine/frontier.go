package refine

import (
	"yogi/internal/region"
	"yogi/internal/solver"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// This file chooses the frontier that is worked on, and looks whether tests can start at all where the target may be
// reached.

// trace is the end of an ordered abstract trace (DASH section 4.1): from its frontier to the target. The beginning is
// the path of a test.
type trace struct {
	frontier *frontier // nil: there is none that was not given up
	// entries are the unvisited entry regions from which the target may be reached, if there is no frontier.
	entries []*region.Node
	// walk has the step of each region seen towards the target.
	walk *region.Backward
}

// orderedTrace looks for an abstract path to the target, backwards and breadth first; the first region
// with a test on it gives an ordered abstract trace: the path from the entry to that
// test is concrete, what follows is unvisited. Of frontiers over calls the one that had the least effort
// is taken. Edges on the way that the first abstraction makes impossible are removed.
func (x *Explorer) orderedTrace() *trace {
	entry := x.Graph.Entry()
	x.walk.Start()
	x.queue = append(x.queue[:0], x.Graph.Target)
	out := &trace{walk: x.walk}
	least := 0
	for i := 0; i < len(x.queue) && (out.frontier == nil || least > 0); i++ {
		t := x.queue[i]
		if t.Location == entry {
			out.entries = append(out.entries, t)
		}
		x.walk.Before(t, func(s *region.Node, e region.Edge) (enough bool) {
			if x.impossible(s, e, t) {
				return false
			}
			if len(x.index[s]) == 0 {
				x.walk.Reach(s, region.Step{Edge: e, To: t})
				x.queue = append(x.queue, s)
				return false
			}
			f := frontier{s, t, e}
			if !x.givenUp.has(f) {
				if spent := x.spent(e); out.frontier == nil || spent < least {
					out.frontier, least = &f, spent
				}
			}
			return out.frontier != nil && least == 0
		})
	}
	return out
}

// enter handles the frontier before the entry: can a run on the path to this activation start in one of
// the given regions? When none can, the question is answered.
func (x *Explorer) enter(entries []*region.Node) (done bool, result Result) {
	e := x.engine
	entry := x.Activation.Entry()
	for _, n := range entries {
		if x.IsBlocked(n) {
			continue
		}
		f := frontier{to: n}
		if x.givenUp.has(f) {
			continue
		}
		assume := append([]*term.Term(nil), x.frame...)
		for _, literal := range n.Literals() {
			assume = append(assume, e.Forest.SymbolicValue(entry, literal, x.rigid))
		}
		answer := e.AskNear(entry, x.Basis(entry), x.constraint(entry), assume, x.Label("enter"))
		switch answer.Status {
		case solver.Sat:
			if step := x.RunTest(entry, answer, n, assume); !step.Progress {
				x.giveUp(f, step)
			}
			return false, Result{}
		case solver.Unsat:
			var b Blocked
			for _, i := range answer.Core {
				if i < len(x.frame) {
					b.Frame = append(b.Frame, x.Frame[i])
				} else {
					b.Literals = append(b.Literals, n.Literals()[i-len(x.frame)])
				}
			}
			x.blocked.add(n, b)
		default:
			x.giveUp(f, Step{Reason: verdict.SolverGaveUp, Detail: answer.Reason})
		}
	}
	if len(x.givenUp.frontiers) > 0 {
		return true, Result{Kind: Unknown, Reason: x.givenUp.first.Reason, Detail: x.givenUp.first.Detail}
	}
	return true, Result{Kind: NotMay, Blocked: x.blocked.relevant(x.Graph.CanReachTarget())}
}

// IsBlocked reports whether no test can start in an entry region.
func (x *Explorer) IsBlocked(n *region.Node) bool { return x.blocked.has(n) }
