package term

import "yogi/internal/bug"

func wantFloats(op Op, args ...*Term) {
	for _, a := range args {
		want(a.sort.Kind == KindFloat && a.sort == args[0].sort, op, args...)
	}
}

// float builds a float operator; only constants fold.
func (b *Builder) float(op Op, sort *Sort, p0, p1 int, args ...*Term) *Term {
	if allConst(args...) {
		return b.fold(op, sort, p0, p1, args...)
	}
	return b.mkIndexed(op, sort, p0, p1, args...)
}

func (b *Builder) floatOp(op Op, args ...*Term) *Term {
	wantFloats(op, args...)
	return b.float(op, args[0].sort, 0, 0, args...)
}

// FRounded applies an operator whose result is rounded, OpFAdd to OpFSqrt or OpFFromFloat to OpFFromUBV, in a mode;
// sort is that of the result. The methods with the operators' names round to nearest even.
func (b *Builder) FRounded(op Op, rm RoundingMode, sort *Sort, args ...*Term) *Term {
	switch op {
	case OpFAdd, OpFSub, OpFMul, OpFDiv, OpFFma, OpFSqrt:
		wantFloats(op, args...)
		want(sort == args[0].sort, op, args...)
	case OpFFromFloat:
		wantFloats(op, args...)
		if args[0].sort == sort {
			return args[0]
		}
	case OpFFromSBV, OpFFromUBV:
		want(args[0].sort.Kind == KindBV, op, args...)
	default:
		bug.Errorf("%s has no rounding mode", op)
	}
	return b.float(op, sort, int(rm), 0, args...)
}

func (b *Builder) floatTest(op Op, args ...*Term) *Term {
	wantFloats(op, args...)
	return b.float(op, b.boolSort, 0, 0, args...)
}

// FAdd is x + y, rounded to nearest even.
func (b *Builder) FAdd(x, y *Term) *Term { return b.FRounded(OpFAdd, RNE, x.sort, x, y) }

// FSub is x - y.
func (b *Builder) FSub(x, y *Term) *Term { return b.FRounded(OpFSub, RNE, x.sort, x, y) }

// FMul is x * y.
func (b *Builder) FMul(x, y *Term) *Term { return b.FRounded(OpFMul, RNE, x.sort, x, y) }

// FDiv is x / y.
func (b *Builder) FDiv(x, y *Term) *Term { return b.FRounded(OpFDiv, RNE, x.sort, x, y) }

// FFma is x*y + z, rounded once.
func (b *Builder) FFma(x, y, z *Term) *Term { return b.FRounded(OpFFma, RNE, x.sort, x, y, z) }

// FSqrt is the square root.
func (b *Builder) FSqrt(x *Term) *Term { return b.FRounded(OpFSqrt, RNE, x.sort, x) }

// FRem is the IEEE remainder fp.rem: x - y*n with n nearest to x/y. It is not C's fmod.
func (b *Builder) FRem(x, y *Term) *Term { return b.floatOp(OpFRem, x, y) }

// FMin is fp.min.
func (b *Builder) FMin(x, y *Term) *Term { return b.floatOp(OpFMin, x, y) }

// FMax is fp.max.
func (b *Builder) FMax(x, y *Term) *Term { return b.floatOp(OpFMax, x, y) }

// FNeg flips the sign.
func (b *Builder) FNeg(x *Term) *Term {
	if x.op == OpFNeg {
		return x.args[0]
	}
	return b.floatOp(OpFNeg, x)
}

// FAbs clears the sign.
func (b *Builder) FAbs(x *Term) *Term { return b.floatOp(OpFAbs, x) }

// FRoundToIntegral rounds to an integral float.
func (b *Builder) FRoundToIntegral(rm RoundingMode, x *Term) *Term {
	wantFloats(OpFRoundToIntegral, x)
	return b.float(OpFRoundToIntegral, x.sort, int(rm), 0, x)
}

// FEq is IEEE equality: NaN equals nothing, the zeros are equal.
func (b *Builder) FEq(x, y *Term) *Term { return b.floatTest(OpFEq, x, y) }

// FLt is x < y.
func (b *Builder) FLt(x, y *Term) *Term { return b.floatTest(OpFLt, x, y) }

// FLe is x <= y.
func (b *Builder) FLe(x, y *Term) *Term { return b.floatTest(OpFLe, x, y) }

// FGt is x > y.
func (b *Builder) FGt(x, y *Term) *Term { return b.FLt(y, x) }

// FGe is x >= y.
func (b *Builder) FGe(x, y *Term) *Term { return b.FLe(y, x) }

// FIsNaN says that x is not a number.
func (b *Builder) FIsNaN(x *Term) *Term { return b.floatTest(OpFIsNaN, x) }

// FIsInf says that x is infinite.
func (b *Builder) FIsInf(x *Term) *Term { return b.floatTest(OpFIsInf, x) }

// FIsZero says that x is +0 or -0.
func (b *Builder) FIsZero(x *Term) *Term { return b.floatTest(OpFIsZero, x) }

// FIsNegative says that x has its sign set and is not NaN.
func (b *Builder) FIsNegative(x *Term) *Term { return b.floatTest(OpFIsNegative, x) }

// FFromBits reads IEEE bits, eb+sb of them.
func (b *Builder) FFromBits(eb, sb int, x *Term) *Term {
	want(x.sort.Kind == KindBV && x.sort.Width == eb+sb, OpFFromBits, x)
	return b.float(OpFFromBits, b.Float(eb, sb), 0, 0, x)
}

// FFromFloat converts between formats, rounding to nearest even.
func (b *Builder) FFromFloat(eb, sb int, x *Term) *Term {
	return b.FRounded(OpFFromFloat, RNE, b.Float(eb, sb), x)
}

// FFromSBV converts a signed integer, rounding to nearest even.
func (b *Builder) FFromSBV(eb, sb int, x *Term) *Term {
	return b.FRounded(OpFFromSBV, RNE, b.Float(eb, sb), x)
}

// FFromUBV converts an unsigned integer, rounding to nearest even.
func (b *Builder) FFromUBV(eb, sb int, x *Term) *Term {
	return b.FRounded(OpFFromUBV, RNE, b.Float(eb, sb), x)
}

// FToSBV converts to a signed integer of the given width. What does not fit gives some fixed value
// that solvers are free to choose, so callers must guard.
func (b *Builder) FToSBV(width int, rm RoundingMode, x *Term) *Term {
	wantFloats(OpFToSBV, x)
	return b.float(OpFToSBV, b.BV(width), width, int(rm), x)
}

// FToUBV converts to an unsigned integer of the given width; see FToSBV.
func (b *Builder) FToUBV(width int, rm RoundingMode, x *Term) *Term {
	wantFloats(OpFToUBV, x)
	return b.float(OpFToUBV, b.BV(width), width, int(rm), x)
}
