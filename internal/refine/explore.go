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
	index  map[*region.Node][]*concolic.State // states of the activation by region
	cursor int                                // into Activation.States
	// version of the graph for which index was made.
	version int
	// symbolic values of the rigid symbols and of the frame at the call.
	rigid        map[*term.Term]*term.Term
	frame        []*term.Term
	context      []*term.Term // frames of the outer questions
	callers      map[*concolic.State]*callerInfo
	givenUp      map[frontier]Step
	firstGivenUp Step
	blocked      map[*region.Node]Blocked
	blockedOrder []*region.Node
	fulfilled    *concolic.State
	walk         *region.Backward // of orderedTrace, with its queue
	queue        []*region.Node
	began        int    // iterations of the engine when work started
	latest       string // the tactic that ran last
	// generalisations counts the attempts at invariants; generalisedAt is the graph's version at the latest
	// look at them.
	generalisations   int
	generalisedAt     int
	generalisedLeaves map[int]int // regions at the loop heads after the latest attempt
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
		Question: q, engine: e, index: map[*region.Node][]*concolic.State{}, version: q.Graph.Version(),
		rigid: map[*term.Term]*term.Term{}, callers: map[*concolic.State]*callerInfo{},
		walk: region.NewBackward(q.Graph), givenUp: map[frontier]Step{}, blocked: map[*region.Node]Blocked{}, generalisedLeaves: map[int]int{},
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
