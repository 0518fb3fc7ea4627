package simulation

import (
	"slices"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// This file has what is known behind an instruction or a condition, given what is known before it.

// of is a term with what is known of its parts.
func (s *simulator) of(known facts, t *term.Term) *term.Term {
	if t.IsConst() || len(known) == 0 {
		return t
	}
	t = s.reads(known, t)
	values := map[*term.Term]*term.Term{}
	for _, sym := range t.Vars() {
		if v := s.program.VariableOf(sym); v != nil && v.Sort.Kind != term.KindArray {
			if n, ok := s.numbers[subject{variable: v}]; ok {
				if f, ok := known.of(n); ok && f.value != nil {
					values[sym] = f.value
				}
			}
		}
	}
	if len(values) == 0 {
		return t
	}
	return s.terms.Substitute(t, values)
}

// reads replaces the reads of cells that are known.
func (s *simulator) reads(known facts, t *term.Term) *term.Term {
	if t.HasQuantifier() || !slices.ContainsFunc(t.Vars(), func(sym *term.Term) bool { return sym.Sort().Kind == term.KindArray }) {
		return t
	}
	if t.Op() == term.OpSelect && len(t.Arg(0).Args()) == 0 {
		index := s.of(known, t.Arg(1))
		f, ok := s.cell(known, t.Arg(0), index)
		switch {
		case ok && f.value != nil:
			return f.value
		case !ok && index.IsConst():
			s.ask(s.terms.Select(t.Arg(0), index))
		}
	}
	args, changed := make([]*term.Term, len(t.Args())), false
	for i, a := range t.Args() {
		args[i] = s.reads(known, a)
		changed = changed || args[i] != a
	}
	if !changed {
		return t
	}
	return s.terms.Rebuild(t, args...)
}

func (s *simulator) cell(known facts, array, index *term.Term) (fact, bool) {
	n, ok := s.numbers[subject{s.program.VariableOf(array), index}]
	if !ok {
		return fact{}, false
	}
	return known.of(n)
}

// constants are those of which a term with what is known in it is one; nil: that is not known. It is where the term
// chooses between constants, and where all but one of its parts are constants and that one is so.
func (s *simulator) constants(known facts, t *term.Term) []*term.Term {
	if t.IsConst() {
		return []*term.Term{t}
	}
	if t.HasQuantifier() || t.Sort().Kind == term.KindArray || t.Size() > mostChoices {
		return nil
	}
	if n, ok := s.subjectOf(t); ok {
		f, _ := known.of(n)
		return f.in
	}
	if t.Op() == term.OpIte {
		one := s.constants(known, t.Arg(1))
		if one == nil {
			return nil
		}
		other := s.constants(known, t.Arg(2))
		if either := union(one, other); other != nil && len(either) <= mostConstants {
			return either
		}
		return nil
	}
	part := -1
	for k, a := range t.Args() {
		switch {
		case a.IsConst():
		case part >= 0:
			return nil
		default:
			part = k
		}
	}
	if part < 0 {
		return nil
	}
	args := slices.Clone(t.Args())
	var out []*term.Term
	for _, c := range s.constants(known, t.Arg(part)) {
		args[part] = c
		of := s.terms.Rebuild(t, args...)
		if !of.IsConst() {
			return nil
		}
		out = union(out, []*term.Term{of})
	}
	return out
}

// narrowed is what is known where a condition holds of subjects that are one of several constants: those of which the
// condition is false are left out. ok is false where none is left.
func (s *simulator) narrowed(known facts, t *term.Term) (out facts, ok bool) {
	if t.IsConst() || t.HasQuantifier() || t.Size() > mostChoices {
		return known, true
	}
	for _, part := range s.severalIn(known, t) {
		n, _ := s.subjectOf(part)
		f, _ := known.of(n)
		left := slices.DeleteFunc(slices.Clone(f.in), func(c *term.Term) bool { return s.replaced(t, part, c).IsFalse() })
		switch {
		case len(left) == 0:
			return nil, false
		case len(left) < len(f.in):
			known = known.with(isOneOf(n, left))
		}
	}
	return known, true
}

// severalIn are the parts of a term that are one of several constants.
func (s *simulator) severalIn(known facts, t *term.Term) (out []*term.Term) {
	term.Walker(func(part *term.Term) bool {
		if n, ok := s.subjectOf(part); ok {
			if f, _ := known.of(n); f.in != nil && !slices.Contains(out, part) {
				out = append(out, part)
			}
		}
		return true
	})(t)
	return out
}

// assume is what is known where a condition holds, too; ok is false where it cannot.
func (s *simulator) assume(known facts, condition *term.Term) (out facts, ok bool) {
	t := s.of(known, condition)
	known, possible := s.narrowed(known, t)
	if !possible {
		return nil, false
	}
	t = s.of(known, t)
	switch t.Op() {
	case term.OpForall:
		if of, not := s.excluded(t); of != nil {
			return s.withWhole(known, of, not), true
		}
		return known, true
	case term.OpAnd:
		return s.assumeAll(known, t.Args())
	case term.OpOr:
		return s.assumeAny(known, t.Args())
	case term.OpEq:
		if s.isCondition(t) {
			return s.assumeCondition(known, t, s.terms.True())
		}
		return s.assumeEqual(known, t.Arg(0), t.Arg(1))
	case term.OpNot:
		switch of := t.Arg(0); {
		case of.Op() == term.OpOr:
			return s.assumeAll(known, s.negations(of))
		case of.Op() == term.OpAnd:
			return s.assumeAny(known, s.negations(of))
		case of.Op() == term.OpEq && of.Arg(0).Sort().Kind != term.KindBool:
			if s.isCondition(of) {
				return s.assumeCondition(known, of, s.terms.False())
			}
			return s.assumeNot(known, of.Arg(0), of.Arg(1)), true
		}
		return s.assumeEqual(known, t.Arg(0), s.terms.False())
	}
	switch {
	case t.IsTrue():
		return known, true
	case t.IsFalse():
		return nil, false
	}
	return s.assumeEqual(known, t, s.terms.True())
}

// assumeAll is what is known where all of several conditions hold.
func (s *simulator) assumeAll(known facts, conditions []*term.Term) (out facts, ok bool) {
	for _, c := range conditions {
		if known, ok = s.assume(known, c); !ok {
			return nil, false
		}
	}
	return known, true
}

// assumeAny is what is known where one of several conditions holds.
func (s *simulator) assumeAny(known facts, conditions []*term.Term) (any facts, ok bool) {
	for _, c := range conditions {
		one, holds := s.assume(known, c)
		switch {
		case holds && ok:
			any = join(any, one)
		case holds:
			any, ok = one, true
		}
	}
	return any, ok
}

// negations are those of the arguments of a term.
func (s *simulator) negations(t *term.Term) []*term.Term {
	out := make([]*term.Term, len(t.Args()))
	for i, a := range t.Args() {
		out[i] = s.terms.Not(a)
	}
	return out
}

// assumeEqual notes that a variable, or a cell, has a value; about what is neither nothing is noted.
func (s *simulator) assumeEqual(known facts, x, y *term.Term) (out facts, ok bool) {
	if x.IsConst() {
		x, y = y, x
	}
	n, is := s.subjectOf(x)
	if !is || !y.IsConst() {
		return known, true
	}
	if f, about := known.of(n); about && f.excludes(y) || slices.Contains(s.unread(known, x), y) {
		return nil, false
	}
	return s.bounded(known, fact{subject: n, value: y}), true
}

func (s *simulator) assumeNot(known facts, x, y *term.Term) facts {
	if x.IsConst() {
		x, y = y, x
	}
	n, is := s.subjectOf(x)
	if !is || !y.IsConst() {
		return known
	}
	f, _ := known.of(n)
	if f.value != nil || f.in != nil || slices.Contains(f.not, y) || len(f.not) >= mostExcluded {
		return known
	}
	not := append(slices.Clone(f.not), y)
	slices.SortFunc(not, byNumber)
	return s.bounded(known, fact{subject: n, not: not})
}

// subjectOf is what a term stands for.
func (s *simulator) subjectOf(t *term.Term) (number int, ok bool) {
	if v := s.program.VariableOf(t); v != nil {
		return s.ofVariable(v), v.Sort.Kind != term.KindArray
	}
	if t.Op() == term.OpSelect && len(t.Arg(0).Args()) == 0 && isIndex(t.Arg(1)) {
		if v := s.program.VariableOf(t.Arg(0)); v != nil {
			return s.number(subject{v, t.Arg(1)}), true
		}
	}
	return 0, false
}

// bounded adds a fact, if it is not one too much about cells.
func (s *simulator) bounded(known facts, f fact) facts {
	if about := s.subjects[f.subject]; about.index != nil {
		most, like := s.cells, 0
		if about.variable == s.condition {
			most = mostConditions
		}
		for _, k := range known {
			if other := s.subjects[k.subject]; other.index != nil && (other.variable == s.condition) == (about.variable == s.condition) {
				like++
			}
		}
		if like >= most {
			return known
		}
	}
	return known.with(f)
}

// choose is what is known behind an assignment, for each choice of a condition by which the state of the rule becomes
// one or another: with the state goes why it is that. There are so many choices at most.
func (s *simulator) choose(known facts, a *ir.Assign, most int) (behind []facts) {
	value := a.Src
	if s.rule[a.Dst] {
		value = s.of(known, value)
	}
	if most < 2 || !s.rule[a.Dst] || value.Op() != term.OpIte {
		return []facts{s.assign(known, a)}
	}
	for k, condition := range []*term.Term{value.Arg(0), s.terms.Not(value.Arg(0))} {
		if where, ok := s.assume(known, condition); ok {
			behind = append(behind, s.choose(where, &ir.Assign{At: a.At, Dst: a.Dst, Src: value.Arg(k + 1)}, most/2)...)
		}
	}
	return behind
}

// assign is what is known behind an assignment.
func (s *simulator) assign(known facts, a *ir.Assign) facts {
	if a.Dst.Sort.Kind == term.KindArray {
		return s.store(known, a.Dst, a.Src)
	}
	value := s.of(known, a.Src)
	not := s.excludedOf(known, value)
	constants := s.constants(known, value)
	known = s.equal(s.forget(known, a.Dst), a.Dst, a.Src, value)
	switch {
	case value.IsConst(), a.Dst.Kind != ir.Global && s.isFixed(value):
		return known.with(fact{subject: s.ofVariable(a.Dst), value: value})
	case constants != nil:
		return known.with(isOneOf(s.ofVariable(a.Dst), constants))
	case len(not) > 0:
		return known.with(fact{subject: s.ofVariable(a.Dst), not: not})
	}
	return known
}

// excludedOf are constants that a term is not: it is what a subject or any cell of a map is not, or a choice of which
// neither side is one.
func (s *simulator) excludedOf(known facts, t *term.Term) []*term.Term {
	if t.Op() == term.OpIte && t.Size() <= mostChoices && !t.HasQuantifier() {
		f, isOne := s.side(known, t.Arg(0), t.Arg(1))
		g, isOther := s.side(known, s.terms.Not(t.Arg(0)), t.Arg(2))
		switch {
		case isOne && isOther:
			either, _ := f.or(g)
			return either.not
		case isOne:
			return f.not
		}
		return g.not
	}
	n, ok := s.subjectOf(t)
	if !ok {
		return nil
	}
	f, _ := known.of(n)
	return union(f.not, s.unread(known, t))
}

// side is what is known of a term where a condition holds, about no subject; false: it cannot hold.
func (s *simulator) side(known facts, condition, t *term.Term) (fact, bool) {
	known, ok := s.assume(known, condition)
	if !ok {
		return fact{}, false
	}
	t = s.of(known, t)
	if constants := s.constants(known, t); constants != nil {
		return isOneOf(0, constants), true
	}
	return fact{not: s.excludedOf(known, t)}, true
}

// store is what is known when a map has another value: that of writes to it, one after the other, or any.
func (s *simulator) store(known facts, v *ir.Variable, value *term.Term) facts {
	var writes []*term.Term
	for ; value.Op() == term.OpStore; value = value.Arg(0) {
		writes = append(writes, value)
	}
	before := known
	if value != v.Sym {
		known = s.forget(known, v)
	}
	for _, w := range slices.Backward(writes) {
		index, written := s.of(before, w.Arg(1)), s.of(before, w.Arg(2))
		known = known.keep(func(f fact) bool {
			about := s.subjects[f.subject]
			return about.variable != v || about.index == nil || s.terms.Eq(about.index, index).IsFalse()
		})
		known = s.wrote(known, v, before, written)
		switch constants := s.constants(before, written); {
		case !isIndex(index):
		case s.isFixed(written):
			known = s.bounded(known, fact{subject: s.number(subject{v, index}), value: written})
		case constants != nil:
			known = s.bounded(known, isOneOf(s.number(subject{v, index}), constants))
		default:
			if not := s.excludedOf(before, written); len(not) > 0 {
				known = s.bounded(known, fact{subject: s.number(subject{v, index}), not: not})
			}
		}
	}
	return known
}
