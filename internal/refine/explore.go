package refine

import (
	"fmt"
	"slices"

	"yogi/internal/bug"
	"yogi/internal/ir"
	"yogi/internal/region"
	"yogi/internal/solver"
	"yogi/internal/source"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// Question asks whether the activation, started where tests and paths start it, can leave through
// Graph.Exit in Graph.Post.
//
// It has two preconditions. The must side is the path to Activation: only its tests count, and Frame
// must hold at the call. The may side is the graph alone, which knows nothing of the path, so that it
// can be kept and used for other questions.
type Question struct {
	Graph      *region.Graph
	Activation *Activation
	// Rigid gives the graph's rigid symbols as terms over the caller's state at the call.
	Rigid map[*term.Term]*term.Term
	// Frame are further demands on the caller's state at the call.
	Frame []*term.Term
	// Outer is the question in which this one arose; nil for the program's.
	Outer *Explorer
	// Effort is the number of iterations after which the question is put off; 0: never.
	Effort int
}

// Result answers a question.
type Result struct {
	Kind Kind
	// State is where a test fulfils the question (Must).
	State *State
	// Blocked says for NotMay why no test can be where it would have to start: for each entry region that
	// may reach the target, demands that contradict the path to the call.
	Blocked []Blocked
	Reason  verdict.Reason // Unknown
	Detail  string
}

// Blocked are demands that no run on the path to the call fulfils together: literals of an entry region
// (over the callee's entry state) and elements of Question.Frame.
type Blocked struct {
	Literals []*term.Term
	Frame    []*term.Term
}

// Kind of a Result. The zero value is invalid.
type Kind uint8

// The kinds of result.
const (
	InvalidResult Kind = iota
	Must               // a test does it
	NotMay             // no run on this path does it
	Unknown
	PutOff // the effort is spent
)

// Step is the outcome of one attempt at a frontier.
type Step struct {
	Progress bool
	PutOff   bool           // not now
	Reason   verdict.Reason // why not
	Detail   string
}

// Explorer works on one question.
type Explorer struct {
	Question
	engine *Engine
	index  map[*region.Node][]*State // states of the activation by region
	cursor int                       // into Activation.States
	// version of the graph for which index was made.
	version int
	// symbolic values of the rigid symbols and of the frame at the call.
	rigid        map[*term.Term]*term.Term
	frame        []*term.Term
	context      []*term.Term // frames of the outer questions
	callers      map[*State]*callerInfo
	givenUp      map[frontier]Step
	firstGivenUp Step
	blocked      map[*region.Node]Blocked
	blockedOrder []*region.Node
	fulfilled    *State
	began        int // iterations of the engine when work started
	// generalisations counts the attempts at invariants; generalisedAt is the graph's version at the latest
	// look at them.
	generalisations   int
	generalisedAt     int
	generalisedLeaves map[int]int // regions at the loop heads after the latest attempt
}

type callerInfo struct {
	counts bool // the frame holds
	rigid  map[*term.Term]term.Value
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
		Question: q, engine: e, index: map[*region.Node][]*State{}, version: q.Graph.Version(),
		rigid: map[*term.Term]*term.Term{}, callers: map[*State]*callerInfo{},
		givenUp: map[frontier]Step{}, blocked: map[*region.Node]Blocked{}, generalisedLeaves: map[int]int{},
	}
	if q.Outer != nil {
		x.context = append(append(x.context, q.Outer.context...), q.Outer.frame...)
		for sym, t := range q.Rigid {
			x.rigid[sym] = e.SymbolicValue(q.Activation.Call, t, q.Outer.rigid)
		}
		for _, t := range q.Frame {
			x.frame = append(x.frame, e.SymbolicValue(q.Activation.Call, t, q.Outer.rigid))
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
		if (x.proveByContracts() || x.engine.surfaced) && x.Outer != nil {
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

// caller evaluates the frame and the rigid symbols in the caller's state of a test.
func (x *Explorer) caller(s *State) *callerInfo {
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
		v, err := x.engine.EvalAt(s.Call, outer.rigid, t)
		if err != nil {
			info.counts = false
			return info
		}
		info.rigid[sym] = v
	}
	for _, t := range x.Frame {
		v, err := x.engine.EvalAt(s.Call, outer.rigid, t)
		if err != nil || !v.Bool() {
			info.counts = false
		}
	}
	return info
}

// absorb brings the index up to date with the forest and the graph.
func (x *Explorer) absorb() {
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
func (x *Explorer) place(n *region.Node, s *State) {
	rigid := x.caller(s).rigid
	decided := true
	leaf := n.Classify(func(pred *term.Term) bool {
		v, err := x.engine.EvalAt(s, rigid, pred)
		if err != nil {
			decided = false
			return false
		}
		return v.Bool()
	})
	if !decided {
		x.engine.Stats.ByKind["state not classified"]++
		return
	}
	x.index[leaf] = append(x.index[leaf], s)
	if leaf == x.Graph.Target && x.fulfilled == nil {
		x.fulfilled = s
	}
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
			assume = append(assume, e.SymbolicValue(entry, literal, x.rigid))
		}
		answer := e.askNear(entry, x.basis(entry), x.constraint(entry), assume, x.label("enter"))
		switch answer.Status {
		case solver.Sat:
			if step := x.runTest(entry, answer.Model, n, assume); !step.Progress {
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

// constraint is the path constraint of p with the frames of the outer questions.
func (x *Explorer) constraint(p *Path) []*term.Term {
	return append(x.engine.Constraint(p), x.context...)
}

func (x *Explorer) label(what string) string {
	return fmt.Sprintf("%s %s/%s", what, x.Graph.Function.Name, x.Graph.Exit)
}

// runTest runs the test that a model of the path to p and of the demands gives and expects it to visit region t.
func (x *Explorer) runTest(p *Path, model *solver.Model, t *region.Node, demands []*term.Term) Step {
	return x.runPlan(x.engine.planFor(p, model, x.basis(p)), t, demands)
}

// basis is what was given to a test that counts and is on the path p, as far along as there is one;
// else some start of the program.
func (x *Explorer) basis(p *Path) *Plan {
	for ; p != nil; p = p.Parent {
		y := x
		for y != nil && y.Activation != p.Activation {
			y = y.Outer
		}
		if y == nil {
			continue
		}
		for _, s := range p.States {
			if y.caller(s).counts {
				return x.engine.plans[s.Test]
			}
		}
	}
	return x.engine.origin()
}

// runPlan runs a test that meets the demands and expects it to visit region t.
func (x *Explorer) runPlan(plan *Plan, t *region.Node, demands []*term.Term) Step {
	plan.Keep = slices.Concat(x.context, x.frame, demands)
	end, err := x.engine.RunTest(plan)
	if err != nil {
		return Step{Reason: verdict.SolverGaveUp, Detail: err.Error()}
	}
	x.absorb()
	if len(x.index[t]) == 0 && x.fulfilled == nil {
		x.engine.Stats.ByKind["test missed its region"]++
		if pos, ok := quantifiedCondition(end.Path); ok {
			return Step{Reason: verdict.SolverGaveUp, Detail: fmt.Sprintf("%s: no test was found that meets the quantified condition", pos)}
		}
		return Step{Reason: verdict.Internal, Detail: fmt.Sprintf("the test for region %d of %s ended in block %d of %s", t.ID, x.Graph.Function.Name, end.Path.Location, end.Path.Activation.Function.Name)}
	}
	return Step{Progress: true}
}

// quantifiedCondition is where the latest condition on a path is that the solver is told of by its instances alone, if there
// is one: it can lead a test elsewhere than where it was made for.
func quantifiedCondition(p *Path) (source.Pos, bool) {
	for ; p != nil; p = p.Previous {
		if p.Location < 0 {
			continue
		}
		block := p.Activation.Function.Blocks[p.Location]
		for _, i := range block.Instructions {
			if a, ok := i.(*ir.Assume); ok && a.Cond.HasQuantifier() {
				return a.Pos, true
			}
		}
		if g, ok := block.Terminator.(*ir.Goto); ok && slices.ContainsFunc(g.Targets, func(t ir.Target) bool { return t.Guard.HasQuantifier() }) {
			return g.Pos, true
		}
	}
	return source.Pos{}, false
}

// extend tries to extend the frontier by a test, or refutes it (ExtendFrontier, DASH Fig. 10 and 14).
func (x *Explorer) extend(f frontier) Step {
	at := x.index[f.from][0]
	if x.engine.Options.Without.SymbolicStates {
		at.Path.forget()
	}
	block := x.Graph.Function.Blocks[f.edge.Block]
	if block.Call() != nil {
		return x.engine.Calls.Cross(x, at, f.from, f.to, f.edge)
	}
	e := x.engine
	m := move{kind: stepMove, target: f.edge.Target}
	if f.to.Location.Index == verdict.ExitLocation {
		m = move{kind: exitMove}
	}
	next := at.Path.child(m)
	e.Symbolic(next)
	var demands []demand
	var assume []*term.Term
	for _, c := range next.conditions {
		demands = append(demands, demand{index: c.index, term: conditionOf(block, c.index, f.edge.Target)})
		assume = append(assume, c.term)
	}
	for _, literal := range f.to.Literals() {
		demands = append(demands, demand{index: len(block.Instructions) + 1, term: literal})
		assume = append(assume, e.SymbolicValue(next, literal, x.rigid))
	}
	path := append(x.constraint(at.Path), x.frame...)
	if plan := e.repairFor(e.plans[at.Test], next, path, assume, quick); plan != nil {
		plan.Length = next.Depth
		if step := x.runPlan(plan, f.to, assume); step.Progress {
			e.Stats.ByKind["frontiers passed without the solver"]++
			return step
		}
	}
	answer := e.askNear(at.Path, e.plans[at.Test], path, assume, x.label("extend"))
	switch answer.Status {
	case solver.Sat:
		return x.runTest(next, answer.Model, f.to, assume)
	case solver.Unsat:
		core := make([]demand, 0, len(answer.Core))
		for _, i := range answer.Core {
			core = append(core, demands[i])
		}
		return x.refute(f, at, core, demands)
	case solver.Unknown:
		return Step{Reason: verdict.SolverGaveUp, Detail: answer.Reason}
	}
	bug.Errorf("solver answered %v", answer.Status)
	return Step{}
}
