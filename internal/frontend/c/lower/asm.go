package lower

import (
	"strings"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
)

// asm havocs the outputs of inline assembly. An empty template has no effect beyond its outputs; other
// assembly that may write memory is not modelled.
func (b *body) asm(e *tree.Asm) {
	empty := strings.Trim(e.Text, "\" \t\n") == ""
	switch {
	case len(e.Labels) > 0:
		b.unsupported(e.Pos, "asm goto")
		return
	case e.Memory && !empty:
		b.unsupported(e.Pos, "inline assembly that may write memory")
		return
	}
	for _, in := range e.Inputs {
		b.effect(in)
	}
	for _, out := range e.Outputs {
		p := b.place(out)
		if !p.typ.IsScalar() || !isModelled(p.typ) {
			b.unsupported(e.Pos, "inline assembly with an output of type "+p.typ.Name)
			return
		}
		b.storeScalar(e.Pos, p, b.input(e.Pos, p.typ, ir.MemoryWrite, "asm"))
	}
}
