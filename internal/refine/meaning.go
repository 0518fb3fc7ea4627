package refine

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"yogi/internal/solver"
	"yogi/internal/term"
)

// A program may fix the meaning of functions that Boogie leaves open, such as those that stand for the bit operations of C
// (ir.Program.Interpretation). A fail is a run under that meaning; a pass holds under every meaning, and its search has to get
// behind conditions that are false under the program's. So where no model agrees with that, a test deviates from it in single
// values, those of a model that comes near. Such a test shows where runs get to under some meaning, and is no evidence of a fail.

// Frontiers are left alone for want of a model that agrees with the program's interpretation until they are faithfulMost, and one
// of faithfulShare that were worked on; then tests deviate from it. Most proofs need none of them, and one that goes there has
// more to look at.
const (
	faithfulMost  = 16
	faithfulShare = 100
)

// Meaning is what uninterpreted functions mean in a test.
type Meaning struct {
	// table is for functions that the program leaves open: what the model said that the test was made from.
	table func(f *term.Func, args []term.Value) (term.Value, bool)
	// other are the values in which the test deviates from the program's interpretation.
	other map[*term.Func][]term.FuncEntry
	// filled are values of functions that axioms speak of; nil: no test has asked for one.
	filled *filled
}

// modelled is the latest model that a query was answered with.
type modelled struct {
	model        *solver.Model
	applications []*term.Term // of functions, in its query
	deviates     bool         // from the program's interpretation
}

// meaningOf is the program's interpretation and a table for other functions.
func meaningOf(table func(f *term.Func, args []term.Value) (term.Value, bool)) *Meaning {
	return &Meaning{table: table}
}

// deviates says that the program's interpretation is not kept. The meaning may be nil, which is the program's.
func (m *Meaning) deviates() bool { return m != nil && len(m.other) > 0 }

// withoutDeviation is the meaning with the program's interpretation kept.
func (m *Meaning) withoutDeviation() *Meaning { return &Meaning{table: m.table} }

// deviation is the value in which the test deviates at some arguments, if it does.
func (m *Meaning) deviation(f *term.Func, args []term.Value) (term.Value, bool) {
	if m.deviates() {
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

// tooFaithful says that too many frontiers were left alone: the search stops, to be begun anew with tests that deviate.
func (e *Engine) tooFaithful() bool {
	return !e.deviates && e.leftAlone > max(faithfulMost, e.Stats.Iterations/faithfulShare) && !e.Options.Without.Deviations
}

// Deviate lets tests deviate from what the program's functions mean, and reports whether they did not before, but had reason to.
func (e *Engine) Deviate() bool {
	if e.Options.Without.Deviations || e.deviates {
		return false
	}
	e.deviates = true
	return e.leftAlone > 0
}

// deviate answers a query, forTest if it is to be one, with its latest model where none was found that agrees with the
// program's interpretation.
func (e *Engine) deviate(model *solver.Model, applications []*term.Term, forTest bool, why string) solver.Answer {
	if e.Options.Without.Deviations {
		return solver.UnknownBecause(why)
	}
	if !e.deviates {
		if forTest {
			e.leftAlone++
		}
		return solver.UnknownBecause(why)
	}
	e.Stats.ByKind["models under another meaning"]++
	e.modelled = modelled{model, applications, true}
	return solver.Answer{Status: solver.Sat, Model: model}
}

// meaningAfter is the meaning in a test that is made from a model of the latest query and, in what that does not speak of, like
// a test with the meaning before.
func (e *Engine) meaningAfter(model *solver.Model, before *Meaning) *Meaning {
	m := meaningOf(model.Apply)
	if before != nil && before.table != nil {
		m.table = func(f *term.Func, args []term.Value) (term.Value, bool) {
			if model.Func(f) == nil {
				return before.table(f, args)
			}
			return model.Apply(f, args)
		}
	}
	if before.deviates() {
		m.other = maps.Clone(before.other)
	}
	latest := e.modelled
	if latest.model != model || !latest.deviates && !before.deviates() {
		return m
	}
	for _, t := range latest.applications {
		if u := e.use(model, t); u != nil {
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
func (e *Engine) use(model *solver.Model, t *term.Term) *use {
	if e.Program.Interpretation == nil {
		return nil
	}
	u := &use{args: make([]term.Value, len(t.Args()))}
	for i, a := range t.Args() {
		v, err := e.evaluator.Eval(a, model)
		if err != nil {
			return nil
		}
		u.args[i] = v
	}
	var ok bool
	var err error
	if u.want, ok = e.Program.Interpretation(t.Func(), u.args); !ok {
		return nil
	}
	if u.have, err = e.evaluator.Eval(t, model); err != nil {
		return nil
	}
	return u
}
