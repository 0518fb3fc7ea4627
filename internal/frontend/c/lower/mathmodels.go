package lower

import (
	"math/big"
	"strings"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/term"
)

func (b *body) abs(u *libraryUse) (value, bool) {
	if !u.integers(1) {
		return value{}, false
	}
	x := u.args[0].scalar
	b.requireNegatable(u.pos, u.args[0].typ, x) // 7.22.6.1p2
	return value{scalar: b.terms.Ite(b.terms.BVSlt(x, b.zero(x.Sort())), b.terms.BVNeg(x), x)}, true
}

func (b *body) byteSwap(u *libraryUse) (value, bool) {
	if !u.integers(1) {
		return value{}, false
	}
	x := u.args[0].scalar
	var parts []*term.Term
	for at := 0; at < x.Sort().Width; at += 8 {
		parts = append(parts, b.terms.Extract(at+7, at, x))
	}
	return value{scalar: b.concat(parts)}, true
}

func (b *body) bitReverse(u *libraryUse) (value, bool) {
	if !u.integers(1) {
		return value{}, false
	}
	x := u.args[0].scalar
	parts := make([]*term.Term, x.Sort().Width)
	for i := range parts {
		parts[i] = b.terms.Extract(i, i, x)
	}
	return value{scalar: b.terms.ZeroExtTo(64, b.concat(parts))}, true
}

func (b *body) populationCount(u *libraryUse) (value, bool) {
	if !u.integers(1) {
		return value{}, false
	}
	x := u.args[0].scalar
	sum := b.terms.BVConst(32, 0)
	for i := 0; i < x.Sort().Width; i++ {
		sum = b.terms.BVAdd(sum, b.terms.ZeroExtTo(32, b.terms.Extract(i, i, x)))
	}
	return value{scalar: sum}, true
}

func (b *body) parity(u *libraryUse) (value, bool) {
	v, ok := b.populationCount(u)
	if ok {
		v.scalar = b.terms.BVAnd(v.scalar, b.terms.BVConst(32, 1))
	}
	return v, ok
}

// lowestBit is the index of the lowest set bit, or other if there is none.
func (b *body) lowestBit(x, other *term.Term) *term.Term {
	result := other
	for i := x.Sort().Width - 1; i >= 0; i-- {
		set := b.terms.Eq(b.terms.Extract(i, i, x), b.terms.BVConst(1, 1))
		result = b.terms.Ite(set, b.terms.BVConst(32, uint64(i)), result)
	}
	return result
}

func (b *body) findFirst(u *libraryUse) (value, bool) {
	if !u.integers(1) {
		return value{}, false
	}
	none := b.terms.BVConst(32, 1<<32-1)
	return value{scalar: b.terms.BVAdd(b.lowestBit(u.args[0].scalar, none), b.terms.BVConst(32, 1))}, true
}

// trailingZeros and leadingZeros of zero are not defined, or a second argument.
func (b *body) trailingZeros(u *libraryUse) (value, bool) {
	if !u.integers(1) {
		return value{}, false
	}
	return value{scalar: b.lowestBit(u.args[0].scalar, b.countOfZero(u))}, true
}

func (b *body) countOfZero(u *libraryUse) *term.Term {
	if len(u.args) > 1 && u.integers(2) {
		return b.resizeBits(u.args[1].scalar, 32, isSigned(u.args[1].typ))
	}
	return b.resizeBits(b.input(u.pos, u.want, ir.Unspecified, u.name), 32, false)
}

func (b *body) leadingZeros(u *libraryUse) (value, bool) {
	if !u.integers(1) {
		return value{}, false
	}
	x := u.args[0].scalar
	return value{scalar: b.highestZeros(x, b.countOfZero(u))}, true
}

// highestZeros is the number of zeros above the highest set bit, or other if there is none.
func (b *body) highestZeros(x, other *term.Term) *term.Term {
	width, result := x.Sort().Width, other
	for i := 0; i < width; i++ {
		set := b.terms.Eq(b.terms.Extract(i, i, x), b.terms.BVConst(1, 1))
		result = b.terms.Ite(set, b.terms.BVConst(32, uint64(width-1-i)), result)
	}
	return result
}

// redundantSignBits is the number of bits below the sign bit that are equal to it.
func (b *body) redundantSignBits(u *libraryUse) (value, bool) {
	if !u.integers(1) {
		return value{}, false
	}
	x := u.args[0].scalar
	width := x.Sort().Width
	differ := b.terms.BVXor(x, b.terms.BVAshr(x, b.terms.BVConst(width, uint64(width-1))))
	return value{scalar: b.terms.BVSub(b.highestZeros(differ, b.terms.BVConst(32, uint64(width))), b.terms.BVConst(32, 1))}, true
}

// checkedArithmetic is __builtin_add_overflow and its like: the exact result, whether it fits the object
// behind the third argument, and its low bits stored there.
func (b *body) checkedArithmetic(u *libraryUse) (value, bool) {
	if !u.integers(3) {
		return value{}, false
	}
	to, ok := scalarBehind(u.args[2])
	if !ok || to.typ.Kind != tree.Integer {
		return value{}, false
	}
	t := to.typ
	low, overflow := b.exactArithmetic(u, t)
	b.storeScalar(u.pos, to, low)
	return value{scalar: b.truthValue(overflow, u.want)}, true
}

// predictedOverflow is __builtin_add_overflow_p and its like: whether the exact result fits the type of the third
// argument.
func (b *body) predictedOverflow(u *libraryUse) (value, bool) {
	if !u.integers(3) || u.args[2].typ.Kind != tree.Integer {
		return value{}, false
	}
	_, overflow := b.exactArithmetic(u, u.args[2].typ)
	return value{scalar: b.truthValue(overflow, u.want)}, true
}

// exactArithmetic is the result of the operation that the name of u says as type t, and whether it does not fit.
func (b *body) exactArithmetic(u *libraryUse, t *tree.Type) (low, overflow *term.Term) {
	// Twice the widest operand and two bits hold every exact result.
	width := 2*max(u.args[0].scalar.Sort().Width, u.args[1].scalar.Sort().Width, b.sortOf(t).Width) + 2
	x := b.resizeBits(u.args[0].scalar, width, isSigned(u.args[0].typ))
	y := b.resizeBits(u.args[1].scalar, width, isSigned(u.args[1].typ))
	var exact *term.Term
	switch {
	case strings.Contains(u.name, "add"):
		exact = b.terms.BVAdd(x, y)
	case strings.Contains(u.name, "sub"):
		exact = b.terms.BVSub(x, y)
	default:
		exact = b.terms.BVMul(x, y)
	}
	low = b.terms.Trunc(b.sortOf(t).Width, exact)
	return low, b.terms.Ne(b.resizeBits(low, width, isSigned(t)), exact)
}

// float returns the first argument if it is a float or a double.
func (u *libraryUse) float() *term.Term {
	if !u.scalars(1) || !u.args[0].typ.IsFloating() {
		return nil
	}
	return u.args[0].scalar
}

// unpromoted is the first argument of a function for all floating types, whose argument is not promoted
// though no prototype says so. Numbers of type float are turned back into what they were.
func (b *body) unpromoted(u *libraryUse) *term.Term {
	x := u.float()
	if x == nil {
		return nil
	}
	if c, ok := u.args[0].expr.(*tree.Convert); ok && !c.Explicit && u.def.Type.Unspecified && c.Operand.ExprType().IsFloating() {
		if s := b.sortOf(c.Operand.ExprType()); s != x.Sort() {
			return b.terms.FFromFloat(s.Exp, s.Sig, x)
		}
	}
	return x
}

func (b *body) floatFunction(u *libraryUse) (value, bool) {
	x := u.float()
	if x == nil {
		return value{}, false
	}
	if b.foldable(x) && !strings.HasPrefix(u.name, "fabs") {
		return b.unmodelledCall(u.pos, u.want, u.def.Name+" of a constant, in a program that changes the rounding mode"), true
	}
	switch u.name {
	case "fabs", "fabsf", "fabsl":
		x = b.terms.FAbs(x)
	case "sqrt", "sqrtf", "sqrtl":
		b.failWithErrno(u.pos, b.terms.FLt(x, b.zero(x.Sort()))) // 7.12.7.5p2
		x = b.rounded(term.OpFSqrt, x.Sort(), x)
	case "floor", "floorf", "floorl":
		x = b.terms.FRoundToIntegral(term.RTN, x)
	case "ceil", "ceilf", "ceill":
		x = b.terms.FRoundToIntegral(term.RTP, x)
	case "trunc", "truncf", "truncl":
		x = b.terms.FRoundToIntegral(term.RTZ, x)
	case "round", "roundf", "roundl":
		x = b.terms.FRoundToIntegral(term.RNA, x)
	default:
		x = b.integral(x)
	}
	return value{scalar: x}, true
}

func (b *body) floatTest(u *libraryUse) (value, bool) {
	x := b.unpromoted(u)
	if x == nil {
		return value{}, false
	}
	terms := b.terms
	var cond *term.Term
	switch u.name {
	case "isnan", "__isnan", "isnanf", "__isnanf", "isnanl", "__isnanl":
		cond = terms.FIsNaN(x)
	case "isinf", "__isinf", "isinff", "__isinff", "isinfl", "__isinfl", "isinf_sign":
		sign := terms.Ite(terms.FIsNegative(x), terms.BVConst(32, 1<<32-1), terms.BVConst(32, 1))
		return value{scalar: terms.Ite(terms.FIsInf(x), sign, terms.BVConst(32, 0))}, true
	case "isfinite", "finite", "__finite", "__finitef", "finitel", "__finitel":
		cond = terms.Not(terms.Or(terms.FIsNaN(x), terms.FIsInf(x)))
	case "isnormal":
		cond = terms.And(terms.FLe(b.smallestNormal(x.Sort()), terms.FAbs(x)), terms.Not(terms.FIsInf(x)))
	default:
		return b.signBit(u, x)
	}
	return value{scalar: b.truthValue(cond, u.want)}, true
}

// smallestNormal is the least positive number of full precision.
func (b *body) smallestNormal(s *term.Sort) *term.Term {
	return b.terms.FloatConst(term.BVBigValue(s.Exp+s.Sig, new(big.Int).Lsh(big.NewInt(1), uint(s.Sig-1))), s.Exp, s.Sig)
}

// floatClass is __builtin_fpclassify, whose first five arguments are the results for a NaN, an infinity, a
// normal and a subnormal number and zero, or the library's function, whose results are glibc's.
func (b *body) floatClass(u *libraryUse) (value, bool) {
	classes := [5]*term.Term{}
	for i, glibc := range [5]uint64{0, 1, 4, 3, 2} {
		classes[i] = b.terms.BVConst(32, glibc)
	}
	number := u
	if u.name == "fpclassify" && len(u.args) == 6 {
		if !u.scalars(5) {
			return value{}, false
		}
		for i := range classes {
			if u.args[i].typ.IsFloating() {
				return value{}, false
			}
			classes[i] = b.resizeBits(u.args[i].scalar, 32, true)
		}
		number = &libraryUse{def: u.def, args: u.args[5:]}
	}
	x := b.unpromoted(number)
	if x == nil {
		return value{}, false
	}
	finite := b.terms.Ite(b.terms.FLe(b.smallestNormal(x.Sort()), b.terms.FAbs(x)), classes[2], classes[3])
	finite = b.terms.Ite(b.terms.FIsZero(x), classes[4], finite)
	return value{scalar: b.terms.Ite(b.terms.FIsNaN(x), classes[0], b.terms.Ite(b.terms.FIsInf(x), classes[1], finite))}, true
}

// signBit is not known of a NaN, whose sign the model does not keep.
func (b *body) signBit(u *libraryUse, x *term.Term) (value, bool) {
	open := b.input(u.pos, u.want, ir.Unspecified, u.name)
	sign := b.truthValue(b.terms.FIsNegative(x), u.want)
	return value{scalar: b.terms.Ite(b.terms.FIsNaN(x), open, sign)}, true
}

// signCopy is copysign; the sign of a NaN is not known.
func (b *body) signCopy(u *libraryUse) (value, bool) {
	x, y, ok := u.twoFloats()
	if !ok {
		return value{}, false
	}
	magnitude := b.terms.FAbs(x)
	negative := b.terms.FIsNegative(y)
	open := b.newTemp(b.terms.Bool())
	b.havoc(u.pos, open, ir.Unspecified, u.name, "_Bool")
	negative = b.terms.Ite(b.terms.FIsNaN(y), open.Sym, negative)
	return value{scalar: b.terms.Ite(negative, b.terms.FNeg(magnitude), magnitude)}, true
}

// extreme is fmin and fmax: a NaN loses against a number, and of two zeros either may be the result.
func (b *body) extreme(u *libraryUse) (value, bool) {
	x, y, ok := u.twoFloats()
	if !ok {
		return value{}, false
	}
	first := b.terms.FLt(x, y)
	if strings.HasPrefix(u.name, "fmax") {
		first = b.terms.FLt(y, x)
	}
	open := b.newTemp(b.terms.Bool())
	b.havoc(u.pos, open, ir.Unspecified, u.name, "_Bool")
	first = b.terms.Or(first, b.terms.FIsNaN(y), b.terms.And(b.terms.FEq(x, y), open.Sym))
	return value{scalar: b.terms.Ite(first, x, y)}, true
}

// twoFloats returns two arguments of one floating type.
func (u *libraryUse) twoFloats() (x, y *term.Term, ok bool) {
	if !u.scalars(2) || !u.args[0].typ.IsFloating() || u.args[0].scalar.Sort() != u.args[1].scalar.Sort() {
		return nil, nil, false
	}
	return u.args[0].scalar, u.args[1].scalar, true
}

// roundToInteger is lrint, which rounds in the current mode, lround and their like.
func (b *body) roundToInteger(u *libraryUse) (value, bool) {
	x := u.float()
	if x == nil || u.result.Kind != tree.Integer {
		return value{}, false
	}
	if b.foldable(x) {
		return b.unmodelledCall(u.pos, u.want, u.def.Name+" of a constant, in a program that changes the rounding mode"), true
	}
	b.failWithErrno(u.pos, b.terms.True()) // 7.12.9.5p2, 7.12.9.7p2: a number that the result's type does not have
	var whole *term.Term
	if strings.Contains(u.name, "round") {
		whole = b.terms.FRoundToIntegral(term.RNA, x)
	} else {
		whole = b.integral(x)
	}
	return value{scalar: b.floatToInteger(u.pos, whole, u.result)}, true
}

func (b *body) floatOrder(u *libraryUse) (value, bool) {
	x, y, ok := u.twoFloats()
	if !ok {
		return value{}, false
	}
	terms := b.terms
	var cond *term.Term
	switch u.name {
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
	return value{scalar: b.truthValue(cond, u.want)}, true
}

func (b *body) infinity(u *libraryUse) (value, bool) {
	return b.specialFloat(u, 0)
}

func (b *body) notANumber(u *libraryUse) (value, bool) {
	return b.specialFloat(u, 1)
}

// specialFloat has all exponent bits set and the given mantissa: infinity or NaN.
func (b *body) specialFloat(u *libraryUse, mantissa uint64) (value, bool) {
	if !u.want.IsFloating() {
		return value{}, false
	}
	s := b.sortOf(u.want)
	bits := new(big.Int).Lsh(big.NewInt(1<<s.Exp-1), uint(s.Sig-1))
	bits.Or(bits, new(big.Int).Lsh(new(big.Int).SetUint64(mantissa), uint(s.Sig-2)))
	return value{scalar: b.terms.FloatConst(term.BVBigValue(s.Exp+s.Sig, bits), s.Exp, s.Sig)}, true
}
