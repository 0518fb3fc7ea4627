package term

import "math/big"

// scaled is c * y + d in more bits than y has, read so that nothing wraps around.
type scaled struct {
	inner    *Term
	c, d     *big.Int
	isSigned bool // y is extended by its sign
}

// asScaled reads t as c * ext(y) + d with a positive c; ok is false of other terms, and where the
// number may wrap around or lose its sign in the width of t.
func asScaled(t *Term) (s scaled, ok bool) {
	s.c, s.d = big.NewInt(1), new(big.Int)
	width := uint(t.sort.Width)
	if t.op == OpBVAdd && len(t.args) == 2 && t.args[1].op == OpConst {
		s.d = t.args[1].value.BigSigned()
		t = t.args[0]
	}
	if coeff, base := splitProduct(t); base != nil {
		s.c = coeff.BigSigned()
		t = base
	}
	if t.op != OpSignExt && t.op != OpZeroExt || s.c.Sign() <= 0 {
		return s, false
	}
	s.inner, s.isSigned = t.args[0], t.op == OpSignExt
	low, high := s.bounds()
	half := new(big.Int).Lsh(bigOne, width-1)
	return s, s.at(low).Cmp(new(big.Int).Neg(half)) >= 0 && s.at(high).Cmp(half) < 0
}

// bounds are the least and the greatest number that y is.
func (s scaled) bounds() (low, high *big.Int) {
	width := uint(s.inner.sort.Width)
	if !s.isSigned {
		high = new(big.Int).Lsh(bigOne, width)
		return new(big.Int), high.Sub(high, bigOne)
	}
	high = new(big.Int).Lsh(bigOne, width-1)
	return new(big.Int).Neg(high), new(big.Int).Sub(high, bigOne)
}

// at is the value for a y.
func (s scaled) at(y *big.Int) *big.Int {
	v := new(big.Int).Mul(s.c, y)
	return v.Add(v, s.d)
}

// least is the least number y with c * y + d >= k.
func (s scaled) least(k *big.Int) *big.Int {
	v := new(big.Int).Sub(k, s.d)
	v.Add(v, s.c).Sub(v, bigOne)
	return v.Div(v, s.c) // rounds down, since c is positive
}

// lessScaled is x < k as a comparison in the width of y, where x is c * ext(y) + d: what says that an
// index times the size of an element is inside an object becomes a bound of the index. nil where it
// is no single comparison.
func (b *Builder) lessScaled(op Op, x, k *Term) *Term {
	s, ok := asScaled(x)
	if !ok {
		return nil
	}
	limit := k.value.Big()
	if op == OpBVSlt {
		return b.lessNumber(s, s.least(k.value.BigSigned()))
	}
	half := new(big.Int).Lsh(bigOne, uint(x.sort.Width-1))
	if limit.Cmp(half) > 0 {
		return nil
	}
	low, _ := s.bounds()
	from, to := s.least(new(big.Int)), s.least(limit)
	if from.Cmp(low) <= 0 { // never negative
		return b.lessNumber(s, to)
	}
	if from.Sign() != 0 || to.Sign() < 0 {
		return nil
	}
	_, high := s.bounds()
	if to.Cmp(high) > 0 {
		to = new(big.Int).Add(high, bigOne) // a y with its sign has no other that is not negative
	}
	return b.BVUlt(s.inner, b.BVBig(s.inner.sort.Width, to))
}

// lessNumber is y < k for a number k.
func (b *Builder) lessNumber(s scaled, k *big.Int) *Term {
	low, high := s.bounds()
	switch {
	case k.Cmp(low) <= 0:
		return b.no
	case k.Cmp(high) > 0:
		return b.yes
	case s.isSigned:
		return b.BVSlt(s.inner, b.BVBig(s.inner.sort.Width, k))
	}
	return b.BVUlt(s.inner, b.BVBig(s.inner.sort.Width, k))
}

// compareScaled is x < y or x <= y of two sums c * ext(v) + d, of one c and one extension, in the
// width of v and w: that an index is less than a number says that the element is inside an array of
// so many. nil where they are no such sums, or differ by more than one element.
func (b *Builder) compareScaled(strict, isSigned bool, x, y *Term) *Term {
	s, ok := asScaled(x)
	if !ok {
		return nil
	}
	t, ok := asScaled(y)
	if !ok || s.isSigned != t.isSigned || s.inner.sort != t.inner.sort || s.c.Cmp(t.c) != 0 {
		return nil
	}
	low, _ := s.bounds()
	if !isSigned && (s.at(low).Sign() < 0 || t.at(low).Sign() < 0) {
		return nil
	}
	// v - w <= q, as a number.
	q := new(big.Int).Sub(t.d, s.d)
	if strict {
		q.Sub(q, bigOne)
	}
	q = new(big.Int).Div(q, s.c) // rounds down, since c is positive
	less, orEqual := b.BVUlt, b.BVUle
	if s.isSigned {
		less, orEqual = b.BVSlt, b.BVSle
	}
	switch {
	case q.Sign() == 0:
		return orEqual(s.inner, t.inner)
	case q.IsInt64() && q.Int64() == -1:
		return less(s.inner, t.inner)
	}
	return nil
}

// eqScaled is x = y in the width of what is scaled: c * ext(v) = c * ext(w) says that v = w, and
// c * ext(v) = k may be false. nil where the sides are nothing like it. Where v has to be one number
// the equation stays one between addresses, as which conditions on overlapping objects are read.
func (b *Builder) eqScaled(x, y *Term) *Term {
	if x.sort.Kind != KindBV {
		return nil
	}
	if x.op == OpConst {
		x, y = y, x
	}
	s, ok := asScaled(x)
	if !ok {
		return nil
	}
	if y.op == OpConst {
		if s.isNever(y.value.BigSigned()) {
			return b.no
		}
		return nil
	}
	t, ok := asScaled(y)
	if !ok || s.isSigned != t.isSigned || s.inner.sort != t.inner.sort || s.c.Cmp(t.c) != 0 || s.d.Cmp(t.d) != 0 {
		return nil
	}
	return b.Eq(s.inner, t.inner)
}

// isNever says that no y makes c * y + d the number k.
func (s scaled) isNever(k *big.Int) bool {
	y := s.least(k)
	low, high := s.bounds()
	return s.at(y).Cmp(k) != 0 || y.Cmp(low) < 0 || y.Cmp(high) > 0
}
