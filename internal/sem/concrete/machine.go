// Package concrete runs programs on machine values: package sem's instructions over term.Value.
//
// A run is deterministic given its Source of inputs. An Observer sees every step, so that the engine
// can grow its forest of tests from the same interpreter that replays evidence.
package concrete

import (
	"fmt"

	"yogi/internal/bug"
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
)

func (k Kind) String() string {
	return [...]string{"invalid", "error", "return", "halt", "blocked", "unsupported", "out of steps"}[k]
}

// Outcome is the end of a run.
type Outcome struct {
	Kind  Kind
	Pos   source.Pos
	What  string
	Block *ir.Block
	Steps int64 // blocks executed
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
}

// Machine is a running program.
type Machine struct {
	Program   *ir.Program
	Globals   []term.Value
	Frames    []*Frame
	Functions func(f *term.Func, args []term.Value) (term.Value, bool) // uninterpreted functions; nil: zero
	// GlobalWrites and LocalWrites are what the block in execution has assigned so far.
	GlobalWrites, LocalWrites []sem.Write[term.Value]

	slots     *sem.Slots
	evaluator *term.Evaluator
	source    Source
	current   *Frame
}

// New returns a machine at the start of the program's entry, with zero globals.
func New(p *ir.Program, slots *sem.Slots, source Source) *Machine {
	m := &Machine{Program: p, slots: slots, evaluator: term.NewEvaluator(), source: source}
	m.Globals = zeros(p.Globals)
	m.push(p.Entry, nil)
	return m
}

func zeros(variables []*ir.Variable) []term.Value {
	values := make([]term.Value, len(variables))
	for i, v := range variables {
		values[i] = term.ZeroValue(v.Sort)
	}
	return values
}

func (m *Machine) push(f *ir.Function, args []term.Value) {
	locals := zeros(f.Variables())
	copy(locals, args)
	m.current = &Frame{Function: f, Block: f.Entry(), Locals: locals}
	m.Frames = append(m.Frames, m.current)
}

// Frame is the active frame.
func (m *Machine) Frame() *Frame { return m.current }

// Lookup makes the machine an assignment for the evaluator.
func (m *Machine) Lookup(sym *term.Term) (term.Value, bool) {
	index, global, ok := m.slots.Of(sym)
	switch {
	case !ok:
		return term.Value{}, false
	case global:
		return m.Globals[index], true
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

// evaluation failed: the run cannot go on.
type failure struct{ err error }

// Eval implements sem.Machine.
func (m *Machine) Eval(t *term.Term) term.Value {
	v, err := m.evaluator.Eval(t, m)
	if err != nil {
		panic(failure{err})
	}
	return v
}

// Set implements sem.Machine.
func (m *Machine) Set(v *ir.Variable, value term.Value) {
	w := sem.Write[term.Value]{Index: int32(v.Index), Value: value}
	if v.Kind == ir.Global {
		m.Globals[v.Index] = value
		m.GlobalWrites = append(m.GlobalWrites, w)
		return
	}
	m.current.Locals[v.Index] = value
	m.LocalWrites = append(m.LocalWrites, w)
}

// Input implements sem.Machine.
func (m *Machine) Input(b *ir.Block, index int, h *ir.Havoc) term.Value {
	return m.source.Input(m, b, index, h)
}

// Assume implements sem.Machine.
func (m *Machine) Assume(_ *ir.Block, _ int, cond term.Value) bool { return cond.Bool() }

// Run executes until the run ends or maxSteps blocks were executed; stop is asked every few blocks and
// may be nil. An error means that an expression could not be evaluated (a quantifier): the run says
// nothing.
func (m *Machine) Run(observer Observer, maxSteps int64, stop func() bool) (out *Outcome, err error) {
	defer func() {
		if r := recover(); r != nil {
			f, ok := r.(failure)
			if !ok {
				panic(r)
			}
			out, err = nil, fmt.Errorf("run: evaluating in %s: %w", m.current.Function.Name, f.err)
		}
	}()
	for steps := int64(0); ; steps++ {
		if steps >= maxSteps || (steps&255 == 255 && stop != nil && stop()) {
			return &Outcome{Kind: OutOfSteps, Block: m.current.Block, Pos: m.current.Block.Pos, Steps: steps}, nil
		}
		if end := m.step(observer); end != nil {
			end.Steps = steps + 1
			return end, nil
		}
	}
}

// step executes one block; it returns the outcome if the run ended there.
func (m *Machine) step(observer Observer) *Outcome {
	frame := m.current
	b := frame.Block
	m.GlobalWrites, m.LocalWrites = m.GlobalWrites[:0], m.LocalWrites[:0]
	if call := b.Call(); call != nil {
		m.push(call.Callee, sem.Bind[term.Value](m, call))
		if observer != nil {
			observer.Enter(m, b)
		}
		return nil
	}
	if at := sem.Execute[term.Value](m, b); at >= 0 {
		return &Outcome{Kind: Blocked, Block: b, Pos: b.Instructions[at].Position(), BlockedAt: at}
	}
	switch t := b.Terminator.(type) {
	case *ir.Goto:
		target, ok := m.choose(b, t)
		if !ok {
			return &Outcome{Kind: Blocked, Block: b, Pos: t.Pos, BlockedAt: -1}
		}
		frame.Block = t.Targets[target].Block
		if observer != nil {
			observer.Step(m, b, target)
		}
		return nil
	case *ir.Return:
		if observer != nil {
			observer.Exit(m, b)
		}
		return m.leave(observer, t)
	case *ir.Halt:
		return &Outcome{Kind: Halted, Block: b, Pos: t.Pos, What: t.What}
	case *ir.Error:
		if observer != nil {
			observer.Exit(m, b)
		}
		return &Outcome{Kind: ReachedError, Block: b, Pos: t.Pos, What: t.What}
	case *ir.Unsupported:
		if observer != nil {
			observer.Exit(m, b)
		}
		return &Outcome{Kind: ReachedUnsupported, Block: b, Pos: t.Pos, What: t.Diagnostic.Message, Unsupported: t.Diagnostic}
	}
	bug.Errorf("block %d of %s has terminator %T", b.Index, b.Function.Name, b.Terminator)
	return nil
}

// choose evaluates the guards of a goto.
func (m *Machine) choose(b *ir.Block, g *ir.Goto) (int, bool) {
	if g.Choice == nil {
		for i, t := range g.Targets {
			if t.Guard.IsTrue() || m.Eval(t.Guard).Bool() {
				return i, true
			}
		}
		return 0, false
	}
	enabled := make([]int, 0, len(g.Targets))
	for i, t := range g.Targets {
		if t.Guard.IsTrue() || m.Eval(t.Guard).Bool() {
			enabled = append(enabled, i)
		}
	}
	if len(enabled) == 0 {
		return 0, false
	}
	return m.source.Choose(m, b, g, enabled), true
}

// leave returns from the active function.
func (m *Machine) leave(observer Observer, t *ir.Return) *Outcome {
	callee := m.current
	if len(m.Frames) == 1 {
		return &Outcome{Kind: Returned, Block: callee.Block, Pos: t.Pos}
	}
	m.Frames = m.Frames[:len(m.Frames)-1]
	m.current = m.Frames[len(m.Frames)-1]
	b := m.current.Block
	m.GlobalWrites, m.LocalWrites = m.GlobalWrites[:0], m.LocalWrites[:0]
	for i, result := range b.Call().Results {
		if result != nil {
			m.Set(result, callee.Locals[callee.Function.Results[i].Index])
		}
	}
	m.current.Block = b.Terminator.(*ir.Goto).Targets[0].Block
	if observer != nil {
		observer.Leave(m, b)
	}
	return nil
}
