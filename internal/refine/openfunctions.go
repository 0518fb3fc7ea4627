package refine

import (
	"slices"
	"time"

	"yogi/internal/ir"
	"yogi/internal/sem/concrete"
	"yogi/internal/solver"
	"yogi/internal/term"
)

// Functions that quantified axioms speak of have values that the axioms allow: a test asks for one at a time, and the solver
// gives what agrees with the instances of the axioms and with the values that the test has asked for before. Without that the
// first tests would run under functions that are zero everywhere, which the axioms rule out.

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

// prepareFilling makes a plan's test one that values of constrained functions can be given to.
func (e *Engine) prepareFilling(plan *Plan) {
	switch {
	case len(e.constrained) == 0:
	case plan.Functions == nil:
		plan.Functions = &Meaning{filled: &filled{}}
	case plan.Functions.filled == nil:
		plan.Functions.filled = &filled{}
	}
}

// fixConstants tells what the constants of the axioms are in a test that begins.
func (e *Engine) fixConstants(plan *Plan, m *concrete.Machine) {
	if plan.Functions == nil || plan.Functions.filled == nil || plan.Functions.filled.known != nil {
		return
	}
	begun := plan.Functions.filled
	begun.known = map[*term.Func]*term.FuncTable{}
	seen := map[*ir.Variable]bool{}
	for _, axiom := range e.Program.Axioms {
		for _, sym := range axiom.Vars() {
			if v := e.Program.VariableOf(sym); v != nil && !seen[v] && v.Sort.Kind != term.KindArray {
				seen[v] = true
				begun.facts = append(begun.facts, e.terms.Eq(sym, e.terms.Const(m.Globals[v.Index])))
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

// fill is the value of a constrained function in a test, chosen when first asked for: that of the model that the test was made
// from, if the axioms allow it.
func (e *Engine) fill(m *Meaning, f *term.Func, args []term.Value) (term.Value, bool) {
	if m == nil || m.filled == nil || m.filled.known == nil || !e.constrained[f] {
		return term.Value{}, false
	}
	if e.Program.Interpretation != nil {
		if v, fixed := e.Program.Interpretation(f, args); fixed {
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
		constants[i] = e.terms.Const(a)
	}
	application := e.terms.Apply(f, constants...)
	value := e.allowed(m, f, application, args)
	args = slices.Clone(args)
	table.Add(term.FuncEntry{Args: args, Value: value})
	m.filled.facts = append(m.filled.facts, e.terms.Eq(application, e.terms.Const(value)))
	return value, true
}

// allowed chooses a value. Where the test's start leaves none it is the one that comes first: the test is none then.
func (e *Engine) allowed(m *Meaning, f *term.Func, application *term.Term, args []term.Value) term.Value {
	first, ok := m.lookup(f, args)
	if !ok {
		first = term.ZeroValue(f.Result)
	}
	like := append(slices.Clone(m.filled.facts), e.terms.Eq(application, e.terms.Const(first)))
	if f.Result.Kind != term.KindArray && e.hasModel(like) { // of a map there are always cells that nobody has looked at
		return first
	}
	e.Stats.ByKind["values that axioms give"]++
	e.quantified.also = e.nearCells(application)
	defer func() { e.quantified.also = nil }()
	named := e.terms.Var("value@"+f.Name, f.Result)
	facts := append(slices.Clone(m.filled.facts), e.terms.Eq(application, named))
	for range mostTries {
		model := e.modelOf(facts)
		if model == nil {
			break
		}
		v, ok := model.Lookup(named)
		if !ok {
			break
		}
		is := e.terms.Eq(named, e.terms.Const(v))
		if f.Result.Kind == term.KindArray || e.hasModel(append(slices.Clone(facts), is)) {
			return v
		}
		facts = append(facts, e.terms.Not(is)) // instances allow it, the axioms do not
	}
	return first
}

// nearCells are cells of a map that a program may look at: those at small numbers.
func (e *Engine) nearCells(m *term.Term) []*term.Term {
	const lowest, highest = -16, 64
	if m.Sort().Kind != term.KindArray || m.Sort().Index.Kind != term.KindInt {
		return nil
	}
	var out []*term.Term
	for i := int64(lowest); i <= highest; i++ {
		out = append(out, e.terms.Select(m, e.terms.IntConst(i)))
	}
	return out
}

// hasModel says that facts agree with instances of the axioms.
func (e *Engine) hasModel(facts []*term.Term) bool { return e.modelOf(facts) != nil }

// modelOf is a model of facts and instances of the axioms, nil if none was found.
func (e *Engine) modelOf(facts []*term.Term) *solver.Model {
	answer := e.askWithin(fillTime, facts, nil, "value of a function", nil)
	if answer.Status != solver.Sat {
		return nil
	}
	return answer.Model
}
