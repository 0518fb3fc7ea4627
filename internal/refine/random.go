package refine

import (
	"math/rand"
	"slices"

	"yogi/internal/invariant"
	"yogi/internal/ir"
	"yogi/internal/sem/concrete"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// Random runs show generalisation more states of the loop heads than the tests of the search, whose inputs
// are what the search asked for and zero else. They are not in the forest; one that finds an error is run
// again as a test.

const (
	randomRuns   = 40
	randomSteps  = 400 // blocks of one run
	randomStates = 12  // states of one point kept of one run
	randomValues = 12  // tried for one input
)

// sampler is one such run: its source and its observer.
type sampler struct {
	engine   *Engine
	wanted   func(invariant.Point) bool
	entries  []*snapshot // of the activations that have not returned
	random   *rand.Rand
	plan     *Plan
	seen     map[invariant.Point]int
	states   map[invariant.Point][]term.Assignment
	consumed []verdict.InputValue
}

// sample makes random runs and lists their states at points. The seeds are fixed: a search can be repeated.
// It returns early with a test that reached an error, if one does.
func (e *Engine) sample(wanted func(invariant.Point) bool) map[invariant.Point][]term.Assignment {
	states := map[invariant.Point][]term.Assignment{}
	origin := e.origin()
	if origin == nil {
		return states
	}
	for i := 0; i < randomRuns && !e.stop(); i++ {
		s := &sampler{engine: e, wanted: wanted, random: rand.New(rand.NewSource(int64(i))), plan: &Plan{Globals: slices.Clone(origin.Globals), Functions: origin.Functions}, seen: map[invariant.Point]int{}, states: states}
		s.chooseGlobals()
		m := e.machine(s.plan, s, s.plan.Functions)
		s.entries = []*snapshot{s.snapshot(m)}
		out, err := m.Run(s, randomSteps, e.stop)
		if err != nil {
			break
		}
		e.Stats.ByKind["random runs"]++
		failing := &Plan{Inputs: s.consumed, Globals: s.plan.Globals, Functions: s.plan.Functions}
		if out.Kind != concrete.ReachedError {
			failing = e.rightGuess(m, out, failing)
		}
		if failing != nil {
			if _, err := e.RunTest(failing); err == nil {
				e.surfaced = len(e.found) > 0
				break
			}
		}
	}
	return states
}

// chooseGlobals gives values to globals about whose start nothing is known at all, and to guessed indices: any is
// right.
func (s *sampler) chooseGlobals() {
	seen := map[*ir.Variable]bool{}
	for _, g := range s.engine.Program.Guesses {
		if value, ok := s.value(g.Constant.Sort); ok && !seen[g.Constant] {
			seen[g.Constant] = true
			s.plan.Globals = append(s.plan.Globals, verdict.GlobalValue{Variable: g.Constant, Value: value})
		}
	}
	if len(s.engine.initial) > 0 {
		return
	}
	for _, v := range s.engine.Program.Globals {
		if _, fixed := s.engine.start[v.Index]; fixed || v.Constant {
			continue
		}
		if value, ok := s.value(v.Sort); ok {
			s.plan.Globals = append(s.plan.Globals, verdict.GlobalValue{Variable: v, Value: value})
		}
	}
}

// value draws a value, small ones more often.
func (s *sampler) value(sort *term.Sort) (v term.Value, ok bool) {
	x := int64(s.random.Intn(12))
	switch s.random.Intn(8) {
	case 0:
		x = -x
	case 1:
		x = s.random.Int63n(200) - 50
	case 2:
		x = int64(s.random.Uint32()) - 1<<31
	}
	switch {
	case sort.Kind == term.KindBool:
		return term.BoolValue(x&1 == 1), true
	case sort.Kind == term.KindInt:
		return term.IntValue(x), true
	case sort.Kind == term.KindBV && sort.Width <= 64:
		return term.BVValue(sort.Width, uint64(x)), true
	}
	return term.Value{}, false
}

// Input implements concrete.Source: a random value that the assumes which follow accept, or else what a
// test would take.
func (s *sampler) Input(m *concrete.Machine, b *ir.Block, index int, h *ir.Havoc) term.Value {
	v, found := s.accepted(m, b, index, h)
	if !found {
		v = s.engine.guess(m, b, index, h)
	}
	s.consumed = append(s.consumed, verdict.InputValue{Input: h.Input, Value: v})
	return v
}

func (s *sampler) accepted(m *concrete.Machine, b *ir.Block, index int, h *ir.Havoc) (term.Value, bool) {
	t := &trial{machine: m, symbol: h.Dst.Sym, demands: demandsOn(b, index, h)}
	for i := 0; i < randomValues; i++ {
		v, ok := s.value(h.Dst.Sort)
		if !ok {
			break
		}
		if t.accepts(v) {
			return v, true
		}
	}
	return term.Value{}, false
}

// Choose implements concrete.Source.
func (s *sampler) Choose(m *concrete.Machine, b *ir.Block, g *ir.Goto, enabled []int) int {
	var open []int
	for _, i := range enabled {
		if passes(m, g.Targets[i].Block) {
			open = append(open, i)
		}
	}
	if len(open) == 0 {
		open = enabled
	}
	target := open[s.random.Intn(len(open))]
	s.consumed = append(s.consumed, verdict.InputValue{Input: g.Choice, Value: term.IntValue(int64(target))})
	return target
}

// Step implements concrete.Observer.
func (s *sampler) Step(m *concrete.Machine, from *ir.Block, target int) {
	s.record(m, from.Terminator.(*ir.Goto).Targets[target].Block)
}

// Enter implements concrete.Observer.
func (s *sampler) Enter(m *concrete.Machine, call *ir.Block) {
	s.entries = append(s.entries, s.snapshot(m))
	s.record(m, call.Call().Callee.Entry())
}

// Exit implements concrete.Observer.
func (s *sampler) Exit(m *concrete.Machine, b *ir.Block) {
	if _, ok := b.Terminator.(*ir.Return); ok {
		s.note(m, invariant.Point{Function: b.Function, Block: invariant.AtReturn})
	}
}

// Leave implements concrete.Observer.
func (s *sampler) Leave(m *concrete.Machine, call *ir.Block) {
	s.entries = s.entries[:len(s.entries)-1]
	s.record(m, call.Terminator.(*ir.Goto).Targets[0].Block)
}

func (s *sampler) record(m *concrete.Machine, b *ir.Block) {
	s.note(m, invariant.Point{Function: b.Function, Block: b.Index})
}

func (s *sampler) note(m *concrete.Machine, p invariant.Point) {
	if !s.wanted(p) {
		return
	}
	if s.seen[p]++; s.seen[p] > randomStates {
		return
	}
	now := s.snapshot(m)
	now.entry = s.entries[len(s.entries)-1]
	s.states[p] = append(s.states[p], now)
}

func (s *sampler) snapshot(m *concrete.Machine) *snapshot {
	return &snapshot{
		engine: s.engine, globals: append([]term.Value(nil), m.Globals...), locals: append([]term.Value(nil), m.Frame().Locals...),
	}
}

// isHead reports whether p is a loop head or the entry of a function.
func (e *Engine) isHead(p invariant.Point) bool {
	return p.Block >= 0 && (p.Block == p.Function.Entry().Index || e.generalisationOf(p.Function).heads[p.Block])
}

// snapshot is a state that is in no forest.
type snapshot struct {
	engine          *Engine
	globals, locals []term.Value
	entry           *snapshot // where its activation began
}

// Entry implements invariant.Entered.
func (s *snapshot) Entry() term.Assignment { return s.entry }

// Lookup implements term.Assignment.
func (s *snapshot) Lookup(sym *term.Term) (term.Value, bool) {
	index, global, ok := s.engine.slots.Of(sym)
	switch {
	case !ok:
		return term.Value{}, false
	case global:
		return s.globals[index], true
	case int(index) >= len(s.locals):
		return term.Value{}, false
	}
	return s.locals[index], true
}

// Apply implements term.Assignment.
func (s *snapshot) Apply(f *term.Func, args []term.Value) (term.Value, bool) {
	return s.engine.functionsIn(nil)(f, args)
}
