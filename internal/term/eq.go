package term

import "math/big"

// Eq is equality; on floats it is identity of values, so NaN = NaN and +0 differs from -0.
func (b *Builder) Eq(x, y *Term) *Term {
	want(x.sort == y.sort, OpEq, x, y)
	switch {
	case x == y:
		return b.yes
	case x.op == OpConst && y.op == OpConst:
		return b.BoolConst(x.value.Equal(y.value))
	}
	if t := b.eqIte(x, y); t != nil {
		return t
	}
	switch x.sort.Kind {
	case KindBool:
		return b.eqBool(x, y)
	case KindBV:
		if t := b.eqBV(x, y); t != nil {
			return t
		}
	case KindInt, KindReal:
		if isSum(x) || isSum(y) {
			return b.eqLinear(x, y)
		}
	case KindArray:
		if t := b.eqArray(x, y); t != nil {
			return t
		}
	case KindFloat:
		if t := b.eqFloat(x, y); t != nil {
			return t
		}
	}
	return b.eqPlain(x, y)
}

// eqFloat compares bits where one side is made of them and the other is a constant: of all values only NaN has more
// than one pattern. nil: it says nothing.
func (b *Builder) eqFloat(x, y *Term) *Term {
	if x.op == OpConst {
		x, y = y, x
	}
	if x.op != OpFFromBits || y.op != OpConst || y.value.IsNaN() {
		return nil
	}
	return b.Eq(x.args[0], b.Const(y.value.Bits()))
}

// eqPlain interns x = y in its canonical order: a constant on the right, else the older term left.
func (b *Builder) eqPlain(x, y *Term) *Term {
	switch {
	case x == y:
		return b.yes
	case x.op == OpConst && y.op == OpConst:
		return b.BoolConst(x.value.Equal(y.value))
	case x.op == OpConst || y.op != OpConst && x.id > y.id:
		x, y = y, x
	}
	return b.mk(OpEq, b.boolSort, x, y)
}

func (b *Builder) eqBool(x, y *Term) *Term {
	if x.op == OpConst {
		x, y = y, x
	}
	switch {
	case y.IsTrue():
		return x
	case y.IsFalse(), x == b.Not(y):
		if y.IsFalse() {
			return b.Not(x)
		}
		return b.no
	case x.op == OpNot:
		return b.Not(b.Eq(x.args[0], y))
	case y.op == OpNot:
		return b.Not(b.Eq(x, y.args[0]))
	}
	return b.eqPlain(x, y)
}

// eqIte lifts a choice over an equality wherever a side of it decides: this is what turns the 0/1
// integers of C conditions back into the conditions.
func (b *Builder) eqIte(x, y *Term) *Term {
	if x.op != OpIte {
		x, y = y, x
	}
	if x.op != OpIte || x.sort == b.boolSort {
		return nil
	}
	c, then, els := x.args[0], x.args[1], x.args[2]
	switch {
	case y.op == OpConst && (then.op == OpConst || els.op == OpConst):
		return b.Ite(c, b.Eq(then, y), b.Eq(els, y))
	case then == y:
		return b.Or(c, b.Eq(els, y))
	case els == y:
		return b.Or(b.Not(c), b.Eq(then, y))
	case y.op == OpIte && y.args[0] == c:
		return b.Ite(c, b.Eq(then, y.args[1]), b.Eq(els, y.args[2]))
	}
	return nil
}

// eqBV is the equality of bit-vectors, or nil when nothing special applies.
func (b *Builder) eqBV(x, y *Term) *Term {
	if isSum(x) || isSum(y) {
		return b.eqLinear(x, y)
	}
	if x.op == OpConst {
		x, y = y, x
	}
	if y.op == OpConst {
		return b.eqBVConst(x, y)
	}
	switch {
	case x.op == OpBVNot && y.op == OpBVNot:
		return b.Eq(x.args[0], y.args[0])
	case x.op == OpSignExt && y.op == OpSignExt && x.p0 == y.p0:
		return b.Eq(x.args[0], y.args[0])
	case isPieces(x) && isPieces(y):
		return b.eqPieces(x, y)
	}
	return nil
}

// eqBVConst is x = k for a constant k.
func (b *Builder) eqBVConst(x, k *Term) *Term {
	w := x.sort.Width
	switch x.op {
	case OpBVUDiv:
		if divisor(OpBVUDiv, x) != nil && k.value.IsZero() {
			return b.BVUlt(x.args[0], x.args[1])
		}
	case OpBVNot:
		return b.Eq(x.args[0], b.BVNot(k))
	case OpBVXor:
		if last := x.args[len(x.args)-1]; last.op == OpConst {
			rest := b.BVXor(x.args[:len(x.args)-1]...)
			return b.Eq(rest, b.BVXor(last, k))
		}
	case OpSignExt:
		inner := x.args[0]
		low := b.Extract(inner.sort.Width-1, 0, k)
		if b.SignExt(int(x.p0), low) != k {
			return b.no
		}
		return b.Eq(inner, low)
	case OpZeroExt, OpConcat:
		var parts []*Term
		high := w
		for _, piece := range b.pieces(x) {
			low := high - piece.sort.Width
			parts = append(parts, b.Eq(piece, b.Extract(high-1, low, k)))
			high = low
		}
		return b.And(parts...)
	}
	return nil
}

// isPieces reports whether t is visibly put together from parts.
func isPieces(t *Term) bool { return t.op == OpConcat || t.op == OpZeroExt || t.op == OpConst }

// pieces are the parts of t from the most significant on.
func (b *Builder) pieces(t *Term) []*Term {
	switch t.op {
	case OpConcat:
		return t.args
	case OpZeroExt:
		zeros := b.BVBig(int(t.p0), new(big.Int))
		return append([]*Term{zeros}, b.pieces(t.args[0])...)
	}
	return []*Term{t}
}

// eqPieces compares two concatenations at the boundaries they share; nil when they share none.
func (b *Builder) eqPieces(x, y *Term) *Term {
	xs, ys := b.pieces(x), b.pieces(y)
	var parts []*Term
	var xGroup, yGroup []*Term
	xBits, yBits := 0, 0
	for len(xs)+len(ys) > 0 {
		if xBits <= yBits {
			xGroup, xBits, xs = append(xGroup, xs[0]), xBits+xs[0].sort.Width, xs[1:]
		} else {
			yGroup, yBits, ys = append(yGroup, ys[0]), yBits+ys[0].sort.Width, ys[1:]
		}
		if xBits != yBits {
			continue
		}
		if len(xs) == 0 && len(parts) == 0 {
			return nil
		}
		parts = append(parts, b.Eq(b.Concat(xGroup...), b.Concat(yGroup...)))
		xGroup, yGroup = nil, nil
	}
	return b.And(parts...)
}

// eqArray knows what a store says about its own array.
func (b *Builder) eqArray(x, y *Term) *Term {
	switch {
	case x.op == OpConstArray && y.op == OpConstArray:
		return b.Eq(x.args[0], y.args[0])
	case x.op == OpStore && x.args[0] == y:
		return b.Eq(b.Select(y, x.args[1]), x.args[2])
	case y.op == OpStore && y.args[0] == x:
		return b.Eq(b.Select(x, y.args[1]), y.args[2])
	}
	return nil
}
