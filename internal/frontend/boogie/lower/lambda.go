package lower

import (
	"fmt"
	"slices"

	"yogi/internal/frontend/boogie/syntax"
	"yogi/internal/term"
)

// This file is about lambda expressions: maps that say at each index what they hold. One that is a
// constant, a map, or one of these with other values at some indices is that map. Any other is a
// function of the values that it captures, with the axiom that each of its cells is what the body
// says; the same body is the same function, so equal lambdas are equal maps.

// lambda is the lowered body of a lambda and its function.
type lambda struct {
	pos      syntax.Pos
	body     *term.Term // over the parameters, closed
	function *term.Func
}

// lambda lowers (lambda i: t :: e).
func (s *scope) lambda(e *syntax.Lambda) *term.Term {
	s.depth++
	bound := make([]*term.Term, len(e.Bound))
	for i, v := range e.Bound {
		bound[i] = s.terms.Var(boundName(v.Name, s.depth), s.sort(v.Object.Type))
		s.names[v.Object] = bound[i]
	}
	body := s.term(e.Body)
	for _, v := range e.Bound {
		delete(s.names, v.Object)
	}
	s.depth--
	sort := s.sort(e.TypeOf())
	if m := s.plainMap(sort, bound, body); m != nil {
		return m
	}
	return s.mapFunction(e.Pos, sort, bound, body)
}

// plainMap is a lambda as a map made of stores; nil if it is none.
func (l *lowering) plainMap(sort *term.Sort, bound []*term.Term, body *term.Term) *term.Term {
	if len(bound) > 1 {
		inner := l.plainMap(sort.Elem, bound[1:], body)
		if inner == nil {
			return nil
		}
		return l.plainMap(sort, bound[:1], inner)
	}
	return l.mapOf(sort, bound[0], body)
}

// mapOf is the map that has body at each index i; nil if it is none made of stores.
func (l *lowering) mapOf(sort *term.Sort, i, body *term.Term) *term.Term {
	switch {
	case !body.DependsOn(i):
		return l.terms.ConstArray(sort, body)
	case body.Op() == term.OpSelect && body.Arg(1) == i && !body.Arg(0).DependsOn(i):
		return body.Arg(0)
	case body.Op() == term.OpIte:
		return l.exceptAt(sort, i, body.Arg(0), body.Arg(1), body.Arg(2))
	case body.Op() == term.OpEq && body.Sort() == l.terms.Bool():
		return l.exceptAt(sort, i, body, l.terms.True(), l.terms.False())
	}
	return nil
}

// exceptAt is the map of the cases: one of them has to be for a single index.
func (l *lowering) exceptAt(sort *term.Sort, i, cond, then, els *term.Term) *term.Term {
	if cond.Op() == term.OpNot {
		cond, then, els = cond.Arg(0), els, then
	}
	if cond.Op() != term.OpEq {
		return nil
	}
	at := cond.Arg(0)
	if at == i {
		at = cond.Arg(1)
	} else if cond.Arg(1) != i {
		return nil
	}
	if at.DependsOn(i) {
		return nil
	}
	rest := l.mapOf(sort, i, els)
	if rest == nil {
		return nil
	}
	return l.terms.Store(rest, at, l.terms.Substitute(then, map[*term.Term]*term.Term{i: at}))
}

// mapFunction is a lambda as a function of what it captures.
func (s *scope) mapFunction(pos syntax.Pos, sort *term.Sort, bound []*term.Term, body *term.Term) *term.Term {
	captured := slices.DeleteFunc(slices.Clone(body.Vars()), func(v *term.Term) bool { return slices.Contains(bound, v) })
	if len(captured) == 0 { // a function has parameters
		captured = []*term.Term{s.terms.True()}
	}
	params := make([]*term.Term, len(captured))
	sorts := make([]*term.Sort, len(captured))
	rename := map[*term.Term]*term.Term{}
	for n, v := range captured {
		sorts[n] = v.Sort()
		params[n] = s.terms.Var(fmt.Sprintf("captured@%d", n), sorts[n])
		rename[v] = params[n]
	}
	for n, v := range bound {
		rename[v] = s.terms.Var(fmt.Sprintf("index@%d", n), v.Sort())
	}
	closed := s.terms.Substitute(body, rename)
	number := 0
	for _, known := range *s.lambdas {
		if known.pos == pos {
			number++
		}
		if known.body == closed && known.function.Result == sort && slices.Equal(known.function.Params, sorts) {
			return s.terms.Apply(known.function, captured...)
		}
	}
	f := s.terms.Func(fmt.Sprintf("lambda@%d.%d.%d", pos.Line, pos.Column, number), sorts, sort)
	*s.lambdas = append(*s.lambdas, lambda{pos, closed, f})
	cell := s.terms.Apply(f, params...)
	all := slices.Clone(params)
	for _, v := range bound {
		cell = s.terms.Select(cell, rename[v])
		all = append(all, rename[v])
	}
	s.addAxiom(s.terms.Forall(all, s.terms.Eq(cell, closed), [][]*term.Term{{cell}}))
	return s.terms.Apply(f, captured...)
}
