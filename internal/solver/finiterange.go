package solver

import (
	"math"
	"slices"

	"yogi/internal/term"
)

// finiteRange bounds a variable: a BV of at most 64 bits on both its readings, a Bool, or a float, which
// has no bounds here.
type finiteRange struct {
	v                         *term.Term
	signedLow, signedHigh     int64
	unsignedLow, unsignedHigh uint64
}

func newFiniteRange(v *term.Term) *finiteRange {
	switch sort := v.Sort(); {
	case sort.Kind == term.KindBool:
		return &finiteRange{v: v, signedHigh: 1, unsignedHigh: 1}
	case sort.Kind == term.KindFloat && sort.Exp+sort.Sig <= 64:
		return &finiteRange{v: v, signedLow: math.MinInt64, signedHigh: math.MaxInt64, unsignedHigh: math.MaxUint64}
	case sort.Kind == term.KindBV && sort.Width <= 64:
		rest := 64 - sort.Width
		return &finiteRange{v: v,
			signedLow: math.MinInt64 >> rest, signedHigh: math.MaxInt64 >> rest, unsignedHigh: math.MaxUint64 >> rest}
	}
	return nil
}

// narrowFinite uses what t says about single variables; it reports whether that was something.
func narrowFinite(t *term.Term, ranges map[*term.Term]*finiteRange) bool {
	return (&narrowing{ranges: ranges, done: map[*term.Term]bool{}}).by(t, true)
}

// narrowing is one narrowFinite.
type narrowing struct {
	ranges map[*term.Term]*finiteRange
	done   map[*term.Term]bool // the junctions that were used, of which each can say something as one of the two only
}

// by uses what t says, or its negation where it is not positive. What was used before is nothing more.
func (n *narrowing) by(t *term.Term, positive bool) bool {
	switch op := t.Op(); op {
	case term.OpNot:
		return n.by(t.Arg(0), !positive)
	case term.OpAnd, term.OpOr:
		if (op == term.OpAnd) != positive || n.done[t] {
			return false
		}
		n.done[t] = true
		narrowed := false
		for _, arg := range t.Args() {
			narrowed = n.by(arg, positive) || narrowed
		}
		return narrowed
	case term.OpEq, term.OpBVUlt, term.OpBVUle, term.OpBVSlt, term.OpBVSle:
		x, y := t.Arg(0), t.Arg(1)
		if op == term.OpEq && !positive || x.Sort().Kind != term.KindBV {
			return false
		}
		if r := n.ranges[x]; r != nil && y.IsConst() {
			k, _ := y.Value()
			return r.compare(op, positive, onLeft, k)
		}
		if r := n.ranges[y]; r != nil && x.IsConst() {
			k, _ := x.Value()
			return r.compare(op, positive, onRight, k)
		}
	}
	return false
}

// side is where a variable stands in a comparison.
type side int

const (
	onLeft side = iota + 1
	onRight
)

// compare narrows r by "variable op k", or "k op variable" where the variable is on the right, or the
// negation of that where it is not positive.
func (r *finiteRange) compare(op term.Op, positive bool, at side, k term.Value) bool {
	unsigned, signed := k.Uint64(), k.BigSigned().Int64()
	if op == term.OpEq {
		r.unsignedLow, r.unsignedHigh = max(r.unsignedLow, unsigned), min(r.unsignedHigh, unsigned)
		r.signedLow, r.signedHigh = max(r.signedLow, signed), min(r.signedHigh, signed)
		return true
	}
	strict := (op == term.OpBVUlt || op == term.OpBVSlt) == positive // not (x <= k) is k < x
	above := (at == onLeft) != positive                              // the variable is the greater side
	isSigned := op == term.OpBVSlt || op == term.OpBVSle
	switch {
	case isSigned && above:
		if strict && signed == math.MaxInt64 {
			r.signedHigh, r.signedLow = math.MinInt64, math.MaxInt64
			return true
		}
		r.signedLow = max(r.signedLow, signed+step(strict))
	case isSigned:
		if strict && signed == math.MinInt64 {
			r.signedHigh, r.signedLow = math.MinInt64, math.MaxInt64
			return true
		}
		r.signedHigh = min(r.signedHigh, signed-step(strict))
	case above:
		if strict && unsigned == math.MaxUint64 {
			r.unsignedHigh, r.unsignedLow = 0, math.MaxUint64
			return true
		}
		r.unsignedLow = max(r.unsignedLow, unsigned+uint64(step(strict)))
	default:
		if strict && unsigned == 0 {
			r.unsignedHigh, r.unsignedLow = 0, math.MaxUint64
			return true
		}
		r.unsignedHigh = min(r.unsignedHigh, unsigned-uint64(step(strict)))
	}
	return true
}

func step(strict bool) int64 {
	if strict {
		return 1
	}
	return 0
}

// size is how many values lie in the range, at most finiteLimit+1; the smaller of the two readings is
// counted, so it may be more than there are.
func (r *finiteRange) size() uint64 {
	if r.unsignedLow > r.unsignedHigh || r.signedLow > r.signedHigh {
		return 0
	}
	n := min(r.unsignedHigh-r.unsignedLow, uint64(r.signedHigh)-uint64(r.signedLow), finiteLimit)
	return n + 1
}

// at is value number i of the range.
func (r *finiteRange) at(i uint64) term.Value {
	from := r.unsignedLow
	if uint64(r.signedHigh)-uint64(r.signedLow) < r.unsignedHigh-r.unsignedLow {
		from = uint64(r.signedLow)
	}
	return r.value(from + i)
}

// value is the value with these bits.
func (r *finiteRange) value(bits uint64) term.Value {
	switch sort := r.v.Sort(); sort.Kind {
	case term.KindBool:
		return term.BoolValue(bits != 0)
	case term.KindFloat:
		return term.FloatValue(sort.Exp, sort.Sig, term.BVValue(sort.Exp+sort.Sig, bits))
	default:
		return term.BVValue(sort.Width, bits)
	}
}

// span is how many values at can give, at most 2^63.
func (r *finiteRange) span() uint64 {
	return min(r.unsignedHigh-r.unsignedLow, uint64(r.signedHigh)-uint64(r.signedLow), math.MaxInt64) + 1
}

// candidates are values of the range at its ends, near zero, and near constants of the query.
func (r *finiteRange) candidates(constants []term.Value) []term.Value {
	var values []term.Value
	add := func(v term.Value) {
		if !slices.ContainsFunc(values, v.Equal) {
			values = append(values, v)
		}
	}
	sort := r.v.Sort()
	if sort.Kind == term.KindBV && r.size() > 0 {
		for d := range uint64(3) {
			add(r.at(d))
			add(r.at(r.span() - 1 - d))
		}
	}
	for d := range uint64(3) {
		add(r.value(d))
	}
	for _, k := range constants {
		if x := native(k); sort.Kind == term.KindBV && math.Abs(x) < 1<<63 {
			for d := range uint64(3) { // numbers that are converted
				add(r.value(uint64(int64(x)) + d - 1))
			}
		}
		switch {
		case k.Kind() == term.KindFloat && sort.Kind != term.KindBool && k.Bits().Width() == r.bits():
			for d := range uint64(3) { // neighbours of a float are neighbours as bits
				add(r.value(k.Bits().Uint64() + d - 1))
			}
		case k.Kind() == term.KindBV && sort.Kind == term.KindBV && k.Width() == sort.Width:
			for d := range uint64(3) {
				add(r.value(k.Uint64() + d - 1))
			}
		}
	}
	return values
}

// native is a float of a format of the machine, or NaN.
func native(v term.Value) float64 {
	if v.Kind() == term.KindFloat {
		switch eb, sb := v.FloatFormat(); {
		case eb == 11 && sb == 53:
			return math.Float64frombits(v.Bits().Uint64())
		case eb == 8 && sb == 24:
			return float64(math.Float32frombits(uint32(v.Bits().Uint64())))
		}
	}
	return math.NaN()
}

// bits is how many bits a value of the variable has.
func (r *finiteRange) bits() int {
	if sort := r.v.Sort(); sort.Kind == term.KindFloat {
		return sort.Exp + sort.Sig
	}
	return r.v.Sort().Width
}
