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
			m.GlobalWrites, m.LocalWrites = m.GlobalWrites[:0], m.LocalWrites[:0]
			observer.Enter(m, b)
		}
		return nil
	}
	target, at := m.execute(c)
	switch {
	case at >= 0:
		return &Outcome{Kind: Blocked, Block: b, Pos: b.Instructions[at].Position(), BlockedAt: at}
	case c.jump == nil:
		return m.end(observer, c)
	case c.guards != nil:
		target = m.choose(c)
	}
	if target < 0 {
		return &Outcome{Kind: Blocked, Block: b, Pos: c.jump.Pos, BlockedAt: -1}
	}
	frame.Block = c.jump.Targets[target].Block
	if observer != nil {
		m.collect(c)
		observer.Step(m, b, target)
		if m.overgrown() {
			return &Outcome{Kind: Overgrown, Block: frame.Block, Pos: b.Pos}
		}
	}
	return nil
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
		m.collect(c)
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
	frame := m.push(c.callee)
	for i, o := range c.args {
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
			m.Globals[result.Index] = value
		} else {
			m.current.Locals[result.Index] = value
		}
	}
	m.current.Block = c.after
	if observer != nil {
		m.collect(c)
		observer.Leave(m, b)
	}
	return nil
}

// collect lists for an observer what a block has assigned.
func (m *Machine) collect(c *block) {
	m.GlobalWrites = appendWrites(m.GlobalWrites[:0], c.globals, m.Globals)
	m.LocalWrites = appendWrites(m.LocalWrites[:0], c.locals, m.current.Locals)
}

// largestNumber is the size in bits of the largest number that a recorded run keeps. Mathematical numbers in
// a loop can double their length each round, fractions above all.
const largestNumber = 1 << 14

// overgrown reports whether one of the numbers written last is too large.
func (m *Machine) overgrown() bool {
	for _, writes := range [][]sem.Write[term.Value]{m.GlobalWrites, m.LocalWrites} {
		for _, w := range writes {
			if w.Value.NumberBits() > largestNumber {
				return true
			}
		}
	}
	return false
}

func appendWrites(writes []sem.Write[term.Value], indices []int32, values []term.Value) []sem.Write[term.Value] {
	for _, i := range indices {
		writes = append(writes, sem.Write[term.Value]{Index: i, Value: values[i]})
	}
	return writes
}
