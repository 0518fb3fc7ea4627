package project

import (
	"slices"

	"yogi/internal/term"
)

// This file eliminates an integer that is only compared: a formula that has it in comparisons alone, each
// with a term that does not depend on it, changes its truth as the integer grows only where a comparison
// does. So some integer satisfies it iff one does that begins such a piece (Cooper's method without
// divisibility). The result is exact, and grows with the number of pieces, not with the disjunctive normal
// form. Machine words are not done so: the pieces end at differences, which later eliminations do not solve.

const (
	mostPieces    = 64
	largestPieces = 30000 // size of the formula times the pieces
)

// existsByPieces is exists sym. all, if sym is only compared and the result is not too large.
func existsByPieces(terms *term.Builder, all []*term.Term, sym *term.Term) ([]*term.Term, bool) {
	var with, without []*term.Term
	for _, t := range all {
		if t.DependsOn(sym) {
			with = append(with, t)
		} else {
			without = append(without, t)
		}
	}
	if sym.Sort().Kind != term.KindInt {
		return nil, false
	}
	p := &pieces{terms: terms, sym: sym, seen: map[*term.Term]bool{}, below: map[*term.Term]*term.Term{}}
	formula := terms.And(with...)
	if !p.collect(formula) {
		return nil, false
	}
	if len(p.starts) > mostPieces || (len(p.starts)+1)*formula.Size() > largestPieces {
		return nil, false
	}
	cases := []*term.Term{terms.Substitute(formula, p.below)}
	for _, start := range p.starts {
		cases = append(cases, terms.Substitute(formula, map[*term.Term]*term.Term{sym: start}))
	}
	return append(without, terms.Or(cases...)), true
}

// pieces are the places where a formula's truth can change as the symbol grows.
type pieces struct {
	terms  *term.Builder
	sym    *term.Term
	seen   map[*term.Term]bool
	starts []*term.Term
	// below gives the truth of each comparison where the symbol is below all starts.
	below map[*term.Term]*term.Term
}

func (p *pieces) add(start *term.Term) {
	if !slices.Contains(p.starts, start) {
		p.starts = append(p.starts, start)
	}
}

// collect notes the starts of the comparisons in a formula; false if the symbol is elsewhere too.
func (p *pieces) collect(t *term.Term) bool {
	if p.seen[t] || !t.DependsOn(p.sym) {
		return true
	}
	p.seen[t] = true
	switch t.Op() {
	case term.OpAnd, term.OpOr, term.OpNot:
		return p.collectAll(t.Args())
	case term.OpIte:
		return p.collectAll(t.Args())
	case term.OpEq:
		if t.Arg(0).Sort().Kind == term.KindBool {
			return p.collectAll(t.Args())
		}
	}
	return p.comparison(t)
}

func (p *pieces) collectAll(list []*term.Term) bool {
	for _, t := range list {
		if t.Sort().Kind != term.KindBool || !p.collect(t) {
			return false
		}
	}
	return true
}

// comparison notes where a comparison changes.
func (p *pieces) comparison(t *term.Term) bool {
	if t.Op() != term.OpLe && t.Op() != term.OpEq || t.Arg(0).Sort().Kind != term.KindInt {
		return false
	}
	x, y := t.Arg(0), t.Arg(1)
	left := x.DependsOn(p.sym)
	if !left {
		x, y = y, x
	}
	rest, ok := p.without(x)
	if !ok || y.DependsOn(p.sym) {
		return false
	}
	at := y // the symbol is compared with at
	if rest != nil {
		at = p.terms.Sub(y, rest)
	}
	one := p.terms.IntConst(1)
	switch {
	case t.Op() == term.OpEq:
		p.add(at)
		p.add(p.terms.Add(at, one))
		p.below[t] = p.terms.False()
	case left:
		p.add(p.terms.Add(at, one))
		p.below[t] = p.terms.True()
	default:
		p.add(at)
		p.below[t] = p.terms.False()
	}
	return true
}

// without returns what is added to the symbol in x; nil if nothing is. ok is false if x is not such a sum.
func (p *pieces) without(x *term.Term) (rest *term.Term, ok bool) {
	if x == p.sym {
		return nil, true
	}
	if x.Op() != term.OpAdd {
		return nil, false
	}
	var others []*term.Term
	for _, a := range x.Args() {
		switch {
		case a == p.sym:
			ok = true
		case a.DependsOn(p.sym):
			return nil, false
		default:
			others = append(others, a)
		}
	}
	return p.terms.Add(others...), ok
}
