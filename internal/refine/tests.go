package refine

import (
	"yogi/internal/concolic"
	"yogi/internal/region"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// tests has the states of the activation by region, as far as the tests and the graph had come when Update was last
// called, and runs more tests (run.go).
type tests struct {
	paths
	index     map[*region.Node][]*concolic.State
	cursor    int // into Activation.States
	version   int // of the graph
	fulfilled *concolic.State
	callers   map[*concolic.State]*callerInfo
}

// callerInfo has the demands on the state in which a test called the function: of this question, and of those in which
// it arose.
type callerInfo struct {
	counts bool // the frame holds
	rigid  map[*term.Term]term.Value
}

// caller evaluates the frame and the rigid symbols in the caller's state of a test.
func (x *tests) caller(s *concolic.State) *callerInfo {
	if x.Outer == nil {
		return &callerInfo{counts: true}
	}
	if info := x.callers[s.Call]; info != nil {
		return info
	}
	outer := x.Outer.caller(s.Call)
	info := &callerInfo{counts: outer.counts, rigid: map[*term.Term]term.Value{}}
	x.callers[s.Call] = info
	for sym, t := range x.Rigid {
		v, err := x.engine.Forest.EvalAt(s.Call, outer.rigid, t)
		if err != nil {
			info.counts = false
			return info
		}
		info.rigid[sym] = v
	}
	for _, t := range x.Frame {
		v, err := x.engine.Forest.EvalAt(s.Call, outer.rigid, t)
		if err != nil || !v.Bool() {
			info.counts = false
		}
	}
	return info
}

// Update brings the index up to date with the forest and the graph.
func (x *tests) Update() {
	if x.version != x.Graph.Version() {
		x.version = x.Graph.Version()
		for n, states := range x.index {
			if !n.IsLeaf() {
				delete(x.index, n)
				for _, s := range states {
					x.place(n, s)
				}
			}
		}
	}
	for ; x.cursor < len(x.Activation.States); x.cursor++ {
		s := x.Activation.States[x.cursor]
		location := x.Graph.Locations[s.Path.Location]
		if s.Path.Location == verdict.ExitLocation && s.Path.Exit != x.Graph.Exit {
			continue
		}
		if x.caller(s).counts {
			x.place(location.Root, s)
		}
	}
}

// place puts a state into the region below n that it belongs to. A state whose region cannot be decided
// counts nowhere.
func (x *tests) place(n *region.Node, s *concolic.State) {
	leaf := x.classify(n, s)
	if leaf == nil {
		x.engine.Stats.ByKind["state not classified"]++
		return
	}
	x.index[leaf] = append(x.index[leaf], s)
	if leaf == x.Graph.Target && x.fulfilled == nil {
		x.fulfilled = s
	}
}

// classify returns the region below n that a state belongs to, or nil if that cannot be decided.
func (x *tests) classify(n *region.Node, s *concolic.State) *region.Node {
	rigid := x.caller(s).rigid
	decided := true
	leaf := n.Classify(func(pred *term.Term) bool {
		v, err := x.engine.Forest.EvalAt(s, rigid, pred)
		if err != nil {
			decided = false
			return false
		}
		return v.Bool()
	})
	if !decided {
		return nil
	}
	return leaf
}

// regionOf is the region of a state, or nil if that cannot be decided.
func (x *tests) regionOf(s *concolic.State) *region.Node {
	return x.classify(x.Graph.Locations[s.Path.Location].Root, s)
}

// HoldsAt evaluates a term of the graph in a test's state; what cannot be evaluated does not hold.
func (x *tests) HoldsAt(s *concolic.State, t *term.Term) bool {
	v, err := x.engine.Forest.EvalAt(s, x.caller(s).rigid, t)
	return err == nil && v.Bool()
}

// Visited reports whether a test of this question is in the region, or in the target.
func (x *tests) Visited(n *region.Node) bool {
	x.Update()
	return len(x.index[n]) > 0 || x.fulfilled != nil
}

// StatesIn lists the states of tests in a region that count, as of the latest Update.
func (x *tests) StatesIn(n *region.Node) []*concolic.State { return x.index[n] }

// Fulfilled is the state of a test that answers the question by yes, as of the latest Update; nil: there is none.
func (x *tests) Fulfilled() *concolic.State { return x.fulfilled }

// EntryRegion is the entry region of the first test in this activation that counts, or nil.
func (x *tests) EntryRegion() *region.Node {
	x.Update()
	var found *region.Node
	x.Graph.Entry().Root.EachLeaf(func(n *region.Node) {
		for _, s := range x.index[n] {
			if found == nil && s.Path == x.Activation.Entry() {
				found = n
			}
		}
	})
	return found
}

// StartsIn reports whether a test of this question starts in the entry region n.
func (x *tests) StartsIn(n *region.Node) bool {
	x.Update()
	for _, s := range x.index[n] {
		if s.Path == x.Activation.Entry() {
			return true
		}
	}
	return false
}
