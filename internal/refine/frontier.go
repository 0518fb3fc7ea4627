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
	// next leads from each region seen towards the target.
	next map[*region.Node]abstractStep
}

// abstractStep is a step of an abstract trace: along an edge to a region.
type abstractStep struct {
	edge region.Edge
	to   *region.Node
}

// orderedTrace looks for an abstract path to the target, backwards and breadth first; the first region
// with a test on it gives an ordered abstract trace: the path from the entry to that
// test is concrete, what follows is unvisited. Of frontiers over calls the one that had the least effort
// is taken. Edges on the way that the first abstraction makes impossible are removed.
func (x *Explorer) orderedTrace() *trace {
	entry := x.Graph.Entry()
	seen := map[*region.Node]bool{x.Graph.Target: true}
	queue := []*region.Node{x.Graph.Target}
	next := map[*region.Node]abstractStep{}
	var found *frontier
	least := 0
	var entries []*region.Node
	for len(queue) > 0 && (found == nil || least > 0) {
		t := queue[0]
		queue = queue[1:]
		if t.Location == entry {
			entries = append(entries, t)
		}
		x.Graph.Predecessors(t, func(s *region.Node, e region.Edge) {
			if found != nil && least == 0 || seen[s] {
				return
			}
			if x.impossible(s, e, t) {
				return
			}
			if len(x.index[s]) > 0 {
				f := frontier{s, t, e}
				if _, gaveUp := x.givenUp[f]; !gaveUp {
					if spent := x.spent(e); found == nil || spent < least {
						found, least = &f, spent
					}
				}
				return
			}
			seen[s] = true
			next[s] = abstractStep{e, t}
			queue = append(queue, s)
		})
	}
	return &trace{found, entries, next}
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
		if _, gaveUp := x.givenUp[f]; gaveUp {
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
			x.blocked[n] = b
			x.blockedOrder = append(x.blockedOrder, n)
		default:
			x.giveUp(f, Step{Reason: verdict.SolverGaveUp, Detail: answer.Reason})
		}
	}
	if len(x.givenUp) > 0 {
		return true, Result{Kind: Unknown, Reason: x.firstGivenUp.Reason, Detail: x.firstGivenUp.Detail}
	}
	result = Result{Kind: NotMay}
	reach := x.Graph.CanReachTarget()
	for _, n := range x.blockedOrder {
		relevant := false
		n.EachLeaf(func(leaf *region.Node) { relevant = relevant || reach[leaf] })
		if relevant {
			result.Blocked = append(result.Blocked, x.blocked[n])
		}
	}
	return true, result
}

// IsBlocked reports whether no test can start in an entry region.
func (x *Explorer) IsBlocked(n *region.Node) bool {
	for ; n != nil; n = n.Parent {
		if _, ok := x.blocked[n]; ok {
			return true
		}
	}
	return false
}
