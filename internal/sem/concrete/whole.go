package concrete

import (
	"yogi/internal/ir"
	"yogi/internal/sem"
	"yogi/internal/term"
)

// whole is the code of a function's plain blocks, those without inputs and choices, in one piece: a run that
// nobody observes goes from one to the next within the code. The code stops with the number of the block to go on
// with, or with ^n at the end number n.
type whole struct {
	code    *term.Code
	entries []int // where the code of a block starts, by index; -1: not plain
	ends    []end
}

// end is a step that whole code leaves to the machine: a call or a return, of a block that is executed otherwise, or
// that the run is blocked.
type end struct {
	block   *ir.Block
	callee  *function
	args    []term.Operand
	returns *ir.Return
	assume  int // neither call nor return: the index of the Assume that does not hold; -1: no target is enabled
}

// warm is the number of steps in a function after which its whole code is worth making.
const warm = 256

// wholeCode finds or makes the whole code of f.
func (f *function) wholeCode() *whole {
	if known := f.whole.Load(); known != nil {
		return known
	}
	made := &whole{entries: make([]int, len(f.ir.Blocks))}
	c := &compilation{compiler: newCompiler(f.slots), whole: made}
	labels := make([]*term.Label, len(f.ir.Blocks))
	for i := range labels {
		labels[i] = c.compiler.NewLabel()
	}
	for i, b := range f.ir.Blocks {
		c.compiler.Place(labels[i])
		made.entries[i] = -1
		if !plain(b) {
			c.compiler.Stop(i)
			continue
		}
		made.entries[i] = c.compiler.Next()
		c.compiler.Count(i)
		c.wholeBlock(f.slots, b, labels)
	}
	made.code = c.compiler.Code()
	f.whole.Store(made)
	return made
}

func plain(b *ir.Block) bool {
	for _, instruction := range b.Instructions {
		switch instruction.(type) {
		case *ir.Assign, *ir.Assume, *ir.Call:
		default:
			return false
		}
	}
	switch t := b.Terminator.(type) {
	case *ir.Goto:
		return t.Choice == nil
	case *ir.Return:
		return true
	}
	return false
}

func (c *compilation) wholeBlock(slots *sem.Slots, b *ir.Block, labels []*term.Label) {
	c.block, c.blocked = &block{ir: b}, c.blocked[:0]
	if call := b.Call(); call != nil {
		c.end(end{block: b, callee: functionOf(slots, call.Callee), args: sem.Bind[term.Operand](c, call)})
		return
	}
	sem.Execute[term.Operand](c, b)
	switch t := b.Terminator.(type) {
	case *ir.Return:
		c.end(end{block: b, returns: t})
	case *ir.Goto:
		c.wholeBranches(b, t, labels)
	}
	for _, a := range c.blocked {
		c.compiler.Place(a.label)
		c.end(end{block: b, assume: a.index})
	}
}

// end stops the code.
func (c *compilation) end(e end) {
	c.compiler.Stop(^len(c.whole.ends))
	c.whole.ends = append(c.whole.ends, e)
}

// blockedAt is where an assumption that does not hold leads.
type blockedAt struct {
	index int
	label *term.Label
}

// assumeWithin compiles an Assume of whole code.
func (c *compilation) assumeWithin(index int, cond term.Operand) {
	a := blockedAt{index, c.compiler.NewLabel()}
	c.compiler.JumpUnless(cond, a.label)
	c.blocked = append(c.blocked, a)
}

// wholeBranches compiles the way out of a block.
func (c *compilation) wholeBranches(b *ir.Block, jump *ir.Goto, labels []*term.Label) {
	for i, t := range jump.Targets {
		to := labels[t.Block.Index]
		if isCertain(jump, i) {
			c.compiler.Jump(to)
			return
		}
		condition := c.Eval(t.Guard)
		if i+1 < len(jump.Targets) && isCertain(jump, i+1) {
			c.compiler.JumpUnless(condition, labels[jump.Targets[i+1].Block.Index])
			c.compiler.Jump(to)
			return
		}
		next := c.compiler.NewLabel()
		c.compiler.JumpUnless(condition, next)
		c.compiler.Jump(to)
		c.compiler.Land(next)
	}
	c.end(end{block: b, assume: -1})
}

// runPlain executes at most limit plain blocks from the present one on. It returns their number, and the outcome
// with one less if the run ended with the last of them.
func (m *Machine) runPlain(limit int) (int, *Outcome) {
	steps := 0
	for steps < limit {
		frame := m.current
		if frame.warmth < warm {
			frame.warmth++
			break
		}
		w := frame.code.wholeCode()
		from := w.entries[frame.Block.Index]
		if from < 0 {
			break
		}
		m.registers.Use(w.code)
		m.registers.Budget = limit - steps
		exit := m.run(w.code, from)
		steps = limit - m.registers.Budget
		if exit >= 0 {
			frame.Block = frame.Function.Blocks[exit]
			break
		}
		if out := m.finish(frame, &w.ends[^exit]); out != nil {
			return steps - 1, out
		}
	}
	return steps, nil
}

// finish does at an end what whole code does not; it returns the outcome if the run ended there.
func (m *Machine) finish(frame *Frame, e *end) *Outcome {
	frame.Block = e.block
	switch {
	case e.callee != nil:
		m.call(e.callee, e.args)
		return nil
	case e.returns != nil:
		return m.leave(nil, e.returns)
	}
	return blockedIn(e.block, e.assume)
}
