package term

// Ranges finds in which range the unsigned value of a bit vector is. Of some terms the greatest value is given, as far
// as it is known where the question is asked. It belongs to one goroutine at a time.
type Ranges struct {
	most map[*Term]uint64
	memo map[*Term][2]uint64
}

// NewRanges are the ranges where terms have at most the values of a map; the caller must not change it afterwards.
func NewRanges(most map[*Term]uint64) *Ranges {
	return &Ranges{most: most, memo: map[*Term][2]uint64{}}
}

// widest is the width up to which a value is a uint64.
const widest = 64

// greatest is the greatest value of so many bits.
func greatest(width int) uint64 { return ^uint64(0) >> (widest - width) }

// of is the least and the greatest value that a bit vector of at most 64 bits may have.
func (r *Ranges) of(t *Term) (low, high uint64) {
	if t.op == OpConst {
		v := t.value.Uint64()
		return v, v
	}
	if known, ok := r.memo[t]; ok {
		return known[0], known[1]
	}
	low, high = r.byOperator(t)
	if most, ok := r.most[t]; ok && most < high {
		high = max(most, low)
	}
	r.memo[t] = [2]uint64{low, high}
	return low, high
}

func (r *Ranges) byOperator(t *Term) (low, high uint64) {
	all := greatest(t.sort.Width)
	switch t.op {
	case OpZeroExt:
		return r.of(t.args[0])
	case OpExtract:
		if inner := t.args[0]; t.p1 == 0 && inner.sort.Width <= widest {
			if low, high := r.of(inner); high <= all {
				return low, high
			}
		}
	case OpIte:
		low, high = r.of(t.args[1])
		otherLow, otherHigh := r.of(t.args[2])
		return min(low, otherLow), max(high, otherHigh)
	case OpBVAdd:
		for _, a := range t.args {
			l, h := r.of(a)
			if h > all-high {
				return 0, all // the sum may wrap around
			}
			low, high = low+l, high+h
		}
		return low, high
	case OpBVUDiv:
		if c := t.args[1]; c.op == OpConst && !c.value.IsZero() {
			low, high = r.of(t.args[0])
			return low / c.value.Uint64(), high / c.value.Uint64()
		}
	case OpBVURem:
		if c := t.args[1]; c.op == OpConst && !c.value.IsZero() {
			_, high = r.of(t.args[0])
			return 0, min(high, c.value.Uint64()-1)
		}
	}
	return 0, all
}

// decided is a term that its ranges make a constant, else the term: the upper bits of a sum that carries nothing into
// them, such as the object of an address at an offset that is not too large, or a comparison.
func (r *Ranges) decided(b *Builder, t *Term) *Term {
	if len(t.args) == 0 || t.args[0].sort.Kind != KindBV || t.args[0].sort.Width > widest {
		return t
	}
	switch t.op {
	case OpExtract:
		if low, high := r.of(t.args[0]); low>>t.p1 == high>>t.p1 {
			return b.BVConst(t.sort.Width, low>>t.p1&greatest(t.sort.Width))
		}
	case OpBVUlt, OpBVUle, OpEq:
		low, high := r.of(t.args[0])
		otherLow, otherHigh := r.of(t.args[1])
		switch {
		case t.op == OpEq && (high < otherLow || otherHigh < low), t.op == OpBVUlt && low >= otherHigh, t.op == OpBVUle && low > otherHigh:
			return b.False()
		case t.op == OpBVUlt && high < otherLow, t.op == OpBVUle && high <= otherLow:
			return b.True()
		}
	}
	return t
}

// AddMost adds to a map what a condition says about the greatest value of a bit vector.
func AddMost(cond *Term, most map[*Term]uint64) {
	if len(cond.args) != 2 || cond.args[1].op != OpConst && cond.args[0].op != OpConst {
		return
	}
	t, bound := cond.args[0], cond.args[1]
	if t.sort.Kind != KindBV || t.sort.Width > widest {
		return
	}
	var value uint64
	switch {
	case bound.op != OpConst && cond.op == OpEq:
		t, bound = bound, t
		fallthrough
	case cond.op == OpEq:
		if t.op != OpExtract || t.p0 != int32(t.args[0].sort.Width-1) || t.args[0].sort.Width > widest {
			return
		}
		value = bound.value.Uint64()<<t.p1 | greatest(int(t.p1))
		t = t.args[0]
	case bound.op != OpConst:
		return
	case cond.op == OpBVUlt && bound.value.Uint64() > 0:
		value = bound.value.Uint64() - 1
	case cond.op == OpBVUle:
		value = bound.value.Uint64()
	default:
		return
	}
	for {
		if known, ok := most[t]; !ok || value < known {
			most[t] = value
		}
		if t.op != OpZeroExt {
			return
		}
		t = t.args[0]
	}
}
