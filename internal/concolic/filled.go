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
}

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
		filled := filling{v, term.BVValue(v.Sort.Elem.Width, uint64(character))}
		s.fillings = append(s.fillings, filled)
		s.plan.Globals = append(s.plan.Globals, verdict.GlobalValue{Variable: v, Value: term.ArrayVal(s.known(v, filled.character))})
	}
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
		out = append(out, verdict.GlobalValue{Variable: f.memory, Value: term.ArrayVal(maps[n])})
	}
	return out
}

// withFewer is the plan of a failing run that began with filled memory, with as few objects filled, and as few bytes
// of each, as it still fails with; nil: it does not with those that a test can fill.
func (s *randomSource) withFewer(m *concrete.Machine, failing *Plan) *Plan {
	rest := slices.DeleteFunc(slices.Clone(failing.Globals), func(g verdict.GlobalValue) bool {
		return slices.ContainsFunc(s.fillings, func(f filling) bool { return f.memory == g.Variable })
	})
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
