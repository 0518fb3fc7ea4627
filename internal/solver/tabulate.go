package solver

import (
	"math/big"

	"yogi/internal/term"
)

// tabulateLimit bounds the number of entries that Tabulate makes.
const tabulateLimit = 1 << 12

// Tabulate turns a function that a solver describes by an expression into a table. constants are the
// values that occur in the expression. The guess is that arguments matter only by which of the constants
// they are, so one more value stands for all others; models are checked before they are believed. It is
// nil when the table would be too large or eval gives no value.
func Tabulate(params []*term.Sort, constants []term.Value, eval func(args []term.Value) term.Value) *FuncValue {
	points := make([][]term.Value, len(params))
	product := 1
	fresh := make([]term.Value, len(params))
	for i, s := range params {
		points[i], fresh[i] = pointsOf(s, constants)
		if product *= len(points[i]) + 1; product > tabulateLimit || !fresh[i].IsValid() {
			return nil
		}
		points[i] = append(points[i], fresh[i])
	}
	fv := &FuncValue{Default: eval(fresh)}
	if !fv.Default.IsValid() {
		return nil
	}
	args := make([]term.Value, len(params))
	ok := true
	var fill func(i int)
	fill = func(i int) {
		if i < len(params) {
			for _, v := range points[i] {
				args[i] = v
				fill(i + 1)
			}
			return
		}
		v := eval(args)
		ok = ok && v.IsValid()
		if ok && !v.Equal(fv.Default) {
			fv.Entries = append(fv.Entries, FuncEntry{Args: append([]term.Value(nil), args...), Value: v})
		}
	}
	fill(0)
	if !ok {
		return nil
	}
	return fv
}

// pointsOf lists the values of sort s among constants, or all of a very small sort, and a value that
// is not listed where there is one.
func pointsOf(s *term.Sort, constants []term.Value) (points []term.Value, fresh term.Value) {
	if s.Kind == term.KindBool {
		return []term.Value{term.BoolValue(true)}, term.BoolValue(false)
	}
	if s.Kind != term.KindInt && s.Kind != term.KindBV {
		return nil, term.Value{}
	}
	seen := map[string]bool{}
	for _, v := range constants {
		if v.Kind() == s.Kind && v.Width() == s.Width && !seen[v.String()] {
			seen[v.String()] = true
			points = append(points, v)
		}
	}
	for x := int64(0); x < tabulateLimit; x++ {
		v := term.IntValue(x)
		if s.Kind == term.KindBV {
			if s.Width < 16 && x >= 1<<s.Width {
				break
			}
			v = term.BVBigValue(s.Width, big.NewInt(x))
		}
		if s.Kind == term.KindBV && s.Width <= 4 && x < 1<<s.Width-1 {
			if !seen[v.String()] {
				seen[v.String()] = true
				points = append(points, v)
			}
			continue
		}
		if !seen[v.String()] {
			return points, v
		}
	}
	if len(points) > 0 { // the constants are all there is
		return points[1:], points[0]
	}
	return nil, term.Value{}
}
