package term

import (
	"math"
	"math/big"

	"yogi/internal/bug"
)

// number is an unpacked float: NaN, an infinity, or exactly (-1)^negative * mant * 2^exp.
type number struct {
	nan, inf, negative bool
	mant               *big.Int
	exp                int
	// sticky says that the exact value is slightly larger in magnitude than mant says, by less than one unit.
	sticky bool
}

func (n number) isZero() bool { return !n.nan && !n.inf && n.mant.Sign() == 0 }

// canonicalNaN makes all NaNs of a format one value: quiet, positive, no payload.
func (v Value) canonicalNaN() Value {
	if !v.IsNaN() {
		return v
	}
	eb, sb := v.FloatFormat()
	z := new(big.Int).Lsh(bigOne, uint(eb+1))
	z.Sub(z, bigOne)
	return packBits(eb, sb, z.Lsh(z, uint(sb-2)))
}

func packBits(eb, sb int, z *big.Int) Value {
	b := BVBigValue(eb+sb, z)
	return Value{kind: KindFloat, width: uint32(eb)<<16 | uint32(sb), bits: b.bits, ext: b.ext}
}

// IsNaN says that a float is no number. Of all patterns of bits that are none, values have but one.
func (v Value) IsNaN() bool {
	exponent, fraction := v.floatFields()
	eb, _ := v.FloatFormat()
	return exponent == 1<<uint(eb)-1 && fraction.Sign() != 0
}

// floatFields are the biased exponent and the fraction bits.
func (v Value) floatFields() (exponent int, fraction *big.Int) {
	eb, sb := v.FloatFormat()
	z := v.Big()
	e := new(big.Int).Rsh(z, uint(sb-1))
	return int(e.Uint64() & (1<<uint(eb) - 1)), wrap(z, sb-1)
}

func (v Value) negativeFloat() bool { return v.Big().Bit(v.Width()-1) == 1 }

// unpack reads a Float value.
func unpack(v Value) number {
	eb, sb := v.FloatFormat()
	exponent, fraction := v.floatFields()
	n := number{negative: v.negativeFloat(), mant: fraction}
	bias := 1<<uint(eb-1) - 1
	switch {
	case exponent == 1<<uint(eb)-1:
		n.nan, n.inf = fraction.Sign() != 0, fraction.Sign() == 0
	case exponent == 0:
		n.exp = 1 - bias - (sb - 1)
	default:
		n.mant = new(big.Int).SetBit(fraction, sb-1, 1)
		n.exp = exponent - bias - (sb - 1)
	}
	return n
}

// pack rounds n into the format; the mantissa of a sticky one must have at least sb+2 bits.
func pack(eb, sb int, rm RoundingMode, n number) Value {
	bias := 1<<uint(eb-1) - 1
	switch {
	case n.nan:
		z := new(big.Int).Lsh(bigOne, uint(eb+1))
		return packBits(eb, sb, z.Lsh(z.Sub(z, bigOne), uint(sb-2)))
	case n.inf:
		return packInfinity(eb, sb, n.negative)
	case n.mant.Sign() == 0 && !n.sticky:
		return packFields(eb, sb, n.negative, 0, new(big.Int))
	}
	quantum := max(n.exp+n.mant.BitLen()-1, 1-bias) - (sb - 1)
	mant := n.roundMantissa(quantum-n.exp, rm)
	if mant.BitLen() > sb {
		mant.Rsh(mant, 1)
		quantum++
	}
	exponent := quantum + sb - 1 + bias
	if mant.BitLen() < sb {
		exponent = 0
	}
	if exponent >= 1<<uint(eb)-1 {
		return packOverflow(eb, sb, rm, n.negative)
	}
	return packFields(eb, sb, n.negative, exponent, mant.SetBit(mant, sb-1, 0))
}

// roundMantissa is the mantissa / 2^shift, rounded.
func (n number) roundMantissa(shift int, rm RoundingMode) *big.Int {
	if shift <= 0 {
		return new(big.Int).Lsh(n.mant, uint(-shift))
	}
	rest := wrap(n.mant, shift)
	half := new(big.Int).Lsh(bigOne, uint(shift-1))
	z := new(big.Int).Rsh(n.mant, uint(shift))
	c := rest.Cmp(half)
	inexact := rest.Sign() != 0 || n.sticky
	up := false
	switch rm {
	case RNE:
		up = c > 0 || c == 0 && (n.sticky || z.Bit(0) == 1)
	case RNA:
		up = c >= 0
	case RTP:
		up = inexact && !n.negative
	case RTN:
		up = inexact && n.negative
	}
	if up {
		z.Add(z, bigOne)
	}
	return z
}

func packFields(eb, sb int, negative bool, exponent int, fraction *big.Int) Value {
	z := new(big.Int).Lsh(big.NewInt(int64(exponent)), uint(sb-1))
	z.Or(z, fraction)
	if negative {
		z.SetBit(z, eb+sb-1, 1)
	}
	return packBits(eb, sb, z)
}

func packInfinity(eb, sb int, negative bool) Value {
	return packFields(eb, sb, negative, 1<<uint(eb)-1, new(big.Int))
}

func packOverflow(eb, sb int, rm RoundingMode, negative bool) Value {
	if rm == RNE || rm == RNA || rm == RTP && !negative || rm == RTN && negative {
		return packInfinity(eb, sb, negative)
	}
	fraction := new(big.Int).Lsh(bigOne, uint(sb-1))
	return packFields(eb, sb, negative, 1<<uint(eb)-2, fraction.Sub(fraction, bigOne))
}

// applyFloat is apply for the operators of floats.
func applyFloat(op Op, p0, p1 int32, sort *Sort, args []Value) Value {
	a := args[0]
	switch op {
	case OpFFromBits:
		return FloatValue(sort.Exp, sort.Sig, a)
	case OpFFromSBV, OpFFromUBV:
		z := a.Big()
		if op == OpFFromSBV {
			z = a.BigSigned()
		}
		return pack(sort.Exp, sort.Sig, RoundingMode(p0), number{negative: z.Sign() < 0, mant: new(big.Int).Abs(z)})
	case OpFFromFloat:
		return pack(sort.Exp, sort.Sig, RoundingMode(p0), unpack(a))
	case OpFToSBV, OpFToUBV:
		return floatToBits(op, int(p0), RoundingMode(p1), a)
	case OpFNeg, OpFAbs:
		return flipSign(op, a)
	case OpFRoundToIntegral:
		return roundToIntegral(RoundingMode(p0), a)
	case OpFIsNaN, OpFIsInf, OpFIsZero, OpFIsNegative, OpFEq, OpFLt, OpFLe:
		return floatPredicate(op, args)
	case OpFMin, OpFMax:
		return floatExtreme(op, a, args[1])
	case OpFRem:
		return floatRemainder(a, args[1])
	}
	rm := RoundingMode(p0)
	if rm == RNE {
		if v, ok := nativeFloat(op, args); ok {
			return v
		}
	}
	return floatArithmetic(op, rm, args)
}

// nativeFloat uses the machine where it has the format: the results are the same, the speed is not.
func nativeFloat(op Op, args []Value) (Value, bool) {
	a := args[0]
	if op == OpFFma || a.width != 11<<16|53 {
		return Value{}, false
	}
	x := math.Float64frombits(a.bits)
	y := x
	if len(args) > 1 {
		y = math.Float64frombits(args[1].bits)
	}
	switch op {
	case OpFAdd:
		x += y
	case OpFSub:
		x -= y
	case OpFMul:
		x *= y
	case OpFDiv:
		x /= y
	case OpFSqrt:
		x = math.Sqrt(x)
	default:
		return Value{}, false
	}
	return FloatValue(11, 53, BVValue(64, math.Float64bits(x))), true
}

func floatArithmetic(op Op, rm RoundingMode, args []Value) Value {
	eb, sb := args[0].FloatFormat()
	x := unpack(args[0])
	var y number
	if len(args) > 1 {
		y = unpack(args[1])
	}
	switch op {
	case OpFAdd:
		return pack(eb, sb, rm, addFloats(rm, x, y))
	case OpFSub:
		y.negative = !y.negative
		return pack(eb, sb, rm, addFloats(rm, x, y))
	case OpFMul:
		return pack(eb, sb, rm, mulFloats(x, y))
	case OpFFma:
		return pack(eb, sb, rm, addFloats(rm, mulFloats(x, y), unpack(args[2])))
	case OpFDiv:
		return pack(eb, sb, rm, divFloats(x, y, sb+3))
	case OpFSqrt:
		return pack(eb, sb, rm, sqrtFloat(x, sb+3))
	}
	bug.Errorf("no meaning for operator %s", op)
	return Value{}
}

// addFloats is exact. The zero of an exact cancellation is +0, but -0 in RTN.
func addFloats(rm RoundingMode, x, y number) number {
	switch {
	case x.nan || y.nan || x.inf && y.inf && x.negative != y.negative:
		return number{nan: true}
	case x.inf:
		return x
	case y.inf:
		return y
	}
	exp := min(x.exp, y.exp)
	z := new(big.Int).Add(x.signedMantissa(exp), y.signedMantissa(exp))
	negative := z.Sign() < 0
	if z.Sign() == 0 {
		negative = x.negative && y.negative || rm == RTN && (x.negative || y.negative)
	}
	return number{negative: negative, mant: z.Abs(z), exp: exp}
}

// signedMantissa is the number as an integer times 2^exp, for an exp at most n's.
func (n number) signedMantissa(exp int) *big.Int {
	z := new(big.Int).Lsh(n.mant, uint(n.exp-exp))
	if n.negative {
		z.Neg(z)
	}
	return z
}

func mulFloats(x, y number) number {
	negative := x.negative != y.negative
	switch {
	case x.nan || y.nan || x.inf && y.isZero() || y.inf && x.isZero():
		return number{nan: true}
	case x.inf || y.inf:
		return number{inf: true, negative: negative}
	}
	return number{negative: negative, mant: new(big.Int).Mul(x.mant, y.mant), exp: x.exp + y.exp}
}

// divFloats gives the quotient to at least precision bits and whether a remainder is left.
func divFloats(x, y number, precision int) number {
	negative := x.negative != y.negative
	switch {
	case x.nan || y.nan || x.inf && y.inf || x.isZero() && y.isZero():
		return number{nan: true}
	case x.inf || y.isZero():
		return number{inf: true, negative: negative}
	case y.inf || x.isZero():
		return number{negative: negative, mant: new(big.Int)}
	}
	shift := max(0, precision+y.mant.BitLen()-x.mant.BitLen()+1)
	q, r := new(big.Int).QuoRem(new(big.Int).Lsh(x.mant, uint(shift)), y.mant, new(big.Int))
	return number{negative: negative, mant: q, exp: x.exp - y.exp - shift, sticky: r.Sign() != 0}
}

func sqrtFloat(x number, precision int) number {
	switch {
	case x.nan || x.isZero() || x.inf && !x.negative:
		return x
	case x.negative:
		return number{nan: true}
	}
	shift := max(0, 2*precision-x.mant.BitLen()+2)
	if (x.exp-shift)%2 != 0 {
		shift++
	}
	scaled := new(big.Int).Lsh(x.mant, uint(shift))
	root := new(big.Int).Sqrt(scaled)
	exact := new(big.Int).Mul(root, root).Cmp(scaled) == 0
	return number{mant: root, exp: (x.exp - shift) / 2, sticky: !exact}
}

// floatRemainder is IEEE remainder: x - y*n with n the integer nearest to x/y, ties to even.
func floatRemainder(a, b Value) Value {
	eb, sb := a.FloatFormat()
	x, y := unpack(a), unpack(b)
	switch {
	case x.nan || y.nan || x.inf || y.isZero():
		return pack(eb, sb, RNE, number{nan: true})
	case y.inf || x.isZero():
		return a
	}
	exp := min(x.exp, y.exp)
	p := new(big.Int).Lsh(x.mant, uint(x.exp-exp))
	q := new(big.Int).Lsh(y.mant, uint(y.exp-exp))
	n, r := new(big.Int).QuoRem(p, q, new(big.Int))
	if c := new(big.Int).Lsh(r, 1).Cmp(q); c > 0 || c == 0 && n.Bit(0) == 1 {
		r.Sub(r, q)
	}
	return pack(eb, sb, RNE, number{negative: x.negative != (r.Sign() < 0), mant: r.Abs(r), exp: exp})
}

func flipSign(op Op, a Value) Value {
	if a.IsNaN() {
		return a
	}
	eb, sb := a.FloatFormat()
	sign := uint(1)
	if op == OpFAbs || a.negativeFloat() {
		sign = 0
	}
	return packBits(eb, sb, new(big.Int).SetBit(a.Big(), eb+sb-1, sign))
}

func roundToIntegral(rm RoundingMode, a Value) Value {
	x := unpack(a)
	if x.nan || x.inf || x.exp >= 0 {
		return a
	}
	eb, sb := a.FloatFormat()
	x.mant, x.exp = x.roundMantissa(-x.exp, rm), 0
	return pack(eb, sb, RNE, x)
}

func floatToBits(op Op, width int, rm RoundingMode, a Value) Value {
	x := unpack(roundToIntegral(rm, a))
	if x.nan || x.inf || x.exp > width {
		return BVValue(width, 0)
	}
	z := x.mant
	if x.exp >= 0 {
		z = new(big.Int).Lsh(z, uint(x.exp))
	} else {
		z = new(big.Int).Rsh(z, uint(-x.exp))
	}
	if x.negative {
		z = new(big.Int).Neg(z)
	}
	low, high := new(big.Int), new(big.Int).Lsh(bigOne, uint(width))
	if op == OpFToSBV {
		high.Rsh(high, 1)
		low.Neg(high)
	}
	if z.Cmp(low) < 0 || z.Cmp(high) >= 0 {
		return BVValue(width, 0)
	}
	return BVBigValue(width, z)
}

func floatPredicate(op Op, args []Value) Value {
	x := unpack(args[0])
	switch op {
	case OpFIsNaN:
		return BoolValue(x.nan)
	case OpFIsInf:
		return BoolValue(x.inf)
	case OpFIsZero:
		return BoolValue(x.isZero())
	case OpFIsNegative:
		return BoolValue(x.negative && !x.nan)
	}
	y := unpack(args[1])
	if x.nan || y.nan {
		return BoolValue(false)
	}
	c := compareFloats(x, y)
	return BoolValue(op == OpFEq && c == 0 || op == OpFLt && c < 0 || op == OpFLe && c <= 0)
}

// compareFloats orders numbers that are not NaN; the zeros are equal.
func compareFloats(x, y number) int {
	if x.inf || y.inf {
		return compareOrdered(x.infiniteSign(), y.infiniteSign())
	}
	exp := min(x.exp, y.exp)
	return x.signedMantissa(exp).Cmp(y.signedMantissa(exp))
}

func (n number) infiniteSign() int64 {
	switch {
	case !n.inf:
		return 0
	case n.negative:
		return -1
	}
	return 1
}

// floatExtreme is fp.min and fp.max. For zeros of both signs SMT-LIB leaves the choice open: the
// second argument.
func floatExtreme(op Op, a, b Value) Value {
	x, y := unpack(a), unpack(b)
	switch {
	case x.nan:
		return b
	case y.nan:
		return a
	}
	c := compareFloats(x, y)
	if op == OpFMin && c < 0 || op == OpFMax && c > 0 {
		return a
	}
	return b
}
