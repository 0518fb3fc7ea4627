// Package region holds the may side of a question: an abstraction of one function that covers every
// step the function can make.
//
// At each location a split tree partitions all states into regions; between regions there are abstract
// edges, one for each control-flow edge, except those proved absent. A graph starts as the control-flow
// graph and is refined by Split and Remove. Which of its edges is the next frontier is chosen in
// package refine (frontier.go), which knows the tests.
//
// Invariant (I3 of SMASH, the soundness of N_e): if edge e is absent between regions S and T then no step
// along e leads from a state of S to a state of T, given the claims that the absence names in Uses.
package region

import (
	"maps"

	"yogi/internal/bug"
	"yogi/internal/ir"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// Edge is a control-flow edge: target index Target of block Block (0 for a terminator without targets,
// verdict.CalleeFails for the error exit of a call block).
type Edge struct {
	Block, Target int
}

// Graph is the abstraction of Function for the question whether it leaves through Exit in Post.
type Graph struct {
	Function *ir.Function
	Exit     verdict.Exit
	Post     *term.Term
	Rigid    []*term.Term
	// Target is the region of the exit location that the question is about.
	Target    *Node
	Locations map[int]*Location // by block index, and verdict.ExitLocation
	absences  map[Edge]*absences
	terms     *term.Builder
	regions   int
	version   int
	reachable map[*Node]bool // cache of CanReachTarget for version
	cachedFor int
	relying   []reliance
	watcher   Watcher // nil: nobody watches
}

// Watcher is told of the changes of a graph after they were made. It changes nothing.
type Watcher interface {
	Split(g *Graph, s *Node)
	Removed(g *Graph, s *Node, e Edge, to *Node)
	Retracted(g *Graph, edges int)
}

// Watch tells a watcher of the changes from now on.
func (g *Graph) Watch(w Watcher) { g.watcher = w }

// reliance is an absence with uses, and where it was recorded.
type reliance struct {
	from *Node
	edge Edge
	to   *Node
	why  *Absence
}

// Location is a block boundary with its partition.
type Location struct {
	Index int
	Root  *Node
	// In are the control-flow edges that lead here.
	In []Edge
	// Leaves is the number of regions here.
	Leaves int
	// InitialLeaves is the number of regions here in the first abstraction.
	InitialLeaves int
	first         *Node    // of the regions, in the order of the split tree
	in            []inEdge // the edges of In, with what a walk needs of each
	slots         []*Node  // the regions by their slots
	number        int      // among the locations of the graph
}

// inEdge is a control-flow edge with the location that it comes from and where it is absent.
type inEdge struct {
	edge     Edge
	from     *Location
	absences *absences
}

// Node is a node of a split tree: an inner node has Pred, Yes and No; a leaf is a region. The states of
// a node satisfy its Literals.
type Node struct {
	ID       int
	Location *Location
	Pred     *term.Term
	Yes, No  *Node
	Parent   *Node
	depth    int
	// For leaves: the place among the regions of the location, the neighbours in the order of the tree, and
	// the reasons for absent edges.
	slot          int
	rank          uint64 // grows with the place in the order of the tree
	before, after *Node
	absent        map[Edge]map[*Node]*Absence
	literals      []*term.Term
	obligations   []*term.Term
	initial       *Node // the region of the first abstraction that this one is a part of
}

// Absence is the reason that an edge is gone.
type Absence struct {
	Uses []Use
}

// Use is a reliance on the claim of another graph (or this one): that the states of its entry
// regions Entries cannot reach its target. Rigid gives the graph's rigid symbols as terms over the state before
// the call.
type Use struct {
	Graph   *Graph
	Entries []*Node
	Rigid   map[*term.Term]*term.Term
}

// New returns the coarsest abstraction: one region a location, and at the exit the regions Post and
// not Post.
func New(terms *term.Builder, f *ir.Function, exit verdict.Exit, post *term.Term, rigid []*term.Term) *Graph {
	g := &Graph{Function: f, Exit: exit, Post: post, Rigid: rigid, terms: terms, Locations: map[int]*Location{}, absences: map[Edge]*absences{}, version: 1}
	for _, b := range f.Blocks {
		g.addLocation(b.Index)
	}
	g.addLocation(verdict.ExitLocation)
	for _, b := range f.Blocks {
		for _, e := range g.OutOf(b) {
			l := g.To(e)
			l.In = append(l.In, e)
			g.absences[e] = &absences{columns: make([][]uint64, 1)}
			l.in = append(l.in, inEdge{e, g.Locations[b.Index], g.absences[e]})
		}
	}
	exitLocation := g.Locations[verdict.ExitLocation]
	g.Target = exitLocation.Root
	if exit == verdict.ReturnExit {
		yes, _ := g.split(exitLocation.Root, post)
		g.Target = yes
	}
	return g
}

func (g *Graph) addLocation(index int) {
	l := &Location{Index: index, Leaves: 1, InitialLeaves: 1}
	l.Root = g.leaf(l, nil)
	l.first, l.slots, l.number = l.Root, []*Node{l.Root}, len(g.Locations)
	g.Locations[index] = l
}

func (g *Graph) leaf(l *Location, parent *Node) *Node {
	n := &Node{ID: g.regions, Location: l, Parent: parent, absent: map[Edge]map[*Node]*Absence{}}
	if parent != nil {
		n.depth = parent.depth + 1
	}
	g.regions++
	return n
}

// OutOf lists the control-flow edges out of a block that the graph's question is about.
func (g *Graph) OutOf(b *ir.Block) []Edge {
	var out []Edge
	if call := b.Call(); call != nil {
		if call.Callee.CanReturn {
			out = append(out, Edge{b.Index, 0})
		}
		if g.Exit == verdict.ErrorExit && (call.Callee.CanError || call.Callee.ContainsUnsupported) {
			out = append(out, Edge{b.Index, verdict.CalleeFails})
		}
		return out
	}
	switch t := b.Terminator.(type) {
	case *ir.Goto:
		for i := range t.Targets {
			out = append(out, Edge{b.Index, i})
		}
	case *ir.Return:
		if g.Exit == verdict.ReturnExit {
			out = append(out, Edge{b.Index, 0})
		}
	case *ir.Error, *ir.Unsupported:
		if g.Exit == verdict.ErrorExit {
			out = append(out, Edge{b.Index, 0})
		}
	}
	return out
}

// To is the location that an edge leads to.
func (g *Graph) To(e Edge) *Location {
	if e.Target != verdict.CalleeFails {
		if t, ok := g.Function.Blocks[e.Block].Terminator.(*ir.Goto); ok {
			return g.Locations[t.Targets[e.Target].Block.Index]
		}
	}
	return g.Locations[verdict.ExitLocation]
}

// Has says that the graph has a control-flow edge.
func (g *Graph) Has(e Edge) bool { return g.absences[e] != nil }

// Entry is the location where the function starts.
func (g *Graph) Entry() *Location { return g.Locations[g.Function.Entry().Index] }

// Regions is the number of regions.
func (g *Graph) Regions() int {
	n := 0
	for _, l := range g.Locations {
		n += l.Leaves
	}
	return n
}

// Version grows with every change of the graph.
func (g *Graph) Version() int { return g.version }

// Classify finds the region below n of a state of n, given the truth of predicates in it.
func (n *Node) Classify(holds func(*term.Term) bool) *Node {
	for n.Pred != nil {
		if holds(n.Pred) {
			n = n.Yes
		} else {
			n = n.No
		}
	}
	return n
}

// IsLeaf reports whether n is a region.
func (n *Node) IsLeaf() bool { return n.Pred == nil }

// Literals are the predicates, negated or not, that the states of n satisfy.
func (n *Node) Literals() []*term.Term { return n.literals }

// Obligations are those Literals on whose yes side n is: what its states still owe the target, the proof
// obligations. On the no side of a predicate n is only a leftover of another split.
func (n *Node) Obligations() []*term.Term { return n.obligations }

// EachLeaf visits the regions below n.
func (n *Node) EachLeaf(visit func(*Node)) {
	if n.IsLeaf() {
		visit(n)
		return
	}
	n.Yes.EachLeaf(visit)
	n.No.EachLeaf(visit)
}

// Split divides region s by a predicate; both halves inherit the absent edges in and out
// (SMASH IMPL-LEFT, IMPL-RIGHT).
func (g *Graph) Split(s *Node, pred *term.Term) (yes, no *Node) {
	if !s.IsLeaf() {
		bug.Errorf("split of region %d, which is already split", s.ID)
	}
	if pred.IsConst() {
		bug.Errorf("split of region %d by %s", s.ID, pred)
	}
	return g.split(s, pred)
}

func (g *Graph) split(s *Node, pred *term.Term) (yes, no *Node) {
	g.version++
	s.Pred = pred
	s.Yes, s.No = g.leaf(s.Location, s), g.leaf(s.Location, s)
	s.Location.replaceLeaf(s)
	for half, literal := range map[*Node]*term.Term{s.Yes: pred, s.No: g.terms.Not(pred)} {
		half.literals = append(append(make([]*term.Term, 0, len(s.literals)+1), s.literals...), literal)
		half.obligations, half.initial = s.obligations, s.initial
		if half == s.Yes {
			half.obligations = append(append(make([]*term.Term, 0, len(s.obligations)+1), s.obligations...), pred)
		}
	}
	for e, absent := range s.absent {
		s.Yes.absent[e] = maps.Clone(absent)
	}
	s.No.absent = s.absent
	s.absent = nil
	if s.Location.Index != verdict.ExitLocation {
		for _, e := range g.OutOf(g.Function.Blocks[s.Location.Index]) {
			g.absences[e].copyBefore(s.No, s.Yes)
		}
	}
	for _, e := range s.Location.In {
		g.absences[e].copyBehind(s.No)
	}
	if g.watcher != nil {
		g.watcher.Split(g, s)
	}
	return s.Yes, s.No
}

// Begin makes the regions that there are the first abstraction.
func (g *Graph) Begin() {
	for _, l := range g.Locations {
		l.InitialLeaves = l.Leaves
		l.Root.EachLeaf(func(n *Node) { n.initial = n })
	}
}

// Initial is the region of the first abstraction that region n is a part of; nil if nothing was said to be the first.
func (n *Node) Initial() *Node { return n.initial }

// Remove records that no step along e leads from region s to states of to.
func (g *Graph) Remove(s *Node, e Edge, to *Node, uses []Use) {
	if !s.IsLeaf() || e.Block != s.Location.Index || g.To(e) != to.Location {
		bug.Errorf("absent edge %v does not lead from region %d to %d", e, s.ID, to.ID)
	}
	g.version++
	if s.absent[e] == nil {
		s.absent[e] = map[*Node]*Absence{}
	}
	why := &Absence{Uses: uses}
	s.absent[e][to] = why
	if len(uses) > 0 {
		g.relying = append(g.relying, reliance{s, e, to, why})
	}
	to.EachLeaf(func(t *Node) { g.absences[e].add(s, t) })
	if g.watcher != nil {
		g.watcher.Removed(g, s, e, to)
	}
}

// Absent returns why there is no abstract edge from region s along e to region t, and the node above t
// for which that was recorded; nil if there is one. Both are regions.
func (g *Graph) Absent(s *Node, e Edge, t *Node) (*Absence, *Node) {
	if !g.absences[e].has(s, t) {
		return nil, nil
	}
	absent := s.absent[e]
	for n := t; n != nil; n = n.Parent {
		if why := absent[n]; why != nil {
			return why, n
		}
	}
	return nil, nil
}

// Steps says that there is an abstract edge from region s along e to region t.
func (g *Graph) Steps(s *Node, e Edge, t *Node) bool { return !g.absences[e].has(s, t) }

// EachAbsence visits the absent edges out of region s.
func (s *Node) EachAbsence(visit func(e Edge, to *Node, why *Absence)) {
	for e, absent := range s.absent {
		for to, why := range absent {
			visit(e, to, why)
		}
	}
}

// Retract restores the absent edges for which invalid holds; it returns how many.
func (g *Graph) Retract(invalid func(*Absence) bool) int {
	n := 0
	kept := g.relying[:0]
	for _, r := range g.relying {
		if !invalid(r.why) {
			kept = append(kept, r)
			continue
		}
		r.from.EachLeaf(func(s *Node) { // splits copied it
			if s.absent[r.edge][r.to] == r.why {
				delete(s.absent[r.edge], r.to)
				n++
			}
		})
	}
	g.relying = kept
	if n > 0 {
		g.restore()
		g.version++
		if g.watcher != nil {
			g.watcher.Retracted(g, n)
		}
	}
	return n
}

// Predecessors visits the regions and edges that lead to region t. The visitor does not split.
func (g *Graph) Predecessors(t *Node, visit func(s *Node, e Edge)) {
	for _, e := range t.Location.In {
		absent := g.absences[e]
		for s := g.Locations[e.Block].first; s != nil; s = s.after {
			if !absent.has(s, t) {
				visit(s, e)
			}
		}
	}
}

// CanReachTarget is the set of regions with an abstract path to the target; the other entry regions are
// the not-may side of the answer: no run from them reaches Post.
func (g *Graph) CanReachTarget() map[*Node]bool {
	if g.cachedFor == g.version {
		return g.reachable
	}
	seen := map[*Node]bool{g.Target: true}
	walk := NewBackward(g)
	walk.Start()
	for queue := []*Node{g.Target}; len(queue) > 0; {
		t := queue[0]
		queue = queue[1:]
		walk.Before(t, func(s *Node, e Edge) (enough bool) {
			if !seen[s] { // two edges may lead from s to t
				seen[s] = true
				walk.Reach(s, Step{e, t})
				queue = append(queue, s)
			}
			return false
		})
	}
	g.reachable, g.cachedFor = seen, g.version
	return seen
}

// ReachableFrom is the set of regions that abstract paths from some regions lead to, these included.
func (g *Graph) ReachableFrom(some []*Node) map[*Node]bool {
	seen := map[*Node]bool{}
	var queue []*Node
	reach := func(n *Node) {
		if !seen[n] {
			seen[n] = true
			queue = append(queue, n)
		}
	}
	for _, n := range some {
		reach(n)
	}
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		if s.Location.Index == verdict.ExitLocation {
			continue
		}
		for _, e := range g.OutOf(g.Function.Blocks[s.Location.Index]) {
			for t := g.To(e).first; t != nil; t = t.after {
				if !g.absences[e].has(s, t) {
					reach(t)
				}
			}
		}
	}
	return seen
}

// Excluded reports whether no region below the entry node n can reach the target.
func (g *Graph) Excluded(n *Node) bool {
	reach := g.CanReachTarget()
	excluded := true
	n.EachLeaf(func(leaf *Node) {
		if reach[leaf] {
			excluded = false
		}
	})
	return excluded
}
