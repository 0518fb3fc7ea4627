// Package concrete runs programs on machine values. A block is compiled where a run first enters it, by
// package sem's instructions over term.Operand.
//
// A run is deterministic given its Source of inputs. An Observer sees every step, so that the engine
// can grow its forest of tests from the same interpreter that replays evidence.
package concrete

import (
	"fmt"
	"slices"

	"yogi/internal/ir"
	"yogi/internal/sem"
	"yogi/internal/source"
	"yogi/internal/term"
)

// Source supplies what the program leaves open.
type Source interface {
	// Input gives the value of a Havoc.
	Input(m *Machine, b *ir.Block, index int, h *ir.Havoc) term.Value
	// Choose picks one of the enabled targets of a Goto with a Choice; enabled is not empty and holds
	// indices into Goto.Targets.
	Choose(m *Machine, b *ir.Block, g *ir.Goto, enabled []int) int
}

// Observer is told each step of a run after it happened. Writes are valid during the call only.
type Observer interface {
	// Step: block from was executed and its goto's target taken. The machine is at the target.
	Step(m *Machine, from *ir.Block, target int)
	// Enter: the call block's call has been entered. The machine is at the callee's entry.
	Enter(m *Machine, call *ir.Block)
	// Exit: block from was executed and its terminator (Return, Error, Unsupported) leaves the function.
	// The callee's variables are still there.
	Exit(m *Machine, from *ir.Block)
	// Leave: the callee returned to the caller's call block, whose goto has been taken.
	Leave(m *Machine, call *ir.Block)
}

// Kind says how a run ended.
type Kind uint8

// The ends of a run. The zero value is invalid.
const (
	InvalidKind Kind = iota
	ReachedError
	Returned
	Halted
	Blocked
	ReachedUnsupported
	OutOfSteps
	Overgrown // a number outgrew what a recorded run keeps
)

func (k Kind) String() string {
	return [...]string{"invalid", "error", "return", "halt", "blocked", "unsupported", "out of steps", "overgrown"}[k]
}

// Outcome is the end of a run.
type Outcome struct {
	Kind Kind
	Pos  source.Pos
	What string
	// Property is the sub-property of the Error terminator that was reached.
	Property string
	Block    *ir.Block
	Steps    int64 // blocks executed
	// BlockedAt is the index of the Assume that blocked the run, or -1 for a Goto without an enabled
	// target.
	BlockedAt int
	// Unsupported is the diagnostic of the Unsupported terminator.
	Unsupported *source.Diagnostic
}

// Frame is an activation.
type Frame struct {
	Function *ir.Function
	Block    *ir.Block
	Locals   []term.Value
	code     *function
	warmth   int // steps made one by one, up to warm
}

// Machine is a running program. Every value in it is of its variable's sort. A frame is used again after
// its function has returned.
//
// Maps among the globals are changed in place by stores, as long as nobody looks at them (term.Registers):
// what reads a global asks for it by Global or Globals.
type Machine struct {
	Program   *ir.Program
	Frames    []*Frame
	Functions func(f *term.Func, args []term.Value) (term.Value, bool) // uninterpreted functions; nil: zero

	globals   []term.Value
	written   *block // that the observed step has executed; nil: it assigned nothing
	writes    [2][]sem.Write[term.Value]
	slots     *sem.Slots
	evaluator *term.Evaluator
	registers term.Registers
	source    Source
	current   *Frame
	enabled   []int
}

// New returns a machine at the start of the program's entry, with zero globals.
func New(p *ir.Program, slots *sem.Slots, source Source) *Machine {
	m := &Machine{Program: p, slots: slots, evaluator: term.NewEvaluator(), source: source}
	m.registers.Evaluator, m.registers.Assignment = m.evaluator, m
	m.globals = zeros(p.Globals)
	for v, cells := range p.MapsAtStart() {
		m.globals[v.Index] = term.ArrayVal(cells)
	}
	m.registers.SetBank(globalBank, m.globals)
	m.push(functionOf(slots, p.Entry))
	m.activate()
	return m
}

func zeros(variables []*ir.Variable) []term.Value {
	values := make([]term.Value, len(variables))
	for i, v := range variables {
		values[i] = term.ZeroValue(v.Sort)
	}
	return values
}

// push adds a frame with zero variables; it becomes the active one by activate.
func (m *Machine) push(f *function) *Frame {
	var frame *Frame
	if n := len(m.Frames); n < cap(m.Frames) {
		frame = m.Frames[:n+1][n]
	}
	if frame == nil {
		frame = &Frame{}
	}
	frame.Function, frame.Block, frame.code = f.ir, f.ir.Entry(), f
	frame.Locals = append(frame.Locals[:0], f.zeros...)
	m.Frames = append(m.Frames, frame)
	return frame
}

// activate makes the last frame the active one.
func (m *Machine) activate() {
	m.current = m.Frames[len(m.Frames)-1]
	m.registers.SetBank(localBank, m.current.Locals)
}

// Snapshot is a machine between two steps.
type Snapshot struct {
	globals []term.Value
	frames  []Frame
}

// Snapshot notes where the machine is. An observer may ask for it after a step.
func (m *Machine) Snapshot() *Snapshot {
	s := &Snapshot{globals: slices.Clone(m.Globals()), frames: make([]Frame, len(m.Frames))}
	for i, f := range m.Frames {
		s.frames[i] = *f
		s.frames[i].Locals = slices.Clone(f.Locals)
	}
	return s
}

// Restore puts a machine for the same program where a snapshot was made.
func (m *Machine) Restore(s *Snapshot) {
	copy(m.globals, s.globals)
	m.Frames = m.Frames[:0]
	for _, f := range s.frames {
		f.Locals = slices.Clone(f.Locals)
		m.Frames = append(m.Frames, &f)
	}
	m.activate()
}

// Globals are the values of the globals, to be read, or written before a run. The list is the machine's own: while
// the machine runs on, maps in it have no values until somebody asks for it again.
func (m *Machine) Globals() []term.Value {
	m.registers.FreezeAll()
	return m.globals
}

// Global is the value of the global with the given index.
func (m *Machine) Global(index int) term.Value { return m.registers.Freeze(int32(index)) }

// Frame is the active frame.
func (m *Machine) Frame() *Frame { return m.current }

// Lookup makes the machine an assignment for the evaluator.
func (m *Machine) Lookup(sym *term.Term) (term.Value, bool) {
	index, global, ok := m.slots.Of(sym)
	switch {
	case !ok:
		return term.Value{}, false
	case global:
		return m.registers.Freeze(index), true
	}
	return m.current.Locals[index], true
}

// Apply interprets uninterpreted functions.
func (m *Machine) Apply(f *term.Func, args []term.Value) (term.Value, bool) {
	if m.Functions != nil {
		return m.Functions(f, args)
	}
	return term.ZeroValue(f.Result), true
}

// failure is one of an evaluation: the run cannot go on.
type failure struct{ err error }

// Eval is the value of a term in the present state.
func (m *Machine) Eval(t *term.Term) term.Value {
	v, err := m.evaluator.Eval(t, m)
	if err != nil {
		panic(failure{err})
	}
	return v
}

// stopInterval is the number of blocks executed between two questions whether to stop.
const stopInterval = 256

// Run executes until the run ends or maxSteps blocks were executed; stop is asked every few blocks and
// may be nil. An error means that an expression could not be evaluated (a quantifier): the run says
// nothing.
func (m *Machine) Run(observer Observer, maxSteps int64, stop func() bool) (out *Outcome, err error) {
	defer func() {
		m.registers.FreezeAll() // who had the globals before the run has them as they are behind it
		if r := recover(); r != nil {
			f, ok := r.(failure)
			if !ok {
				panic(r)
			}
			out, err = nil, fmt.Errorf("run: evaluating in %s: %w", m.current.Function.Name, f.err)
		}
	}()
	m.checkSorts(m.Program.Globals, m.Globals())
	m.checkSorts(m.current.Function.Variables(), m.current.Locals)
	m.registers.SetBank(localBank, m.current.Locals)
	asked := int64(0) // steps when stop was asked
	for steps := int64(0); ; steps++ {
		if steps-asked > stopInterval {
			asked = steps
			if stop != nil && stop() {
				return m.outOfSteps(steps), nil
			}
		}
		if observer == nil {
			n, end := m.runPlain(int(min(stopInterval, maxSteps-steps)))
			steps += int64(n)
			if end != nil {
				end.Steps = steps + 1
				return end, nil
			}
		}
		if steps >= maxSteps {
			return m.outOfSteps(steps), nil
		}
		if end := m.step(observer); end != nil {
			end.Steps = steps + 1
			return end, nil
		}
	}
}

func (m *Machine) outOfSteps(steps int64) *Outcome {
	return &Outcome{Kind: OutOfSteps, Block: m.current.Block, Pos: m.current.Block.Pos, Steps: steps}
}

// checkSorts checks values that came from outside: compiled code relies on their sorts.
func (m *Machine) checkSorts(variables []*ir.Variable, values []term.Value) {
	for i, v := range variables {
		m.checkSort(values[i], v.Sort, v.Name)
	}
}

func (m *Machine) checkSort(value term.Value, sort *term.Sort, name string) {
	if value.Kind() != sort.Kind || sort.Kind == term.KindBV && value.Width() != sort.Width {
		panic(failure{fmt.Errorf("%s is given %s, which is not of sort %s", name, value, sort)})
	}
}
