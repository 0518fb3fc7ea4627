package concrete

import (
	"yogi/internal/bug"
	"yogi/internal/ir"
	"yogi/internal/sem"
	"yogi/internal/term"
)

// run executes compiled code up to its next stop, whose number it returns.
func (m *Machine) run(code *term.Code, from int) int {
	exit, err := code.Run(&m.registers, from)
	if err != nil {
		panic(failure{err})
	}
	return exit
}

// step executes one block; it returns the outcome if the run ended there.
func (m *Machine) step(observer Observer) *Outcome {
	frame := m.current
	b := frame.Block
	c := frame.code.block(b)
	m.registers.Use(c.code)
	if c.callee != nil {
		m.enter(c)
		if observer != nil {
			m.written = nil
			observer.Enter(m, b)
		}
		return nil
	}
	target, at := m.execute(c)
	switch {
	case at >= 0:
		return blockedIn(b, at)
	case c.jump == nil:
		return m.end(observer, c)
	case c.guards != nil:
		target = m.choose(c)
	}
	if target < 0 {
		return blockedIn(b, -1)
	}
	frame.Block = c.jump.Targets[target].Block
	if observer != nil {
		m.written = c
		observer.Step(m, b, target)
		if m.overgrown() {
			return &Outcome{Kind: Overgrown, Block: frame.Block, Pos: b.Pos}
		}
	}
	return nil
}

// blockedIn is the end of a run at an Assume of a block, by its index, or where no target is enabled: -1.
func blockedIn(b *ir.Block, assume int) *Outcome {
	pos := b.Terminator.Position()
	if assume >= 0 {
		pos = b.Instructions[assume].Position()
	}
	return &Outcome{Kind: Blocked, Block: b, Pos: pos, BlockedAt: assume}
}

// execute runs a block's instructions. It returns the number of the code's last stop and the index of
// the Assume that blocked the run, or -1.
func (m *Machine) execute(c *block) (exit, blocked int) {
	exit = m.run(c.code, 0)
	for i := range c.pauses {
		p := &c.pauses[i]
		if p.havoc != nil {
			value := m.source.Input(m, c.ir, p.index, p.havoc)
			m.checkSort(value, p.havoc.Dst.Sort, p.havoc.Dst.Name)
			m.registers.Set(p.operand, value)
		} else if !m.registers.Holds(p.operand) {
			return 0, p.index
		}
		exit = m.run(c.code, p.next)
	}
	return exit, -1
}

// end leaves a block that has no way out within its function.
func (m *Machine) end(observer Observer, c *block) *Outcome {
	b := c.ir
	if halt, ok := b.Terminator.(*ir.Halt); ok {
		return &Outcome{Kind: Halted, Block: b, Pos: halt.Pos, What: halt.What}
	}
	if observer != nil {
		m.written = c
		observer.Exit(m, b)
	}
	switch t := b.Terminator.(type) {
	case *ir.Return:
		return m.leave(observer, t)
	case *ir.Error:
		return &Outcome{Kind: ReachedError, Block: b, Pos: t.Pos, What: t.What, Property: t.Property}
	case *ir.Unsupported:
		return &Outcome{Kind: ReachedUnsupported, Block: b, Pos: t.Pos, What: t.Diagnostic.Message, Unsupported: t.Diagnostic}
	}
	bug.Errorf("block %d of %s has terminator %T", b.Index, b.Function.Name, b.Terminator)
	return nil
}

// choose asks for one of the enabled targets of a goto with a Choice; -1: there is none.
func (m *Machine) choose(c *block) int {
	m.enabled = m.enabled[:0]
	for i, g := range c.guards {
		m.run(c.code, g.from)
		if m.registers.Holds(g.operand) {
			m.enabled = append(m.enabled, i)
		}
	}
	if len(m.enabled) == 0 {
		return -1
	}
	return m.source.Choose(m, c.ir, c.jump, m.enabled)
}

// enter calls a function.
func (m *Machine) enter(c *block) {
	m.run(c.code, 0)
	m.call(c.callee, c.args)
}

// call makes a function the active one. The arguments are operands of the code that ran last.
func (m *Machine) call(f *function, args []term.Operand) {
	frame := m.push(f)
	for i, o := range args {
		frame.Locals[i] = m.registers.Get(o)
	}
	m.activate()
}

// leave returns from the active function.
func (m *Machine) leave(observer Observer, t *ir.Return) *Outcome {
	callee := m.current
	if len(m.Frames) == 1 {
		return &Outcome{Kind: Returned, Block: callee.Block, Pos: t.Pos}
	}
	m.Frames = m.Frames[:len(m.Frames)-1]
	m.activate()
	b := m.current.Block
	c := m.current.code.block(b)
	for i, result := range c.results {
		if result == nil {
			continue
		}
		value := callee.Locals[callee.Function.Results[i].Index]
		if result.Kind == ir.Global {
			m.globals[result.Index] = value
		} else {
			m.current.Locals[result.Index] = value
		}
	}
	m.current.Block = c.after
	if observer != nil {
		m.written = c
		observer.Leave(m, b)
	}
	return nil
}

// GlobalWrites are, for an observer, the globals that the step has assigned, each once. They are valid during the
// call.
func (m *Machine) GlobalWrites() []sem.Write[term.Value] {
	list := m.writes[globalBank][:0]
	if m.written != nil {
		for _, i := range m.written.globals {
			list = append(list, sem.Write[term.Value]{Index: i, Value: m.registers.Freeze(i)})
		}
	}
	m.writes[globalBank] = list
	return list
}

// LocalWrites are, for an observer, the variables of the active function that the step has assigned, each once. They
// are valid during the call.
func (m *Machine) LocalWrites() []sem.Write[term.Value] {
	list := m.writes[localBank][:0]
	if m.written != nil {
		for _, i := range m.written.locals {
			list = append(list, sem.Write[term.Value]{Index: i, Value: m.current.Locals[i]})
		}
	}
	m.writes[localBank] = list
	return list
}

// largestNumber is the size in bits of the largest number that a recorded run keeps. Mathematical numbers in
// a loop can double their length each round, fractions above all.
const largestNumber = 1 << 14

// overgrown reports whether one of the numbers written last is too large.
func (m *Machine) overgrown() bool {
	for _, i := range m.written.globals {
		if m.globals[i].NumberBits() > largestNumber {
			return true
		}
	}
	for _, i := range m.written.locals {
		if m.current.Locals[i].NumberBits() > largestNumber {
			return true
		}
	}
	return false
}
