package explain

import (
	"slices"

	"yogi/internal/solver"
	"yogi/internal/term"
)

// This file looks for atoms in a condition whose normal form is too large. A text that was copied is a choice for each
// byte, and the normal form has a literal for each way to choose; the literals themselves are few. They are collected
// without their ways: what a read may give is a set of values. So no atom is missed, and some may be there that the
// normal form has not. Any specification follows from all atoms together, so there is none where the failure is
// possible under all of them. Of specifications those are found of which the solver says that each atom excludes the
// failure.

// mostCollected bounds the values and literals that are collected.
const mostCollected = 10_000

// mostLargeAtoms bounds those of the literals that the solver is asked about.
const mostLargeAtoms = 60

// large answers a question whose condition is too large for its normal form.
func (e *explainer) large() Answer {
	formulas, literals := e.collected()
	if literals == nil {
		return Answer{Reason: TooLarge}
	}
	var atoms []*term.Term
	asked := 0
	for _, literal := range literals {
		atom := e.terms.Not(literal)
		if !e.q.Admits(atom) {
			continue
		}
		if asked++; asked > mostLargeAtoms {
			return Answer{Reason: TooLarge}
		}
		if e.possible(atom) && e.possible(literal) {
			atoms = append(atoms, atom)
		}
	}
	if len(atoms) == 0 {
		return Answer{Reason: NoAtoms}
	}
	pre := e.terms.And(formulas...)
	if e.check(append(slices.Clone(atoms), pre)...) == solver.Sat {
		return Answer{Reason: NoCover}
	}
	if clause := e.monomial(pre, atoms); len(clause) > 0 && e.q.Shape != Cube {
		return e.concise([][]*term.Term{clause})
	}
	return Answer{Reason: TooLarge}
}

// collected are the formulas whose atoms count, and the literals that they may have; nil: these are too many.
func (e *explainer) collected() (formulas, literals []*term.Term) {
	c := &collector{terms: e.terms, budget: mostCollected, values: map[*term.Term][]*term.Term{}, done: map[*term.Term]polarity{}, seen: map[*term.Term]bool{}}
	formulas = []*term.Term{e.q.Failing}
	if e.q.UseGuards {
		formulas = append(formulas, e.q.Guards...)
	}
	for _, f := range formulas {
		c.formula(f, asItIs)
	}
	if c.budget < 0 {
		return formulas, nil
	}
	for _, word := range e.scattered(c.literals) {
		c.note(e.terms.And(word...))
	}
	return formulas, append([]*term.Term{}, c.literals...)
}

// collector collects the literals that the normal form of a formula may have.
type collector struct {
	terms    *term.Builder
	budget   int
	values   map[*term.Term][]*term.Term // that a term may stand for
	literals []*term.Term
	seen     map[*term.Term]bool
	done     map[*term.Term]polarity
}

// polarity is how a formula counts: as it is, by its negation, or both.
type polarity uint8

const (
	asItIs  polarity = 1
	negated polarity = 2
	both             = asItIs | negated
)

// turned is the polarity of what a formula is the negation of.
func (p polarity) turned() polarity { return p<<1&negated | p>>1 }

// formula collects the literals of a formula, of its negation, or of both.
func (c *collector) formula(t *term.Term, as polarity) {
	as &^= c.done[t]
	if c.budget < 0 || as == 0 {
		return
	}
	c.done[t] |= as
	switch t.Op() {
	case term.OpNot:
		c.formula(t.Arg(0), as.turned())
		return
	case term.OpAnd, term.OpOr:
		for _, a := range t.Args() {
			c.formula(a, as)
		}
		return
	case term.OpIte:
		c.formula(t.Arg(0), both)
		c.formula(t.Arg(1), as)
		c.formula(t.Arg(2), as)
		return
	case term.OpEq:
		if t.Arg(0).Sort().Kind == term.KindBool {
			c.formula(t.Arg(0), both)
			c.formula(t.Arg(1), both)
			return
		}
	}
	for _, v := range c.valuesOf(t) {
		switch v.Op() {
		case term.OpNot, term.OpAnd, term.OpOr, term.OpIte:
			c.formula(v, as)
			continue
		}
		if as&asItIs != 0 {
			c.note(v)
		}
		if as&negated != 0 {
			c.note(c.terms.Not(v))
		}
	}
}

func (c *collector) note(literal *term.Term) {
	if !literal.IsConst() && !c.seen[literal] {
		c.seen[literal] = true
		c.budget--
		c.literals = append(c.literals, literal)
	}
}

// valuesOf are the terms without choices that a term may stand for. The conditions of the choices are collected.
func (c *collector) valuesOf(t *term.Term) []*term.Term {
	if len(t.Args()) == 0 || t.HasQuantifier() {
		return []*term.Term{t}
	}
	if known, ok := c.values[t]; ok || c.budget < 0 {
		return known
	}
	var out []*term.Term
	switch t.Op() {
	case term.OpIte:
		c.formula(t.Arg(0), both)
		out = c.union(c.valuesOf(t.Arg(1)), c.valuesOf(t.Arg(2)))
	case term.OpSelect:
		for _, index := range c.valuesOf(t.Arg(1)) {
			out = c.union(out, c.read(t.Arg(0), index))
		}
	case term.OpStore:
		out = []*term.Term{t} // a map that is compared as a whole
	default:
		ways := [][]*term.Term{nil}
		for _, a := range t.Args() {
			var next [][]*term.Term
			for _, v := range c.valuesOf(a) {
				for _, way := range ways {
					if c.budget--; c.budget < 0 {
						return nil
					}
					next = append(next, append(slices.Clone(way), v))
				}
			}
			ways = next
		}
		for _, args := range ways {
			out = c.union(out, []*term.Term{c.terms.Rebuild(t, args...)})
		}
	}
	c.values[t] = out
	return out
}

// read are the values that a read of a map may give.
func (c *collector) read(array, index *term.Term) []*term.Term {
	var out []*term.Term
	for c.budget--; c.budget >= 0; c.budget-- {
		switch array.Op() {
		case term.OpStore:
			isRead := false
			for _, written := range c.valuesOf(array.Arg(1)) {
				same := c.terms.Eq(written, index)
				if same.IsFalse() {
					continue
				}
				c.formula(same, both)
				out = c.union(out, c.valuesOf(array.Arg(2)))
				isRead = isRead || same.IsTrue()
			}
			if isRead && len(c.valuesOf(array.Arg(1))) == 1 {
				return out
			}
			array = array.Arg(0)
		case term.OpIte:
			c.formula(array.Arg(0), both)
			return c.union(out, c.union(c.read(array.Arg(1), index), c.read(array.Arg(2), index)))
		default:
			return c.union(out, []*term.Term{c.terms.Select(array, index)})
		}
	}
	return out
}

// union is two sets as one.
func (c *collector) union(x, y []*term.Term) []*term.Term {
	out := slices.Clone(x)
	for _, t := range y {
		if !slices.Contains(out, t) {
			c.budget--
			out = append(out, t)
		}
	}
	return out
}
