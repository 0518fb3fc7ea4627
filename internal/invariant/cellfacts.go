package invariant

import (
	"slices"

	"yogi/internal/term"
)

// This file proposes facts about the cells at guessed indices, of what cells.go collects from the text.

// aboutCells proposes what holds of cells at guessed indices. Without states it relies on the text alone.
func (c *candidates) aboutCells(e *encoder, p Point, effort Effort) {
	words := e.cells()
	if words == nil {
		return
	}
	most := len(c.list) + mostGuessed
	propose := func(t *term.Term) {
		if len(c.list) < most {
			c.add(t)
		}
	}
	inScope := e.inScope(p)
	usable := func(list []*term.Term) (out []*term.Term) {
		for _, t := range list {
			if inScope(t) {
				out = append(out, t)
			}
		}
		return out
	}
	claims, values, reads := usable(words.claims), usable(words.values), usable(words.reads)
	if len(claims) == 0 && len(reads) == 0 {
		return
	}
	ranges := e.ranges(p, effort, usable)
	for _, facts := range [][]*term.Term{claims, values} {
		for _, fact := range facts {
			propose(fact)
			for _, r := range ranges {
				propose(c.terms.Implies(r, fact))
			}
		}
	}
	if effort >= Parts {
		c.underFlags(e.ranges(p, Cells, usable), claims, propose)
	}
	if len(c.states) > 0 && effort >= Octagons {
		for _, r := range ranges {
			c.compared(r, reads, propose)
		}
	}
}

// unseen lists candidates of a point that no run was seen at, in a program in which indices are
// guessed: what the text says.
func (s *samples) unseen(e *encoder, p Point, effort Effort) []*term.Term {
	c := &candidates{samples: s, seen: map[*term.Term]bool{}}
	c.aboutCells(e, p, effort)
	c.fromAtoms()
	c.boundsOfCounted(e, p)
	return c.list
}

// boundsOfCounted proposes that what is counted is no less than zero and no more than its bounds.
func (c *candidates) boundsOfCounted(e *encoder, p Point) {
	words := e.cells()
	inScope := e.inScope(p)
	for _, v := range e.live(p) {
		if words.counted[v.Sym] == 0 || !inScope(v.Sym) {
			continue
		}
		a := arithmetic{c.terms, v.Sort}
		c.add(a.le(a.number(0), v.Sym))
		for _, bound := range words.bounds {
			if bound.Sort() == v.Sort && inScope(bound) {
				c.add(a.le(v.Sym, bound))
			}
		}
	}
}

// ranges lists conditions that a guessed index is in a part of an array: the part that the text has been through, with
// more effort others too.
func (e *encoder) ranges(p Point, effort Effort, usable func([]*term.Term) []*term.Term) []*term.Term {
	words := e.cells()
	alive := map[*term.Term]bool{}
	for _, v := range e.live(p) {
		alive[v.Sym] = true
	}
	isAlive := func(t *term.Term) bool {
		return !slices.ContainsFunc(t.Vars(), func(sym *term.Term) bool { return !alive[sym] })
	}
	ends := func(list []*term.Term, g *term.Term) (out []*term.Term) {
		for _, t := range usable(list) {
			if t.Sort() == g.Sort() && isAlive(t) && len(out) < mostIndices {
				out = append(out, t)
			}
		}
		return out
	}
	var out []*term.Term
	add := func(t *term.Term) {
		if !t.IsConst() && len(out) < mostRanges*len(words.constants) {
			include(&out, t)
		}
	}
	for _, g := range words.constants {
		a := arithmetic{e.terms, g.Sort()}
		zero, one := a.number(0), a.number(1)
		var tops, bottoms, exclusive []*term.Term
		for _, t := range ends(words.indices, g) {
			way := upwards | downwards
			if effort < Octagons {
				way = words.wayOf(t)
			}
			if way&upwards != 0 {
				tops = append(tops, t)
			}
			if way&downwards != 0 {
				bottoms, exclusive = append(bottoms, t), append(exclusive, a.add(t, one))
			}
		}
		for _, t := range ends(words.bounds, g) {
			switch {
			case t.IsConst() && !above(t, zero):
				continue
			case effort >= Parts:
				bottoms = append(bottoms, t)
			}
			tops = append(tops, t)
		}
		for _, top := range tops {
			add(e.between(a, zero, g, top))
			if a.isBV() && (words.unsigned || effort >= Plain) {
				add(e.terms.BVUlt(g, top))
			}
		}
		for _, bottom := range slices.Concat(exclusive, bottoms) {
			for _, top := range tops {
				if top != bottom && !(top.IsConst() && bottom.IsConst() && !above(top, bottom)) {
					add(e.between(a, bottom, g, top))
				}
			}
		}
	}
	if len(words.constants) == 2 && words.constants[0].Sort() == words.constants[1].Sort() {
		out = append(out, e.ordered(out)...)
	}
	return out
}

// wayOf says how an index is counted: as the variable in it is.
func (c *cells) wayOf(t *term.Term) (way direction) {
	for _, sym := range t.Vars() {
		way |= c.counted[sym]
	}
	return way
}

// counted lists the features that are counted or that indices are compared with.
func (c *candidates) counted(e *encoder) (out []*feature) {
	words := e.cells()
	for _, f := range c.features {
		if !words.isCounted(f.term) && !slices.Contains(words.bounds, f.term) || f.term.HasOp(term.OpSelect) {
			continue
		}
		out = append(out, f)
	}
	return out
}

// above reports whether a constant is greater than another, signed.
func above(x, y *term.Term) bool {
	v, _ := x.Value()
	w, _ := y.Value()
	if x.Sort().Kind == term.KindBV {
		return v.BigSigned().Cmp(w.BigSigned()) > 0
	}
	return v.Big().Cmp(w.Big()) > 0
}

// between is bottom <= g < top.
func (e *encoder) between(a arithmetic, bottom, g, top *term.Term) *term.Term {
	if a.isBV() && top.IsConst() && bottom == a.number(0) {
		return e.terms.BVUlt(g, top)
	}
	return e.terms.And(a.le(bottom, g), e.terms.Not(a.le(top, g)))
}

// ordered lists, of two guessed indices, the ranges of the greater one.
func (e *encoder) ordered(ranges []*term.Term) (out []*term.Term) {
	g, h := e.cells().constants[0], e.cells().constants[1]
	a := arithmetic{e.terms, g.Sort()}
	for _, r := range ranges {
		switch {
		case r.DependsOn(g) && !r.DependsOn(h):
			out = append(out, e.terms.And(r, e.terms.Not(a.le(g, h)), a.le(a.number(0), h)))
		case r.DependsOn(h) && !r.DependsOn(g):
			out = append(out, e.terms.And(r, e.terms.Not(a.le(h, g)), a.le(a.number(0), g)))
		}
	}
	return out
}

// underFlags proposes claims where a variable has one of its constants, or has it not.
func (c *candidates) underFlags(ranges, claims []*term.Term, propose func(*term.Term)) {
	for _, atom := range c.atoms {
		if atom.Op() != term.OpEq || !atom.Arg(0).IsVar() && !atom.Arg(1).IsVar() || atom.HasOp(term.OpSelect) {
			continue
		}
		if !atom.Arg(0).IsConst() && !atom.Arg(1).IsConst() {
			continue
		}
		for _, claim := range claims {
			for _, r := range ranges {
				propose(c.terms.Implies(c.terms.And(r, atom), claim))
				propose(c.terms.Implies(c.terms.And(r, c.terms.Not(atom)), claim))
			}
		}
	}
}

// compared proposes how cells compare with the features and with each other in the states where a guessed index is in a
// range.
func (c *candidates) compared(r *term.Term, reads []*term.Term, propose func(*term.Term)) {
	within := c.among(func(i int) bool {
		v, err := c.evaluator.Eval(r, c.states[i])
		return err == nil && v.Bool()
	})
	if len(within.states) == 0 {
		return
	}
	in := &candidates{samples: within, seen: map[*term.Term]bool{}}
	var found []*feature
	for _, t := range reads {
		f := within.feature(t)
		if f == nil || !f.numeric || !r.DependsOn(guessedIn(t, r)) {
			continue
		}
		in.constant(f)
		for _, g := range append(slices.Clone(within.features), found...) {
			if g.term != f.term && g.term.Sort() == f.term.Sort() {
				in.pair(f, g)
			}
		}
		in.bounds(f)
		found = append(found, f)
	}
	for _, t := range in.list {
		propose(c.terms.Implies(r, t))
	}
}

// guessedIn is a symbol of a read that the range is about, too, or the read itself.
func guessedIn(read, r *term.Term) *term.Term {
	for _, sym := range read.Vars() {
		if sym.Sort().Kind != term.KindArray && r.DependsOn(sym) {
			return sym
		}
	}
	return read
}
