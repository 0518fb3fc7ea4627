package concolic

import (
	"maps"
	"math/rand"
	"slices"
	"time"

	"yogi/internal/deadline"
	"yogi/internal/invariant"
	"yogi/internal/ir"
	"yogi/internal/sem/concrete"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// Random runs show generalisation more states of the loop heads than the tests of the search, whose
// inputs are what the search asked for and zero else. They are not in the forest; one that finds an
// error is run again as a test. Where loops are split again and again there are long ones too,
// which only look for an error: one behind many rounds of a loop is found by running and hardly by
// refinement.

const (
	randomRuns   = 40
	randomSteps  = 400 // blocks of one run
	randomStates = 12  // states of one point kept of one run
	randomValues = 12  // tried for one input

	longRunSteps = 20_000  // blocks of one long run
	steadySteps  = 2_000   // of one whose inputs mostly keep their values, as its loops hardly end
	mixedRuns    = 500     // long runs beside which there is one of another kind each
	mixedEach    = 16      // later there is one beside one of so many
	otherSeeds   = 1 << 20 // where the seeds of these begin
	keptFor      = 16      // times that such an input is asked for until it has another value
	longRunBatch = 200_000 // blocks of long runs after which a call of MakeLongRuns begins no other
	longRunCost  = 500     // blocks that starting a run is worth
)

// randomSource makes the choices of one such run.
type randomSource struct {
	forest    *Forest
	random    *rand.Rand
	constants []int64                  // values that are likelier than others
	fillings  []filling                // maps of memory that begin full of characters
	kept      map[*ir.Input]term.Value // the latest value of each input, of a run whose inputs mostly keep theirs
	plan      *Plan
	consumed  []verdict.InputValue
}

// sampler notes the states of a run at points.
type sampler struct {
	*randomSource
	wanted  func(invariant.Point) bool
	entries []*snapshot // of the activations that have not returned
	seen    map[invariant.Point]int
	states  map[invariant.Point][]term.Assignment
}

// randomSource begins a run. The seeds are fixed: a search can be repeated.
func (f *Forest) randomSource(origin *Plan, seed int) *randomSource {
	return &randomSource{forest: f, random: rand.New(rand.NewSource(int64(seed))), plan: &Plan{Globals: slices.Clone(origin.Globals), Functions: origin.Functions}}
}

// Sample makes random runs and lists their states at points. It returns early if a run reached an error.
func (f *Forest) Sample(wanted func(invariant.Point) bool) map[invariant.Point][]term.Assignment {
	states := map[invariant.Point][]term.Assignment{}
	origin := f.Origin()
	if origin == nil {
		return states
	}
	for i := 0; i < randomRuns && !f.queries.Stop(); i++ {
		s := &sampler{randomSource: f.randomSource(origin, i), wanted: wanted, seen: map[invariant.Point]int{}, states: states}
		s.chooseGlobals()
		m := f.machine(s.plan, s, s.plan.Functions)
		s.entries = []*snapshot{s.snapshot(m)}
		out, err := m.Run(s, randomSteps, f.queries.Stop)
		if err != nil {
			break
		}
		f.stats.ByKind["random runs"]++
		if s.keepFailure(m, out) {
			break
		}
	}
	return states
}

// longRuns is the state of an engine's long random runs.
type longRuns struct {
	watcher       concrete.Observer
	constants     []int64        // the numbers that inputs are likely to be
	fillable      []*ir.Variable // memory that may begin full of characters
	runs          int
	took          time.Duration
	deterministic bool // every run is the same
}

// MakeLongRuns makes a batch of long random runs, if all of them so far took a small part of the search (longRunShare)
// and no random run has reached an error.
func (f *Forest) MakeLongRuns() {
	origin := f.Origin()
	if f.failedAtRandom || origin == nil {
		return
	}
	if f.longRuns == nil {
		f.longRuns = &longRuns{watcher: watcher(f.program), constants: comparedWith(f.program)}
		if f.options.Filled {
			f.longRuns.fillable = fillable(f.program, f.queries.Start())
		}
	}
	p := f.longRuns
	if p.took > deadline.Of(time.Since(f.started), longRunShare) {
		return
	}
	defer func(started time.Time) { p.took += time.Since(started) }(time.Now())
	for work := int64(0); work < longRunBatch && !f.queries.Stop() && !p.deterministic; p.runs++ {
		for _, kind := range p.kinds(f.options.Steady) {
			s := f.longRun(origin, kind)
			m := f.machine(s.plan, s, s.plan.Functions)
			out, err := m.Run(p.watcher, kind.steps, f.queries.Stop)
			if err != nil {
				return
			}
			f.stats.ByKind["long random runs"]++
			work += out.Steps + longRunCost
			if s.keepFailure(m, out) {
				return
			}
			if kind.isPlain() && len(s.consumed) == 0 && len(s.plan.Globals) == len(origin.Globals) {
				p.deterministic = len(p.fillable) == 0 || p.runs > mixedRuns
			}
		}
		if len(p.fillable) > 0 && (p.runs < mixedRuns || p.runs%mixedEach == 0) && f.runAsTest(p) {
			return
		}
	}
}

// runAsTest makes a run that begins as a test did, and says whether it failed, or none can be made.
func (f *Forest) runAsTest(p *longRuns) (over bool) {
	s, err := f.asSomeTest(p.fillable, otherSeeds+p.runs)
	if err != nil || s == nil {
		return err != nil
	}
	m := f.machine(s.plan, s, s.plan.Functions)
	out, err := m.Run(p.watcher, steadySteps, f.queries.Stop)
	if err != nil {
		return true
	}
	f.stats.ByKind["runs that begin as a test"]++
	return s.keepFailure(m, out)
}

// kindOfRun says how a long run makes its choices.
type kindOfRun struct {
	seed   int
	steps  int64
	filled bool // memory begins full of characters
	steady bool // inputs mostly keep their values
}

func (k kindOfRun) isPlain() bool { return !k.filled && !k.steady }

// kinds are the next runs: a plain one, and one of another kind beside each of the first, as what these find is found
// soon, later beside few.
func (p *longRuns) kinds(steady bool) []kindOfRun {
	out := []kindOfRun{{seed: randomRuns + p.runs, steps: longRunSteps}}
	if p.runs > mixedRuns && p.runs%mixedEach != 0 {
		return out
	}
	other := kindOfRun{seed: otherSeeds + p.runs, steps: longRunSteps}
	other.filled = len(p.fillable) > 0 && p.runs%3 != 0
	if steady && p.runs%3 != 1 {
		other.steady, other.steps = true, steadySteps
	}
	if other.isPlain() {
		return out
	}
	return append(out, other)
}

// longRun begins a long run.
func (f *Forest) longRun(origin *Plan, kind kindOfRun) *randomSource {
	s := f.randomSource(origin, kind.seed)
	s.constants = f.longRuns.constants
	s.chooseGlobals()
	if kind.steady {
		s.kept = map[*ir.Input]term.Value{}
	}
	if kind.filled {
		s.fill(f.longRuns.fillable)
		s.plan.Globals = append(s.plan.Globals, s.filledMaps()...)
	}
	return s
}

// watcher is who looks at the long runs of p: nobody where numbers are of machines, which is
// faster; mathematical ones may grow without end, and a run that is looked at ends when they do.
func watcher(p *ir.Program) concrete.Observer {
	grows := func(v *ir.Variable) bool { return v.Sort.IsNumeric() }
	if slices.ContainsFunc(p.Globals, grows) || slices.ContainsFunc(p.Functions, func(f *ir.Function) bool { return slices.ContainsFunc(f.Variables(), grows) }) {
		return silent{}
	}
	return nil
}

// silent notes nothing.
type silent struct{}

// Step implements concrete.Observer.
func (silent) Step(*concrete.Machine, *ir.Block, int) {}

// Enter implements concrete.Observer.
func (silent) Enter(*concrete.Machine, *ir.Block) {}

// Exit implements concrete.Observer.
func (silent) Exit(*concrete.Machine, *ir.Block) {}

// Leave implements concrete.Observer.
func (silent) Leave(*concrete.Machine, *ir.Block) {}

// keepFailure makes a test of a run that reached an error, or would have with another guess.
func (s *randomSource) keepFailure(m *concrete.Machine, out *concrete.Outcome) bool {
	f := s.forest
	failing := &Plan{Inputs: s.consumed, Globals: s.plan.Globals, Functions: s.plan.Functions, Length: int(out.Steps)}
	switch {
	case out.Kind == concrete.ReachedError && len(s.fillings) > 0:
		failing = s.withFewer(m, failing)
	case len(s.fillings) > 0:
		failing = nil
	case out.Kind != concrete.ReachedError:
		failing = f.rightGuess(m, out, failing)
	}
	if failing == nil {
		return false
	}
	if _, err := f.RunTest(failing); err != nil {
		return false
	}
	f.failedAtRandom = len(f.found) > 0
	return true
}

// comparedWith lists the numbers that something is compared with in a program, and those beside them.
func comparedWith(p *ir.Program) []int64 {
	found := map[int64]bool{}
	ir.EachProgramTerm(p, term.Walker(func(t *term.Term) bool {
		if t.Sort().Kind != term.KindBool {
			return true
		}
		for _, a := range t.Args() {
			v, _ := a.Value()
			if n, ok := v.Signed64(); ok {
				found[n-1], found[n], found[n+1] = true, true, true
			}
		}
		return true
	}))
	return slices.Sorted(maps.Keys(found))
}

// chooseGlobals gives values to globals about whose start nothing is known at all, and to guessed
// indices: any is right.
func (s *randomSource) chooseGlobals() {
	seen := map[*ir.Variable]bool{}
	for _, g := range s.forest.program.Guesses {
		if value, ok := s.value(g.Constant.Sort); ok && !seen[g.Constant] {
			seen[g.Constant] = true
			s.plan.Globals = append(s.plan.Globals, verdict.GlobalValue{Variable: g.Constant, Value: value})
		}
	}
	if len(s.forest.queries.Initial()) > 0 {
		return
	}
	for _, v := range s.forest.program.Globals {
		if _, fixed := s.forest.queries.Start()[v.Index]; fixed || v.Constant {
			continue
		}
		if value, ok := s.value(v.Sort); ok {
			s.plan.Globals = append(s.plan.Globals, verdict.GlobalValue{Variable: v, Value: value})
		}
	}
}

// value draws a value, small ones more often.
func (s *randomSource) value(sort *term.Sort) (v term.Value, ok bool) {
	x := int64(s.random.Intn(12))
	if n := len(s.constants); n > 0 && s.random.Intn(3) == 0 {
		return ofNumber(sort, s.constants[s.random.Intn(n)])
	}
	switch s.random.Intn(8) {
	case 0:
		x = -x
	case 1:
		x = s.random.Int63n(200) - 50
	case 2:
		x = int64(s.random.Uint32()) - 1<<31
	}
	return ofNumber(sort, x)
}

// ofNumber is a number as a value of a sort.
func ofNumber(sort *term.Sort, x int64) (v term.Value, ok bool) {
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
func (s *randomSource) Input(m *concrete.Machine, b *ir.Block, index int, h *ir.Havoc) term.Value {
	v, found := s.accepted(m, b, index, h)
	if !found {
		v = s.forest.draw(m, b, index, h)
	}
	if s.kept != nil {
		s.kept[h.Input] = v
	}
	s.consumed = append(s.consumed, verdict.InputValue{Input: h.Input, Value: v})
	return v
}

func (s *randomSource) accepted(m *concrete.Machine, b *ir.Block, index int, h *ir.Havoc) (term.Value, bool) {
	t := &trial{machine: m, symbol: h.Dst.Sym, demands: demandsOn(b, index, h)}
	if v, ok := s.kept[h.Input]; ok && s.random.Intn(keptFor) != 0 && t.accepts(v) {
		return v, true
	}
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
func (s *randomSource) Choose(m *concrete.Machine, b *ir.Block, g *ir.Goto, enabled []int) int {
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
	if v, ok := s.kept[g.Choice]; ok && s.random.Intn(keptFor) != 0 {
		if n, ok := v.Signed64(); ok && slices.Contains(open, int(n)) {
			target = int(n)
		}
	}
	if s.kept != nil {
		s.kept[g.Choice] = term.IntValue(int64(target))
	}
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
		paths: &s.forest.symbolicPaths, globals: append([]term.Value(nil), m.Globals()...), locals: append([]term.Value(nil), m.Frame().Locals...),
	}
}

// snapshot is a state that is in no forest.
type snapshot struct {
	paths           *symbolicPaths
	globals, locals []term.Value
	entry           *snapshot // where its activation began
}

// Entry implements invariant.Entered.
func (s *snapshot) Entry() term.Assignment { return s.entry }

// Lookup implements term.Assignment.
func (s *snapshot) Lookup(sym *term.Term) (term.Value, bool) {
	index, global, ok := s.paths.slots.Of(sym)
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
	return s.paths.queries.FunctionsIn(nil)(f, args)
}
