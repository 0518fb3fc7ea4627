package term

import "math/big"

// BVUlt is unsigned x < y.
func (b *Builder) BVUlt(x, y *Term) *Term { return b.compareBV(OpBVUlt, x, y) }

// BVUle is unsigned x <= y.
func (b *Builder) BVUle(x, y *Term) *Term { return b.compareBV(OpBVUle, x, y) }

// BVUgt is unsigned x > y.
func (b *Builder) BVUgt(x, y *Term) *Term { return b.BVUlt(y, x) }

// BVUge is unsigned x >= y.
func (b *Builder) BVUge(x, y *Term) *Term { return b.BVUle(y, x) }

// BVSlt is signed x < y.
func (b *Builder) BVSlt(x, y *Term) *Term { return b.compareBV(OpBVSlt, x, y) }

// BVSle is signed x <= y.
func (b *Builder) BVSle(x, y *Term) *Term { return b.compareBV(OpBVSle, x, y) }

// BVSgt is signed x > y.
func (b *Builder) BVSgt(x, y *Term) *Term { return b.BVSlt(y, x) }

// BVSge is signed x >= y.
func (b *Builder) BVSge(x, y *Term) *Term { return b.BVSle(y, x) }

// compareBV simplifies a comparison. Comparisons with a constant end up strict, so that x < 5 and
// not x <= 4 are one term.
func (b *Builder) compareBV(op Op, x, y *Term) *Term {
	wantBV(op, x, y)
	strict := op == OpBVUlt || op == OpBVSlt
	isSigned := op == OpBVSlt || op == OpBVSle
	switch {
	case x == y:
		return b.BoolConst(!strict)
	case allConst(x, y):
		return b.fold(op, b.boolSort, 0, 0, x, y)
	case constBranches(x) && (y.op == OpConst || constBranches(y)):
		return b.Ite(x.args[0], b.compareBV(op, x.args[1], y), b.compareBV(op, x.args[2], y))
	case constBranches(y) && x.op == OpConst:
		return b.Ite(y.args[0], b.compareBV(op, x, y.args[1]), b.compareBV(op, x, y.args[2]))
	}
	if isSigned {
		if t := b.compareExtended(strict, x, y); t != nil {
			return t
		}
	}
	if x.op == OpConst || y.op == OpConst {
		return b.compareConst(strict, isSigned, x, y)
	}
	if x.op == y.op && (x.op == OpZeroExt || x.op == OpSignExt && isSigned) && x.args[0].sort == y.args[0].sort {
		return b.compareBV(op, x.args[0], y.args[0])
	}
	if t := b.compareScaled(strict, isSigned, x, y); t != nil {
		return t
	}
	switch {
	case op == OpBVUlt && x.op == OpBVURem && x.args[1] == y: // x mod y < y, but that x mod 0 is x
		return b.Ne(y, b.BVConst(y.sort.Width, 0))
	case op == OpBVUle && y.op == OpBVURem && y.args[1] == x:
		return b.Eq(x, b.BVConst(x.sort.Width, 0))
	}
	return b.mk(op, b.boolSort, x, y)
}

// compareExtended narrows signed comparisons of sign extensions and makes those of zero extensions,
// which are never negative, unsigned; nil when neither applies.
func (b *Builder) compareExtended(strict bool, x, y *Term) *Term {
	unsigned := OpBVUle
	if strict {
		unsigned = OpBVUlt
	}
	xLow, yLow := knownNonNegative(x), knownNonNegative(y)
	switch {
	case xLow && yLow:
		return b.compareBV(unsigned, x, y)
	case xLow && y.op == OpConst:
		return b.no
	case yLow && x.op == OpConst:
		return b.yes
	}
	return nil
}

// knownNonNegative reports whether t is visibly nonnegative as a signed number.
func knownNonNegative(t *Term) bool {
	if t.op == OpConst {
		return t.value.Big().Bit(t.sort.Width-1) == 0
	}
	return t.op == OpZeroExt
}

// compareConst is a comparison where exactly one side is constant. (When it reaches compareExtended's
// "no", the constant is negative.)
func (b *Builder) compareConst(strict, isSigned bool, x, y *Term) *Term {
	low, high := unsignedBounds(x.sort.Width)
	op := OpBVUlt
	if isSigned {
		low, high = signedBounds(x.sort.Width)
		op = OpBVSlt
	}
	one := x.sort.number(1)
	if y.op == OpConst {
		if !strict {
			if y.value.Equal(high) {
				return b.yes
			}
			y = b.Const(addNumbers(y.value, one))
		}
		return b.lessThanConst(op, x, y, low, high)
	}
	if !strict {
		if x.value.Equal(low) {
			return b.yes
		}
		x = b.Const(addNumbers(x.value, negateNumber(one)))
	}
	return b.moreThanConst(op, x, y, low, high)
}

// unsignedBounds are the smallest and the largest value of a width.
func unsignedBounds(width int) (low, high Value) {
	return BVValue(width, 0), BVBigValue(width, big.NewInt(-1))
}

// signedBounds are those of numbers with a sign.
func signedBounds(width int) (low, high Value) {
	low = BVBigValue(width, new(big.Int).Lsh(bigOne, uint(width-1)))
	return low, addNumbers(low, BVBigValue(width, big.NewInt(-1)))
}

// lessThanConst is x < k.
func (b *Builder) lessThanConst(op Op, x, k *Term, low, high Value) *Term {
	switch {
	case k.value.Equal(low):
		return b.no
	}
	if t := b.lessDivided(op, x, k); t != nil {
		return t
	}
	switch {
	case k.value.Equal(addNumbers(low, k.sort.number(1))):
		return b.Eq(x, b.Const(low))
	case k.value.Equal(high):
		return b.Ne(x, k)
	case op == OpBVUlt && x.op == OpZeroExt:
		inner := x.args[0]
		narrow := b.Trunc(inner.sort.Width, k)
		if b.ZeroExt(int(x.p0), narrow) != k {
			return b.yes
		}
		return b.BVUlt(inner, narrow)
	case op == OpBVSlt && x.op == OpSignExt:
		inner := x.args[0]
		narrow := b.Trunc(inner.sort.Width, k)
		if b.SignExt(int(x.p0), narrow) != k {
			return b.BoolConst(k.value.BigSigned().Sign() > 0)
		}
		return b.BVSlt(inner, narrow)
	}
	if t := b.lessScaled(op, x, k); t != nil {
		return t
	}
	return b.mk(op, b.boolSort, x, k)
}

// moreThanConst is k < y.
func (b *Builder) moreThanConst(op Op, k, y *Term, low, high Value) *Term {
	switch {
	case k.value.Equal(high):
		return b.no
	}
	if t := b.lessDivided(op, y, b.Const(addNumbers(k.value, k.sort.number(1)))); t != nil {
		return b.Not(t)
	}
	switch {
	case k.value.Equal(addNumbers(high, k.sort.number(-1))):
		return b.Eq(y, b.Const(high))
	case k.value.Equal(low):
		return b.Ne(y, k)
	case op == OpBVUlt && y.op == OpZeroExt:
		inner := y.args[0]
		narrow := b.Trunc(inner.sort.Width, k)
		if b.ZeroExt(int(y.p0), narrow) != k {
			return b.no
		}
		return b.BVUlt(narrow, inner)
	case op == OpBVSlt && y.op == OpSignExt:
		inner := y.args[0]
		narrow := b.Trunc(inner.sort.Width, k)
		if b.SignExt(int(y.p0), narrow) != k {
			return b.BoolConst(k.value.BigSigned().Sign() < 0)
		}
		return b.BVSlt(narrow, inner)
	}
	if t := b.lessScaled(op, y, b.Const(addNumbers(k.value, k.sort.number(1)))); t != nil {
		return b.Not(t)
	}
	return b.mk(op, b.boolSort, k, y)
}
