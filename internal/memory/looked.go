package memory

import (
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// looksAtAddresses says where the program reads, as a number, memory in which it has put an address: by another
// member of a union, byte by byte, or after a copy. If it does so nowhere, looks is false. As with a conversion, what the
// number is depends on where objects lie. What is only put elsewhere is copied and not looked at.
func (p *partition) looksAtAddresses() (at source.Pos, looks bool) {
	held := map[*cell]bool{} // cells that hold an address
	for _, i := range p.order {
		if s, ok := i.(*ir.Store); ok && s.Access.Pointer && !s.Value.IsConst() {
			held[p.cellOf(i)] = true
		}
	}
	if len(held) == 0 {
		return source.Pos{}, false
	}
	var looked map[*term.Term]bool
	for _, i := range p.order {
		l, ok := i.(*ir.Load)
		if !ok || l.Access.Pointer || !held[p.cellOf(i)] {
			continue
		}
		if looked == nil {
			looked = lookedAt(p.program)
		}
		if looked[l.Dst.Sym] {
			return l.Pos, true
		}
	}
	return source.Pos{}, false
}

// lookedAt are the variables that the program does something with besides putting them into memory as they are.
func lookedAt(p *ir.Program) map[*term.Term]bool {
	out := map[*term.Term]bool{}
	look := func(t *term.Term) {
		for _, v := range t.Vars() {
			out[v] = true
		}
	}
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				s, ok := i.(*ir.Store)
				ir.EachTerm(i, func(t *term.Term) {
					if !ok || t != s.Value || t.Op() != term.OpVar {
						look(t)
					}
				})
			}
			if g, ok := b.Terminator.(*ir.Goto); ok {
				for _, target := range g.Targets {
					look(target.Guard)
				}
			}
		}
	}
	return out
}
