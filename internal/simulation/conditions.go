package simulation

import (
	"slices"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// This file has what is known of conditions. A rule may be about an object that is chosen where the program starts, and
// then its state changes where an address is that of the object: whether it is one is known behind the change, until a
// variable of the address gets another value. So a lock is released if it was acquired, at an address that is no
// constant. And a rule may keep what a call returned, to compare it with what a routine returns: that the two are the
// same is a condition as well, from where it is kept, and of each copy.

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

// isCondition says that what is known of a condition is kept: it compares what was chosen, or a variable of the rule,
// with something else that is no constant.
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
		chosen = chosen || s.chosen[v] || s.rule[v] || s.kept[v]
	}
	return chosen && len(t.Vars()) > 1
}

// keptVariables are the variables of functions from which variables of the rule get their values, and copies of them,
// those that calls return among them.
func (s *simulator) keptVariables() map[*ir.Variable]bool {
	out := map[*ir.Variable]bool{}
	same := func(a, b *ir.Variable) {
		if a != nil && b != nil && a.Kind != ir.Global && b.Kind != ir.Global && (out[a] || out[b]) {
			out[a], out[b] = true, true
		}
	}
	for changed := true; changed; {
		before := len(out)
		s.eachInstruction(func(i ir.Instruction) {
			switch i := i.(type) {
			case *ir.Assign:
				same(i.Dst, s.program.VariableOf(i.Src))
				if s.rule[i.Dst] && i.Src.Size() <= mostParts {
					for _, sym := range i.Src.Vars() {
						if v := s.program.VariableOf(sym); v != nil && v.Kind != ir.Global && v.Sort.Kind != term.KindArray {
							out[v] = true
						}
					}
				}
			case *ir.Call:
				for k, r := range i.Results {
					same(r, i.Callee.Results[k])
				}
			}
		})
		changed = len(out) > before
	}
	return out
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

// equal adds that a variable of the rule has the value that it is given, and of a copy the conditions that are known of
// what it is a copy of. The value is that of the source with what is known in it.
func (s *simulator) equal(known facts, to *ir.Variable, source, value *term.Term) facts {
	switch of := s.program.VariableOf(source); {
	case value.IsConst() || mentions(value, to):
		return known
	case s.rule[to]:
		before := known
		known = s.hold(known, s.terms.Eq(to.Sym, value))
		for _, f := range before { // it is that of copies too
			about := s.subjects[f.subject]
			if about.variable != s.condition || f.value != s.terms.True() || about.index.Op() != term.OpEq {
				continue
			}
			for k, side := range about.index.Args() {
				if side.IsVar() && slices.Contains(value.Vars(), side) {
					known = s.hold(known, s.terms.Eq(to.Sym, s.replaced(value, side, about.index.Arg(1-k))))
				}
			}
		}
	case of != nil && s.kept[of] && s.kept[to]:
		for _, f := range known {
			if about := s.subjects[f.subject]; about.variable == s.condition && f.value == s.terms.True() && mentions(about.index, of) {
				known = s.hold(known, s.replaced(about.index, source, to.Sym))
			}
		}
		known = s.hold(known, s.terms.Eq(to.Sym, source))
	}
	return known
}

// hold adds that a condition is true.
func (s *simulator) hold(known facts, condition *term.Term) facts {
	known, _ = s.assumeCondition(known, condition, s.terms.True())
	return known
}

// saysTheSame says that callers can be told of a condition: it is about parameters that are never assigned, about what
// is returned, and about globals.
func (s *simulator) saysTheSame(condition *term.Term) bool {
	return !slices.ContainsFunc(condition.Vars(), func(sym *term.Term) bool {
		v := s.program.VariableOf(sym)
		return v == nil || v.Kind == ir.Local || v.Kind == ir.Parameter && s.assigned[v]
	})
}

// told is a condition on what a call left in the words of the caller, if there are any.
func (s *simulator) told(condition *term.Term, call *ir.Call, meaning map[*term.Term]*term.Term, changes map[*ir.Variable]bool) (out *term.Term, ok bool) {
	words := map[*term.Term]*term.Term{}
	for _, sym := range condition.Vars() {
		if arg := meaning[sym]; arg != nil {
			if s.mentionsAny(arg, changes) {
				return nil, false
			}
			words[sym] = arg
		}
		if k := slices.Index(call.Callee.Results, s.program.VariableOf(sym)); k >= 0 {
			if call.Results[k] == nil {
				return nil, false
			}
			words[sym] = call.Results[k].Sym
		}
	}
	return s.terms.Substitute(condition, words), true
}

// isLive says that a condition may be asked for behind the start of a block.
func (s *simulator) isLive(live *ir.LiveVariables, b *ir.Block, condition *term.Term) bool {
	return !slices.ContainsFunc(condition.Vars(), func(sym *term.Term) bool {
		v := s.program.VariableOf(sym)
		return v.Kind != ir.Global && v.Kind != ir.Result && (v.Kind != ir.Parameter || s.assigned[v]) && !live.AtStart(b, v)
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
