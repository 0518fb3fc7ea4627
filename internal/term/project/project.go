// Package project eliminates quantifiers: it projects a conjunction onto the symbols that are left
// when one is quantified existentially. The search needs that for preconditions of steps that draw
// inputs.
//
// In goes a conjunction and a symbol, out comes one without the symbol that is implied by "exists
// symbol: conjunction": it has all the states of that, perhaps more, and says which of the two it
// is. For "x = in + 1 and x < 5" and the input in that is "x < 5", exactly.
package project

import "yogi/internal/term"

// Elimination is a way to project a conjunction: Exists, ExistsClosely, or ExistsExactly.
type Elimination func(terms *term.Builder, all []*term.Term, sym *term.Term) (out []*term.Term, exact bool)

// distributeLimit bounds the conjunctions that a projection makes of one formula by distribution.
const distributeLimit = 64

// choicesLimit bounds those that are made for choices by conditions without the symbol: beyond it
// such an atom is dropped, and not the whole.
const choicesLimit = 32

// Exists is exists sym. all, by substitution of what sym equals and by combining its bounds. The
// result is implied by that (it describes at least those states), and equivalent to it when exact.
func Exists(terms *term.Builder, all []*term.Term, sym *term.Term) (out []*term.Term, exact bool) {
	p := &projection{terms: terms, sym: sym, exact: true}
	return term.Conjuncts(p.conjunction(all)), p.exact
}

// ExistsClosely is Exists with less loss and larger results: atoms are told apart by the choices in
// them, and between two strict bounds there has to be a number.
func ExistsClosely(terms *term.Builder, all []*term.Term, sym *term.Term) (out []*term.Term, exact bool) {
	p := &projection{terms: terms, sym: sym, exact: true, closely: true}
	return term.Conjuncts(p.conjunction(all)), p.exact
}

// ExistsExactly is Exists, by pieces (pieces.go) where that would lose something: exact more often,
// and larger.
func ExistsExactly(terms *term.Builder, all []*term.Term, sym *term.Term) (out []*term.Term, exact bool) {
	if out, exact = Exists(terms, all, sym); exact {
		return out, true
	}
	if pieces, ok := existsByPieces(terms, all, sym); ok {
		return pieces, true
	}
	return out, false
}

// projection is the elimination of one symbol.
type projection struct {
	terms *term.Builder
	sym   *term.Term
	exact bool
	// closely is of ExistsClosely.
	closely bool
	made    int // conjunctions made by distribution
}

// negate pushes a negation one step inwards; an atom stays as it was.
func (p *projection) negate(t *term.Term) *term.Term {
	switch t.Op() {
	case term.OpAnd, term.OpOr:
		parts := make([]*term.Term, len(t.Args()))
		for i, a := range t.Args() {
			parts[i] = p.terms.Not(a)
		}
		if t.Op() == term.OpAnd {
			return p.terms.Or(parts...)
		}
		return p.terms.And(parts...)
	case term.OpNot:
		return t.Args()[0]
	}
	return p.terms.Not(t)
}

// conjunction projects a conjunction.
func (p *projection) conjunction(all []*term.Term) *term.Term {
	var with, without []*term.Term
	var flatten func(t *term.Term)
	flatten = func(t *term.Term) {
		if t.Op() == term.OpNot {
			if inner := t.Args()[0]; inner.Op() == term.OpOr {
				t = p.negate(inner)
			}
		}
		switch {
		case t.Op() == term.OpAnd:
			for _, a := range t.Args() {
				flatten(a)
			}
		case t.DependsOn(p.sym):
			with = append(with, t)
		default:
			without = append(without, t)
		}
	}
	for _, t := range all {
		flatten(t)
	}
	if len(with) == 0 {
		return p.terms.And(without...)
	}
	return p.terms.And(append(without, p.dependent(with))...)
}

// dependent projects a conjunction of formulas that all depend on the symbol.
func (p *projection) dependent(with []*term.Term) *term.Term {
	for i, c := range with {
		if value := p.terms.Definition(p.sym, c); value != nil {
			var rest []*term.Term
			for j, other := range with {
				if j != i {
					rest = append(rest, p.terms.Substitute(other, map[*term.Term]*term.Term{p.sym: value}))
				}
			}
			return p.terms.And(rest...)
		}
	}
	for i, c := range with {
		if parts := p.disjuncts(c); parts != nil {
			rest := append(append([]*term.Term(nil), with[:i]...), with[i+1:]...)
			return p.distribute(parts, rest)
		}
	}
	if p.sym.Sort().Kind == term.KindBool {
		conj := p.terms.And(with...)
		yes := p.terms.Substitute(conj, map[*term.Term]*term.Term{p.sym: p.terms.True()})
		no := p.terms.Substitute(conj, map[*term.Term]*term.Term{p.sym: p.terms.False()})
		return p.terms.Or(yes, no)
	}
	return p.atoms(with)
}

// disjuncts splits an or, or a case that hides the symbol, into alternatives.
func (p *projection) disjuncts(t *term.Term) []*term.Term {
	if t.Op() == term.OpNot {
		if inner := t.Args()[0]; inner.Op() == term.OpAnd {
			t = p.negate(inner)
		}
	}
	switch t.Op() {
	case term.OpOr:
		return t.Args()
	case term.OpIte:
		c, x, y := t.Args()[0], t.Args()[1], t.Args()[2]
		return []*term.Term{p.terms.And(c, x), p.terms.And(p.terms.Not(c), y)}
	}
	choice := p.choiceIn(t, func(choice *term.Term) bool { return choice.Arg(0).DependsOn(p.sym) })
	if choice == nil && p.closely && p.made < choicesLimit {
		choice = p.choiceIn(t, func(*term.Term) bool { return true })
	}
	if choice != nil {
		c, x, y := choice.Args()[0], choice.Args()[1], choice.Args()[2]
		return []*term.Term{
			p.terms.And(c, p.terms.Substitute(t, map[*term.Term]*term.Term{choice: x})),
			p.terms.And(p.terms.Not(c), p.terms.Substitute(t, map[*term.Term]*term.Term{choice: y})),
		}
	}
	return nil
}

// choiceIn finds a value in an atom that is chosen by a condition, where the condition or what it
// chooses depends on the symbol. By a condition with the symbol the choice is between two atoms of
// which often neither mentions it (a pointer that an input selects among objects); by another one
// an atom is about the symbol in one of the two cases only (the cell of an array that an input was
// written to, if it is the one that is read).
func (p *projection) choiceIn(t *term.Term, accept func(choice *term.Term) bool) *term.Term {
	var found *term.Term
	term.Walker(func(t *term.Term) bool {
		if found != nil || !t.DependsOn(p.sym) || t.Op() == term.OpForall || t.Op() == term.OpExists {
			return false
		}
		if t.Op() == term.OpIte && accept(t) {
			found = t
		}
		return found == nil
	})(t)
	return found
}

func (p *projection) distribute(parts, rest []*term.Term) *term.Term {
	if p.made += len(parts); p.made > distributeLimit {
		p.exact = false
		return p.terms.True()
	}
	cases := make([]*term.Term, len(parts))
	for i, part := range parts {
		cases[i] = p.conjunction(append([]*term.Term{part}, rest...))
	}
	return p.terms.Or(cases...)
}

// bound is an inequality between the symbol and a term without it.
type bound struct {
	of             *term.Term
	upper, strict  bool
	signed, number bool
}

// atoms projects a conjunction of atoms: bounds are combined pairwise (Fourier-Motzkin, each
// consequence holds for machine integers too); everything else is dropped.
func (p *projection) atoms(with []*term.Term) *term.Term {
	var bounds []bound
	for _, c := range with {
		if b, ok := p.bound(c); ok {
			bounds = append(bounds, b)
		} else if len(with) > 1 || !p.alwaysPossible(c) {
			p.exact = false
		}
	}
	for _, b := range bounds {
		if len(bounds) > 1 && (!b.number || b.strict || p.sym.Sort().Kind != term.KindInt) {
			p.exact = false // for integers with unit coefficients the pairs say all
		}
	}
	var out []*term.Term
	for _, low := range bounds {
		if edge := p.possible(low); edge != nil {
			out = append(out, edge)
		}
		for _, high := range bounds {
			if !low.upper && high.upper && low.signed == high.signed {
				out = append(out, p.less(low.of, high.of, low.strict || high.strict, low))
				if p.closely && low.strict && high.strict && p.sym.Sort().Kind == term.KindBV { // there is a number between them
					one := p.terms.BVConst(p.sym.Sort().Width, 1)
					out = append(out, p.terms.Ne(p.terms.BVAdd(low.of, one), high.of))
				}
			}
		}
	}
	return p.terms.And(out...)
}

// alwaysPossible recognises a disequality of the symbol with something: some value satisfies it.
func (p *projection) alwaysPossible(c *term.Term) bool {
	if c.Op() != term.OpNot {
		return false
	}
	eq := c.Args()[0]
	return eq.Op() == term.OpEq && (eq.Args()[0] == p.sym && !eq.Args()[1].DependsOn(p.sym) || eq.Args()[1] == p.sym && !eq.Args()[0].DependsOn(p.sym))
}

// bound reads an inequality with the symbol alone on one side.
func (p *projection) bound(c *term.Term) (bound, bool) {
	negated := c.Op() == term.OpNot
	if negated {
		c = c.Args()[0]
	}
	var b bound
	switch c.Op() {
	case term.OpBVSlt:
		b = bound{signed: true, strict: true}
	case term.OpBVSle:
		b = bound{signed: true}
	case term.OpBVUlt:
		b = bound{strict: true}
	case term.OpBVUle:
	case term.OpLt:
		b = bound{number: true, strict: true}
	case term.OpLe:
		b = bound{number: true}
	default:
		return bound{}, false
	}
	x, y := c.Args()[0], c.Args()[1]
	switch {
	case x == p.sym && !y.DependsOn(p.sym):
		b.of, b.upper = y, true
	case y == p.sym && !x.DependsOn(p.sym):
		b.of = x
	default:
		return bound{}, false
	}
	if negated {
		b.upper, b.strict = !b.upper, !b.strict
	}
	return b, true
}

// less is low < high, or low <= high.
func (p *projection) less(low, high *term.Term, strict bool, like bound) *term.Term {
	switch {
	case like.number && strict:
		return p.terms.Lt(low, high)
	case like.number:
		return p.terms.Le(low, high)
	case like.signed && strict:
		return p.terms.BVSlt(low, high)
	case like.signed:
		return p.terms.BVSle(low, high)
	case strict:
		return p.terms.BVUlt(low, high)
	}
	return p.terms.BVUle(low, high)
}

// possible says that some machine integer is strictly within one bound: it is not at the edge. nil:
// no condition.
func (p *projection) possible(b bound) *term.Term {
	if b.number || !b.strict {
		return nil
	}
	width := b.of.Sort().Width
	low, high := p.terms.BVConst(width, 0), p.terms.BVNot(p.terms.BVConst(width, 0))
	if b.signed {
		high = p.terms.BVLshr(high, p.terms.BVConst(width, 1))
		low = p.terms.BVNot(high)
	}
	if b.upper {
		return p.terms.Not(p.terms.Eq(b.of, low))
	}
	return p.terms.Not(p.terms.Eq(b.of, high))
}
