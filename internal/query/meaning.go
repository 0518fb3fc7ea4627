package query

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"yogi/internal/solver"
	"yogi/internal/term"
)

// A program may fix the meaning of functions that Boogie leaves open, such as those that stand for
// the bit operations of C (ir.Program.Interpretation). A fail is a run under that meaning; a pass
// holds under every meaning, and its search has to get behind conditions that are false under the
// program's. So where no model agrees with that, a test deviates from it in single values, those of
// a model that comes near. Such a test shows where runs get to under some meaning, and is no
// evidence of a fail.

// Frontiers are left alone for want of a model that agrees with the program's interpretation until
// they are leftAloneMost, and one in leftAloneOneIn that were worked on; then tests deviate from
// it. Most proofs need none of them, and one that goes there has more to look at.
const (
	leftAloneMost  = 16
	leftAloneOneIn = 100
)

// Meaning is the interpretation of uninterpreted functions in a test.
type Meaning struct {
	// table is for functions that the program leaves open: what the model said that the test was made from.
	table func(f *term.Func, args []term.Value) (term.Value, bool)
	// other are the values in which the test deviates from the program's interpretation.
	other map[*term.Func][]term.FuncEntry
	// filled are values of functions that axioms speak of; nil: no test has asked for one.
	filled *filled
}

// MeaningOf is the program's interpretation and a table for other functions.
func MeaningOf(table func(f *term.Func, args []term.Value) (term.Value, bool)) *Meaning {
	return &Meaning{table: table}
}

// Deviates says that the program's interpretation is not kept. The meaning may be nil, which is the program's.
func (m *Meaning) Deviates() bool { return m != nil && len(m.other) > 0 }

// WithoutDeviation is the meaning with the program's interpretation kept.
func (m *Meaning) WithoutDeviation() *Meaning { return &Meaning{table: m.table} }

// deviation is the value in which the test deviates at some arguments, if it does.
func (m *Meaning) deviation(f *term.Func, args []term.Value) (term.Value, bool) {
	if m.Deviates() {
		for _, e := range m.other[f] {
			if e.HasArgs(args) {
				return e.Value, true
			}
		}
	}
	return term.Value{}, false
}

// lookup is the value in the table, if there is one.
func (m *Meaning) lookup(f *term.Func, args []term.Value) (term.Value, bool) {
	if m == nil || m.table == nil {
		return term.Value{}, false
	}
	return m.table(f, args)
}

// String lists the deviations.
func (m *Meaning) String() string {
	var out []string
	for f, entries := range m.other {
		for _, e := range entries {
			args := make([]string, len(e.Args))
			for i, a := range e.Args {
				args[i] = a.String()
			}
			out = append(out, fmt.Sprintf("%s(%s) = %s", f.Name, strings.Join(args, ", "), e.Value))
		}
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

// wantsDeviation says that too many frontiers were left alone: the search stops, to be begun anew
// with tests that deviate.
func (s *Session) wantsDeviation() bool {
	return !s.deviates && s.leftAlone > max(leftAloneMost, s.stats.Iterations/leftAloneOneIn) && s.options.OtherMeanings
}

// Deviate lets tests deviate from what the program's functions mean, and reports whether they did
// not before, but had reason to.
func (s *Session) Deviate() bool {
	if !s.options.OtherMeanings || s.deviates {
		return false
	}
	s.deviates = true
	return s.leftAlone > 0
}

// deviate answers a query with its latest model where none was found that agrees with the program's
// interpretation.
func (s *Session) deviate(q Query, model *solver.Model, applications []*term.Term, why string) PathAnswer {
	if !s.options.OtherMeanings || q.AsInterpreted {
		return PathAnswer{Answer: solver.UnknownBecause(why)}
	}
	if !s.deviates {
		if q.Near != nil {
			s.leftAlone++
		}
		return PathAnswer{Answer: solver.UnknownBecause(why)}
	}
	s.stats.ByKind["models under another meaning"]++
	return PathAnswer{Answer: solver.Answer{Status: solver.Sat, Model: model}, Applications: applications, Deviates: true}
}

// MeaningAfter is the meaning in a test that is made from an answer and, in what its model does not
// speak of, like a test with the meaning before.
func (s *Session) MeaningAfter(answer PathAnswer, before *Meaning) *Meaning {
	model := answer.Model
	m := MeaningOf(model.Apply)
	if before != nil && before.table != nil {
		m.table = func(f *term.Func, args []term.Value) (term.Value, bool) {
			if model.Func(f) == nil {
				return before.table(f, args)
			}
			return model.Apply(f, args)
		}
	}
	if before.Deviates() {
		m.other = maps.Clone(before.other)
	}
	if !answer.Deviates && !before.Deviates() {
		return m
	}
	for _, t := range answer.Applications {
		if u := s.use(model, t); u != nil {
			m.say(t.Func(), u)
		}
	}
	return m
}

// say has a function mean what it does in a use. The entries are shared with other meanings.
func (m *Meaning) say(f *term.Func, u *use) {
	entries := slices.DeleteFunc(slices.Clone(m.other[f]), func(old term.FuncEntry) bool { return old.HasArgs(u.args) })
	if !u.have.Equal(u.want) {
		entries = append(entries, term.FuncEntry{Args: u.args, Value: u.have})
	}
	switch {
	case len(entries) > 0 && m.other == nil:
		m.other = map[*term.Func][]term.FuncEntry{f: entries}
	case len(entries) > 0:
		m.other[f] = entries
	default:
		delete(m.other, f)
	}
}

// use is an application in a model: its arguments, its value, and the value that it has in the program.
type use struct {
	args       []term.Value
	have, want term.Value
}

// use returns nil if a part has no value, or the program leaves the function open.
func (s *Session) use(model *solver.Model, t *term.Term) *use {
	if s.program.Interpretation == nil {
		return nil
	}
	u := &use{args: make([]term.Value, len(t.Args()))}
	for i, a := range t.Args() {
		v, err := s.evaluator.Eval(a, model)
		if err != nil {
			return nil
		}
		u.args[i] = v
	}
	var ok bool
	var err error
	if u.want, ok = s.program.Interpretation(t.Func(), u.args); !ok {
		return nil
	}
	if u.have, err = s.evaluator.Eval(t, model); err != nil {
		return nil
	}
	return u
}

// FunctionsIn gives the values of uninterpreted functions in a test with a meaning: what it
// deviates in, else the program's fixed interpretation, else what the model said that the test was
// made from, else zero. Where axioms restrict a function its value is chosen when it is first asked
// for.
func (s *Session) FunctionsIn(m *Meaning) func(f *term.Func, args []term.Value) (term.Value, bool) {
	recorded := s.RecordedIn(m)
	return func(f *term.Func, args []term.Value) (term.Value, bool) {
		if s.constrained[f] && !m.Deviates() {
			if v, ok := s.fill(m, f, args); ok {
				return v, true
			}
		}
		return recorded(f, args)
	}
}

// RecordedIn is the same when the search is over: nothing is chosen any more.
func (s *Session) RecordedIn(m *Meaning) func(f *term.Func, args []term.Value) (term.Value, bool) {
	return func(f *term.Func, args []term.Value) (term.Value, bool) {
		if v, ok := m.deviation(f, args); ok {
			return v, true
		}
		if s.program.Interpretation != nil {
			if v, ok := s.program.Interpretation(f, args); ok {
				return v, true
			}
		}
		if v, ok := m.chosen(f, args); ok {
			return v, true
		}
		if v, ok := m.lookup(f, args); ok {
			return v, true
		}
		return term.ZeroValue(f.Result), true
	}
}
