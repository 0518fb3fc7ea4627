package concolic

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

// This file lets tests run past the path that they were made for. Before a test is recorded there are dry runs of it,
// without a trace in the forest: where an assume or a guard blocks one the inputs drawn so far are repaired, first by
// local changes of values (repair.go), then by a return to the last choice of a target that could have gone
// another way, at last by the solver. What is recorded is the dry run that got farthest. The planned
// part of the test is never left: a repair keeps every condition of the path so far, and what
// the test is for.

const (
	mostRepairs   = 200   // local repairs of one test
	mostQueries   = 12    // solver queries for one test
	mostReturns   = 8     // returns to an earlier choice
	mostDryBlocks = 40000 // blocks executed in all runs for one test
	// repairTime bounds one such query: what a test would gain by it can be gained by another.
	repairTime = 300 * time.Millisecond
	// checkpointBlocks is the number of blocks between two checkpoints.
	checkpointBlocks = 128
)

// dryRuns makes tests of answers and of other tests, and runs them without a record to see where they get.
type dryRuns struct {
	testRecord
	visits   map[*ir.Block]int
	repaired map[*ir.Input]term.Value // the last value that a repair gave an input
	slice    term.Set                 // scratch space of PlanFor
}

// dryRun is one unrecorded run: its source and its observer.
type dryRun struct {
	runs     *dryRuns
	plan     *Plan
	keep     []*term.Term // see Plan
	path     *Path
	consumed []verdict.InputValue
	choices  []choice
	steps    int64 // blocks executed
	// checkpoints are places on the way from which a run that has had the same inputs can go on, in their order.
	checkpoints   []checkpoint
	checkpointing bool
}

// checkpoint is a place on a dry run.
type checkpoint struct {
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

// improve improves a plan until its run is not blocked early; the result's Length is the plan's.
func (f *dryRuns) improve(plan *Plan) *Plan {
	limit := int64(plan.Length + f.options.TestSteps)
	best, bestSteps, keep := plan, int64(-1), plan.Keep
	tried := map[*Path]map[int]bool{}
	var budget int64 = mostDryBlocks
	repairs, queries, returns := 0, 0, 0
	var before *dryRun // the run before, if this one has the same functions
	for budget > 0 && !f.queries.Stop() {
		s := &dryRun{runs: f, plan: plan, keep: keep, path: f.root, checkpointing: true, consumed: make([]verdict.InputValue, 0, len(plan.Inputs))}
		m := f.machine(plan, s, plan.Functions)
		if before != nil {
			s.resume(m, before)
		}
		done := s.steps
		out, err := m.Run(s, limit-done, f.queries.Stop)
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
		if right := f.rightGuess(m, out, complete); right != nil {
			return right
		}
		var next *Plan
		if repairs < mostRepairs {
			if next = f.unblock(s, complete, out); next != nil {
				repairs++
				f.noteRepairs(complete.Inputs, next.Inputs)
			}
		}
		if next == nil && returns < mostReturns {
			if next = s.another(complete, tried); next != nil {
				returns++
			}
		}
		before = s
		if next == nil && queries < mostQueries {
			before = nil
			queries++
			if next = f.solveFor(s, complete, out); next != nil {
				f.noteRepairs(complete.Inputs, next.Inputs)
			}
		}
		if next == nil {
			break
		}
		plan = next
	}
	f.stats.ByKind["repairs"] += repairs
	f.stats.ByKind["repairs by the solver"] += queries
	f.stats.ByKind["returns to a choice"] += returns
	return best
}

// resume starts a run at the last place up to which it is that of another.
func (s *dryRun) resume(m *concrete.Machine, other *dryRun) {
	if !sameStart(s.plan.Globals, other.plan.Globals) {
		return
	}
	same := 0
	for same < len(other.consumed) && same < len(s.plan.Inputs) && agree(other.consumed[same:same+1], s.plan.Inputs[same:same+1]) {
		same++
	}
	for i, at := range slices.Backward(other.checkpoints) {
		if at.inputs <= same {
			m.Restore(at.machine)
			s.path, s.steps = at.path, at.steps
			s.consumed, s.checkpoints = slices.Clone(other.consumed[:at.inputs]), slices.Clone(other.checkpoints[:i+1])
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

// noteRepairs remembers what a repair changed, for the next time that the same inputs are drawn.
func (f *dryRuns) noteRepairs(before, after []verdict.InputValue) {
	for k, in := range after {
		if k < len(before) && in.Input == before[k].Input && !in.Value.Equal(before[k].Value) {
			f.repaired[in.Input] = in.Value
		}
	}
}

// machine prepares a run of a plan.
func (f *dryRuns) machine(plan *Plan, source concrete.Source, functions *query.Meaning) *concrete.Machine {
	m := concrete.New(f.program, f.slots, source)
	m.Functions = f.queries.FunctionsIn(functions)
	globals := m.Globals()
	for _, g := range plan.Globals {
		globals[g.Variable.Index] = g.Value
	}
	for i, v := range f.queries.Start() {
		globals[i] = v
	}
	return m
}

// Step implements concrete.Observer.
func (s *dryRun) Step(m *concrete.Machine, _ *ir.Block, target int) {
	s.path = s.path.Child(Move{StepMove, target})
	s.steps++
	if s.checkpointing && s.steps%checkpointBlocks == 0 {
		s.checkpoints = append(s.checkpoints, checkpoint{m.Snapshot(), s.path, s.steps, len(s.consumed)})
	}
}

// Enter implements concrete.Observer.
func (s *dryRun) Enter(_ *concrete.Machine, _ *ir.Block) {
	s.path = s.path.Enter()
	s.steps++
}

// Exit implements concrete.Observer.
func (s *dryRun) Exit(_ *concrete.Machine, _ *ir.Block) {
	s.path = s.path.Child(Move{Kind: ExitMove})
	s.steps++
}

// Leave implements concrete.Observer.
func (s *dryRun) Leave(_ *concrete.Machine, _ *ir.Block) {
	s.path = s.path.Child(Move{Kind: LeaveMove})
}

// Input implements concrete.Source.
func (s *dryRun) Input(m *concrete.Machine, b *ir.Block, index int, h *ir.Havoc) term.Value {
	var v term.Value
	if k := len(s.consumed); k < len(s.plan.Inputs) && s.plan.Inputs[k].Value.Kind() == h.Dst.Sort.Kind {
		v = s.plan.Inputs[k].Value
	} else {
		v = s.runs.draw(m, b, index, h)
	}
	s.consumed = append(s.consumed, verdict.InputValue{Input: h.Input, Value: v})
	return v
}

// Choose implements concrete.Source.
func (s *dryRun) Choose(m *concrete.Machine, b *ir.Block, g *ir.Goto, enabled []int) int {
	k := len(s.consumed)
	target := -1
	if k < len(s.plan.Inputs) {
		target = int(s.plan.Inputs[k].Value.Int64())
	}
	if !slices.Contains(enabled, target) {
		target = s.runs.lookAhead(m, b, g, enabled)
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
func (s *dryRun) another(run *Plan, tried map[*Path]map[int]bool) *Plan {
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
func (f *dryRuns) solveFor(s *dryRun, run *Plan, out *concrete.Outcome) *Plan {
	for _, c := range s.continuations(out) {
		f.Symbolic(c)
		var assume []*term.Term
		for _, condition := range c.conditions {
			if condition.Index < len(out.Block.Instructions) || out.BlockedAt < 0 {
				assume = append(assume, condition.Term)
			}
		}
		if slices.ContainsFunc(assume, (*term.Term).IsFalse) {
			continue
		}
		answer := f.queries.Ask(query.Query{
			Path: slices.Concat(f.Constraint(s.path), s.keep), Assume: assume, Label: "repair " + s.path.Activation.Function.Name,
			Near: f.Near(s.path, run, assume), Timeout: min(f.queries.Timeout(), repairTime), AsInterpreted: true,
		})
		if answer.Status != solver.Sat {
			continue
		}
		plan := f.PlanFor(c, answer, run)
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
func (s *dryRun) continuations(out *concrete.Outcome) []*Path {
	g, ok := out.Block.Terminator.(*ir.Goto)
	switch {
	case !ok:
		return []*Path{s.path.Child(Move{Kind: ExitMove})}
	case out.BlockedAt >= 0:
		return []*Path{s.path.Child(Move{StepMove, 0})}
	}
	paths := make([]*Path, len(g.Targets))
	for i := range g.Targets {
		paths[i] = s.path.Child(Move{StepMove, i})
	}
	return paths
}
