package simulation

import (
	"slices"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// This file has what is known of all cells of a map: constants that none of them holds. A program may assume so where
// it starts, as that no request has a routine of the driver yet to cancel it by, and it is so until such a constant
// is written. It is followed of maps of which something is assumed for all cells, and of the constants that what they
// hold is compared with.

// whole is a map of which something is assumed for all cells.
type whole struct {
	index *term.Term   // a symbol that stands for any
	asked []*term.Term // the constants, by number
}

// mostAsked bounds the constants of a map.
const mostAsked = 24

// findWholes finds the maps, and the functions that assume something of all cells of one, or call such a function.
func (s *simulator) findWholes() {
	s.wholes, s.telling = map[*ir.Variable]*whole{}, map[*ir.Function]bool{}
	look := func(t *term.Term) (found bool) {
		for _, part := range term.Conjuncts(t) {
			if v, _, ok := s.aboutAll(part); ok {
				found = true
				if s.wholes[v] == nil {
					s.wholes[v] = &whole{index: s.terms.Fresh("any", v.Sort.Index), asked: s.comparedWith(v)}
				}
			}
		}
		return found
	}
	for _, t := range s.program.Initial {
		look(t)
	}
	for _, f := range s.program.Functions {
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				if a, ok := i.(*ir.Assume); ok && look(a.Cond) {
					s.telling[f] = true
				}
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, f := range s.program.Functions {
			calls := slices.ContainsFunc(f.Blocks, func(b *ir.Block) bool { return b.Call() != nil && s.telling[b.Call().Callee] })
			if calls && !s.telling[f] {
				s.telling[f], changed = true, true
			}
		}
	}
}

// aboutAll recognises a condition on each cell of a map.
func (s *simulator) aboutAll(t *term.Term) (of *ir.Variable, cell *term.Term, ok bool) {
	if t.Op() != term.OpForall || len(t.Bound()) != 1 {
		return nil, nil, false
	}
	term.Walker(func(part *term.Term) bool {
		if cell == nil && part.Op() == term.OpSelect && part.Arg(1) == t.Bound()[0] {
			if v := s.program.VariableOf(part.Arg(0)); v != nil && v.Kind == ir.Global {
				of, cell = v, part
			}
		}
		return cell == nil
	})(t.Arg(0))
	return of, cell, cell != nil
}

// excluded are the constants that no cell of a map holds if a condition on each of them is true.
func (s *simulator) excluded(t *term.Term) (of *ir.Variable, not []*term.Term) {
	v, cell, ok := s.aboutAll(t)
	if !ok || s.wholes[v] == nil { // it is a branch's, or one of several conditions
		return nil, nil
	}
	for _, c := range s.wholes[v].asked {
		if s.replaced(t.Arg(0), cell, c).IsFalse() {
			not = append(not, c)
		}
	}
	return v, not
}

// replaced is a term without quantifiers with another one in the place of a part.
func (s *simulator) replaced(t, part, by *term.Term) *term.Term {
	if t == part {
		return by
	}
	args, changed := make([]*term.Term, len(t.Args())), false
	for i, a := range t.Args() {
		args[i] = s.replaced(a, part, by)
		changed = changed || args[i] != a
	}
	if !changed || t.HasQuantifier() {
		return t
	}
	return s.terms.Rebuild(t, args...)
}

// comparedWith are the constants that what a map holds is compared with, wherever it is copied to.
func (s *simulator) comparedWith(v *ir.Variable) (out []*term.Term) {
	copies := map[*ir.Variable]bool{}
	isCopy := func(t *term.Term) bool {
		if t.Op() == term.OpSelect {
			return t.Arg(0) == v.Sym
		}
		return copies[s.program.VariableOf(t)]
	}
	for changed := true; changed; {
		changed = false
		copied := func(to *ir.Variable, t *term.Term) {
			if to != nil && !copies[to] && to.Sort == v.Sort.Elem && isCopy(t) {
				copies[to], changed = true, true
			}
		}
		s.eachInstruction(func(i ir.Instruction) {
			switch i := i.(type) {
			case *ir.Assign:
				copied(i.Dst, i.Src)
			case *ir.Call:
				for k, p := range i.Callee.Params {
					copied(p, i.Args[k])
				}
				for k, r := range i.Callee.Results {
					copied(i.Results[k], r.Sym)
				}
			}
		})
	}
	look := term.Walker(func(t *term.Term) bool {
		if t.Op() == term.OpEq {
			for k, side := range t.Args() {
				if c := t.Arg(1 - k); c.IsConst() && isCopy(side) && !slices.Contains(out, c) && len(out) < mostAsked {
					out = append(out, c)
				}
			}
		}
		return true
	})
	s.eachTerm(look)
	slices.SortFunc(out, byNumber)
	return out
}

func (s *simulator) eachInstruction(do func(i ir.Instruction)) {
	for _, f := range s.program.Functions {
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				do(i)
			}
		}
	}
}

// eachTerm visits the terms of instructions and guards.
func (s *simulator) eachTerm(look func(t *term.Term)) {
	s.eachInstruction(func(i ir.Instruction) { ir.EachTerm(i, look) })
	for _, f := range s.program.Functions {
		for _, b := range f.Blocks {
			if goTo, ok := b.Terminator.(*ir.Goto); ok {
				for _, to := range goTo.Targets {
					look(to.Guard)
				}
			}
		}
	}
}

func byNumber(a, b *term.Term) int { return int(a.ID()) - int(b.ID()) }

// isWhole says that a fact is about all cells of a map.
func (s *simulator) isWhole(f fact) bool {
	about := s.subjects[f.subject]
	return about.index == nil && about.variable.Sort.Kind == term.KindArray
}

// withWhole adds that no cell of a map holds some constants.
func (s *simulator) withWhole(known facts, of *ir.Variable, not []*term.Term) facts {
	if not = union(s.unheld(known, of), not); len(not) == 0 {
		return known
	}
	return known.with(fact{subject: s.ofVariable(of), not: not})
}

// union are the constants of two lists, by number.
func union(a, b []*term.Term) []*term.Term {
	out := slices.Concat(a, b)
	slices.SortFunc(out, byNumber)
	return slices.Compact(out)
}

// unheld are the constants that no cell of a map holds.
func (s *simulator) unheld(known facts, of *ir.Variable) []*term.Term {
	if s.wholes[of] == nil {
		return nil
	}
	f, _ := known.of(s.ofVariable(of))
	return f.not
}

// unread are the constants that a term is not, if it is what a map holds.
func (s *simulator) unread(known facts, t *term.Term) []*term.Term {
	if t.Op() != term.OpSelect {
		return nil
	}
	return s.unheld(known, s.program.VariableOf(t.Arg(0)))
}

// wrote is what is known of all cells behind a write of a value to one of them, given what is known before.
func (s *simulator) wrote(known facts, of *ir.Variable, before facts, value *term.Term) facts {
	not := s.unheld(known, of)
	if len(not) == 0 {
		return known
	}
	n := s.ofVariable(of)
	var is fact
	if k, ok := s.subjectOf(value); ok {
		is, _ = before.of(k)
	}
	if constants := s.constants(before, value); constants != nil {
		is = isOneOf(n, constants)
	}
	unread := s.unread(before, value)
	still := slices.DeleteFunc(slices.Clone(not), func(c *term.Term) bool {
		return !(is.excludes(c) || slices.Contains(unread, c))
	})
	if len(still) == 0 {
		return known.keep(func(f fact) bool { return f.subject != n })
	}
	return known.with(fact{subject: n, not: still})
}

// allCells says of a map that no cell holds any of some constants.
func (s *simulator) allCells(of *ir.Variable, not []*term.Term) *term.Term {
	index := s.wholes[of].index
	cell := s.terms.Select(of.Sym, index)
	each := make([]*term.Term, len(not))
	for i, c := range not {
		each[i] = s.terms.Ne(cell, c)
	}
	return s.terms.Forall([]*term.Term{index}, s.terms.And(each...), [][]*term.Term{{cell}})
}
