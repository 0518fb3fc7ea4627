package refine

import (
	"fmt"

	"yogi/internal/bug"
	"yogi/internal/concolic"
	"yogi/internal/region"
	"yogi/internal/solver"
	"yogi/internal/term"
	"yogi/internal/verdict"
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
	began        int // iterations of the engine when work started
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
		givenUp: map[frontier]Step{}, blocked: map[*region.Node]Blocked{}, generalisedLeaves: map[int]int{},
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

// Run is the main loop (DASH Fig. 8, lines 6 to 33).
func (x *Explorer) Run() Result {
	x.began = x.engine.Stats.Iterations
	if result, done := x.runStrategy(); done {
		return result
	}
	for {
		if reason := x.engine.Stopped(); reason != "" {
			return Result{Kind: Unknown, Reason: reason}
		}
		x.absorb()
		if x.engine.Options.Check {
			x.check()
		}
		if x.fulfilled != nil { // lines 7 to 11
			return Result{Kind: Must, State: x.fulfilled}
		}
		if x.Effort > 0 && x.engine.Stats.Iterations-x.began > x.Effort {
			return Result{Kind: PutOff}
		}
		x.generalise()
		if (x.proveByContracts() || x.engine.Forest.FailedAtRandom()) && x.Outer != nil {
			return Result{Kind: PutOff} // the program's question is answered
		}
		x.engine.beginIteration()
		f, entries, next := x.findFrontier() // lines 12 and 16
		if f != nil && x.engine.Options.CarryDanger && x.propagate(f.to, next) {
			x.absorb()
			continue
		}
		if f == nil {
			done, result := x.enter(entries)
			if !done {
				continue
			}
			if result.Kind == NotMay && x.engine.Calls.Settle(x) {
				continue
			}
			if result.Kind == Unknown && (x.generaliseInstead() || x.engine.attemptContracts()) {
				continue
			}
			if result.Kind == NotMay && x.engine.Options.Check {
				if err := x.CheckNotMay(); err != nil {
					bug.Errorf("I4: %v", err)
				}
			}
			return result
		}
		if x.generaliseBefore(f) {
			continue
		}
		if tell := x.engine.Options.OnFrontier; tell != nil {
			tell(x.Graph.Function.Blocks[f.edge.Block])
		}
		before := x.engine.Stats.Iterations
		switch step := x.extend(*f); {
		case step.PutOff:
			x.putOff(f.edge, x.engine.Stats.Iterations-before)
		case !step.Progress:
			x.giveUp(*f, step)
		}
	}
}

// giveUp leaves a frontier alone from now on. The first reason is the question's.
func (x *Explorer) giveUp(f frontier, step Step) {
	if len(x.givenUp) == 0 {
		x.firstGivenUp = step
	}
	x.givenUp[f] = step
	x.engine.Stats.ByKind["given up: "+string(step.Reason)]++
}

// findFrontier looks for an abstract path to the target, backwards and breadth first; the first region
// with a test on it gives an ordered abstract trace (DASH section 4.1): the path from the entry to that
// test is concrete, what follows is unvisited. Of frontiers over calls the one that had the least effort
// is taken. Without one it returns the unvisited entry regions from
// which the target may be reached. next leads from each region seen towards the target.
// Edges on the way that the first abstraction makes impossible are removed.
func (x *Explorer) findFrontier() (*frontier, []*region.Node, map[*region.Node]abstractStep) {
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
	return found, entries, next
}

// enter handles the frontier before the entry: can a run on the path to this activation start in one of
// the given regions? When none can, the question is answered.
func (x *Explorer) enter(entries []*region.Node) (done bool, result Result) {
	e := x.engine
	entry := x.Activation.Entry()
	for _, n := range entries {
		if x.isBlocked(n) {
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
		answer := e.askNear(entry, x.basis(entry), x.constraint(entry), assume, x.label("enter"))
		switch answer.Status {
		case solver.Sat:
			if step := x.runTest(entry, answer, n, assume); !step.Progress {
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

func (x *Explorer) isBlocked(n *region.Node) bool {
	for ; n != nil; n = n.Parent {
		if _, ok := x.blocked[n]; ok {
			return true
		}
	}
	return false
}

func (x *Explorer) label(what string) string {
	return fmt.Sprintf("%s %s/%s", what, x.Graph.Function.Name, x.Graph.Exit)
}
