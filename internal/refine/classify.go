package refine

import (
	"yogi/internal/concolic"
	"yogi/internal/region"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

type callerInfo struct {
	counts bool // the frame holds
	rigid  map[*term.Term]term.Value
}

// classified are the states of the activation by region, as far as the tests and the graph had come when
// Update was last called.
type classified struct {
	index     map[*region.Node][]*concolic.State
	cursor    int // into Activation.States
	version   int // of the graph
	fulfilled *concolic.State
	callers   map[*concolic.State]*callerInfo
}

// caller evaluates the frame and the rigid symbols in the caller's state of a test.
func (x *Explorer) caller(s *concolic.State) *callerInfo {
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
func (x *Explorer) Update() {
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
func (x *Explorer) place(n *region.Node, s *concolic.State) {
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
func (x *Explorer) classify(n *region.Node, s *concolic.State) *region.Node {
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
