package region

import (
	"math/bits"
	"slices"
)

// Backward is a walk over the abstract edges of a graph from its target backwards. One that is started again keeps
// what it has allocated, so a walk costs what it visits, whatever the size of the graph: the search begins one in each
// of its iterations.
type Backward struct {
	graph *Graph
	round uint32
	// Of the region with an ID: the round in which it was reached, and the step that leads on from it.
	reached []uint32
	steps   []Step
	// Of the location with a number: the regions that were reached in the round, by their slots.
	locations []reachedSlots
	found     []*Node
}

// Step is a step of an abstract path: along an edge to a region.
type Step struct {
	Edge Edge
	To   *Node
}

type reachedSlots struct {
	round uint32
	slots []uint64
}

// NewBackward returns a walk over g that has not begun.
func NewBackward(g *Graph) *Backward {
	return &Backward{graph: g, locations: make([]reachedSlots, len(g.Locations))}
}

// Start begins a new walk: only the target is reached.
func (w *Backward) Start() {
	w.round++
	if w.locations == nil {
		w.locations = make([]reachedSlots, len(w.graph.Locations))
	}
	if missing := w.graph.regions - len(w.reached); missing > 0 {
		w.reached = append(w.reached, make([]uint32, missing)...)
		w.steps = append(w.steps, make([]Step, missing)...)
	}
	w.mark(w.graph.Target)
}

// Reach notes that a region is reached, and how the walk came there. The graph has not been split since Start.
func (w *Backward) Reach(n *Node, step Step) {
	w.mark(n)
	w.steps[n.ID] = step
}

// Step is the step that leads from a region that was reached, other than the target, towards the target.
func (w *Backward) Step(n *Node) Step { return w.steps[n.ID] }

func (w *Backward) mark(n *Node) {
	w.reached[n.ID] = w.round
	at := &w.locations[n.Location.number]
	if at.round != w.round {
		at.round = w.round
		clear(at.slots)
	}
	at.slots = withBit(at.slots, n.slot)
}

// Before visits the regions that lead to region t and that are not reached yet, with the edges that do, until visit
// says that it is enough: for each control-flow edge in the order of the split tree.
func (w *Backward) Before(t *Node, visit func(s *Node, e Edge) (enough bool)) {
	for _, in := range t.Location.in {
		w.found = w.unreached(w.found[:0], in.from, in.absences.columns[t.slot])
		for _, s := range w.found {
			if visit(s, in.edge) {
				return
			}
		}
	}
}

// unreached adds the regions of a location that are not reached and whose bit in a column of absences is not set.
func (w *Backward) unreached(found []*Node, l *Location, absent []uint64) []*Node {
	var reached []uint64
	if at := w.locations[l.number]; at.round == w.round {
		reached = at.slots
	}
	for i := 0; i<<6 < l.Leaves; i++ {
		open := ^uint64(0)
		if rest := l.Leaves - i<<6; rest < 64 {
			open = 1<<rest - 1
		}
		if i < len(absent) {
			open &^= absent[i]
		}
		if i < len(reached) {
			open &^= reached[i]
		}
		for ; open != 0; open &= open - 1 {
			found = append(found, l.slots[i<<6+bits.TrailingZeros64(open)])
		}
	}
	if len(found) > 1 {
		slices.SortFunc(found, func(x, y *Node) int {
			if x.rank < y.rank {
				return -1
			}
			return 1
		})
	}
	return found
}

// Ranks order the regions of a location as its split tree does. A region that is added behind another gets the middle
// between the ranks on both sides; where there is none left, all get new ones.
const lastRank = 1 << 62

// rankBehind gives a region its rank, which stands behind one in the list.
func (l *Location) rankBehind(n *Node) {
	next := uint64(lastRank)
	if n.after != nil {
		next = n.after.rank
	}
	before := n.before.rank
	if n.rank = before + (next-before)/2; n.rank > before {
		return
	}
	rank, gap := uint64(0), uint64(lastRank)/uint64(l.Leaves+1)
	for n := l.first; n != nil; n = n.after {
		n.rank = rank
		rank += gap
	}
}
