package libc

import (
	"math/big"
	"strings"

	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/term"
)

// float returns the first argument if it is a float or a double.
func float(c *emit.Call) *term.Term {
	if !c.Scalars(1) || !c.Args[0].Type.IsFloating() {
		return nil
	}
	return c.Args[0].Value
}

// unpromoted is the first argument of a function for all floating types, whose argument is not
// promoted though no prototype says so. Numbers of type float are turned back into what they were.
func unpromoted(e emit.Emitter, c *emit.Call) *term.Term {
	x := float(c)
	if x == nil {
		return nil
	}
	v, ok := c.Args[0].Expr.(*tree.Convert)
	if ok && !v.Explicit && c.Function.Type.Unspecified && v.Operand.ExprType().IsFloating() {
		if s := e.Sort(v.Operand.ExprType()); s != x.Sort() {
			return e.Terms().FFromFloat(s.Exp, s.Sig, x)
		}
	}
	return x
}

func floatFunction(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	x := float(c)
	if x == nil {
		return nil, false
	}
	if foldable(e, x) && !strings.HasPrefix(c.Name, "fabs") {
		return refuseFolded(e, c)
	}
	switch c.Name {
	case "fabs", "fabsf", "fabsl":
		x = e.Terms().FAbs(x)
	case "sqrt", "sqrtf", "sqrtl":
		emit.FailWithErrno(e, c.Pos, e.Terms().FLt(x, emit.Zero(e.Terms(), x.Sort()))) // 7.12.7.5p2
		x = rounded(e, term.OpFSqrt, x.Sort(), x)
	case "floor", "floorf", "floorl":
		x = e.Terms().FRoundToIntegral(term.RTN, x)
	case "ceil", "ceilf", "ceill":
		x = e.Terms().FRoundToIntegral(term.RTP, x)
	case "trunc", "truncf", "truncl":
		x = e.Terms().FRoundToIntegral(term.RTZ, x)
	case "round", "roundf", "roundl":
		x = e.Terms().FRoundToIntegral(term.RNA, x)
	default:
		x = integral(e, x)
	}
	return x, true
}

func floatTest(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	x := unpromoted(e, c)
	if x == nil {
		return nil, false
	}
	terms := e.Terms()
	var cond *term.Term
	switch c.Name {
	case "isnan", "__isnan", "isnanf", "__isnanf", "isnanl", "__isnanl":
		cond = terms.FIsNaN(x)
	case "isinf_sign": // what <math.h> of glibc makes of isinf
		sign := terms.Ite(terms.FIsNegative(x), terms.BVConst(32, 1<<32-1), terms.BVConst(32, 1))
		return terms.Ite(terms.FIsInf(x), sign, terms.BVConst(32, 0)), true
	case "isinf", "__isinf", "isinff", "__isinff", "isinfl", "__isinfl":
		return someTruth(e, c, terms.FIsInf(x)), true
	case "isfinite", "finite", "__finite", "__finitef", "finitel", "__finitel":
		cond = terms.Not(terms.Or(terms.FIsNaN(x), terms.FIsInf(x)))
	case "isnormal":
		cond = terms.And(terms.FLe(smallestNormal(e, x.Sort()), terms.FAbs(x)), terms.Not(terms.FIsInf(x)))
	default:
		return signBit(e, c, x)
	}
	if !strings.HasPrefix(c.Function.Name, "__builtin_") {
		return someTruth(e, c, cond), true
	}
	return emit.TruthValue(e, cond, c.Want), true
}

// someTruth is a number that is not 0 where cond holds (7.12.3). Compilers make 1 of the builtins that are
// not about a sign; of isinf gcc makes 1 and glibc's function -1, of signbit both make numbers of one bit or another.
func someTruth(e emit.Emitter, c *emit.Call, cond *term.Term) *term.Term {
	open := e.Input(c.Pos, c.Want, ir.Unspecified, c.Name)
	zero := emit.Zero(e.Terms(), open.Sort())
	some := e.Terms().Ite(e.Terms().Eq(open, zero), e.Terms().BVConst(open.Sort().Width, 1), open)
	return e.Terms().Ite(cond, some, zero)
}

// smallestNormal is the least positive number of full precision.
func smallestNormal(e emit.Emitter, s *term.Sort) *term.Term {
	return e.Terms().FloatConst(term.BVBigValue(s.Exp+s.Sig, new(big.Int).Lsh(big.NewInt(1), uint(s.Sig-1))), s.Exp, s.Sig)
}

// floatClass is __builtin_fpclassify, whose first five arguments are the results for a NaN, an
// infinity, a normal and a subnormal number and zero, or the library's function, whose results are
// glibc's.
func floatClass(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	classes := [5]*term.Term{}
	for i, glibc := range [5]uint64{0, 1, 4, 3, 2} {
		classes[i] = e.Terms().BVConst(32, glibc)
	}
	number := c
	if c.Name == "fpclassify" && len(c.Args) == 6 {
		if !c.Scalars(5) {
			return nil, false
		}
		for i := range classes {
			if c.Args[i].Type.IsFloating() {
				return nil, false
			}
			classes[i] = emit.SignExtend(e.Terms(), c.Args[i].Value, 32)
		}
		number = &emit.Call{Function: c.Function, Args: c.Args[5:]}
	}
	x := unpromoted(e, number)
	if x == nil {
		return nil, false
	}
	finite := e.Terms().Ite(e.Terms().FLe(smallestNormal(e, x.Sort()), e.Terms().FAbs(x)), classes[2], classes[3])
	finite = e.Terms().Ite(e.Terms().FIsZero(x), classes[4], finite)
	return e.Terms().Ite(e.Terms().FIsNaN(x), classes[0], e.Terms().Ite(e.Terms().FIsInf(x), classes[1], finite)), true
}

// signBit is not known of a NaN, whose sign the model does not keep.
func signBit(e emit.Emitter, c *emit.Call, x *term.Term) (*term.Term, bool) {
	open := e.Choice(c.Pos, ir.Unspecified, c.Name)
	negative := e.Terms().Ite(e.Terms().FIsNaN(x), open, e.Terms().FIsNegative(x))
	return someTruth(e, c, negative), true
}

// signCopy is copysign; the sign of a NaN is not known.
func signCopy(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	x, y, ok := twoFloats(c)
	if !ok {
		return nil, false
	}
	magnitude := e.Terms().FAbs(x)
	negative := e.Terms().FIsNegative(y)
	open := e.Choice(c.Pos, ir.Unspecified, c.Name)
	negative = e.Terms().Ite(e.Terms().FIsNaN(y), open, negative)
	return e.Terms().Ite(negative, e.Terms().FNeg(magnitude), magnitude), true
}

// extreme is fmin and fmax: a NaN loses against a number, and of two zeros either may be the
// result.
func extreme(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	x, y, ok := twoFloats(c)
	if !ok {
		return nil, false
	}
	first := e.Terms().FLt(x, y)
	if strings.HasPrefix(c.Name, "fmax") {
		first = e.Terms().FLt(y, x)
	}
	open := e.Choice(c.Pos, ir.Unspecified, c.Name)
	first = e.Terms().Or(first, e.Terms().FIsNaN(y), e.Terms().And(e.Terms().FEq(x, y), open))
	return e.Terms().Ite(first, x, y), true
}

// rest gives the remainder of a division whose quotient is cut off (fmod), or rounded to the nearest (remainder). It
// is exact (F.10.7), whatever the rounding mode. Of numbers that are known it is computed; of others it is an input,
// of which is known how large it is and its sign.
func rest(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	x, y, ok := twoFloats(c)
	if !ok || !c.Result().IsFloating() || e.Sort(c.Result()) != x.Sort() {
		return nil, false
	}
	terms, isCutOff := e.Terms(), strings.HasPrefix(c.Name, "fmod")
	isNumber := terms.And(terms.Not(terms.Or(terms.FIsNaN(x), terms.FIsInf(x))), terms.Not(terms.Or(terms.FIsNaN(y), terms.FIsZero(y))))
	if x.IsConst() && y.IsConst() && isNumber.IsTrue() {
		return exactRest(terms, x, y, isCutOff), true
	}
	emit.FailWithErrno(e, c.Pos, terms.Not(isNumber)) // 7.12.10.1p2, 7.12.10.2p2
	r := e.Input(c.Pos, c.Result(), ir.UndefinedCall, c.Function.Name)
	sameSign := terms.Iff(terms.FIsNegative(r), terms.FIsNegative(x))
	most := terms.FAbs(y)
	known := terms.And(terms.FLt(terms.FAbs(r), most), terms.FLe(terms.FAbs(r), terms.FAbs(x)))
	if isCutOff {
		known = terms.And(known, sameSign, terms.Or(terms.FLe(most, terms.FAbs(x)), terms.Eq(r, x)))
	} else {
		known = terms.And(known, terms.Or(terms.Not(terms.FIsZero(r)), sameSign))
	}
	e.Assume(c.Pos, terms.Ite(isNumber, known, terms.FIsNaN(r)))
	return r, true
}

// exactRest is the rest of two constants that are numbers: IEEE 754 has the one whose quotient is rounded.
func exactRest(terms *term.Builder, x, y *term.Term, isCutOff bool) *term.Term {
	if !isCutOff {
		return terms.FRem(x, y)
	}
	size := terms.FAbs(y)
	r := terms.FRem(terms.FAbs(x), size)
	r = terms.FAbs(terms.Ite(terms.FIsNegative(r), terms.FAdd(r, size), r))
	return terms.Ite(terms.FIsNegative(x), terms.FNeg(r), r)
}

// twoFloats returns two arguments of one floating type.
func twoFloats(c *emit.Call) (x, y *term.Term, ok bool) {
	if !c.Scalars(2) || !c.Args[0].Type.IsFloating() || c.Args[0].Value.Sort() != c.Args[1].Value.Sort() {
		return nil, nil, false
	}
	return c.Args[0].Value, c.Args[1].Value, true
}

// roundToInteger is lrint, which rounds in the current mode, lround and their like.
func roundToInteger(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	x := float(c)
	if x == nil || c.Result().Kind != tree.Integer {
		return nil, false
	}
	if foldable(e, x) {
		return refuseFolded(e, c)
	}
	emit.FailWithErrno(e, c.Pos, e.Terms().True()) // 7.12.9.5p2, 7.12.9.7p2: a number that the result's type does not have
	var whole *term.Term
	if strings.Contains(c.Name, "round") {
		whole = e.Terms().FRoundToIntegral(term.RNA, x)
	} else {
		whole = integral(e, x)
	}
	return e.FloatToInteger(c.Pos, whole, c.Result()), true
}

// orderedFloats returns two arguments in their common type (7.12.14), where neither of them is rounded on the way.
func orderedFloats(e emit.Emitter, c *emit.Call) (x, y *term.Term, ok bool) {
	if x, y, ok = twoFloats(c); ok || !c.Scalars(2) {
		return x, y, ok
	}
	common := c.Args[0].Type
	if other := c.Args[1].Type; !common.IsFloating() || other.IsFloating() && other.Size > common.Size {
		common = other
	}
	if !common.IsFloating() {
		return nil, nil, false
	}
	s := e.Sort(common)
	var converted []*term.Term
	for _, a := range c.Args[:2] {
		switch t := a.Type; {
		case a.Value.Sort() == s:
			converted = append(converted, a.Value)
		case t.IsFloating() && a.Value.Sort().Exp <= s.Exp && a.Value.Sort().Sig <= s.Sig:
			converted = append(converted, e.Terms().FFromFloat(s.Exp, s.Sig, a.Value))
		case t.Kind == tree.Integer && t.Size*8 <= int64(s.Sig) && t.Signed:
			converted = append(converted, e.Terms().FFromSBV(s.Exp, s.Sig, a.Value))
		case t.Kind == tree.Integer && t.Size*8 <= int64(s.Sig):
			converted = append(converted, e.Terms().FFromUBV(s.Exp, s.Sig, a.Value))
		default:
			return nil, nil, false
		}
	}
	return converted[0], converted[1], true
}

func floatOrder(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	x, y, ok := orderedFloats(e, c)
	if !ok {
		return nil, false
	}
	terms := e.Terms()
	var cond *term.Term
	switch c.Name {
	case "isgreater":
		cond = terms.FGt(x, y)
	case "isgreaterequal":
		cond = terms.FGe(x, y)
	case "isless":
		cond = terms.FLt(x, y)
	case "islessequal":
		cond = terms.FLe(x, y)
	case "islessgreater":
		cond = terms.Or(terms.FLt(x, y), terms.FGt(x, y))
	default:
		cond = terms.Or(terms.FIsNaN(x), terms.FIsNaN(y))
	}
	return emit.TruthValue(e, cond, c.Want), true
}

func infinity(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	return specialFloat(e, c, 0)
}

func notANumber(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	return specialFloat(e, c, 1)
}

// specialFloat has all exponent bits set and the given mantissa: infinity or NaN.
func specialFloat(e emit.Emitter, c *emit.Call, mantissa uint64) (*term.Term, bool) {
	if !c.Want.IsFloating() {
		return nil, false
	}
	s := e.Sort(c.Want)
	bits := new(big.Int).Lsh(big.NewInt(1<<s.Exp-1), uint(s.Sig-1))
	bits.Or(bits, new(big.Int).Lsh(new(big.Int).SetUint64(mantissa), uint(s.Sig-2)))
	return e.Terms().FloatConst(term.BVBigValue(s.Exp+s.Sig, bits), s.Exp, s.Sig), true
}
