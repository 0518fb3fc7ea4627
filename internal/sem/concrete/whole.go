package concrete

import (
	"yogi/internal/ir"
	"yogi/internal/sem"
	"yogi/internal/term"
)

// whole is the code of a function's plain blocks, those of assignments and jumps without a choice, in
// one piece: a run that nobody observes goes from one to the next within the code. The code stops with
// the number of the block to go on with, or with ^n where no way leads out of block n.
type whole struct {
	code    *term.Code
	entries []int // where the code of a block starts, by index; -1: not plain
}

// warm is the number of steps in a function after which its whole code is worth making.
const warm = 256

// wholeCode finds or makes the whole code of f.
func (f *function) wholeCode() *whole {
	if known := f.whole.Load(); known != nil {
		return known
	}
	c := &compilation{compiler: newCompiler(f.slots)}
	made := &whole{entries: make([]int, len(f.ir.Blocks))}
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
		c.wholeBlock(b, labels)
	}
	made.code = c.compiler.Code()
	f.whole.Store(made)
	return made
}

func plain(b *ir.Block) bool {
	for _, instruction := range b.Instructions {
		if _, ok := instruction.(*ir.Assign); !ok {
			return false
		}
	}
	jump, ok := b.Terminator.(*ir.Goto)
	return ok && jump.Choice == nil
}

func (c *compilation) wholeBlock(b *ir.Block, labels []*term.Label) {
	c.block = &block{ir: b}
	sem.Execute[term.Operand](c, b)
	jump := b.Terminator.(*ir.Goto)
	c.branches(jump, func(target int) {
		if target < 0 {
			c.compiler.Stop(^b.Index)
			return
		}
		c.compiler.Jump(labels[jump.Targets[target].Block.Index])
	})
}

// runPlain executes at most limit plain blocks from the present one on. It returns their number, and
// the outcome if the run ended there.
func (m *Machine) runPlain(limit int) (int, *Outcome) {
	frame := m.current
	f := frame.code
	if frame.warmth < warm {
		frame.warmth++
		return 0, nil
	}
	w := f.wholeCode()
	from := w.entries[frame.Block.Index]
	if from < 0 {
		return 0, nil
	}
	m.registers.Use(w.code)
	m.registers.Budget = limit
	exit := m.run(w.code, from)
	steps := limit - m.registers.Budget
	if exit < 0 {
		b := f.ir.Blocks[^exit]
		return steps - 1, &Outcome{Kind: Blocked, Block: b, Pos: b.Terminator.Position(), BlockedAt: -1}
	}
	frame.Block = f.ir.Blocks[exit]
	return steps, nil
}
