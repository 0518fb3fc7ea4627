package memory

import (
	"slices"

	"yogi/internal/ir"
)

// clobbers says that some instruction may write anything anywhere. Then nothing is known of what values in memory
// are based on, and memory is not split.
func clobbers(p *ir.Program) bool {
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			if slices.ContainsFunc(b.Instructions, func(i ir.Instruction) bool { _, ok := i.(*ir.Clobber); return ok }) {
				return true
			}
		}
	}
	return false
}

// clobber makes the whole memory an input. If nothing reads it, there is nothing to do.
func (l *lowerer) clobber(c *ir.Clobber, whole *class) {
	if !whole.read {
		return
	}
	in := &ir.Input{ID: l.nextInput, Kind: ir.MemoryWrite, Name: c.Name, Pos: c.Pos}
	l.nextInput++
	l.block.Emit(&ir.Havoc{At: c.At, Dst: l.mapOf(whole), Input: in})
}
