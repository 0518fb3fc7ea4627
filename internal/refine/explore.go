package refine

import (
	"fmt"

	"yogi/internal/concolic"
	"yogi/internal/region"
	"yogi/internal/term"
)

// Explorer works on one question.
type Explorer struct {
	Question
	engine *Engine
	classified
	// symbolic values of the rigid symbols and of the frame at the call.
	rigid        map[*term.Term]*term.Term
	frame        []*term.Term
	context      []*term.Term // frames of the outer questions
	givenUp      givenUp
	blocked      blockedEntries
	generalising generalising
	walk         *region.Backward // of orderedTrace, with its queue
	queue        []*region.Node
	began        int    // iterations of the engine when work started
	latest       string // the tactic that ran last
}

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

// frontier is an abstract edge from a region with tests to one without.
type frontier struct {
	from, to *region.Node
	edge     region.Edge
}

// NewExplorer starts work on a question.
func (e *Engine) NewExplorer(q Question) *Explorer {
	e.Stats.Questions++
	x := &Explorer{
		Question: q, engine: e, rigid: map[*term.Term]*term.Term{}, walk: region.NewBackward(q.Graph),
		classified: classified{
			index: map[*region.Node][]*concolic.State{}, version: q.Graph.Version(), callers: map[*concolic.State]*callerInfo{},
		},
		givenUp:      givenUp{frontiers: map[frontier]bool{}},
		blocked:      blockedEntries{why: map[*region.Node]Blocked{}},
		generalising: generalising{leaves: map[int]int{}},
	}
	if q.Outer != nil {
		x.context = append(append(x.context, q.Outer.context...), q.Outer.frame...)
		for sym, t := range q.Rigid {
			x.rigid[sym] = e.Forest.SymbolicValue(q.Activation.Call, t, q.Outer.rigid)
		}
		for _, t := range q.Frame {
			x.frame = append(x.frame, e.Forest.SymbolicValue(q.Activation.Call, t, q.Outer.rigid))
		}
	}
	return x
}

// Engine returns the engine.
func (x *Explorer) Engine() *Engine { return x.engine }

// Label says in a log of queries what is asked in this question.
func (x *Explorer) Label(what string) string {
	return fmt.Sprintf("%s %s/%s", what, x.Graph.Function.Name, x.Graph.Exit)
}
