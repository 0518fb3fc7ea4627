package concolic

import (
	"slices"

	"yogi/internal/bug"
	"yogi/internal/ir"
	"yogi/internal/query"
	"yogi/internal/sem"
	"yogi/internal/sem/concrete"
	"yogi/internal/solver"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// Origin is a start of the program that meets what is known of its globals; nil if the solver finds none.
func (f *Forest) Origin() *Plan {
	if f.originKnown {
		return f.originPlan
	}
	f.originKnown = true
	answer := f.queries.AskWhole(query.Query{Path: f.queries.Initial(), Label: "start"})
	if answer.Status == solver.Sat && !answer.Deviates {
		f.originPlan = &Plan{Globals: f.queries.StartState(answer), Functions: query.MeaningOf(answer.Model.Apply)}
	}
	return f.originPlan
}

// recorder grows the forest while a test runs, and feeds the test.
type recorder struct {
	forest   *Forest
	plan     *Plan
	consumed []verdict.InputValue
	points   sem.Recorder[term.Value]
	at       *State // the last state recorded
	test     int
	// again are the states of the run that is continued, in order; they are not recorded twice.
	again []*State
	// states are those of this run, in order.
	states []*State
}

// unfinished is a test that was stopped at its step limit; it can be continued.
type unfinished struct {
	plan   *Plan
	steps  int64
	splits int // when the test was cut short
	states []*State
}

// RunTest executes a test and adds its states to the forest. It returns the state where it stopped.
func (f *Forest) RunTest(plan *Plan) (*State, error) {
	f.stats.Tests++
	if !f.options.AsPlanned {
		plan = f.improve(plan)
	}
	r := &recorder{forest: f, plan: plan, test: f.stats.Tests, consumed: make([]verdict.InputValue, 0, len(plan.Inputs))}
	return f.run(r, int64(plan.Length+f.options.TestSteps))
}

// RunFor runs a test for a number of blocks and no further, as it was planned. It is one that goes
// on from given states, which are not recorded again. No test is continued later.
func (f *Forest) RunFor(plan *Plan, blocks int, from []*State) error {
	f.stats.Tests++
	plan.Length = blocks
	_, err := f.run(&recorder{forest: f, plan: plan, test: f.stats.Tests, again: from}, int64(blocks))
	f.unfinished = nil
	return err
}

// Continue runs the oldest test of the activation that was cut short on, for as many blocks again. A
// test that stops in the middle of a long loop would otherwise make the search unroll the loop
// backwards. It reports whether there was one. Where it is sparing it passes over those that are
// no longer than a test that was not cut short, or shorter than another one that was.
func (f *Forest) Continue(a *Activation, sparing bool) (bool, error) {
	var least int64
	if sparing {
		least = f.longestOf(a)
	}
	for i, c := range f.unfinished {
		if c.steps < least || !f.mayContinue(c) || !passesThrough(c.states, a) {
			continue
		}
		f.unfinished = append(f.unfinished[:i:i], f.unfinished[i+1:]...)
		f.stats.ByKind["tests continued"]++
		r := &recorder{forest: f, plan: c.plan, test: c.states[0].Test, again: c.states}
		_, err := f.run(r, 2*c.steps+int64(f.options.TestSteps))
		return err == nil, err
	}
	return false, nil
}

// longestOf is the number of blocks of the longest test of the activation that was cut short, if it is longer than all
// that were not; else more than any of those has.
func (f *Forest) longestOf(a *Activation) int64 {
	longest := f.longest + 1
	for _, c := range f.unfinished {
		if c.steps > longest && passesThrough(c.states, a) {
			longest = c.steps
		}
	}
	return longest
}

// mayContinue allows a few test thresholds at once, and more only when splits have not helped.
func (f *Forest) mayContinue(c *unfinished) bool {
	const splits = 64
	switch {
	case c.steps > int64(f.options.LongestTest):
		return false
	case c.steps <= 4*int64(f.options.TestSteps):
		return true
	}
	return f.stats.Splits >= c.splits+splits
}

// passesThrough reports whether a test was in the activation when it was cut short.
func passesThrough(states []*State, a *Activation) bool {
	for s := states[len(states)-1]; s != nil; s = s.Call {
		if s.Path.Activation == a {
			return true
		}
	}
	return false
}

func (f *Forest) run(r *recorder, steps int64) (*State, error) {
	plan := r.plan
	plan.Functions = f.queries.Open(plan.Functions)
	f.meanings[r.test] = plan.Functions
	m := f.machine(plan, r, plan.Functions)
	f.queries.FixConstants(plan.Functions, m.Globals())
	globals := append([]term.Value(nil), m.Globals()...)
	locals := append([]term.Value(nil), m.Frame().Locals...)
	if !r.goesAgain() {
		r.add(f.root, sem.NewRoot(globals, locals), nil, nil)
	}
	outcome, err := m.Run(r, steps, f.queries.Stop)
	if err != nil {
		return nil, err
	}
	f.lengths[r.test] = outcome.Steps
	f.plans[r.test] = &Plan{Inputs: r.consumed, Globals: plan.Globals, Functions: plan.Functions}
	if f.options.Check {
		if err := f.checkReachable(r.states, globals, r.consumed); err != nil {
			bug.Errorf("I2: %v", err)
		}
	}
	f.stats.Steps += outcome.Steps
	if past := outcome.Steps - int64(plan.Length); past > 0 {
		f.survived += past
	}
	if outcome.Kind == concrete.OutOfSteps {
		again := &Plan{Inputs: r.consumed, Globals: plan.Globals, Length: plan.Length, Functions: plan.Functions}
		f.unfinished = append(f.unfinished, &unfinished{plan: again, steps: outcome.Steps, splits: f.stats.Splits, states: r.states})
	}
	if outcome.Kind != concrete.OutOfSteps && outcome.Kind != concrete.Blocked || outcome.Steps > int64(f.options.LongestTest) {
		f.longest = max(f.longest, outcome.Steps)
	}
	if endsInError(outcome) {
		f.finish(r, outcome)
	}
	complete := &Plan{Inputs: r.consumed, Globals: plan.Globals, Length: plan.Length, Functions: plan.Functions}
	if right := f.rightGuess(m, outcome, complete); right != nil {
		f.stats.Tests++
		return f.run(&recorder{forest: f, plan: right, test: f.stats.Tests}, outcome.Steps+1)
	}
	return r.at, nil
}

// finish records a test that reached an error, and unwinds its error exit to the entry function.
func (f *Forest) finish(r *recorder, outcome *concrete.Outcome) {
	for s := r.at; s.Call != nil; s = r.at {
		if r.goesAgain() {
			continue
		}
		p := s.Path.Child(Move{Kind: FailMove})
		r.add(p, s.Point.Leave(s.Call.Point, nil, nil), s.Call.Call, s.Call)
	}
	f.found[r.at] = f.foundIn(outcome, r.consumed, r.plan.Globals, r.plan.Functions)
}

// foundIn is the find of a run that ended in an error.
func (f *Forest) foundIn(outcome *concrete.Outcome, inputs []verdict.InputValue, globals []verdict.GlobalValue, meaning *query.Meaning) *Found {
	if meaning.Deviates() {
		plain := &Plan{Inputs: inputs, Globals: globals, Functions: meaning.WithoutDeviation()}
		again := &dryRun{runs: &f.dryRuns, plan: plain, path: f.root}
		if out, err := f.machine(plain, again, plain.Functions).Run(again, 2*outcome.Steps, f.queries.Stop); err == nil && endsInError(out) {
			return f.foundIn(out, again.consumed, globals, plain.Functions)
		}
		return &Found{Deviation: meaning}
	}
	found := &Found{
		Test: &verdict.Test{Inputs: inputs, Globals: globals, Functions: f.queries.RecordedIn(meaning), What: outcome.What, Property: outcome.Property, Pos: outcome.Pos},
	}
	if outcome.Kind == concrete.ReachedUnsupported {
		found.Unsupported = outcome.Unsupported
	}
	return found
}

func endsInError(outcome *concrete.Outcome) bool {
	return outcome.Kind == concrete.ReachedError || outcome.Kind == concrete.ReachedUnsupported
}

// goesAgain goes to the next state of the run that is continued, if this run is not beyond it yet.
func (r *recorder) goesAgain() bool {
	n := len(r.states)
	if n >= len(r.again) {
		return false
	}
	r.at = r.again[n]
	r.states = append(r.states, r.at)
	return true
}

func (r *recorder) add(p *Path, point *sem.Point[term.Value], call, previous *State) {
	s := &State{Path: p, Point: point, Call: call, Previous: previous, Test: r.test}
	if len(p.States) == 0 && p.Location >= 0 { // no test was on this path before
		r.forest.reached[p.Activation.Function.Blocks[p.Location]] = true
	}
	p.States = append(p.States, s)
	p.Activation.States = append(p.Activation.States, s)
	r.states = append(r.states, s)
	r.at = s
}

// Step implements concrete.Observer.
func (r *recorder) Step(m *concrete.Machine, _ *ir.Block, target int) {
	s := r.at
	if r.goesAgain() {
		return
	}
	r.add(s.Path.Child(Move{StepMove, target}), r.points.Step(s.Point, m.GlobalWrites(), m.LocalWrites()), s.Call, s)
}

// Enter implements concrete.Observer.
func (r *recorder) Enter(m *concrete.Machine, _ *ir.Block) {
	s := r.at
	if r.goesAgain() {
		return
	}
	r.add(s.Path.Enter(), r.points.Enter(s.Point, m.Frame().Locals), s, nil)
}

// Exit implements concrete.Observer.
func (r *recorder) Exit(m *concrete.Machine, _ *ir.Block) {
	s := r.at
	if r.goesAgain() {
		return
	}
	r.add(s.Path.Child(Move{Kind: ExitMove}), r.points.Step(s.Point, m.GlobalWrites(), m.LocalWrites()), s.Call, s)
}

// Leave implements concrete.Observer.
func (r *recorder) Leave(m *concrete.Machine, _ *ir.Block) {
	s := r.at
	if r.goesAgain() {
		return
	}
	point := r.points.Leave(s.Point, s.Call.Point, m.GlobalWrites(), m.LocalWrites())
	r.add(s.Path.Child(Move{Kind: LeaveMove}), point, s.Call.Call, s.Call)
}

// planned returns the next planned input.
func (r *recorder) planned() (term.Value, bool) {
	if k := len(r.consumed); k < len(r.plan.Inputs) {
		return r.plan.Inputs[k].Value, true
	}
	return term.Value{}, false
}

// Input implements concrete.Source: the planned value, or else a value that the assumes which follow
// accept.
func (r *recorder) Input(m *concrete.Machine, b *ir.Block, index int, h *ir.Havoc) term.Value {
	v, ok := r.planned()
	if !ok || v.Kind() != h.Dst.Sort.Kind {
		v = r.forest.draw(m, b, index, h)
	}
	r.consumed = append(r.consumed, verdict.InputValue{Input: h.Input, Value: v})
	return v
}

// Choose implements concrete.Source: the planned target, or else the enabled one taken least often
// among those whose first assumes hold.
func (r *recorder) Choose(m *concrete.Machine, b *ir.Block, g *ir.Goto, enabled []int) int {
	target := -1
	if v, ok := r.planned(); ok {
		target = int(v.Int64())
	}
	if !slices.Contains(enabled, target) { // free, or the plan was made from a wrong idea of the path
		target = r.forest.lookAhead(m, b, g, enabled)
	}
	r.consumed = append(r.consumed, verdict.InputValue{Input: g.Choice, Value: term.IntValue(int64(target))})
	return target
}
