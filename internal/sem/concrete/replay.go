package concrete

import (
	"fmt"
	"slices"
	"strings"

	"yogi/internal/ir"
	"yogi/internal/sem"
	"yogi/internal/source"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// Limits bound a replay.
type Limits struct {
	Steps  int64       // blocks; 0: ten million
	Trace  int         // lines of trace kept, the last ones, rounds of loops being one; 0: none
	Slice  bool        // of the trace, lines on which the end does not depend are left out
	Stop   func() bool // asked now and then; may be nil
	Inputs bool        // the values that the run asked for are kept, and those of the globals at its start
	// Observer is told the steps of the run; with one no trace is kept.
	Observer Observer
}

// Replayed is the outcome of a replay.
type Replayed struct {
	Outcome
	Trace []verdict.Step
	// About says what the check that fails is about, in words of the source; "": only a told program says it.
	About string
	// Called is the place of the call in the program's text that the run ended in, where it ended in
	// a function that the front end made.
	Called source.Pos
	// Inputs are, if the limits say so, the values that the run asked for and were not chosen among targets, those that
	// the test does not have being zero.
	Inputs []verdict.InputValue
	// Start are the values of the globals at the start, if the limits ask for inputs.
	Start []term.Value
	// Chose: a target was chosen that the test does not choose.
	Chose bool
	// Omitted is the number of lines that are left out of a sliced trace.
	Omitted int
	// Left is the number of inputs of the test that the run did not consume.
	Left int
}

// Run executes the program on a test. Inputs beyond the test's are zero; a test's choice that is not
// enabled blocks the run. It fails if an expression cannot be evaluated or an Initial fact does not hold.
func Run(p *ir.Program, test *verdict.Test, limits Limits) (*Replayed, error) {
	p.MustBeNumbered()
	from := &replay{test: test, keeps: limits.Inputs}
	m := New(p, sem.NewSlots(p), from)
	globals := m.Globals()
	for _, g := range test.Globals {
		if g.Cell.IsValid() {
			globals[g.Variable.Index] = term.ArrayVal(globals[g.Variable.Index].Array().Store(g.Cell, g.Value))
		} else {
			globals[g.Variable.Index] = g.Value
		}
	}
	m.Functions = Functions(p, test)
	if err := m.start(); err != nil {
		return nil, err
	}
	var start []term.Value
	if limits.Inputs {
		start = slices.Clone(m.Globals())
	}
	if limits.Steps == 0 {
		limits.Steps = 10_000_000
	}
	tracer := newTracer(p, from)
	var observer Observer
	switch {
	case limits.Observer != nil:
		observer = limits.Observer
	case limits.Trace > 0:
		observer = tracer
		if limits.Slice {
			tracer.slicer = newSlicer(m)
		}
	}
	outcome, err := m.Run(observer, limits.Steps, limits.Stop)
	if err != nil {
		return nil, err
	}
	if from.mismatch != "" {
		return nil, fmt.Errorf("replay: %s", from.mismatch)
	}
	steps := tracer.trace(limits.Trace)
	return &Replayed{
		Outcome: *outcome, Trace: steps, Omitted: tracer.left, About: tracer.about(), Called: m.called(), Inputs: from.asked, Start: start, Chose: from.chose, Left: len(test.Inputs) - from.next,
	}, nil
}

// called is the place of the innermost call that the program's text has.
func (m *Machine) called() source.Pos {
	for i := len(m.Frames) - 2; i >= 0; i-- {
		if call := m.Frames[i].Block.Call(); call != nil && !strings.HasPrefix(call.Pos.File, "<") {
			return call.Pos
		}
	}
	return source.Pos{}
}

// Functions is the meaning of uninterpreted functions in a replay: the program's fixed interpretation
// comes first, then what the test says.
func Functions(p *ir.Program, test *verdict.Test) func(f *term.Func, args []term.Value) (term.Value, bool) {
	return func(f *term.Func, args []term.Value) (term.Value, bool) {
		if p.Interpretation != nil {
			if v, ok := p.Interpretation(f, args); ok {
				return v, true
			}
		}
		if test.Functions != nil {
			return test.Functions(f, args)
		}
		return term.ZeroValue(f.Result), true
	}
}

// start gives globals the values that Initial facts fix, and checks all facts about the start state.
func (m *Machine) start() error {
	globals := m.Globals()
	if v := m.Program.AllocCounter; v != nil {
		globals[v.Index] = term.BVValue(v.Sort.Width, m.Program.FirstFree)
	}
	for _, fact := range m.Program.Initial {
		if fact.Op() != term.OpEq {
			continue
		}
		a, b := fact.Args()[0], fact.Args()[1]
		if b.Op() == term.OpVar {
			a, b = b, a
		}
		if v := m.Program.VariableOf(a); v != nil && b.IsConst() {
			globals[v.Index], _ = b.Value()
		}
	}
	return m.CheckStart()
}

// CheckStart says what the start state does not satisfy of what the program states about it; conditions with
// quantifiers are left out.
func (m *Machine) CheckStart() error {
	for _, r := range m.Program.InitialRanges {
		if err := m.checkRange(r); err != nil {
			return err
		}
	}
	for _, fact := range append(append([]*term.Term(nil), m.Program.Initial...), m.Program.Axioms...) {
		if fact.HasQuantifier() {
			continue
		}
		if v, err := m.evaluator.Eval(fact, m); err != nil || !v.Bool() {
			return fmt.Errorf("replay: the start state does not satisfy %s", fact)
		}
	}
	return nil
}

// checkRange checks that the cells of a range have its value in the start state.
func (m *Machine) checkRange(r ir.InitialRange) error {
	array := m.Global(r.Map.Index).Array()
	want := term.BVValue(r.Map.Sort.Elem.Width, r.Value)
	good, set := true, uint64(0)
	array.Each(func(i, v term.Value) bool {
		if r.Contains(i.Uint64()) {
			good = v.Equal(want)
			set++
		}
		return good
	})
	if !good || set < r.Cells() && !array.Default().Equal(want) {
		return fmt.Errorf("replay: memory of %s does not start as the program says", r.Map.Name)
	}
	return nil
}

// replay feeds a test's inputs in order.
type replay struct {
	test     *verdict.Test
	next     int
	mismatch string
	keeps    bool
	asked    []verdict.InputValue
	chose    bool
}

func (r *replay) take(input *ir.Input) (term.Value, bool) {
	if r.next >= len(r.test.Inputs) {
		return term.Value{}, false
	}
	given := r.test.Inputs[r.next]
	r.next++
	if given.Input.ID != input.ID && r.mismatch == "" {
		r.mismatch = fmt.Sprintf("input %d of the test is for %s, the run asks for %s", r.next, given.Input.Name, input.Name)
	}
	return given.Value, true
}

// Input implements Source.
func (r *replay) Input(m *Machine, b *ir.Block, index int, h *ir.Havoc) term.Value {
	v, ok := r.take(h.Input)
	if !ok {
		v, ok = floatBits(m, b, index, h)
	}
	if !ok {
		v = term.ZeroValue(h.Dst.Sort)
	}
	if r.keeps {
		r.asked = append(r.asked, verdict.InputValue{Input: h.Input, Value: v})
	}
	return v
}

// floatBits is the bit pattern that an input has to be where the next instruction assumes that it reads back as a
// given float, as the memory pass writes it for a store.
func floatBits(m *Machine, b *ir.Block, index int, h *ir.Havoc) (term.Value, bool) {
	if h.Input.Kind != ir.Unspecified || index+1 >= len(b.Instructions) {
		return term.Value{}, false
	}
	assume, ok := b.Instructions[index+1].(*ir.Assume)
	if !ok || assume.Cond.Op() != term.OpEq {
		return term.Value{}, false
	}
	for i, side := range assume.Cond.Args() {
		other := assume.Cond.Args()[1-i]
		if side.Op() == term.OpFFromBits && side.Args()[0] == h.Dst.Sym && !slices.Contains(other.Vars(), h.Dst.Sym) {
			return m.Eval(other).Bits(), true
		}
	}
	return term.Value{}, false
}

// Choose implements Source.
func (r *replay) Choose(_ *Machine, _ *ir.Block, g *ir.Goto, enabled []int) int {
	v, ok := r.take(g.Choice)
	if !ok {
		r.chose = true
		return enabled[0]
	}
	for _, i := range enabled {
		if int64(i) == v.Int64() {
			return i
		}
	}
	if r.mismatch == "" {
		r.mismatch = fmt.Sprintf("the test takes target %d at %s, which is not enabled", v.Int64(), g.Pos)
	}
	return enabled[0]
}
