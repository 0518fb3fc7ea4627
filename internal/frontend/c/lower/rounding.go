package lower

import (
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/term"
)

// Arithmetic rounds in the mode that fesetround chose last (C11 7.6.3, F.3), to nearest at the start. A program that
// does not call it has no such mode, and no term asks for one. Constant expressions were folded before, to nearest, which is
// what gcc does without -frounding-math.

// roundingModes are the modes by their numbers in <fenv.h> of x86, but for that to nearest, which is 0.
var roundingModes = []struct {
	number uint64
	mode   term.RoundingMode
}{{0x400, term.RTN}, {0x800, term.RTP}, {0xc00, term.RTZ}}

// noteRounding notes a use of a function that changes the mode.
func (r *reach) noteRounding(def *tree.FunctionDef) {
	if def.Body == nil && modelName(def) == "fesetround" {
		r.rounds = true
	}
}

// openRounding makes the variable that holds the mode, if there is more than one.
func (l *lowerer) openRounding() {
	if l.reach.rounds {
		l.names["rounding mode"] = true
		l.rounding = l.program.NewGlobal("rounding mode", l.terms.BV(32))
		l.assume("rounding: constant expressions are rounded to nearest, as by gcc without -frounding-math")
	}
}

// closeRounding makes the first thing that a run does to round to nearest.
func (l *lowerer) closeRounding() {
	if l.rounding == nil || l.program.Entry == nil {
		return
	}
	first := l.program.Entry.Blocks[0]
	set := &ir.Assign{At: ir.At{Pos: first.Pos}, Dst: l.rounding, Src: l.zero(l.rounding.Sort)}
	first.Instructions = append([]ir.Instruction{set}, first.Instructions...)
}

// inMode is what round gives in the current mode.
func (l *lowerer) inMode(round func(term.RoundingMode) *term.Term) *term.Term {
	out := round(term.RNE)
	if l.rounding == nil {
		return out
	}
	for _, m := range roundingModes {
		out = l.terms.Ite(l.terms.Eq(l.rounding.Sym, l.terms.BVConst(32, m.number)), round(m.mode), out)
	}
	return out
}

// rounded applies an operator on floats in the current mode; s is the sort of its result.
func (l *lowerer) rounded(op term.Op, s *term.Sort, args ...*term.Term) *term.Term {
	return l.inMode(func(mode term.RoundingMode) *term.Term { return l.terms.FRounded(op, mode, s, args...) })
}

// integral rounds to an integral number in the current mode.
func (l *lowerer) integral(x *term.Term) *term.Term {
	return l.inMode(func(mode term.RoundingMode) *term.Term { return l.terms.FRoundToIntegral(mode, x) })
}

// setRounding is fesetround: 0 if it knows the mode, else the mode stays.
func (b *body) setRounding(u *libraryUse) (value, bool) {
	if !u.integers(1) || b.rounding == nil {
		return value{}, false
	}
	mode := b.resizeBits(u.args[0].scalar, 32, isSigned(u.args[0].typ))
	unknown := b.terms.Ne(b.terms.BVAnd(mode, b.terms.BVConst(32, 0xfffff3ff)), b.terms.BVConst(32, 0))
	result := b.keep(u.pos, b.truthValue(unknown, u.want))
	b.assign(u.pos, b.rounding, b.terms.Ite(unknown, b.rounding.Sym, mode))
	return value{scalar: result}, true
}

// getRounding is fegetround.
func (b *body) getRounding(*libraryUse) (value, bool) {
	if b.rounding == nil {
		return value{scalar: b.terms.BVConst(32, 0)}, true
	}
	return value{scalar: b.rounding.Sym}, true
}
