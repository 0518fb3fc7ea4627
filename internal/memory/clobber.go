package memory

import "yogi/internal/ir"

// clobber turns each Clobber, once all maps are known, into inputs for all of them.
func (l *lowerer) clobber() {
	for _, f := range l.program.Functions {
		for _, b := range f.Blocks {
			var out []ir.Instruction
			for _, i := range b.Instructions {
				c, ok := i.(*ir.Clobber)
				if !ok {
					out = append(out, i)
					continue
				}
				for _, m := range l.maps {
					in := &ir.Input{ID: l.nextInput, Kind: ir.MemoryWrite, Name: c.Name, Pos: c.Pos}
					l.nextInput++
					out = append(out, &ir.Havoc{At: c.At, Dst: m.variable, Input: in})
				}
			}
			b.Instructions = out
		}
	}
}
