package refine

import (
	"slices"

	"yogi/internal/term"
)

// This file eliminates an input that is only compared: a formula that has a number in comparisons alone, each
// with a term that does not depend on it, changes its truth as the number grows only where a comparison
// does. So some number satisfies it iff one does that begins such a piece (virtual substitution; on integers
// Cooper's method without divisibility). The result is exact, and grows with the number of pieces, not with
// the disjunctive normal form.

const (
	mostPieces    = 64
	largestPieces = 30000 // size of the formula times the pieces
)

// eliminatePieces is exists sym. all, if sym is only compared and the result is not too large.
func eliminatePieces(terms *term.Builder, all []*term.Term, sym *term.Term) ([]*term.Term, bool) {
	var with, without []*term.Term
	for _, t := range all {
		if t.DependsOn(sym) {
			with = append(with, t)
		} else {
			without = append(without, t)
		}
	}
	p := &pieces{terms: terms, sym: sym, seen: map[*term.Term]bool{}, below: map[*term.Term]*term.Term{}}
	formula := terms.And(with...)
	if !p.collect(formula) {
		return nil, false
	}
	if sym.Sort().Kind == term.KindBV {
		p.add(terms.BVConst(sym.Sort().Width, 0))
		p.add(terms.BVShl(terms.BVConst(sym.Sort().Width, 1), terms.BVConst(sym.Sort().Width, uint64(sym.Sort().Width-1))))
	}
	if len(p.starts) > mostPieces || (len(p.starts)+1)*formula.Size() > largestPieces {
		return nil, false
	}
	var cases []*term.Term
	if sym.Sort().Kind == term.KindInt {
		cases = append(cases, terms.Substitute(formula, p.below))
	}
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
	// below gives the truth of each comparison of integers where the symbol is below all starts.
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
	switch p.sym.Sort().Kind {
	case term.KindInt:
		return p.integers(t)
	case term.KindBV:
		return p.words(t)
	}
	return false
}

func (p *pieces) collectAll(list []*term.Term) bool {
	for _, t := range list {
		if t.Sort().Kind != term.KindBool || !p.collect(t) {
			return false
		}
	}
	return true
}

// integers notes where a comparison of integers changes.
func (p *pieces) integers(t *term.Term) bool {
	if t.Op() != term.OpLe && t.Op() != term.OpEq || t.Arg(0).Sort().Kind != term.KindInt {
		return false
	}
	x, y := t.Arg(0), t.Arg(1)
	left := x.DependsOn(p.sym)
	if !left {
		x, y = y, x
	}
	rest, ok := p.without(x, term.OpAdd)
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

// words notes where a comparison of machine words changes, as the word goes round: there, and where zero and
// the least signed word are passed.
func (p *pieces) words(t *term.Term) bool {
	switch t.Op() {
	case term.OpEq, term.OpBVUlt, term.OpBVUle, term.OpBVSlt, term.OpBVSle:
	default:
		return false
	}
	x, y := t.Arg(0), t.Arg(1)
	if x.Sort() != p.sym.Sort() {
		return false
	}
	if !x.DependsOn(p.sym) {
		x, y = y, x
	}
	rest, ok := p.without(x, term.OpBVAdd)
	if !ok || y.DependsOn(p.sym) {
		return false
	}
	width := p.sym.Sort().Width
	least := p.terms.BVShl(p.terms.BVConst(width, 1), p.terms.BVConst(width, uint64(width-1)))
	for _, start := range []*term.Term{y, p.terms.BVAdd(y, p.terms.BVConst(width, 1)), p.terms.BVConst(width, 0), least} {
		if rest != nil {
			start = p.terms.BVSub(start, rest)
		}
		p.add(start)
	}
	return true
}

// without is what is added to the symbol in x; nil if nothing is. ok is false if x is not such a sum.
func (p *pieces) without(x *term.Term, sum term.Op) (rest *term.Term, ok bool) {
	if x == p.sym {
		return nil, true
	}
	if x.Op() != sum {
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
	if sum == term.OpAdd {
		return p.terms.Add(others...), ok
	}
	return p.terms.BVAdd(others...), ok
}
