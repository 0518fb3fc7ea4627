package smtlib

import (
	"fmt"
	"math/big"
	"strings"

	"yogi/internal/solver"
	"yogi/internal/term"
)

// valueReader turns the text of models into values. What it cannot read it leaves out of the model,
// which is evaluated before anyone believes it.
type valueReader struct {
	b *term.Builder // for the literals only
}

func newValueReader() *valueReader { return &valueReader{term.NewBuilder()} }

// definition is one define-fun of a model.
type definition struct {
	params []string
	sorts  []*term.Sort
	result *term.Sort
	body   term.SExpr
}

// modelText is a model while it is read.
type modelText struct {
	r        *valueReader
	defs     map[string]*definition
	elements map[string]int // elements of uninterpreted sorts, by text
}

// model reads the answer to get-model for the symbols that printer declared.
func (r *valueReader) model(output string, printer *term.Printer) (*solver.Model, error) {
	list, err := term.ParseSExprs(output)
	if err != nil || len(list) != 1 {
		return nil, fmt.Errorf("unreadable model: %v", err)
	}
	m := &modelText{r: r, defs: map[string]*definition{}, elements: map[string]int{}}
	for _, e := range list[0].List {
		m.define(e)
	}
	vars := map[*term.Term]term.Value{}
	for _, v := range printer.Vars {
		if d := m.defs["v "+v.Name()]; d != nil {
			if value := m.value(d.body, v.Sort(), nil); value.IsValid() {
				vars[v] = value
			}
		}
	}
	funcs := map[*term.Func]*solver.FuncValue{}
	for _, f := range printer.Funcs {
		if d := m.defs["f "+f.Name]; d != nil && len(d.params) == len(f.Params) {
			if fv := m.function(d, f.Params, f.Result); fv != nil {
				funcs[f] = fv
			}
		}
	}
	return solver.NewModelWithFuncs(vars, funcs), nil
}

func (m *modelText) define(e term.SExpr) {
	if e.Head() != "define-fun" || len(e.List) != 5 {
		return
	}
	d := &definition{body: e.List[4]}
	for _, p := range e.List[2].List {
		if len(p.List) != 2 {
			return
		}
		sort, err := m.r.b.SortFrom(p.List[1])
		if err != nil {
			return
		}
		d.params = append(d.params, p.List[0].Atom)
		d.sorts = append(d.sorts, sort)
	}
	sort, err := m.r.b.SortFrom(e.List[3])
	if err != nil {
		return
	}
	d.result = sort
	m.defs[e.List[1].Atom] = d
}

// value reads a value of sort s; let bindings come in bound.
func (m *modelText) value(e term.SExpr, s *term.Sort, bound map[string]term.SExpr) term.Value {
	if inner, ok := bound[e.Atom]; ok && !e.IsList() {
		return m.value(inner, s, bound)
	}
	if e.Head() == "let" && len(e.List) == 3 {
		extended := map[string]term.SExpr{}
		for name, old := range bound {
			extended[name] = old
		}
		for _, binding := range e.List[1].List {
			if len(binding.List) == 2 {
				extended[binding.List[0].Atom] = binding.List[1]
			}
		}
		return m.value(e.List[2], s, extended)
	}
	switch s.Kind {
	case term.KindArray:
		return m.array(e, s, bound)
	case term.KindUninterpreted:
		text := e.String()
		n, ok := m.elements[text]
		if !ok {
			n = len(m.elements)
			m.elements[text] = n
		}
		return term.UninterpretedValue(s, n)
	}
	return m.scalar(e, s)
}

func (m *modelText) scalar(e term.SExpr, s *term.Sort) term.Value {
	if s.Kind == term.KindReal {
		if q := rational(e); q != nil {
			return term.RealValue(q)
		}
		return term.Value{}
	}
	t, err := m.r.b.ParseTerm(e, nil)
	if err != nil {
		return term.Value{}
	}
	v, ok := t.Value()
	if !ok || v.Kind() != s.Kind {
		return term.Value{}
	}
	return v
}

// rational reads decimals, quotients and negations, whole numbers among them.
func rational(e term.SExpr) *big.Rat {
	if !e.IsList() {
		q, ok := new(big.Rat).SetString(e.Atom)
		if !ok {
			return nil
		}
		return q
	}
	var parts []*big.Rat
	for _, part := range e.List[min(1, len(e.List)):] {
		q := rational(part)
		if q == nil {
			return nil
		}
		parts = append(parts, q)
	}
	switch {
	case e.Head() == "-" && len(parts) == 1:
		return new(big.Rat).Neg(parts[0])
	case e.Head() == "/" && len(parts) == 2 && parts[1].Sign() != 0:
		return new(big.Rat).Quo(parts[0], parts[1])
	}
	return nil
}

// array reads stores over a constant array or over a function used as an array.
func (m *modelText) array(e term.SExpr, s *term.Sort, bound map[string]term.SExpr) term.Value {
	if inner, ok := bound[e.Atom]; ok && !e.IsList() {
		return m.array(inner, s, bound)
	}
	switch {
	case e.Head() == "store" && len(e.List) == 4:
		base := m.array(e.List[1], s, bound)
		i, v := m.value(e.List[2], s.Index, bound), m.value(e.List[3], s.Elem, bound)
		if !base.IsValid() || !i.IsValid() || !v.IsValid() {
			return term.Value{}
		}
		return term.ArrayVal(base.Array().Store(i, v))
	case len(e.List) == 2 && e.List[0].Head() == "as":
		v := m.value(e.List[1], s.Elem, bound)
		if !v.IsValid() {
			return v
		}
		return term.ArrayVal(term.NewArrayValue(s, v))
	case e.Head() == "_" && len(e.List) == 3 && e.List[1].Atom == "as-array":
		if d := m.defs[e.List[2].Atom]; d != nil && len(d.params) == 1 {
			return m.functionArray(d, s)
		}
	case e.Head() == "lambda" && len(e.List) == 3 && len(e.List[1].List) == 1 && len(e.List[1].List[0].List) == 2:
		if sort, err := m.r.b.SortFrom(e.List[1].List[0].List[1]); err == nil {
			d := &definition{params: []string{e.List[1].List[0].Head()}, sorts: []*term.Sort{sort}, body: e.List[2]}
			return m.functionArray(d, s)
		}
	}
	return term.Value{}
}

func (m *modelText) functionArray(d *definition, s *term.Sort) term.Value {
	fv := m.function(d, []*term.Sort{s.Index}, s.Elem)
	if fv == nil {
		return term.Value{}
	}
	a := term.NewArrayValue(s, fv.Default)
	for i := len(fv.Entries) - 1; i >= 0; i-- {
		a = a.Store(fv.Entries[i].Args[0], fv.Entries[i].Value)
	}
	return term.ArrayVal(a)
}

// function reads a function's body as a table; nil when it has none.
func (m *modelText) function(d *definition, params []*term.Sort, result *term.Sort) *solver.FuncValue {
	if fv := m.choices(d, params, result); fv != nil {
		return fv
	}
	return m.expression(d, params)
}

// expression reads a body that is some term over the parameters.
func (m *modelText) expression(d *definition, params []*term.Sort) *solver.FuncValue {
	b := m.r.b
	values := valuesOf{}
	vars := make([]*term.Term, len(d.params))
	for i, name := range d.params {
		vars[i] = b.Var(name, d.sorts[i])
	}
	body, err := b.ParseTerm(d.body, func(name string) (*term.Term, *term.Func) {
		for i, p := range d.params {
			if p == name {
				return vars[i], nil
			}
		}
		return nil, nil
	})
	if err != nil {
		return nil
	}
	e := term.NewEvaluator()
	return solver.Tabulate(params, constantsIn(body), func(args []term.Value) term.Value {
		for i, v := range vars {
			values[v] = args[i]
		}
		v, err := e.Eval(body, values)
		if err != nil {
			return term.Value{}
		}
		return v
	})
}

// valuesOf is an assignment of variables only.
type valuesOf map[*term.Term]term.Value

func (a valuesOf) Lookup(v *term.Term) (term.Value, bool) {
	value, ok := a[v]
	return value, ok
}

func (a valuesOf) Apply(*term.Func, []term.Value) (term.Value, bool) { return term.Value{}, false }

// constantsIn lists the constants of a term.
func constantsIn(t *term.Term) []term.Value {
	var found []term.Value
	term.Walker(func(t *term.Term) bool {
		if v, ok := t.Value(); ok {
			found = append(found, v)
		}
		return true
	})(t)
	return found
}

// choices reads a body that is a chain of choices by the arguments' values; nil when it is not.
func (m *modelText) choices(d *definition, params []*term.Sort, result *term.Sort) *solver.FuncValue {
	fv := &solver.FuncValue{}
	body := d.body
	for body.Head() == "ite" && len(body.List) == 4 {
		args := m.arguments(body.List[1], d.params, params)
		v := m.value(body.List[2], result, nil)
		if args == nil || !v.IsValid() {
			return nil
		}
		fv.Entries = append(fv.Entries, term.FuncEntry{Args: args, Value: v})
		body = body.List[3]
	}
	fv.Default = m.value(body, result, nil)
	if !fv.Default.IsValid() {
		return nil
	}
	return fv
}

// arguments reads (and (= x 1) (= y 2)) as the values of all parameters; nil when it says less.
func (m *modelText) arguments(e term.SExpr, names []string, sorts []*term.Sort) []term.Value {
	conjuncts := []term.SExpr{e}
	if e.Head() == "and" {
		conjuncts = e.List[1:]
	}
	args := make([]term.Value, len(names))
	for _, c := range conjuncts {
		if c.Head() != "=" || len(c.List) != 3 {
			return nil
		}
		for i, name := range names {
			for side := 1; side <= 2; side++ {
				if c.List[side].Atom == name && strings.TrimSpace(name) != "" {
					args[i] = m.value(c.List[3-side], sorts[i], nil)
				}
			}
		}
	}
	for _, v := range args {
		if !v.IsValid() {
			return nil
		}
	}
	return args
}
