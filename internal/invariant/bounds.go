package invariant

import (
	"slices"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// This file proposes bounds under which what recursive functions compute stays in the range of machine integers.
// No test sees the greatest arguments of Ackermann's function, and the text names but those that the first call
// has; so the bounds are powers of two, and Houdini keeps those that the calls keep.

const (
	// mostBoundGroups bounds the values of the other keys for which bounds of the last one are proposed.
	mostBoundGroups = 8
	// leastPower is the exponent of the least power of two that is proposed as a bound, and powerStep what is between
	// two: each costs queries, and arguments that double from one key to the next leave room for it.
	leastPower = 4
	powerStep  = 2
	// mostMultiples is the number of constants of the text that are proposed as factors.
	mostMultiples = 4
	// wideWidth is that of numbers which are taken to be made of narrower ones.
	wideWidth = 64
)

// boundsInRecursion proposes bounds at a point inside a recursive function, or at its entry.
func (c *candidates) boundsInRecursion(e *encoder, p Point) {
	c.inKeys(e, p)
	c.boundsForChanges(e, p)
	c.fromNarrower(e, p)
}

// inKeys proposes for the calls of a function with a table, by the values of all keys but the last, how large the
// last one is at most: each call within may have a larger one, as long as another key gets smaller.
func (c *candidates) inKeys(e *encoder, p Point) {
	t := e.tabulated()
	tab := t.tableOf(p.Function)
	if tab == nil || len(tab.keys) < 2 {
		return
	}
	last := len(tab.keys) - 1
	key := t.ghost(tab, last)
	if key.Sort().Kind != term.KindBV {
		return
	}
	a := arithmetic{c.terms, key.Sort()}
	groups := 0
	rows := tab.list()
	for from, to := 0, 0; from < len(rows) && groups < mostBoundGroups; from = to {
		for to < len(rows) && slices.Equal(rows[to].keys[:last], rows[from].keys[:last]) {
			to++
		}
		groups++
		var others []*term.Term
		for i, k := range rows[from].keys[:last] {
			ghost := t.ghost(tab, i)
			others = append(others, c.terms.Eq(ghost, arithmetic{c.terms, ghost.Sort()}.number(k)))
		}
		among := c.terms.And(others...)
		bound := func(k int64) {
			c.add(e.before(p, c.terms.Implies(among, a.le(key, a.number(k)))))
		}
		for _, k := range c.constants[key.Sort()] {
			if k >= 0 {
				bound(k)
			}
		}
		for i := leastPower; i < key.Sort().Width-1; i += powerStep {
			bound(1 << i)
		}
	}
}

// boundsForChanges proposes that a global which a function counts up, as its table says, does not overflow.
func (c *candidates) boundsForChanges(e *encoder, p Point) {
	t := e.tabulated()
	tab := t.tableOf(p.Function)
	if tab == nil {
		return
	}
	for i, g := range e.ghosts[p.Function] {
		if i < len(p.Function.Params) || g.Variable.Sort.Kind != term.KindBV || g.Variable.Sort.Width > 64 || g.Variable == e.program.AllocCounter {
			continue
		}
		sym := g.Variable.Sym
		a := arithmetic{c.terms, sym.Sort()}
		most := int64(1)<<(sym.Sort().Width-1) - 1
		moves := false
		var left []*row
		for _, r := range tab.list() {
			if r.after[sym] == nil {
				continue
			}
			d, ok := number(a.sub(r.after[sym], g.Symbol))
			if !ok || d < 0 {
				continue
			}
			moves = moves || d > 0
			left = append(left, &row{keys: r.keys, after: map[*term.Term]*term.Term{sym: a.number(most - d)}})
		}
		if !moves || len(left) < 2 || len(left) > longestTable {
			continue
		}
		domain, bound := t.nest(tab, left, 0, AtReturn, sym)
		c.add(e.before(p, c.terms.Implies(domain, a.le(g.Symbol, bound))))
	}
}

// before is a formula over the ghosts of p's function, which at its entry are the variables themselves.
func (e *encoder) before(p Point, t *term.Term) *term.Term {
	if p.Block != p.Function.Entry().Index {
		return t
	}
	now := map[*term.Term]*term.Term{}
	for _, g := range e.ghosts[p.Function] {
		now[g.Symbol] = g.Variable.Sym
	}
	return e.terms.Substitute(t, now)
}

// fromNarrower proposes that wide parameters, and the sums and differences of two, are no larger than numbers of half
// the width can make them: long ones are often made of int, and moved from one to the other.
func (c *candidates) fromNarrower(e *encoder, p Point) {
	ghosts := e.ghosts[p.Function][:len(p.Function.Params)]
	bound := func(t *term.Term) {
		a := arithmetic{c.terms, t.Sort()}
		for i := wideWidth/2 - 1; i <= wideWidth/2+1; i++ {
			c.add(e.before(p, a.le(t, a.number(1<<i))))
			c.add(e.before(p, a.le(a.number(-1<<i), t)))
		}
	}
	for i, g := range ghosts {
		if g.Variable.Sort.Kind != term.KindBV || g.Variable.Sort.Width != wideWidth {
			continue
		}
		bound(g.Symbol)
		a := arithmetic{c.terms, g.Variable.Sort}
		for _, h := range ghosts[:i] {
			if h.Variable.Sort == g.Variable.Sort {
				bound(a.add(g.Symbol, h.Symbol))
				bound(a.sub(g.Symbol, h.Symbol))
			}
		}
	}
}

// multiples proposes that a result is no more than a parameter times a constant of the text: where it is a product
// of two parameters, one of which has a bound, that is what bounds it without multiplying variables.
func (c *candidates) multiples(e *encoder, p Point) {
	if p.Block != AtReturn || !p.Function.Recursive {
		return
	}
	for _, f := range c.features {
		if !f.numeric || !slices.ContainsFunc(p.Function.Results, func(v *ir.Variable) bool { return v.Sym == f.term }) {
			continue
		}
		a := arithmetic{c.terms, f.term.Sort()}
		c.add(a.le(a.number(0), f.term))
		for _, g := range c.features {
			if e.ghostOf[g.term] == nil || g.term.Sort() != f.term.Sort() {
				continue
			}
			constants := c.constants[f.term.Sort()]
			for i := len(constants) - 1; i >= 0 && i >= len(constants)-mostMultiples && constants[i] > 1; i-- {
				c.add(a.le(f.term, a.mul(a.number(constants[i]), g.term)))
			}
		}
	}
}
