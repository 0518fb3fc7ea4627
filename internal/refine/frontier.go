package refine

import (
	"yogi/internal/concolic"
	"yogi/internal/query"
	"yogi/internal/region"
	"yogi/internal/solver"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// This file chooses the frontier that is worked on, and looks whether tests can start at all where the target may be
// reached.

// frontiers has the frontiers of a question, and which of them is next.
type frontiers struct {
	splitter
	steps   substitution // what is impossible on the way back from the target
	givenUp givenUp
	blocked blockedEntries
	walk    *region.Backward // of eachFrontier, with its queue
	queue   []*region.Node
	// firstIteration is how many iterations the engine had made when work on the question began.
	firstIteration int
}

// frontier is an abstract edge from a region with tests to one without.
type frontier struct {
	from, to *region.Node
	edge     region.Edge
}

// trace is the end of an ordered abstract trace (DASH section 4.1): from its frontier to the target. The beginning is
// the path of a test.
type trace struct {
	frontier *frontier // nil: there is none that was not given up
	// entries are the unvisited entry regions from which the target may be reached, if there is no frontier.
	entries []*region.Node
	// walk has the step of each region seen towards the target.
	walk *region.Backward
}

// orderedTrace looks for an abstract path to the target that begins on the path of a test: from the entry to its
// frontier it is concrete, what follows is unvisited. eachFrontier says which there are, byEffort which one is taken.
func (x *frontiers) orderedTrace() *trace {
	var chosen byEffort
	entries := x.eachFrontier(func(f frontier) (enough bool) { return chosen.consider(f, x.spent(f.edge)) })
	return &trace{frontier: chosen.frontier, entries: entries, walk: x.walk}
}

// byEffort is the order of frontiers: of those with the least effort the first that is considered. A frontier over no
// call has had none (effort.go), so it goes before all calls into questions that were put off.
type byEffort struct {
	frontier *frontier // the best so far; nil: none was considered
	effort   int
}

// consider takes a frontier if it is better than those before, and says whether none can be better.
func (c *byEffort) consider(f frontier, effort int) (enough bool) {
	if c.frontier == nil || effort < c.effort {
		best := f
		c.frontier, c.effort = &best, effort
	}
	return c.effort == 0
}

// eachFrontier visits the frontiers from which abstract paths through unvisited regions lead to the target and that
// were not given up, the nearest to the target first (backwards and breadth first), until visit says that it is enough.
// It lists the unvisited entry regions that it came to. Edges on the way that the first abstraction makes impossible
// are removed. The walk has the steps from each frontier to the target.
func (x *frontiers) eachFrontier(visit func(frontier) (enough bool)) (entries []*region.Node) {
	entry := x.Graph.Entry()
	x.walk.Start()
	x.queue = append(x.queue[:0], x.Graph.Target)
	enough := false
	for i := 0; i < len(x.queue) && !enough; i++ {
		t := x.queue[i]
		if t.Location == entry {
			entries = append(entries, t)
		}
		x.walk.Before(t, func(s *region.Node, e region.Edge) bool {
			if x.steps.impossible(s, e, t) {
				return false
			}
			if len(x.index[s]) == 0 {
				x.walk.Reach(s, region.Step{Edge: e, To: t})
				x.queue = append(x.queue, s)
				return false
			}
			if f := (frontier{s, t, e}); !x.givenUp.has(f) {
				enough = visit(f)
			}
			return enough
		})
	}
	return entries
}

// stateAt is the state of a test from which a frontier is extended: the first that the index has of its region.
func (x *frontiers) stateAt(f frontier) *concolic.State { return x.index[f.from][0] }

// enter handles the frontier before the entry: can a run on the path to this activation start in one of
// the given regions? When none can, the question is answered.
func (x *frontiers) enter(entries []*region.Node) (done bool, result Result) {
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
			assume = append(assume, x.SymbolicAt(entry, literal))
		}
		step, answer := x.goOn(x.onTheWay(entry), entry, n, query.Query{
			Path: x.constraint(entry), Assume: assume, Label: x.Label("enter"),
		})
		switch answer.Status {
		case solver.Invalid, solver.Sat:
			if !step.Progress {
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

// giveUp leaves a frontier alone from now on. The first reason is the question's.
func (x *frontiers) giveUp(f frontier, step Step) {
	x.givenUp.add(f, step)
	x.engine.Stats.ByKind["given up: "+string(step.Reason)]++
}

// IsBlocked reports whether no test can start in an entry region.
func (x *frontiers) IsBlocked(n *region.Node) bool { return x.blocked.has(n) }

// Block notes that the path to the question contradicts the literals of an entry region.
func (x *frontiers) Block(n *region.Node) { x.blocked.why[n] = Blocked{Literals: n.Literals()} }

// givenUp are the frontiers that are left alone. The first reason is the question's.
type givenUp struct {
	frontiers map[frontier]bool
	first     Step
}

func (g *givenUp) has(f frontier) bool { return g.frontiers[f] }

func (g *givenUp) add(f frontier, step Step) {
	if len(g.frontiers) == 0 {
		g.first = step
	}
	g.frontiers[f] = true
}

// blockedEntries are the entry regions in which no test can start, and why. Those that the search has
// found itself are reported, in the order in which they were found.
type blockedEntries struct {
	why   map[*region.Node]Blocked
	found []*region.Node
}

// has says that no test can start in a region, which may be a part of one that is known.
func (b *blockedEntries) has(n *region.Node) bool {
	for ; n != nil; n = n.Parent {
		if _, ok := b.why[n]; ok {
			return true
		}
	}
	return false
}

func (b *blockedEntries) add(n *region.Node, why Blocked) {
	b.why[n] = why
	b.found = append(b.found, n)
}

// relevant are those found of which some part can still reach the target.
func (b *blockedEntries) relevant(reach map[*region.Node]bool) []Blocked {
	var out []Blocked
	for _, n := range b.found {
		relevant := false
		n.EachLeaf(func(leaf *region.Node) { relevant = relevant || reach[leaf] })
		if relevant {
			out = append(out, b.why[n])
		}
	}
	return out
}
