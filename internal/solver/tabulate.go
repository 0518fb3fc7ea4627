package solver

import (
	"math/big"
	"slices"

	"yogi/internal/term"
)

// tabulateLimit bounds the number of entries that Tabulate makes.
const tabulateLimit = 1 << 12

// Tabulate turns a function that a solver describes by an expression into a table. constants are the
// values that occur in the expression. It supposes that arguments matter only by where they lie among
// the constants, and that one far value stands for all others; models are checked before they are
// believed. It is nil when the table would be too large or eval gives no value.
func Tabulate(params []*term.Sort, constants []term.Value, eval func(args []term.Value) term.Value) *FuncValue {
	points := make([][]term.Value, len(params))
	var far [2][]term.Value
	product := 1
	for i, s := range params {
		p, above, below := pointsOf(s, constants)
		if product *= len(p) + 1; len(p) == 0 || product > tabulateLimit {
			return nil
		}
		points[i] = p
		far[0], far[1] = append(far[0], above), append(far[1], below)
	}
	fv := &FuncValue{Default: eval(far[0])}
	if other := eval(far[1]); fv.Default.IsValid() && !fv.Default.Equal(other) && other.IsValid() && other.Equal(zeroLike(other)) {
		fv.Default = other // of two ends, the empty one
	}
	if !fv.Default.IsValid() || !fv.fill(points, eval) {
		return nil
	}
	return fv
}

// zeroLike is false or zero in v's sort, or v itself when it is no such value.
func zeroLike(v term.Value) term.Value {
	switch v.Kind() {
	case term.KindBool:
		return term.BoolValue(false)
	case term.KindInt:
		return term.IntValue(0)
	case term.KindBV:
		return term.BVValue(v.Width(), 0)
	}
	return v
}

// fill adds an entry for each tuple of points where the function is not at its default.
func (f *FuncValue) fill(points [][]term.Value, eval func(args []term.Value) term.Value) bool {
	args := make([]term.Value, len(points))
	var visit func(i int) bool
	visit = func(i int) bool {
		if i < len(points) {
			for _, v := range points[i] {
				args[i] = v
				if !visit(i + 1) {
					return false
				}
			}
			return true
		}
		v := eval(args)
		if v.IsValid() && !v.Equal(f.Default) {
			f.Entries = append(f.Entries, term.FuncEntry{Args: slices.Clone(args), Value: v})
		}
		return v.IsValid()
	}
	return visit(0)
}

// pointsOf lists the values of s that are among constants or next to one, or all of a small sort, and a
// value far above and far below them. The list is empty for sorts without an order.
func pointsOf(s *term.Sort, constants []term.Value) (points []term.Value, above, below term.Value) {
	value := func(z *big.Int) term.Value { return term.BVBigValue(s.Width, z) }
	switch {
	case s.Kind == term.KindBool:
		return []term.Value{term.BoolValue(false), term.BoolValue(true)}, term.BoolValue(false), term.BoolValue(true)
	case s.Kind == term.KindInt:
		value = term.BigIntValue
	case s.Kind != term.KindBV:
		return nil, above, below
	case s.Width <= 4:
		for x := range int64(1) << s.Width {
			points = append(points, value(big.NewInt(x)))
		}
		return points, points[len(points)-1], points[0]
	}
	points = []term.Value{value(new(big.Int))}
	for _, v := range constants {
		if v.Kind() == s.Kind && v.Width() == points[0].Width() {
			for d := int64(-1); d <= 1; d++ {
				points = append(points, value(new(big.Int).Add(v.Big(), big.NewInt(d))))
			}
		}
	}
	slices.SortFunc(points, term.Value.Compare)
	points = slices.CompactFunc(points, term.Value.Equal)
	const distance = 100
	above = value(new(big.Int).Add(points[len(points)-1].Big(), big.NewInt(distance)))
	below = value(new(big.Int).Sub(points[0].Big(), big.NewInt(distance)))
	return points, above, below
}
