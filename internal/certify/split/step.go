package split

import (
	"math"

	"yogi/internal/term"
)

// distance holds what is known of a term as a distance between two places of one object: the difference of
// their addresses as integers, which is far less than half of the address space.
type distance struct {
	// power is a power of two that divides the value, however the arithmetic wraps; 0 of the value 0.
	power int64
	// factor divides the integer that the term stands for where nothing wraps, and bound is the largest
	// absolute value of that integer.
	factor int64
	bound  float64
}

// stepOf divides the sum of terms as a distance.
func stepOf(terms []*term.Term) int64 {
	power, factor, bound := int64(0), int64(0), 0.0
	known := measured{}
	for _, t := range terms {
		d := known.measure(t)
		power, factor, bound = divisorOf(power, d.power), divisorOf(factor, d.factor), bound+d.bound
		if half := math.Ldexp(1, t.Sort().Width-1); bound >= half/4 {
			bound = math.Inf(1)
		}
	}
	if math.IsInf(bound, 1) {
		return power
	}
	return factor
}

// measured has the terms that were read as distances: the sides of choices share parts.
type measured map[*term.Term]distance

// measure reads a term as a distance. The terms that are no distances but addresses have factor 1.
func (m measured) measure(t *term.Term) distance {
	d, known := m[t]
	if !known {
		d = m.byOperator(t)
		m[t] = d
	}
	return d
}

func (m measured) byOperator(t *term.Term) distance {
	width := t.Sort().Width
	anything := distance{1, 1, math.Inf(1)}
	if t.Sort().Kind != term.KindBV {
		return anything
	}
	switch t.Op() {
	case term.OpConst:
		v, _ := t.Value()
		n := v.Int64()
		return distance{n & -n, max(n, -n), math.Abs(float64(n))}
	case term.OpZeroExt, term.OpSignExt:
		inner := t.Args()[0]
		// The extension of a value that may have wrapped is divided by a power of two at most.
		d := m.measure(inner)
		return distance{d.power, max(d.power, 1), math.Ldexp(1, inner.Sort().Width)}
	case term.OpBVMul:
		if args := t.Args(); len(args) == 2 {
			if c, ok := args[0].Value(); ok {
				return m.measure(args[1]).times(c.Int64(), width)
			}
		}
	case term.OpBVShl:
		if c, ok := t.Args()[1].Value(); ok && c.Uint64() < 60 && c.Uint64() < uint64(width) {
			return m.measure(t.Args()[0]).times(1<<c.Uint64(), width)
		}
	case term.OpConcat:
		args := t.Args()
		if c, ok := args[len(args)-1].Value(); ok && c.Width() < 60 {
			n := c.Int64()
			if n == 0 {
				n = 1 << c.Width()
			}
			return distance{n & -n, n & -n, math.Inf(1)}
		}
	case term.OpIte:
		a, b := m.measure(t.Args()[1]), m.measure(t.Args()[2])
		return distance{divisorOf(a.power, b.power), divisorOf(a.factor, b.factor), max(a.bound, b.bound)}
	case term.OpBVAdd:
		out := distance{}
		for _, a := range t.Args() {
			d := m.measure(a)
			out = distance{divisorOf(out.power, d.power), divisorOf(out.factor, d.factor), out.bound + d.bound}
		}
		return out.fitting(width)
	}
	return anything
}

// times is the distance c times as far.
func (d distance) times(c int64, width int) distance {
	power := c & -c
	if d.power < 1<<30 && power < 1<<30 {
		power *= d.power
	}
	out := distance{power, 1, d.bound * math.Abs(float64(c))}
	if c > -1<<30 && c < 1<<30 && d.factor < 1<<30 {
		out.factor = divisorOf(c*d.factor, 0)
	}
	return out.fitting(width)
}

// fitting gives the factor up where the integer may not fit.
func (d distance) fitting(width int) distance {
	if d.bound >= math.Ldexp(1, width-3) {
		return distance{d.power, max(d.power, 1), math.Inf(1)}
	}
	return d
}
