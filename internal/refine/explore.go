package refine

import (
	"yogi/internal/concolic"
	"yogi/internal/region"
)

// Explorer works on one question. What it consists of are types, each in the next: paths, tests, splitter, frontiers,
// generaliser. Package interproc crosses calls by their methods, and package baseline searches by them without the main
// loop.
type Explorer struct {
	generaliser
	latest string // the tactic that ran last
}

// NewExplorer starts work on a question.
func (e *Engine) NewExplorer(q Question) *Explorer {
	e.Stats.Questions++
	x := &Explorer{}
	x.paths = e.pathsOf(q)
	x.tests.index, x.callers = map[*region.Node][]*concolic.State{}, map[*concolic.State]*callerInfo{}
	x.tests.version = q.Graph.Version()
	x.steps = substitution{e, q.Graph}
	x.walk = region.NewBackward(q.Graph)
	x.givenUp.frontiers = map[frontier]bool{}
	x.blocked.why = map[*region.Node]Blocked{}
	x.generalising.leaves = map[int]int{}
	return x
}

// Known answers the question if the graph and the forest do as they are: no region is split, only
// tests are run that start where the graph does not exclude them. Edges may go that the first
// abstraction makes impossible, and absences that were assumed may be taken back.
func (x *Explorer) Known() (Result, bool) {
	for x.engine.Stopped() == "" {
		if x.Update(); x.fulfilled != nil {
			return Result{Kind: Must, State: x.fulfilled}, true
		}
		t := x.orderedTrace()
		if t.frontier != nil {
			return Result{}, false
		}
		done, result := x.enter(t.entries)
		if done && (result.Kind != NotMay || !x.engine.Calls.Discharge(x)) {
			return result, result.Kind == NotMay
		}
	}
	return Result{}, false
}
