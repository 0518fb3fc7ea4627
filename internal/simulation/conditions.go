package simulation

import (
	"slices"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// This file has what is known of conditions. A rule may be about an object that is chosen where the program starts, and
// then its state changes where an address is that of the object: whether it is one is known behind the change, until a
// variable of the address gets another value. So a lock is released if it was acquired, at an address that is no
// constant.

// mostConditions bounds the conditions of which something is known at a time.
const mostConditions = 16

// chosenVariables are the scalars that only inputs are given to.
func chosenVariables(p *ir.Program) map[*ir.Variable]bool {
	out, computed := map[*ir.Variable]bool{}, map[*ir.Variable]bool{}
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				for _, v := range ir.Defined(i) {
					if _, input := i.(*ir.Havoc); input && v.Kind == ir.Global && v.Sort.Kind != term.KindArray {
						out[v] = true
					} else {
						computed[v] = true
					}
				}
			}
		}
	}
	for v := range computed {
		delete(out, v)
	}
	return out
}

// isCondition says that what is known of a condition is kept: it compares what was chosen with something else.
func (s *simulator) isCondition(t *term.Term) bool {
	if t.Op() != term.OpEq || t.HasQuantifier() || t.Size() > mostParts {
		return false
	}
	chosen := false
	for _, sym := range t.Vars() {
		v := s.program.VariableOf(sym)
		if v == nil || v.Sort.Kind == term.KindArray {
			return false
		}
		chosen = chosen || s.chosen[v]
	}
	return chosen && len(t.Vars()) > 1
}

// assumeCondition is what is known where a condition has a truth value; ok is false where it has the other one.
func (s *simulator) assumeCondition(known facts, t, value *term.Term) (out facts, ok bool) {
	if !s.isCondition(t) {
		return known, true
	}
	n := s.number(subject{s.condition, t})
	if f, about := known.of(n); about {
		return known, f.value == value
	}
	return s.bounded(known, fact{subject: n, value: value}), true
}

// saysTheSame says that callers can be told of a condition: it is about parameters that are never assigned, and about
// globals.
func (s *simulator) saysTheSame(condition *term.Term) bool {
	return !slices.ContainsFunc(condition.Vars(), func(sym *term.Term) bool {
		v := s.program.VariableOf(sym)
		return v == nil || v.Kind != ir.Global && (v.Kind != ir.Parameter || s.assigned[v])
	})
}

// isLive says that a condition may be asked for behind the start of a block.
func (s *simulator) isLive(live *ir.LiveVariables, b *ir.Block, condition *term.Term) bool {
	return !slices.ContainsFunc(condition.Vars(), func(sym *term.Term) bool {
		v := s.program.VariableOf(sym)
		return v.Kind != ir.Global && (v.Kind != ir.Parameter || s.assigned[v]) && !live.AtStart(b, v)
	})
}

// handed is a condition in the words of a callee, if it says something there.
func (s *simulator) handed(callee *function, condition *term.Term, args []*term.Term) (out *term.Term, ok bool) {
	if !slices.ContainsFunc(condition.Vars(), func(sym *term.Term) bool { return s.readsOf(callee)[s.program.VariableOf(sym)] }) {
		return nil, false
	}
	for k, p := range callee.Params {
		if !args[k].IsConst() && !s.assigned[p] {
			condition = s.replaced(condition, args[k], p.Sym)
		}
	}
	told := !slices.ContainsFunc(condition.Vars(), func(sym *term.Term) bool {
		v := s.program.VariableOf(sym)
		return v.Kind != ir.Global && !slices.Contains(callee.Params, v)
	})
	return condition, told && s.isCondition(condition)
}
