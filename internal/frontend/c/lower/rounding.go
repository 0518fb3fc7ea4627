package lower

import (
	"yogi/internal/assumption"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// Arithmetic rounds in the mode that fesetround chose last (C11 7.6.3, F.3), to nearest at the start. A program that
// does not call it has no such mode, and no term asks for one. Constant expressions were folded before, to nearest, as
// gcc does without -frounding-math, but for those that overflow. A rounding function of a constant is refused: gcc
// folds some.

// roundingModes are the modes in the order of their numbers in <fenv.h> of x86, which are multiples of 1 << roundingShift.
var roundingModes = [4]term.RoundingMode{term.RNE, term.RTN, term.RTP, term.RTZ}

const (
	roundingBits  = 2
	roundingShift = 10
)

// setsRounding says that a function changes the mode.
func setsRounding(def *tree.FunctionDef) bool {
	return def.Body == nil && modelName(def) == "fesetround"
}

// noteRounding notes a use of a function that changes the mode.
func (r *reach) noteRounding(def *tree.FunctionDef) {
	r.rounds = r.rounds || setsRounding(def)
}

// openRounding makes the variable that holds the mode, if there is more than one.
func (l *lowerer) openRounding() {
	if l.reach.rounds {
		l.names["rounding mode"] = true
		l.rounding = l.program.NewGlobal("rounding mode", l.terms.BV(roundingBits))
		l.assume(assumption.RoundingMode, source.Pos{})
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

// inMode returns what round gives in the current mode.
func (l *lowerer) inMode(round func(term.RoundingMode) *term.Term) *term.Term {
	out := round(term.RNE)
	if l.rounding == nil {
		return out
	}
	for number, mode := range roundingModes[1:] {
		out = l.terms.Ite(l.terms.Eq(l.rounding.Sym, l.terms.BVConst(roundingBits, uint64(number+1))), round(mode), out)
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

// foldable says that a compiler may compute a rounding function when it translates, to nearest.
func (b *body) foldable(x *term.Term) bool { return b.rounding != nil && x.IsConst() }

// setRounding is fesetround: 0 if it knows the mode, else the mode stays.
func (b *body) setRounding(u *libraryUse) (value, bool) {
	if !u.integers(1) || b.rounding == nil {
		return value{}, false
	}
	mode := b.resizeBits(u.args[0].scalar, 32, isSigned(u.args[0].typ))
	number := b.terms.Extract(roundingShift+roundingBits-1, roundingShift, mode)
	unknown := b.terms.Ne(mode, b.roundingNumber(number))
	result := b.keep(u.pos, b.truthValue(unknown, u.want))
	b.assign(u.pos, b.rounding, b.terms.Ite(unknown, b.rounding.Sym, number))
	return value{scalar: result}, true
}

// getRounding is fegetround.
func (b *body) getRounding(*libraryUse) (value, bool) {
	if b.rounding == nil {
		return value{scalar: b.terms.BVConst(32, 0)}, true
	}
	return value{scalar: b.roundingNumber(b.rounding.Sym)}, true
}

// roundingNumber is the number of a mode in <fenv.h>.
func (b *body) roundingNumber(mode *term.Term) *term.Term {
	return b.terms.BVShl(b.terms.ZeroExtTo(32, mode), b.terms.BVConst(32, roundingShift))
}
