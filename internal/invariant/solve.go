package invariant

import (
	"fmt"

	"yogi/internal/term"
)

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
	return halved(terms, left, values)
}

// halved puts two symbols in the place of one whose low bits the conjunction speaks of: of a pointer that walks along
// an object the number of the object and the offset. Solvers find it hard that nothing is carried from one to the
// other where both are bits of one number.
func halved(terms *term.Builder, left []*term.Term, values []*term.Substitution) ([]*term.Term, []*term.Substitution) {
	halves := map[*term.Term]*term.Term{}
	look := term.Walker(func(t *term.Term) bool {
		if t.HasQuantifier() {
			return false
		}
		if t.Op() == term.OpExtract && t.Param(1) == 0 && t.Arg(0).IsVar() && halves[t.Arg(0)] == nil {
			sym, width := t.Arg(0), t.Sort().Width
			below := terms.Var(fmt.Sprintf("%s!below!%d", sym.Name(), width), t.Sort())
			halves[sym] = terms.Concat(bitsAbove(terms, sym, width), below)
		}
		return true
	})
	for _, t := range left {
		look(t)
	}
	if len(halves) == 0 {
		return left, values
	}
	s := terms.NewSubstitution(halves)
	var out []*term.Term
	for _, t := range left {
		out = append(out, term.Conjuncts(s.Apply(t))...)
	}
	return out, append(values, s)
}

// bitsAbove is the symbol for the bits of one from a width on.
func bitsAbove(terms *term.Builder, sym *term.Term, width int) *term.Term {
	return terms.Var(fmt.Sprintf("%s!above!%d", sym.Name(), width), terms.BV(sym.Sort().Width-width))
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
	if t.Op() == term.OpEq {
		if sym, value := cellDefined(terms, t); sym != nil {
			return sym, value
		}
	}
	for _, sym := range t.Vars() {
		if value := terms.Definition(sym, t); value != nil {
			return sym, value
		}
	}
	return partlyDefined(terms, t)
}

// partlyDefined is defined for an equation about the low bits of a symbol: its value has these, and a new symbol
// for the others. That the offset of a pointer is 0 is such an equation, and makes numbers of objects of what is
// read at the pointer and at sums of it.
func partlyDefined(terms *term.Builder, t *term.Term) (sym, value *term.Term) {
	if t.Op() != term.OpEq {
		return nil, nil
	}
	part, is := t.Args()[0], t.Args()[1]
	for range 2 {
		if part.Op() == term.OpExtract {
			sym := part.Args()[0]
			if part.Param(1) == 0 && sym.IsVar() && !is.DependsOn(sym) {
				return sym, terms.Concat(bitsAbove(terms, sym, is.Sort().Width), is)
			}
		}
		part, is = is, part
	}
	return nil, nil
}

// cellDefined is defined for an equation about one cell of a map: the map's value is a new map with that cell stored.
// What an object's size is is such an equation.
func cellDefined(terms *term.Builder, t *term.Term) (sym, value *term.Term) {
	cell, is := isolated(terms, t.Args()[0], t.Args()[1])
	if cell == nil {
		return nil, nil
	}
	sym = cell.Arg(0)
	if is.DependsOn(sym) || cell.Arg(1).DependsOn(sym) {
		return nil, nil
	}
	others := terms.Var(sym.Name()+"!others", sym.Sort())
	return sym, terms.Store(others, cell.Arg(1), is)
}

// isolated returns a cell of a map that is a symbol, and the value that it has as x = y; nil: there is no such cell.
func isolated(terms *term.Builder, x, y *term.Term) (cell, is *term.Term) {
	if isCell(x) {
		return x, y
	}
	if isCell(y) {
		return y, x
	}
	if x.Sort().Kind != term.KindBV {
		return nil, nil
	}
	difference := terms.BVSub(x, y)
	if difference.Op() != term.OpBVAdd {
		return nil, nil
	}
	for _, a := range difference.Args() {
		if isCell(a) {
			return a, terms.BVSub(a, difference)
		}
		if b := terms.BVNeg(a); isCell(b) {
			return b, terms.BVAdd(b, difference)
		}
	}
	return nil, nil
}

func isCell(t *term.Term) bool { return t.Op() == term.OpSelect && t.Arg(0).IsVar() }
