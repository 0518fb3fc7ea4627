package interproc

import (
	"yogi/internal/refine"
	"yogi/internal/region"
	"yogi/internal/solver"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// Recursion. When a question arises inside work on the same question, for an entry region that is being
// asked about, it is not started again: the answer is assumed to be no, the edge that leads through the
// call is removed and remembers what it relies on (region.Use). That is induction on the depth of the
// recursion: a shortest run that contradicts the answer contains no shorter one.
//
// The assumption is discharged when the question ends: the entry regions relied on must be among those
// that the finished graph excludes. Whatever relies on anything else is retracted, and, as that may
// bring back other edges, so on until nothing changes: what remains is a set of claims that support one
// another, which is what the certificate says and certify checks.

// inProgress reports whether a question about the graph is being worked on.
func (c *checker) inProgress(g *region.Graph) bool {
	for _, x := range c.stack {
		if x.Graph == g {
			return true
		}
	}
	return false
}

// assumeNo answers a question about a graph in progress by assumption, if its entry region is one being
// asked about. Otherwise it says that the question has to be worked on.
func (k *crossing) assumeNo(sub *refine.Explorer) (a answer, answered bool) {
	entered := sub.EntryRegion()
	if entered == nil {
		if step, done := k.testEntry(sub); done {
			return stepDone(step), true
		}
		if entered = sub.EntryRegion(); entered == nil {
			return stepDone(refine.Step{Reason: verdict.Internal, Detail: "no test enters " + k.call.Callee.Name}), true
		}
	}
	if !k.asked(sub.Graph, entered) {
		return answer{}, false
	}
	terms := k.x.Engine().Terms()
	blocked := refine.Blocked{Literals: entered.Literals()}
	inside := k.entryDemand([]refine.Blocked{blocked}, sub.Rigid)
	rho := terms.Not(inside)
	uses := []region.Use{{Graph: sub.Graph, Entries: []*region.Node{entered}, Rigid: sub.Rigid}}
	if !rho.IsFalse() && k.x.HoldsAt(k.at, rho) {
		// The test at hand enters another region than the one found; take the step for that one.
		return answer{}, false
	}
	k.assumed = true
	return answer{rho: rho, uses: uses}, true
}

// testEntry runs a test of the path into the call.
func (k *crossing) testEntry(sub *refine.Explorer) (refine.Step, bool) {
	assume := make([]*term.Term, len(sub.Frame))
	for i, literal := range sub.Frame {
		assume[i] = k.x.SymbolicAt(k.at.Path, literal)
	}
	answer := k.x.AskAt(k.at.Path, assume, "enter "+k.call.Callee.Name)
	if answer.Status != solver.Sat {
		return refine.Step{Reason: verdict.SolverGaveUp, Detail: answer.Reason}, true
	}
	if err := k.x.RunModel(k.at.Path.Enter(), answer); err != nil {
		return refine.Step{Reason: verdict.SolverGaveUp, Detail: err.Error()}, true
	}
	return refine.Step{Progress: true}, k.x.Visited(k.t)
}

// asked reports whether the region is one from which a question in progress starts.
func (c *checker) asked(g *region.Graph, n *region.Node) bool {
	for _, x := range c.stack {
		if x.Graph == g && x.StartsIn(n) {
			return true
		}
	}
	return false
}

// pop ends work on a question that was not answered by no (then Discharge has done this).
func (c *checker) pop() {
	c.stack = c.stack[:len(c.stack)-1]
	if c.assumed && c.options.fault != refine.AssumptionKept {
		c.revalidate(c.open(nil))
	}
}

// Discharge implements refine.Calls.
func (c *checker) Discharge(x *refine.Explorer) bool {
	if !c.assumed || c.options.fault == refine.AssumptionKept {
		return false
	}
	before := x.Graph.Version()
	c.revalidate(c.open(x))
	return x.Graph.Version() != before
}

// open are the graphs that are being worked on, but for the one of finishing, whose answer is about to
// be given.
func (c *checker) open(finishing *refine.Explorer) map[*region.Graph]bool {
	open := map[*region.Graph]bool{}
	for _, x := range c.stack {
		if x != finishing {
			open[x.Graph] = true
		}
	}
	return open
}

// revalidate retracts every absent edge whose uses do not hold. Uses of open graphs still count as
// assumptions.
func (c *checker) revalidate(open map[*region.Graph]bool) {
	for changed := true; changed; {
		changed = false
		for _, g := range c.order {
			n := g.Retract(func(why *region.Absence) bool {
				for _, use := range why.Uses {
					if !open[use.Graph] && !holds(use) {
						return true
					}
				}
				return false
			})
			if n > 0 {
				changed = true
				c.engine.Stats.ByKind["retracted"] += n
			}
		}
	}
	if len(open) == 0 {
		c.assumed = false
	}
}

// Assumed implements refine.Calls.
func (c *checker) Assumed(why *region.Absence) bool {
	for _, use := range why.Uses {
		if !holds(use) {
			return true
		}
	}
	return false
}

func holds(u region.Use) bool {
	for _, n := range u.Entries {
		if !u.Graph.Excluded(n) {
			return false
		}
	}
	return true
}
