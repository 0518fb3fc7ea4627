package libc

import (
	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/term"
)

// fenv.h: the mode that arithmetic on floats rounds in. A rounding function of a constant is
// refused in a program that changes it: gcc folds some, to nearest.

// roundingShift: the numbers of the modes in <fenv.h> of x86 are multiples of 1 << roundingShift.
const roundingShift = 10

// rounded applies an operator on floats in the current mode; s is the sort of its result.
func rounded(e emit.Emitter, op term.Op, s *term.Sort, args ...*term.Term) *term.Term {
	return emit.InMode(e.Terms(), e.RoundingMode(), func(mode term.RoundingMode) *term.Term {
		return e.Terms().FRounded(op, mode, s, args...)
	})
}

// integral rounds to an integral number in the current mode.
func integral(e emit.Emitter, x *term.Term) *term.Term {
	return emit.InMode(e.Terms(), e.RoundingMode(), func(mode term.RoundingMode) *term.Term {
		return e.Terms().FRoundToIntegral(mode, x)
	})
}

// foldable says that a compiler may compute a rounding function when it translates, to nearest.
func foldable(e emit.Emitter, x *term.Term) bool { return e.RoundingMode() != nil && x.IsConst() }

func refuseFolded(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	return e.Unmodelled(c, c.Function.Name+" of a constant, in a program that changes the rounding mode"), true
}

// setRounding is fesetround: 0 if it knows the mode, else the mode stays.
func setRounding(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	current, terms := e.RoundingMode(), e.Terms()
	if !c.Integers(1) || current == nil {
		return nil, false
	}
	mode := c.Args[0].Resized(terms, 32)
	number := terms.Extract(roundingShift+emit.RoundingBits-1, roundingShift, mode)
	unknown := terms.Ne(mode, roundingNumber(e, number))
	result := e.Keep(c.Pos, emit.TruthValue(e, unknown, c.Want))
	e.Assign(c.Pos, current, terms.Ite(unknown, current.Sym, number))
	return result, true
}

// getRounding is fegetround.
func getRounding(e emit.Emitter, _ *emit.Call) (*term.Term, bool) {
	current := e.RoundingMode()
	if current == nil {
		return e.Terms().BVConst(32, 0), true
	}
	return roundingNumber(e, current.Sym), true
}

// roundingNumber is the number of a mode in <fenv.h>.
func roundingNumber(e emit.Emitter, mode *term.Term) *term.Term {
	return e.Terms().BVShl(e.Terms().ZeroExtTo(32, mode), e.Terms().BVConst(32, roundingShift))
}
