package concolic

import (
	"slices"

	"yogi/internal/ir"
	"yogi/internal/sem/concrete"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// Some of the long random runs begin with memory that is full of characters: each cell of a byte of
// whose contents nothing is said holds the same one, where other runs have zeros. Texts that come
// from outside are as long as their objects then, and what is copied from them without looking
// overflows.
//
// Other runs begin as a test did: what the test has looked at up to some place is as it was there, with the same
// inputs, and the rest is full of characters. So what a program copies behind a look at its options is long, too.
//
// No test can give every address a value. Where such a run gets to an error it is made one that
// begins with the characters in few objects: those it does without are found by running it again.

const (
	filledObjects = 32   // that a test may fill, the first ones
	filledKnown   = 4096 // cells with a known value of a map that is filled
	mostFilled    = 2048 // cells that a test fills
)

// filledBytes are the bytes at the start of each object that are tried, the fewest first.
var filledBytes = []uint64{32, 128, 512}

// filling is a map of memory that is full of characters.
type filling struct {
	memory    *ir.Variable
	character term.Value
	kept      []keptCell
}

// keptCell is a cell that is not filled.
type keptCell struct{ address, value term.Value }

// fillable are the maps of bytes of which most cells may start as anything.
func fillable(p *ir.Program, start map[int]term.Value) []*ir.Variable {
	known := map[*ir.Variable]uint64{}
	for _, r := range p.InitialRanges {
		known[r.Map] += r.Cells()
	}
	for _, fact := range slices.Concat(p.Axioms, p.Initial) {
		for _, symbol := range fact.Vars() {
			if v := p.VariableOf(symbol); v != nil {
				known[v] = filledKnown + 1
			}
		}
	}
	var out []*ir.Variable
	for _, v := range p.Globals {
		if _, fixed := start[v.Index]; !fixed && !v.Constant && v.Memory != nil && v.Memory.CellWidth == 8 && v.Sort.Index.Kind == term.KindBV && known[v] <= filledKnown {
			out = append(out, v)
		}
	}
	return out
}

// fill gives a run's maps characters.
func (s *randomSource) fill(maps []*ir.Variable) {
	for _, v := range maps {
		character := int64('a')
		if n := len(s.constants); n > 0 && s.random.Intn(2) == 0 {
			if c := s.constants[s.random.Intn(n)]; c > 0 && c < 256 {
				character = c
			}
		}
		filled := filling{memory: v, character: term.BVValue(v.Sort.Elem.Width, uint64(character))}
		s.fillings = append(s.fillings, filled)
	}
}

// asTest is a run that begins as a test did.
type asTest struct {
	*randomSource
	inputs []verdict.InputValue // of the test
}

// mostBegun bounds the blocks of a test that a run begins as.
const mostBegun = 400

// asSomeTest is a run that begins as one of the tests did, in memory that is full of characters where the test has not
// looked up to some place; nil: there is no such test.
func (f *Forest) asSomeTest(maps []*ir.Variable, seed int) (*asTest, error) {
	s := &asTest{randomSource: f.randomSource(&Plan{}, seed)}
	test := f.plans[1+s.random.Intn(f.stats.Tests+1)]
	if test == nil {
		return nil, nil
	}
	again := &dryRun{runs: &f.dryRuns, plan: test, path: f.root}
	if _, err := f.machine(test, again, test.Functions).Run(again, mostBegun, f.queries.Stop); err != nil {
		return nil, err
	}
	steps := again.path.Steps()
	if len(steps) == 0 {
		return nil, nil
	}
	steps = steps[:1+s.random.Intn(len(steps))]
	f.Symbolic(steps[len(steps)-1])
	s.constants, s.inputs = f.longRuns.constants, test.Inputs
	s.plan.Globals, s.plan.Functions = slices.Clone(test.Globals), test.Functions
	s.fill(maps)
	values := f.newRepairing(test, steps[len(steps)-1])
	for n := range s.fillings {
		s.fillings[n].kept = f.lookedAt(s.fillings[n].memory, steps, values)
	}
	s.plan.Globals = append(s.otherMaps(s.plan.Globals), s.filledMaps()...)
	return s, nil
}

// lookedAt are the cells of a map that the conditions of some steps of a test are about, as they were at the start.
func (f *Forest) lookedAt(memory *ir.Variable, steps []*Path, values *repairing) []keptCell {
	start := term.NewArrayValue(memory.Sort, term.ZeroValue(memory.Sort.Elem))
	if v, ok := values.given(memory.Sym); ok {
		start = v.Array()
	}
	var out []keptCell
	seen := map[uint64]bool{}
	look := term.Walker(func(t *term.Term) bool {
		if t.Op() != term.OpSelect || !t.Arg(0).DependsOn(memory.Sym) {
			return true
		}
		if address, ok := values.value(t.Arg(1)); ok && !seen[address.Uint64()] {
			seen[address.Uint64()] = true
			out = append(out, keptCell{address, start.Select(address)})
		}
		return true
	})
	for _, step := range steps {
		for _, c := range step.conditions {
			if c.Term.DependsOn(memory.Sym) {
				look(c.Term)
			}
		}
	}
	return out
}

// Input implements concrete.Source.
func (s *asTest) Input(m *concrete.Machine, b *ir.Block, index int, h *ir.Havoc) term.Value {
	if k := len(s.consumed); k < len(s.inputs) && s.inputs[k].Input == h.Input {
		s.consumed = append(s.consumed, s.inputs[k])
		return s.inputs[k].Value
	}
	return s.randomSource.Input(m, b, index, h)
}

// Choose implements concrete.Source.
func (s *asTest) Choose(m *concrete.Machine, b *ir.Block, g *ir.Goto, enabled []int) int {
	if k := len(s.consumed); k < len(s.inputs) && s.inputs[k].Input == g.Choice {
		if target := int(s.inputs[k].Value.Int64()); slices.Contains(enabled, target) {
			s.consumed = append(s.consumed, s.inputs[k])
			return target
		}
	}
	return s.randomSource.Choose(m, b, g, enabled)
}

// known is a map with another value wherever none is known.
func (s *randomSource) known(v *ir.Variable, rest term.Value) *term.ArrayValue {
	out := term.NewArrayValue(v.Sort, rest)
	for _, r := range s.forest.program.InitialRanges {
		for a := r.From; r.Map == v && a < r.To; a += uint64(r.CellBytes) {
			out = out.Store(term.BVValue(v.Sort.Index.Width, a), term.BVValue(v.Sort.Elem.Width, r.Value))
		}
	}
	return out
}

// span is the filled bytes at the start of an object.
type span struct {
	filling int
	object  uint64
	bytes   uint64
}

// spans are the first objects of a run that ended, so many bytes of each filled in all maps.
func (s *randomSource) spans(m *concrete.Machine, bytes uint64) []span {
	p := s.forest.program
	if p.AllocCounter == nil || p.Model == nil {
		return nil
	}
	first, end := p.FirstFree>>p.Model.GranuleBits, m.Global(p.AllocCounter.Index).Uint64()>>p.Model.GranuleBits
	var out []span
	for n := range s.fillings {
		for object := first; object < min(end, first+filledObjects); object++ {
			out = append(out, span{n, object, bytes})
		}
	}
	return out
}

// contents are the maps with some objects filled.
func (s *randomSource) contents(spans []span) []verdict.GlobalValue {
	maps := make([]*term.ArrayValue, len(s.fillings))
	for n, f := range s.fillings {
		maps[n] = s.known(f.memory, term.ZeroValue(f.memory.Sort.Elem))
	}
	for _, each := range spans {
		f := s.fillings[each.filling]
		for n := range each.bytes {
			address := term.BVValue(f.memory.Sort.Index.Width, each.object<<s.forest.program.Model.GranuleBits+n)
			maps[each.filling] = maps[each.filling].Store(address, f.character)
		}
	}
	var out []verdict.GlobalValue
	for n, f := range s.fillings {
		out = append(out, verdict.GlobalValue{Variable: f.memory, Value: term.ArrayVal(f.withKept(maps[n]))})
	}
	return out
}

// withKept is a map with the cells that are not filled.
func (f filling) withKept(cells *term.ArrayValue) *term.ArrayValue {
	for _, c := range f.kept {
		cells = cells.Store(c.address, c.value)
	}
	return cells
}

// filledMaps are the maps, all of each filled.
func (s *randomSource) filledMaps() []verdict.GlobalValue {
	var out []verdict.GlobalValue
	for _, f := range s.fillings {
		out = append(out, verdict.GlobalValue{Variable: f.memory, Value: term.ArrayVal(f.withKept(s.known(f.memory, f.character)))})
	}
	return out
}

// otherMaps are the globals that are not filled.
func (s *randomSource) otherMaps(globals []verdict.GlobalValue) []verdict.GlobalValue {
	return slices.DeleteFunc(slices.Clone(globals), func(g verdict.GlobalValue) bool {
		return slices.ContainsFunc(s.fillings, func(f filling) bool { return f.memory == g.Variable })
	})
}

// withFewer is the plan of a failing run that began with filled memory, with as few objects filled, and as few bytes
// of each, as it still fails with; nil: it does not with those that a test can fill.
func (s *randomSource) withFewer(m *concrete.Machine, failing *Plan) *Plan {
	rest := s.otherMaps(failing.Globals)
	fails := func(spans []span) *Plan {
		plan := *failing
		plan.Globals = append(slices.Clone(rest), s.contents(spans)...)
		if !s.failsAgain(&plan) {
			return nil
		}
		return &plan
	}
	var spans []span
	var found *Plan
	for _, bytes := range filledBytes {
		spans = s.spans(m, bytes)
		if found = fails(spans); found != nil {
			break
		}
	}
	for n := 0; found != nil && n < len(spans) && !s.forest.queries.Stop(); {
		if fewer := fails(slices.Delete(slices.Clone(spans), n, n+1)); fewer != nil {
			found, spans = fewer, slices.Delete(spans, n, n+1)
			continue
		}
		for low := uint64(0); spans[n].bytes-low > 1; {
			shorter := slices.Clone(spans)
			shorter[n].bytes = (low + spans[n].bytes) / 2
			if fewer := fails(shorter); fewer != nil {
				found, spans = fewer, shorter
			} else {
				low = shorter[n].bytes
			}
		}
		n++
	}
	cells := uint64(0)
	for _, each := range spans {
		cells += each.bytes
	}
	if cells > mostFilled {
		return nil
	}
	return found
}

// failsAgain says that a run with the inputs of a plan gets to an error.
func (s *randomSource) failsAgain(plan *Plan) bool {
	test := &verdict.Test{Inputs: plan.Inputs, Globals: plan.Globals}
	replayed, err := concrete.Run(s.forest.program, test, concrete.Limits{Steps: int64(plan.Length), Stop: s.forest.queries.Stop})
	return err == nil && replayed.Kind == concrete.ReachedError
}
