package refine

import (
	"slices"
	"time"

	"yogi/internal/ir"
	"yogi/internal/query"
	"yogi/internal/sem/concrete"
	"yogi/internal/solver"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// This file makes tests survive. Before a test is recorded it is scouted: run without a trace in the
// forest, and where an assume or a guard blocks it the inputs drawn so far are repaired, first by local
// changes of values (repair.go), then by a return to the last choice of a target that could have gone
// another way, at last by the solver. What is recorded is the scouted run that got farthest. The planned
// part of the test is never left: a repair keeps every condition of the path so far, and what
// the test is for.

const (
	scoutRepairs = 200   // local repairs of one test
	scoutQueries = 12    // solver queries for one test
	scoutReturns = 8     // returns to an earlier choice
	scoutSteps   = 40000 // blocks executed in all runs for one test
	// scoutPatience bounds one such query: what a test would gain by it can be gained by another.
	scoutPatience = 300 * time.Millisecond
	// scoutMarks is the number of blocks between two marks.
	scoutMarks = 128
)

// scout is one unrecorded run: its source and its observer.
type scout struct {
	engine   *Engine
	plan     *Plan
	keep     []*term.Term // see Plan
	path     *Path
	consumed []verdict.InputValue
	choices  []choice
	steps    int64 // blocks executed
	// marks are places on the way from which a run that has had the same inputs can go on, in their order.
	marks   []mark
	marking bool
}

// mark is a place on a scouted run.
type mark struct {
	machine *concrete.Snapshot
	path    *Path
	steps   int64
	inputs  int
}

// choice is a free choice of a run.
type choice struct {
	input  int // index into the inputs consumed
	path   *Path
	others []int // other targets whose leading assumes hold
}

// scoutFor improves a plan until its run is not blocked early; the result's Length is the plan's.
func (e *Engine) scoutFor(plan *Plan) *Plan {
	limit := int64(plan.Length + e.Options.TestSteps)
	best, bestSteps, keep := plan, int64(-1), plan.Keep
	tried := map[*Path]map[int]bool{}
	var budget int64 = scoutSteps
	repairs, queries, returns := 0, 0, 0
	var before *scout // the run before, if this one has the same functions
	for budget > 0 && !e.stop() {
		s := &scout{engine: e, plan: plan, keep: keep, path: e.root, marking: true, consumed: make([]verdict.InputValue, 0, len(plan.Inputs))}
		m := e.machine(plan, s, plan.Functions)
		if before != nil {
			s.resume(m, before)
		}
		done := s.steps
		out, err := m.Run(s, limit-done, e.stop)
		if err != nil {
			break
		}
		budget -= out.Steps
		out.Steps += done
		complete := &Plan{Inputs: s.consumed, Globals: plan.Globals, Length: plan.Length, Functions: plan.Functions}
		if out.Steps > bestSteps {
			best, bestSteps = complete, out.Steps
		}
		if out.Kind != concrete.Blocked {
			break
		}
		if right := e.rightGuess(m, out, complete); right != nil {
			return right
		}
		var next *Plan
		if repairs < scoutRepairs {
			if next = e.repair(s, complete, out); next != nil {
				repairs++
				e.learn(complete.Inputs, next.Inputs)
			}
		}
		if next == nil && returns < scoutReturns {
			if next = s.another(complete, tried); next != nil {
				returns++
			}
		}
		before = s
		if next == nil && queries < scoutQueries {
			before = nil
			queries++
			if next = e.solveFor(s, complete, out); next != nil {
				e.learn(complete.Inputs, next.Inputs)
			}
		}
		if next == nil {
			break
		}
		plan = next
	}
	e.Stats.ByKind["repairs"] += repairs
	e.Stats.ByKind["repairs by the solver"] += queries
	e.Stats.ByKind["returns to a choice"] += returns
	return best
}

// resume starts a run at the last place up to which it is that of another.
func (s *scout) resume(m *concrete.Machine, other *scout) {
	if !sameStart(s.plan.Globals, other.plan.Globals) {
		return
	}
	same := 0
	for same < len(other.consumed) && same < len(s.plan.Inputs) && agree(other.consumed[same:same+1], s.plan.Inputs[same:same+1]) {
		same++
	}
	for i, at := range slices.Backward(other.marks) {
		if at.inputs <= same {
			m.Restore(at.machine)
			s.path, s.steps = at.path, at.steps
			s.consumed, s.marks = slices.Clone(other.consumed[:at.inputs]), slices.Clone(other.marks[:i+1])
			return
		}
	}
}

// sameStart reports whether two lists, in any order, give the same globals the same values.
func sameStart(some, others []verdict.GlobalValue) bool {
	if len(some) != len(others) {
		return false
	}
	values := make(map[*ir.Variable]term.Value, len(some))
	for _, g := range some {
		values[g.Variable] = g.Value
	}
	for _, g := range others {
		if v, ok := values[g.Variable]; !ok || !v.Equal(g.Value) {
			return false
		}
	}
	return true
}

// learn remembers what a repair changed, for the next time that the same inputs are drawn.
func (e *Engine) learn(before, after []verdict.InputValue) {
	for k, in := range after {
		if k < len(before) && in.Input == before[k].Input && !in.Value.Equal(before[k].Value) {
			e.habits[in.Input] = in.Value
		}
	}
}

// machine prepares a run of a plan.
func (e *Engine) machine(plan *Plan, source concrete.Source, functions *query.Meaning) *concrete.Machine {
	m := concrete.New(e.Program, e.slots, source)
	m.Functions = e.queries.FunctionsIn(functions)
	for _, g := range plan.Globals {
		m.Globals[g.Variable.Index] = g.Value
	}
	for i, v := range e.queries.Start() {
		m.Globals[i] = v
	}
	return m
}

// Step implements concrete.Observer.
func (s *scout) Step(m *concrete.Machine, _ *ir.Block, target int) {
	s.path = s.path.child(move{stepMove, target})
	s.steps++
	if s.marking && s.steps%scoutMarks == 0 {
		s.marks = append(s.marks, mark{m.Snapshot(), s.path, s.steps, len(s.consumed)})
	}
}

// Enter implements concrete.Observer.
func (s *scout) Enter(_ *concrete.Machine, _ *ir.Block) {
	s.path = s.path.Enter()
	s.steps++
}

// Exit implements concrete.Observer.
func (s *scout) Exit(_ *concrete.Machine, _ *ir.Block) {
	s.path = s.path.child(move{kind: exitMove})
	s.steps++
}

// Leave implements concrete.Observer.
func (s *scout) Leave(_ *concrete.Machine, _ *ir.Block) { s.path = s.path.child(move{kind: leaveMove}) }

// Input implements concrete.Source.
func (s *scout) Input(m *concrete.Machine, b *ir.Block, index int, h *ir.Havoc) term.Value {
	var v term.Value
	if k := len(s.consumed); k < len(s.plan.Inputs) && s.plan.Inputs[k].Value.Kind() == h.Dst.Sort.Kind {
		v = s.plan.Inputs[k].Value
	} else {
		v = s.engine.guess(m, b, index, h)
	}
	s.consumed = append(s.consumed, verdict.InputValue{Input: h.Input, Value: v})
	return v
}

// Choose implements concrete.Source.
func (s *scout) Choose(m *concrete.Machine, b *ir.Block, g *ir.Goto, enabled []int) int {
	k := len(s.consumed)
	target := -1
	if k < len(s.plan.Inputs) {
		target = int(s.plan.Inputs[k].Value.Int64())
	}
	if !slices.Contains(enabled, target) {
		target = s.engine.lookAhead(m, b, g, enabled)
		c := choice{input: k, path: s.path}
		for _, i := range enabled {
			if i != target && passes(m, g.Targets[i].Block) {
				c.others = append(c.others, i)
			}
		}
		s.choices = append(s.choices, c)
	}
	s.consumed = append(s.consumed, verdict.InputValue{Input: g.Choice, Value: term.IntValue(int64(target))})
	return target
}

// another returns to the last free choice that could have gone another way.
func (s *scout) another(run *Plan, tried map[*Path]map[int]bool) *Plan {
	for i := len(s.choices) - 1; i >= 0; i-- {
		c := s.choices[i]
		taken := tried[c.path]
		if taken == nil {
			taken = map[int]bool{}
			tried[c.path] = taken
		}
		taken[int(run.Inputs[c.input].Value.Int64())] = true
		for _, other := range c.others {
			if !taken[other] {
				taken[other] = true
				return run.upTo(c.input, verdict.InputValue{Input: run.Inputs[c.input].Input, Value: term.IntValue(int64(other))})
			}
		}
	}
	return nil
}

// upTo is the plan with its first n inputs and some others after them.
func (p *Plan) upTo(n int, then ...verdict.InputValue) *Plan {
	return &Plan{Inputs: append(slices.Clone(p.Inputs[:n]), then...), Globals: p.Globals, Length: p.Length, Functions: p.Functions}
}

// solveFor asks the solver for inputs that lead the run through the block that blocks it.
func (e *Engine) solveFor(s *scout, run *Plan, out *concrete.Outcome) *Plan {
	for _, c := range s.continuations(out) {
		e.Symbolic(c)
		var assume []*term.Term
		for _, condition := range c.conditions {
			if condition.index < len(out.Block.Instructions) || out.BlockedAt < 0 {
				assume = append(assume, condition.term)
			}
		}
		if slices.ContainsFunc(assume, (*term.Term).IsFalse) {
			continue
		}
		answer := e.queries.Ask(query.Query{
			Path: slices.Concat(e.Constraint(s.path), s.keep), Assume: assume, Label: "survive " + s.path.Activation.Function.Name,
			Near: e.near(s.path, run, assume), Timeout: min(e.Options.QueryTimeout, scoutPatience), OnlyAsInterpreted: true,
		})
		if answer.Status != solver.Sat {
			continue
		}
		plan := e.planFor(c, answer, run)
		plan.Length = run.Length
		if g, ok := out.Block.Terminator.(*ir.Goto); ok && g.Choice != nil && out.BlockedAt >= 0 {
			plan.Inputs = plan.Inputs[:len(plan.Inputs)-1]
		}
		return plan
	}
	return nil
}

// continuations are the paths through the block that blocks the run: one for each way out if a guard
// does, any one otherwise.
func (s *scout) continuations(out *concrete.Outcome) []*Path {
	g, ok := out.Block.Terminator.(*ir.Goto)
	switch {
	case !ok:
		return []*Path{s.path.child(move{kind: exitMove})}
	case out.BlockedAt >= 0:
		return []*Path{s.path.child(move{stepMove, 0})}
	}
	paths := make([]*Path, len(g.Targets))
	for i := range g.Targets {
		paths[i] = s.path.child(move{stepMove, i})
	}
	return paths
}
