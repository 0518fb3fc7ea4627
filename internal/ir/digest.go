package ir

import (
	"fmt"
	"hash/fnv"
)

// Digests say of each block of a function what a step through it depends on: instructions, guards, and of a call the
// callee's name and what it may change. Positions, numbers of blocks and inputs and where edges lead make no
// difference.
func (p *Program) Digests(f *Function) []string {
	out := make([]string, len(f.Blocks))
	for i, b := range f.Blocks {
		w := &printer{program: p, canonical: &Canonical{numbered: map[string]string{}, named: map[string]string{}, inputs: map[int]int{}, inputIDs: map[int]int{}}}
		for _, instruction := range b.Instructions {
			w.instruction(instruction)
		}
		if call := b.Call(); call != nil {
			for _, v := range call.Callee.Modifies {
				w.printf(" %s", v.Sym)
			}
		}
		if g, ok := b.Terminator.(*Goto); ok {
			for _, t := range g.Targets {
				w.printf(" goto %s", t.Guard)
			}
		} else {
			w.terminator(b.Terminator)
		}
		h := fnv.New64a()
		h.Write([]byte(w.out.String()))
		out[i] = fmt.Sprintf("%016x", h.Sum64())
	}
	return out
}
