package query

import (
	"slices"
	"time"

	"yogi/internal/ir"
	"yogi/internal/solver"
	"yogi/internal/term"
)

// Functions that quantified axioms speak of have values that the axioms allow: a test asks for one
// at a time, and the solver gives what agrees with the instances of the axioms and with the values
// that the test has asked for before. Without that the first tests would run under functions that
// are zero everywhere, which the axioms rule out.

// fillTime bounds a query for the value of a function.
const fillTime = 500 * time.Millisecond

// mostTries is how many values are tried for an application.
const mostTries = 8

// constrained are the functions that the axioms of which the interpretation decides nothing speak of.
func constrained(axioms []*term.Term) map[*term.Func]bool {
	out := map[*term.Func]bool{}
	for _, t := range axioms {
		term.Walker(func(t *term.Term) bool {
			if t.Op() == term.OpApply {
				out[t.Func()] = true
			}
			return true
		})(t)
	}
	return out
}

// filled are values of constrained functions that a test has asked for.
type filled struct {
	known map[*term.Func]*term.FuncTable
	facts []*term.Term // the same, and the constants of the axioms, in the test
}

// Axiomatised reports whether quantified axioms speak of functions whose meaning the program does not fix.
func (s *Session) Axiomatised() bool { return len(s.constrained) > 0 }

// Open is the meaning in a test that is about to run: values of constrained functions can be given to it.
func (s *Session) Open(m *Meaning) *Meaning {
	switch {
	case len(s.constrained) == 0:
	case m == nil:
		return &Meaning{filled: &filled{}}
	case m.filled == nil:
		m.filled = &filled{}
	}
	return m
}

// FixConstants tells what the constants of the axioms are in a test that begins with these values of globals.
func (s *Session) FixConstants(m *Meaning, globals []term.Value) {
	if m == nil || m.filled == nil || m.filled.known != nil {
		return
	}
	begun := m.filled
	begun.known = map[*term.Func]*term.FuncTable{}
	seen := map[*ir.Variable]bool{}
	for _, axiom := range s.program.Axioms {
		for _, sym := range axiom.Vars() {
			if v := s.program.VariableOf(sym); v != nil && !seen[v] && v.Sort.Kind != term.KindArray {
				seen[v] = true
				begun.facts = append(begun.facts, s.terms.Eq(sym, s.terms.Const(globals[v.Index])))
			}
		}
	}
}

// chosen is the value that a test has been given already.
func (m *Meaning) chosen(f *term.Func, args []term.Value) (term.Value, bool) {
	if m == nil || m.filled == nil || m.filled.known[f] == nil {
		return term.Value{}, false
	}
	return m.filled.known[f].Lookup(args)
}

// fill is the value of a constrained function in a test, chosen when first asked for: that of the
// model that the test was made from, if the axioms allow it.
func (s *Session) fill(m *Meaning, f *term.Func, args []term.Value) (term.Value, bool) {
	if m == nil || m.filled == nil || m.filled.known == nil || !s.constrained[f] {
		return term.Value{}, false
	}
	if s.program.Interpretation != nil {
		if v, fixed := s.program.Interpretation(f, args); fixed {
			return v, true
		}
	}
	table := m.filled.known[f]
	if table == nil {
		table = &term.FuncTable{}
		m.filled.known[f] = table
	}
	if v, known := m.chosen(f, args); known {
		return v, true
	}
	constants := make([]*term.Term, len(args))
	for i, a := range args {
		constants[i] = s.terms.Const(a)
	}
	application := s.terms.Apply(f, constants...)
	value := s.allowed(m, f, application, args)
	args = slices.Clone(args)
	table.Add(term.FuncEntry{Args: args, Value: value})
	m.filled.facts = append(m.filled.facts, s.terms.Eq(application, s.terms.Const(value)))
	return value, true
}

// allowed chooses a value. Where the test's start leaves none it is the one that comes first: the test is none then.
func (s *Session) allowed(m *Meaning, f *term.Func, application *term.Term, args []term.Value) term.Value {
	first, ok := m.lookup(f, args)
	if !ok {
		first = term.ZeroValue(f.Result)
	}
	like := append(slices.Clone(m.filled.facts), s.terms.Eq(application, s.terms.Const(first)))
	if f.Result.Kind != term.KindArray && s.modelOf(like, nil) != nil { // of a map there are always cells that nobody has looked at
		return first
	}
	s.stats.ByKind["values that axioms give"]++
	cells := s.nearCells(application)
	named := s.terms.Var("value@"+f.Name, f.Result)
	facts := append(slices.Clone(m.filled.facts), s.terms.Eq(application, named))
	for range mostTries {
		model := s.modelOf(facts, cells)
		if model == nil {
			break
		}
		v, ok := model.Lookup(named)
		if !ok {
			break
		}
		is := s.terms.Eq(named, s.terms.Const(v))
		if f.Result.Kind == term.KindArray || s.modelOf(append(slices.Clone(facts), is), cells) != nil {
			return v
		}
		facts = append(facts, s.terms.Not(is)) // instances allow it, the axioms do not
	}
	return first
}

// nearCells are cells of a map that a program may look at: those at small numbers.
func (s *Session) nearCells(m *term.Term) []*term.Term {
	const lowest, highest = -16, 64
	if m.Sort().Kind != term.KindArray || m.Sort().Index.Kind != term.KindInt {
		return nil
	}
	var out []*term.Term
	for i := int64(lowest); i <= highest; i++ {
		out = append(out, s.terms.Select(m, s.terms.IntConst(i)))
	}
	return out
}

// modelOf is a model of facts and instances of the axioms, for the terms in also too; nil if none was found.
func (s *Session) modelOf(facts, also []*term.Term) *solver.Model {
	answer := s.ask(Query{Path: facts, Label: "value of a function", Timeout: fillTime}, also)
	if answer.Status != solver.Sat {
		return nil
	}
	return answer.Model
}
