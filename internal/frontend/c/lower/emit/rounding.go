package emit

import (
	"yogi/internal/ir"
	"yogi/internal/term"
)

// Arithmetic rounds in the mode that fesetround chose last (C11 7.6.3, F.3), to nearest at the
// start. A program that does not call it has no such mode, and no term asks for one.

// RoundingBits are the bits of the number of a mode.
const RoundingBits = 2

// roundingModes are the modes in the order of their numbers in <fenv.h> of x86.
var roundingModes = [4]term.RoundingMode{term.RNE, term.RTN, term.RTP, term.RTZ}

// InMode returns what round gives in the mode of the program, whose number a variable holds; nil:
// it is always to nearest.
func InMode(
	terms *term.Builder, mode *ir.Variable, round func(term.RoundingMode) *term.Term,
) *term.Term {
	out := round(term.RNE)
	if mode == nil {
		return out
	}
	for number, m := range roundingModes[1:] {
		chosen := terms.Eq(mode.Sym, terms.BVConst(RoundingBits, uint64(number+1)))
		out = terms.Ite(chosen, round(m), out)
	}
	return out
}
