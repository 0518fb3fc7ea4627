package certify

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"yogi/internal/ir"
	"yogi/internal/solver"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// hasModel says that the solver has found a model of what is stated about the start in which
// variables have the values of the test, and functions those that its run has asked for.
func (s *startState) hasModel(ctx context.Context, test *verdict.Test, asked *verdict.FunctionTable, options TestOptions) bool {
	p := s.program
	stated := slices.Concat(p.Initial, p.Axioms)
	if slices.ContainsFunc(stated, func(t *term.Term) bool { return t.HasQuantifier() && interpreted(p, t) }) {
		return false // the laws of an interpretation are too much for solvers
	}
	w := &inWords{terms: p.Terms, elements: map[*term.Sort]map[int]*term.Term{}}
	facts := slices.Clone(stated)
	for _, sym := range p.Terms.And(stated...).Vars() {
		value, ok := s.Lookup(sym)
		if !ok {
			return false
		}
		facts = append(facts, p.Terms.Eq(sym, w.constant(value)))
	}
	for _, v := range asked.Values {
		args := make([]*term.Term, len(v.Args))
		for i, a := range v.Args {
			args[i] = w.constant(a)
		}
		facts = append(facts, p.Terms.Eq(p.Terms.Apply(v.Function, args...), w.constant(v.Value)))
	}
	w.elementsOf(p, s, test)
	if w.lost {
		return false
	}
	chain, err := options.Solver()
	if err != nil {
		return false
	}
	defer chain.Close()
	query := solver.Query{Path: append(facts, w.distinct()...), Label: "the axioms in a test", Timeout: options.Timeout, StatusOnly: true}
	return chain.Check(ctx, query).Status == solver.Sat
}

// inWords writes values as terms. Those of a sort without a meaning are symbols that differ.
type inWords struct {
	terms    *term.Builder
	elements map[*term.Sort]map[int]*term.Term
	lost     bool // a value was none that can be written
}

func (w *inWords) constant(v term.Value) *term.Term {
	sort := w.terms.SortOf(v)
	switch {
	case sort.Kind == term.KindUninterpreted:
		_, index := v.UninterpretedSort()
		of := w.elements[sort]
		if of == nil {
			of = map[int]*term.Term{}
			w.elements[sort] = of
		}
		if of[index] == nil {
			of[index] = w.terms.Fresh("element", sort)
		}
		return of[index]
	case sort.Kind == term.KindArray && !isPlain(sort):
		w.lost = true
	}
	return w.terms.Const(v)
}

// elementsOf names every value of a sort without a meaning that the run can meet: axioms may bound how many there are.
func (w *inWords) elementsOf(p *ir.Program, s *startState, test *verdict.Test) {
	for _, f := range p.Functions {
		for _, v := range f.Variables() {
			w.meet(term.ZeroValue(v.Sort))
		}
	}
	for _, v := range p.Globals {
		if value, ok := s.Lookup(v.Sym); ok {
			w.meet(value)
		}
	}
	for _, in := range test.Inputs {
		w.meet(in.Value)
	}
}

// meet names the values in a value.
func (w *inWords) meet(v term.Value) {
	switch v.Kind() {
	case term.KindUninterpreted:
		w.constant(v)
	case term.KindArray:
		w.meet(v.Array().Default())
		v.Array().Each(func(i, e term.Value) bool {
			w.meet(i)
			w.meet(e)
			return true
		})
	}
}

// isPlain says that no part of a sort is one without a meaning.
func isPlain(s *term.Sort) bool {
	if s.Kind == term.KindArray {
		return isPlain(s.Index) && isPlain(s.Elem)
	}
	return s.Kind != term.KindUninterpreted
}

// distinct says that the symbols of different values differ.
func (w *inWords) distinct() []*term.Term {
	var out []*term.Term
	for _, sort := range slices.SortedFunc(maps.Keys(w.elements), func(a, b *term.Sort) int { return strings.Compare(a.Name, b.Name) }) {
		of := slices.SortedFunc(maps.Values(w.elements[sort]), func(a, b *term.Term) int { return cmp.Compare(a.ID(), b.ID()) })
		out = append(out, w.terms.Distinct(of...))
	}
	return out
}
