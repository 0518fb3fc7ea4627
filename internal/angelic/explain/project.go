package explain

import (
	"slices"

	"yogi/internal/term"
)

// project is ProjectAtoms: the disjunctive normal form of pre, pruned by the prover as it grows; each
// cube without the literals that the vocabulary does not admit, which makes the cubes together an
// over-approximation of pre; its negation is a conjunction of clauses over the atoms.
func (e *explainer) project(pre *node, formula *term.Term, atoms []*term.Term) Answer {
	cubes, ok := e.cubes(pre)
	if !ok {
		return Answer{Reason: TooLarge}
	}
	var clauses [][]*term.Term
	for _, cube := range cubes {
		for _, word := range e.scattered(cube) {
			cube = append(cube, e.terms.And(word...))
		}
		var clause []*term.Term
		for _, literal := range cube {
			if a := e.terms.Not(literal); slices.Contains(atoms, a) && !slices.Contains(clause, a) {
				clause = append(clause, a)
			}
		}
		if len(clause) == 0 {
			return Answer{Reason: NoCover}
		}
		clauses = addClause(clauses, clause)
	}
	clauses = e.needed(formula, clauses)
	conjunction := Answer{Clauses: clauses}.Formula(e.terms)
	if !e.impossible(formula, conjunction) || !e.possible(conjunction) {
		return Answer{Reason: NoCover}
	}
	return e.concise(clauses)
}

// addClause adds a clause unless one is there that implies it, and drops those that it implies.
func addClause(clauses [][]*term.Term, clause []*term.Term) [][]*term.Term {
	var out [][]*term.Term
	for _, c := range clauses {
		if contains(clause, c) {
			return clauses
		}
		if !contains(c, clause) {
			out = append(out, c)
		}
	}
	return append(out, clause)
}

// contains says that all of part is in whole.
func contains(whole, part []*term.Term) bool {
	for _, t := range part {
		if !slices.Contains(whole, t) {
			return false
		}
	}
	return true
}

// needed leaves out clauses, from the longest, as long as the rest excludes the failure.
func (e *explainer) needed(pre *term.Term, clauses [][]*term.Term) [][]*term.Term {
	slices.SortStableFunc(clauses, func(a, b []*term.Term) int { return len(b) - len(a) })
	for i := 0; i < len(clauses) && len(clauses) > 1; {
		rest := slices.Concat(clauses[:i], clauses[i+1:])
		if e.impossible(pre, Answer{Clauses: rest}.Formula(e.terms)) {
			clauses = rest
		} else {
			i++
		}
	}
	return clauses
}

// cubes is the disjunctive normal form of a node without the cubes that cannot hold.
func (e *explainer) cubes(n *node) ([][]*term.Term, bool) {
	switch n.kind {
	case isLiteral:
		if n.literal.IsFalse() {
			return nil, true
		}
		return [][]*term.Term{{n.literal}}, true
	case isOr:
		var out [][]*term.Term
		for _, k := range n.kids {
			cubes, ok := e.cubes(k)
			if !ok || len(out)+len(cubes) > maxCubes {
				return nil, false
			}
			out = append(out, cubes...)
		}
		return out, true
	}
	out := [][]*term.Term{nil}
	for _, k := range n.kids {
		cubes, ok := e.cubes(k)
		if !ok {
			return nil, false
		}
		var next [][]*term.Term
		for _, a := range out {
			for _, b := range cubes {
				cube := slices.Concat(a, b)
				if len(cubes) > 1 && e.impossible(cube...) {
					continue
				}
				if next = append(next, cube); len(next) > maxCubes {
					return nil, false
				}
			}
		}
		out = next
	}
	return out, true
}
