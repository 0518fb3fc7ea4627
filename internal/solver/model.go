package solver

import (
	"maps"
	"slices"

	"yogi/internal/term"
)

// Model is an assignment found by a solver. It is total: a symbol it does not mention has the zero of
// its sort.
type Model struct {
	vars  map[*term.Term]term.Value
	funcs map[*term.Func]*FuncValue
}

// FuncValue is a function: entries and a value elsewhere.
type FuncValue struct {
	Default term.Value
	term.FuncTable
}

// NewModel is the model with these values of variables.
func NewModel(vars map[*term.Term]term.Value) *Model {
	return NewModelWithFuncs(vars, nil)
}

// NewModelWithFuncs is the model with these values of variables and functions. The caller gives the
// maps away.
func NewModelWithFuncs(vars map[*term.Term]term.Value, funcs map[*term.Func]*FuncValue) *Model {
	for _, f := range funcs {
		f.Index()
	}
	return &Model{vars: vars, funcs: funcs}
}

// Has reports whether the model says something about v.
func (m *Model) Has(v *term.Term) bool {
	_, ok := m.vars[v]
	return ok
}

// Lookup is the value of v.
func (m *Model) Lookup(v *term.Term) (term.Value, bool) {
	if value, ok := m.vars[v]; ok {
		return value, true
	}
	return v.Sort().Zero(), true
}

// Apply is the value of f at args.
func (m *Model) Apply(f *term.Func, args []term.Value) (term.Value, bool) {
	fv := m.funcs[f]
	if fv == nil {
		return f.Result.Zero(), true
	}
	if v, known := fv.Lookup(args); known {
		return v, true
	}
	return fv.Default, true
}

// Vars are the variables the model mentions, by ID.
func (m *Model) Vars() []*term.Term {
	return slices.SortedFunc(maps.Keys(m.vars), func(a, b *term.Term) int { return int(a.ID()) - int(b.ID()) })
}

// Funcs are the functions the model mentions, by ID.
func (m *Model) Funcs() []*term.Func {
	return slices.SortedFunc(maps.Keys(m.funcs), func(a, b *term.Func) int { return int(a.ID()) - int(b.ID()) })
}

// Func returns what the model says about f, or nil.
func (m *Model) Func(f *term.Func) *FuncValue { return m.funcs[f] }

// With is m with some variables changed.
func (m *Model) With(changes map[*term.Term]term.Value) *Model {
	vars := maps.Clone(m.vars)
	if vars == nil {
		vars = map[*term.Term]term.Value{}
	}
	maps.Copy(vars, changes)
	return &Model{vars: vars, funcs: m.funcs}
}

// Satisfies evaluates every term under the model. decided is false when some term has no value under
// evaluation (a quantifier) and none is false.
func (m *Model) Satisfies(e *term.Evaluator, terms []*term.Term) (holds, decided bool) {
	return e.All(terms, m)
}
