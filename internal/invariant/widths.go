package invariant

import (
	"slices"

	"yogi/internal/term"
)

// This file relates numbers of different widths. The size of an object is a number of 64 bits, and what the program
// knows of it is an int: that n elements of 4 bytes were allocated is size = 4 * sext(n) + c. Where a pointer is
// inside its object is the low half of it.

const (
	mostWidened  = 8       // numbers that are widened at a point
	mostLimits   = 2       // constants above a number that are proposed as its bound
	largestLimit = 1 << 31 // numbers beyond it are addresses or signs rather than sizes
)

// widths are the numbers of a point that are parts of wide ones, and narrow numbers made wide.
type widths struct {
	parts   []*feature // low bits of variables
	widened []*feature
}

// widthsOf makes the features that relate the widths of a point: the parts that the text names, and narrow
// variables in the width of wide reads.
func (e *encoder) widthsOf(s *samples, words *vocabulary, inScope func(*term.Term) bool) widths {
	var out widths
	seen := map[*term.Term]bool{}
	for _, t := range words.parts {
		if seen[t] || !inScope(t) || len(out.parts) >= mostWidened {
			continue
		}
		seen[t] = true
		if f := s.feature(t); f != nil {
			out.parts = append(out.parts, f)
		}
	}
	wide := wideReads(s.features)
	if wide == nil {
		return out
	}
	widen := func(t *term.Term, extend func(int, *term.Term) *term.Term) {
		if t.Sort().Kind != term.KindBV || t.Sort().Width >= wide.Width || len(out.widened) >= mostWidened {
			return
		}
		if f := s.feature(extend(wide.Width, t)); f != nil {
			out.widened = append(out.widened, f)
		}
	}
	for _, f := range out.parts {
		widen(f.term, e.terms.ZeroExtTo)
	}
	for _, f := range s.features {
		switch v := e.program.VariableOf(f.term); {
		case v == nil:
		case v.Signed:
			widen(f.term, e.terms.SignExtTo)
		default:
			widen(f.term, e.terms.ZeroExtTo)
		}
	}
	return out
}

// wideReads returns the widest sort of machine integers that are read of maps; nil: there is none.
func wideReads(features []*feature) *term.Sort {
	var widest *term.Sort
	for _, f := range features {
		if sort := f.term.Sort(); f.term.Op() == term.OpSelect && sort.Kind == term.KindBV && (widest == nil || sort.Width > widest.Width) {
			widest = sort
		}
	}
	return widest
}

// acrossWidths proposes what parts of variables are, and the lines that wide reads and narrow numbers are on.
func (c *candidates) acrossWidths(e *encoder, p Point) {
	if len(c.states) == 0 {
		return
	}
	for _, f := range c.widths.parts {
		c.constant(f)
		for _, g := range c.features {
			if g.term.Sort() == f.term.Sort() {
				c.line(f, g)
			}
		}
	}
	if len(c.widths.widened) == 0 {
		return
	}
	a := arithmetic{c.terms, c.widths.widened[0].term.Sort()}
	var wide []*feature
	for _, f := range c.features {
		if f.term.Sort() == a.sort {
			wide = append(wide, f)
		}
	}
	for _, f := range wide {
		for i, g := range c.widths.widened {
			c.line(f, g)
			if f.term.Op() != term.OpSelect {
				continue
			}
			for _, h := range c.widths.widened[:i] {
				c.triple(a, f, g, h, Equations)
			}
			for _, h := range wide {
				if h != f {
					c.triple(a, f, g, h, Equations)
				}
			}
		}
		if f.term.Op() != term.OpSelect {
			continue
		}
		for _, t := range a.nullspace(append([]*feature{f}, c.widths.widened...)) {
			c.add(t)
		}
		for _, g := range slices.Concat(wide, c.widths.widened) {
			if g != f {
				c.limits(e, f, g)
			}
		}
	}
	inScope := e.inScope(p)
	for _, t := range e.limits {
		if inScope(t) {
			c.add(t)
		}
	}
}

// limits proposes, where a read is a number plus or times a constant, the constants of the text just above that number
// as its bounds, and what these make of the read: n <= 1000 says that the object of n + 1 bytes has no more than 1001.
// They are proposed at the points behind, too, at which the number may have changed and the object is the same.
func (c *candidates) limits(e *encoder, read, of *feature) {
	a := arithmetic{c.terms, read.term.Sort()}
	factor, rest, ok := onLine(read, of)
	if !ok {
		return
	}
	_, high := extremes(of.unsigned)
	proposed := 0
	for _, k := range e.allConstants() {
		if k < high || k > largestLimit || proposed >= mostLimits {
			continue
		}
		proposed++
		for _, t := range []*term.Term{
			c.terms.BVUle(of.term, a.number(k)),
			c.terms.BVUle(read.term, a.number(factor*k+rest)),
		} {
			c.add(t)
			e.limits = append(e.limits, t)
		}
	}
}

// onLine returns the numbers with which f is a positive factor times g, plus the rest, in all samples.
func onLine(f, g *feature) (factor, rest int64, ok bool) {
	for i := range f.signed {
		dx, dy := g.signed[i]-g.signed[0], f.signed[i]-f.signed[0]
		if dx == 0 {
			continue
		}
		factor = dy / dx
		break
	}
	if factor <= 0 || factor > largestSmall {
		return 0, 0, false
	}
	rest = f.signed[0] - factor*g.signed[0]
	for i := range f.signed {
		if x := g.signed[i]; x < 0 || x > largestLimit || f.signed[i] != factor*x+rest {
			return 0, 0, false
		}
	}
	return factor, rest, true
}

// allConstants lists the numbers in the text of whatever width, in order.
func (e *encoder) allConstants() []int64 {
	var out []int64
	for sort, list := range e.constants() {
		if sort.Kind == term.KindBV {
			out = append(out, list...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// withoutSplitSums leaves out what speaks of some bits of a sum, such as the number of the object at an address that
// is computed: whether something is carried into them is hard for a solver, and the check of an access speaks of the
// object that the sum starts from, too.
func (c *candidates) withoutSplitSums() {
	few := *c.samples
	few.features, few.atoms = nil, nil
	for _, f := range c.features {
		if !splitsSum(f.term) {
			few.features = append(few.features, f)
		}
	}
	for _, a := range c.atoms {
		if !splitsSum(a) {
			few.atoms = append(few.atoms, a)
		}
	}
	c.samples = &few
}

// splitsSum reports whether a term takes bits out of a sum.
func splitsSum(t *term.Term) bool {
	found := false
	term.Walker(func(u *term.Term) bool {
		found = found || u.Op() == term.OpExtract && u.Arg(0).Op() == term.OpBVAdd
		return !found
	})(t)
	return found
}
