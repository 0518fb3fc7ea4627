package term

import "math/big"

func wantNumbers(op Op, args ...*Term) {
	for _, a := range args {
		want(a.sort.IsNumeric() && a.sort == args[0].sort, op, args...)
	}
}

// Add is the sum of Ints or Reals.
func (b *Builder) Add(args ...*Term) *Term {
	wantNumbers(OpAdd, args...)
	return b.sum(args)
}

// Sub is x - y.
func (b *Builder) Sub(x, y *Term) *Term {
	wantNumbers(OpAdd, x, y)
	return b.minus(x, y)
}

// Neg is -x.
func (b *Builder) Neg(x *Term) *Term {
	wantNumbers(OpMul, x)
	return b.product([]*Term{b.Const(x.sort.number(-1)), x})
}

// Mul is the product of Ints or Reals.
func (b *Builder) Mul(args ...*Term) *Term {
	wantNumbers(OpMul, args...)
	return b.product(args)
}

// Div is euclidean division of Ints; by zero it is 0.
func (b *Builder) Div(x, y *Term) *Term { return b.divide(OpDiv, x, y) }

// Mod is the euclidean remainder of Ints, never negative; by zero it is x.
func (b *Builder) Mod(x, y *Term) *Term { return b.divide(OpMod, x, y) }

func (b *Builder) divide(op Op, x, y *Term) *Term {
	want(x.sort == b.intSort && y.sort == b.intSort, op, x, y)
	switch {
	case allConst(x, y):
		return b.fold(op, b.intSort, 0, 0, x, y)
	case y.op == OpConst && y.value.Equal(IntValue(1)) && op == OpDiv:
		return x
	case y.op == OpConst && y.value.Equal(IntValue(1)):
		return b.IntConst(0)
	case y.op == OpConst && y.value.IsZero() && op == OpDiv:
		return y
	case y.op == OpConst && y.value.IsZero():
		return x
	}
	return b.mk(op, b.intSort, x, y)
}

// RealDiv is division of Reals; by zero it is 0.
func (b *Builder) RealDiv(x, y *Term) *Term {
	want(x.sort == b.realSort && y.sort == b.realSort, OpRealDiv, x, y)
	switch {
	case y.op == OpConst && y.value.IsZero():
		return y
	case y.op == OpConst:
		return b.Mul(b.RealConst(new(big.Rat).Inv(y.value.Rat())), x)
	}
	return b.mk(OpRealDiv, b.realSort, x, y)
}

// Gt is x > y.
func (b *Builder) Gt(x, y *Term) *Term { return b.Lt(y, x) }

// Ge is x >= y.
func (b *Builder) Ge(x, y *Term) *Term { return b.Le(y, x) }

// Lt is x < y. On Ints it is written x + 1 <= y.
func (b *Builder) Lt(x, y *Term) *Term {
	wantNumbers(OpLt, x, y)
	if x.sort == b.intSort {
		return b.compareNumbers(OpLe, x, y, IntValue(1))
	}
	return b.compareNumbers(OpLt, x, y, y.sort.zeroNumber())
}

// Le is x <= y.
func (b *Builder) Le(x, y *Term) *Term {
	wantNumbers(OpLe, x, y)
	return b.compareNumbers(OpLe, x, y, y.sort.zeroNumber())
}

// compareNumbers is x + offset op y: common addends cancel, positive coefficients stay on their side,
// Int constants are rounded.
func (b *Builder) compareNumbers(op Op, x, y *Term, offset Value) *Term {
	if constBranches(x) && y.op == OpConst {
		return b.Ite(x.args[0], b.compareNumbers(op, x.args[1], y, offset), b.compareNumbers(op, x.args[2], y, offset))
	}
	if constBranches(y) && x.op == OpConst {
		return b.Ite(y.args[0], b.compareNumbers(op, x, y.args[1], offset), b.compareNumbers(op, x, y.args[2], offset))
	}
	l := difference(x, y)
	l.constant = addNumbers(l.constant, offset)
	if len(l.monos) == 0 {
		return b.fold(op, b.boolSort, 0, 0, b.Const(l.constant), b.Const(l.sort.zeroNumber()))
	}
	l.roundBound()
	left, right := l.sides(b)
	if len(right.monos) == 0 {
		right.constant = negateNumber(l.constant)
	} else if len(left.monos) == 0 || l.constant.Sign() > 0 {
		left.constant = l.constant
	} else {
		right.constant = negateNumber(l.constant)
	}
	return b.mk(op, b.boolSort, left.term(b), right.term(b))
}

// roundBound divides l <= 0 (or < 0) by a positive number so that equal bounds become equal terms: the
// common divisor of an Int form, whose constant is then rounded up, or a Real's first coefficient.
func (l *linear) roundBound() {
	if l.sort.Kind == KindReal {
		l.scale(RealValue(new(big.Rat).Inv(new(big.Rat).Abs(l.monos[0].coeff.Rat()))))
		return
	}
	g := l.gcd()
	if g.IsInt64() && g.Int64() == 1 {
		return
	}
	l.divide(g)
	z := new(big.Int).Neg(l.constant.Big())
	z.Div(z, g) // floor of -constant/g
	l.constant = BigIntValue(z.Neg(z))
}

// ToReal is the Int x as a Real.
func (b *Builder) ToReal(x *Term) *Term {
	want(x.sort == b.intSort, OpToReal, x)
	if x.op == OpConst {
		return b.fold(OpToReal, b.realSort, 0, 0, x)
	}
	return b.mk(OpToReal, b.realSort, x)
}

// ToInt is the largest Int not above the Real x.
func (b *Builder) ToInt(x *Term) *Term {
	want(x.sort == b.realSort, OpToInt, x)
	switch x.op {
	case OpConst:
		return b.fold(OpToInt, b.intSort, 0, 0, x)
	case OpToReal:
		return x.args[0]
	}
	return b.mk(OpToInt, b.intSort, x)
}

// IntToBV is the Int x modulo 2^width.
func (b *Builder) IntToBV(width int, x *Term) *Term {
	want(x.sort == b.intSort, OpIntToBV, x)
	switch x.op {
	case OpConst:
		return b.fold(OpIntToBV, b.BV(width), width, 0, x)
	case OpBVToNat:
		inner := x.args[0]
		if inner.sort.Width >= width {
			return b.Trunc(width, inner)
		}
		return b.ZeroExtTo(width, inner)
	}
	return b.mkIndexed(OpIntToBV, b.BV(width), width, 0, x)
}

// BVToNat is the unsigned value of x as an Int.
func (b *Builder) BVToNat(x *Term) *Term {
	want(x.sort.Kind == KindBV, OpBVToNat, x)
	if x.op == OpConst {
		return b.fold(OpBVToNat, b.intSort, 0, 0, x)
	}
	return b.mk(OpBVToNat, b.intSort, x)
}
