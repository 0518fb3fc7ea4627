package invariant

import "yogi/internal/term"

// mostSolved bounds how many symbols are eliminated, largestValue the terms put in their place.
const (
	mostSolved   = 400
	largestValue = 200
)

// SolveEquations eliminates symbols that an equation of a conjunction defines: x = t becomes t in place of x. What is
// left is satisfiable if and only if the conjunction is. A solver that turns machine integers into bits finds
// sums of sums hard that fold to nothing here, since sums have a normal form.
func SolveEquations(terms *term.Builder, all []*term.Term) []*term.Term {
	left, _ := solveEquations(terms, all)
	return left
}

// solveEquations also returns the values of the symbols, over what is left, for use on terms that were no part of
// the conjunction: the substitutions are to be made in order.
func solveEquations(terms *term.Builder, all []*term.Term) (left []*term.Term, values []*term.Substitution) {
	for _, t := range all {
		left = append(left, term.Conjuncts(t)...)
	}
	left = append(left, antisymmetric(terms, left)...)
	for i := 0; i < len(left) && len(values) < mostSolved; i++ {
		sym, value := defined(terms, left[i])
		if sym == nil {
			continue
		}
		s := terms.NewSubstitution(map[*term.Term]*term.Term{sym: value})
		values = append(values, s)
		var next []*term.Term
		first := -1 // the first formula that changed: it may define something now
		for j, t := range left {
			if j == i {
				continue
			}
			now := s.Apply(t)
			if now != t && first < 0 {
				first = len(next)
			}
			if now.IsFalse() {
				return []*term.Term{now}, values
			}
			next = append(next, term.Conjuncts(now)...)
		}
		left = next
		i--
		if first >= 0 && first <= i {
			i = first - 1
		}
	}
	return left, values
}

// antisymmetric lists the equations that two orders make: x <= y and y <= x.
func antisymmetric(terms *term.Builder, all []*term.Term) []*term.Term {
	type pair struct {
		op   term.Op
		x, y *term.Term
	}
	seen := map[pair]bool{}
	var out []*term.Term
	for _, t := range all {
		switch t.Op() {
		case term.OpBVSle, term.OpBVUle, term.OpLe:
			x, y := t.Args()[0], t.Args()[1]
			if seen[pair{t.Op(), y, x}] {
				out = append(out, terms.Eq(x, y))
			}
			seen[pair{t.Op(), x, y}] = true
		}
	}
	return out
}

// defined returns a symbol that an equation defines and its value; nil: none.
func defined(terms *term.Builder, t *term.Term) (sym, value *term.Term) {
	if t.Op() != term.OpEq && !t.IsVar() && !(t.Op() == term.OpNot && t.Args()[0].IsVar()) || t.Size() > largestValue {
		return nil, nil
	}
	for _, sym := range t.Vars() {
		if value := terms.Definition(sym, t); value != nil {
			return sym, value
		}
	}
	return nil, nil
}
