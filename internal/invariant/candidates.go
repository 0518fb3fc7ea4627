package invariant

import (
	"slices"
	"sort"

	"yogi/internal/term"
)

const (
	mostCandidates = 500 // at a point
	mostModes      = 5   // values of a variable that conditions are about
	largestSmall   = 1 << 20
)

// candidates are formulas that hold in every state observed.
type candidates struct {
	*samples
	list []*term.Term
	seen map[*term.Term]bool
}

// propose lists candidates of point p.
func (s *samples) propose(e *encoder, p Point, effort Effort, predicates []*term.Term) []*term.Term {
	c := &candidates{samples: s, seen: map[*term.Term]bool{}}
	if effort == Tables {
		c.besideTables(e, p, predicates)
		return c.list
	}
	if e.cells() == nil && effort <= Parts {
		effort = Equations
	}
	c.aboutCells(e, p, effort)
	if effort == Cells || effort == Parts {
		c.fromAtoms()
		c.boundsOfCounted(e, p)
		c.features = c.counted(e)
		c.numbers(Equations)
		return c.list
	}
	c.fromPredicates(predicates)
	c.fromAtoms()
	c.numbers(Equations)
	c.underGuards(Equations)
	c.inRange(e, p)
	if effort > Equations {
		c.numbers(effort)
		c.underGuards(effort)
	}
	if effort >= Octagons {
		c.octagons()
	}
	if effort >= Conditional {
		c.conditional()
	}
	if effort >= Polynomial {
		c.polynomial()
	}
	return c.list
}

// add proposes t if it holds in all states.
func (c *candidates) add(t *term.Term) {
	if t.IsConst() || c.seen[t] || len(c.list) >= mostCandidates {
		return
	}
	c.seen[t] = true
	if c.holds(t) {
		c.list = append(c.list, t)
	}
}

// fromPredicates proposes the negations of regions that no test has reached.
func (c *candidates) fromPredicates(predicates []*term.Term) {
	for _, p := range predicates {
		c.add(c.terms.Not(p))
		for _, conjunct := range term.Conjuncts(p) {
			c.add(c.terms.Not(conjunct))
			c.add(conjunct)
		}
	}
}

// fromAtoms proposes the comparisons of the text, their negations, and what is left of a strict one when
// a loop ends.
func (c *candidates) fromAtoms() {
	for _, a := range c.atoms {
		c.add(a)
		c.add(c.terms.Not(a))
		args := a.Args()
		switch a.Op() {
		case term.OpBVSlt:
			c.add(c.terms.BVSle(args[0], args[1]))
		case term.OpBVUlt:
			c.add(c.terms.BVUle(args[0], args[1]))
		case term.OpLt:
			c.add(c.terms.Le(args[0], args[1]))
		}
	}
}

// numbers proposes bounds, orders, equalities and congruences of the features. What always had the same
// value as another feature is at first only proposed to equal it.
func (c *candidates) numbers(effort Effort) {
	switch {
	case len(c.states) == 0:
	case effort > Plain:
		c.eachNumber(effort)
	default:
		representatives := c.representatives()
		few := &candidates{samples: c.withFeatures(representatives), list: c.list, seen: c.seen}
		few.eachNumber(effort)
		c.list = few.list
	}
}

// eachNumber proposes what numbers does of all features.
func (c *candidates) eachNumber(effort Effort) {
	for _, f := range c.features {
		if !f.numeric {
			c.add(f.term)
			c.add(c.terms.Not(f.term))
			continue
		}
		if effort == Equations {
			c.constant(f)
			continue
		}
		c.bounds(f)
		c.congruences(f)
	}
	for i, f := range c.features {
		for _, g := range c.features[:i] {
			switch {
			case f.term.Sort() != g.term.Sort():
			case effort == Equations:
				c.line(f, g)
			default:
				c.pair(f, g)
			}
		}
	}
	c.equalities(effort)
	if effort == Equations {
		c.withoutWrapping()
	}
}

// withoutWrapping proposes equations that hold in the states whose numbers are small. Machine integers satisfy them
// where sums wrap around, too, but as numbers the values there are on no line.
func (c *candidates) withoutWrapping() {
	small := c.among(func(i int) bool {
		for _, f := range c.features {
			if x := f.signed[i]; x > largestSmall || x < -largestSmall {
				return false
			}
		}
		return true
	})
	if len(small.states) == 0 || len(small.states) == len(c.states) {
		return
	}
	in := &candidates{samples: small, seen: map[*term.Term]bool{}}
	in.numbers(Equations)
	for _, t := range in.list {
		c.add(t)
	}
}

// representatives lists the features without those that equal an earlier one in all states.
func (c *candidates) representatives() []*feature {
	var out []*feature
next:
	for _, f := range c.features {
		for _, g := range out {
			if f.term.Sort() == g.term.Sort() && slices.Equal(f.signed, g.signed) {
				c.add(c.terms.Eq(f.term, g.term))
				continue next
			}
		}
		out = append(out, f)
	}
	return out
}

// bounds proposes f between the least and the greatest value seen, and between the constants of the text
// next to those.
func (c *candidates) bounds(f *feature) {
	a := arithmetic{c.terms, f.term.Sort()}
	low, high := extremes(f.signed)
	c.constant(f)
	for _, k := range c.near(f, low, -1) {
		c.add(a.le(a.number(k), f.term))
	}
	for _, k := range c.near(f, high, +1) {
		c.add(a.le(f.term, a.number(k)))
	}
	if a.isBV() {
		if low, high := extremes(f.unsigned); low >= 0 {
			for _, k := range c.near(f, high, +1) {
				c.add(c.terms.BVUle(f.term, a.number(k)))
			}
			for _, k := range c.near(f, low, -1) {
				c.add(c.terms.BVUle(a.number(k), f.term))
			}
		}
	}
	for _, k := range c.constants[f.term.Sort()] {
		c.add(c.terms.Ne(f.term, a.number(k)))
	}
}

// constant proposes the value of a feature that had only one.
func (c *candidates) constant(f *feature) {
	if low, high := extremes(f.signed); low == high {
		c.add(c.terms.Eq(f.term, arithmetic{c.terms, f.term.Sort()}.number(low)))
	}
}

// line proposes the line that two features are on, or for Booleans that they are equal.
func (c *candidates) line(f, g *feature) {
	if !f.numeric {
		c.add(c.terms.Eq(f.term, g.term))
		return
	}
	if t := (arithmetic{c.terms, f.term.Sort()}).line(f, g); t != nil {
		c.add(t)
	}
}

// near lists numbers at or beyond an extreme value: itself, 0 and 1, and the constants of the text next
// to it with their neighbours.
func (c *candidates) near(f *feature, extreme, direction int64) []int64 {
	out := map[int64]bool{extreme: true}
	beyond := func(k int64) bool { return direction < 0 && k <= extreme || direction > 0 && k >= extreme }
	for _, k := range []int64{-1, 0, 1} {
		if beyond(k) {
			out[k] = true
		}
	}
	var found []int64
	for _, k := range c.constants[f.term.Sort()] {
		for _, k := range []int64{k - 1, k, k + 1, -k} {
			if beyond(k) {
				found = append(found, k)
			}
		}
	}
	sort.Slice(found, func(i, j int) bool {
		return direction < 0 && found[i] > found[j] || direction > 0 && found[i] < found[j]
	})
	for i, k := range found {
		if i < 4 || i >= len(found)-2 {
			out[k] = true
		}
	}
	return sorted(out)
}

func sorted(set map[int64]bool) []int64 {
	out := make([]int64, 0, len(set))
	for k := range set {
		out = append(out, k)
	}
	sort.Slice(out, func(i, j int) bool { return out[i] < out[j] })
	return out
}

// congruences proposes f modulo powers of two, and modulo the constants of the text if the numbers are
// mathematical: a remainder of machine integers by anything else is hard for the solver.
func (c *candidates) congruences(f *feature) {
	a := arithmetic{c.terms, f.term.Sort()}
	moduli := map[int64]bool{2: true, 4: true, 8: true}
	for _, k := range c.constants[f.term.Sort()] {
		if k > 1 && k <= 1<<16 && !a.isBV() {
			moduli[k] = true
		}
	}
	for _, m := range sorted(moduli) {
		rest, same := int64(0), true
		for i, v := range f.unsigned {
			r := ((v % m) + m) % m
			if v < 0 && a.isBV() { // above 2^63
				same = false
			}
			if i > 0 && r != rest {
				same = false
			}
			rest = r
		}
		if same {
			c.add(c.terms.Eq(a.rem(f.term, a.number(m)), a.number(rest)))
		}
	}
}

// pair proposes how two features relate: an order, an octagon bound, a line.
func (c *candidates) pair(f, g *feature) {
	terms := c.terms
	if !f.numeric {
		c.add(terms.Eq(f.term, g.term))
		c.add(terms.Or(f.term, g.term))
		c.add(terms.Or(f.term, terms.Not(g.term)))
		c.add(terms.Or(terms.Not(f.term), g.term))
		c.add(terms.Not(terms.And(f.term, g.term)))
		return
	}
	a := arithmetic{terms, f.term.Sort()}
	c.line(f, g)
	c.add(terms.Ne(f.term, g.term))
	c.add(a.le(f.term, g.term))
	c.add(a.le(g.term, f.term))
	c.add(terms.Not(a.le(f.term, g.term)))
	c.add(terms.Not(a.le(g.term, f.term)))
	if a.isBV() {
		c.add(terms.BVUle(f.term, g.term))
		c.add(terms.BVUle(g.term, f.term))
		c.add(terms.BVUlt(f.term, g.term))
		c.add(terms.BVUlt(g.term, f.term))
	}
}

// inRange proposes, of variables inside functions, that numbers have no sign, and that the sum of two
// has none, so that it does not wrap around: where one is counted down and another up that is what
// keeps the other in range.
func (c *candidates) inRange(e *encoder, p Point) {
	if p.Block == AtReturn {
		return
	}
	var naturals []*term.Term
	for _, f := range c.features {
		if !f.numeric || !f.term.IsVar() || e.ghostOf[f.term] != nil || f.term.Sort().Kind != term.KindBV {
			continue
		}
		a := arithmetic{c.terms, f.term.Sort()}
		natural := a.le(a.number(0), f.term)
		if c.add(natural); !c.holds(natural) {
			continue
		}
		for _, x := range naturals {
			if x.Sort() == f.term.Sort() {
				c.add(a.le(a.number(0), a.add(x, f.term)))
			}
		}
		naturals = append(naturals, f.term)
	}
}

// octagons proposes bounds of the difference and the sum of two features that are on no line.
func (c *candidates) octagons() {
	for i, f := range c.features {
		for _, g := range c.features[:i] {
			if !f.numeric || f.term.Sort() != g.term.Sort() {
				continue
			}
			a := arithmetic{c.terms, f.term.Sort()}
			if a.line(f, g) != nil {
				continue
			}
			for _, t := range []*term.Term{a.sub(f.term, g.term), a.add(f.term, g.term)} {
				h := c.feature(t)
				if h == nil {
					continue
				}
				low, high := extremes(h.signed)
				for _, k := range c.near(h, low, -1) {
					c.add(a.le(a.number(k), t))
				}
				for _, k := range c.near(h, high, +1) {
					c.add(a.le(t, a.number(k)))
				}
			}
		}
	}
}

// conditional proposes, for each variable or Boolean with few values, what holds in the states with one of
// them; and disjunctions of two comparisons of the text.
func (c *candidates) conditional() {
	for _, f := range c.features {
		values := map[int64]bool{}
		for _, v := range f.signed {
			values[v] = true
		}
		if len(values) < 2 || len(values) > mostModes {
			continue
		}
		for _, v := range sorted(values) {
			mode := c.hasValue(f, v)
			in := &candidates{samples: c.where(f, v), seen: map[*term.Term]bool{}}
			in.atoms = c.atoms
			in.fromAtoms()
			in.numbers(Plain)
			for _, t := range in.list {
				if !c.seen[t] || !c.holds(t) {
					c.add(c.terms.Implies(mode, t))
				}
			}
		}
		var among []*term.Term
		for _, v := range sorted(values) {
			among = append(among, c.hasValue(f, v))
		}
		c.add(c.terms.Or(among...))
	}
	var literals []*term.Term
	for _, a := range c.atoms {
		literals = append(literals, a, c.terms.Not(a))
	}
	literals = append(literals, c.signsOfCompared()...)
	if len(literals) > 40 {
		literals = literals[:40]
	}
	for i, x := range literals {
		for _, y := range literals[:i] {
			c.add(c.terms.Or(x, y))
		}
	}
}

// signsOfCompared are the comparisons with 0 of variables that the text compares with one another: where a number that
// doubles wraps around below a bound, that the bound is positive is what a loop has shown by going round.
func (c *candidates) signsOfCompared() []*term.Term {
	var out []*term.Term
	for _, t := range c.atoms {
		args := t.Args()
		if len(args) != 2 || !args[0].IsVar() || !args[1].IsVar() || !isNumber(args[0].Sort()) {
			continue
		}
		a := arithmetic{c.terms, args[0].Sort()}
		for _, x := range args {
			if sign := a.le(x, a.number(0)); !slices.Contains(out, sign) {
				out = append(out, sign, c.terms.Not(sign))
			}
		}
	}
	return out
}

// hasValue states that a feature has a value.
func (c *candidates) hasValue(f *feature, v int64) *term.Term {
	switch {
	case f.numeric:
		return c.terms.Eq(f.term, arithmetic{c.terms, f.term.Sort()}.number(v))
	case v == 0:
		return c.terms.Not(f.term)
	}
	return f.term
}

func extremes(values []int64) (low, high int64) {
	low, high = values[0], values[0]
	for _, v := range values {
		low, high = min(low, v), max(high, v)
	}
	return low, high
}
