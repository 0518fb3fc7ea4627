package query

import (
	"slices"

	"yogi/internal/bug"
	"yogi/internal/term"
)

// This file asks only about the part of a path that a question is about. The path of a test has a model,
// the test's inputs; conjuncts that share no symbol, not even over others, with the demands cannot make
// them unsatisfiable, and keep the test's values. So the answer about the slice is the answer about the
// path, and a plan made of it takes the other inputs from the test.

// pathIndex finds the conjuncts of a path by their symbols. The next question is mostly about a path that begins
// as the latest one does, so the index is cut back to where they part and extended from there.
type pathIndex struct {
	given     []*term.Term // the path as it was given
	before    []pathMark   // the index before each of these
	conjuncts []*term.Term // once each, in the order in which they came
	known     map[*term.Term]bool
	noted     []*term.Term // what is known, in the order in which it became so
	plain     []int32      // conjuncts without symbols
	bySymbol  map[*term.Term][]int32
	byFunc    map[*term.Func][]int32
	functions func(*term.Term) []*term.Func // those in a term whose meaning a model chooses

	in      []bool   // of the slice being made: which conjuncts
	symbols term.Set // of it
	moved   int      // how often the index became that of another path
}

// pathMark is a length of the index.
type pathMark struct{ conjuncts, noted int }

func newPathIndex(functions func(*term.Term) []*term.Func) *pathIndex {
	return &pathIndex{functions: functions, known: map[*term.Term]bool{}, bySymbol: map[*term.Term][]int32{}, byFunc: map[*term.Func][]int32{}}
}

// align makes the index that of a path.
func (x *pathIndex) align(path []*term.Term) {
	x.moved++
	common := 0
	for common < len(x.given) && common < len(path) && x.given[common] == path[common] {
		common++
	}
	if common < len(x.given) {
		x.cutBack(x.before[common])
		x.given, x.before = x.given[:common], x.before[:common]
	}
	for _, t := range path[common:] {
		x.given, x.before = append(x.given, t), append(x.before, pathMark{len(x.conjuncts), len(x.noted)})
		for _, c := range x.unsaid(t) {
			x.add(c)
		}
		if !x.known[t] { // a conjunction as a whole
			x.note(t)
		}
	}
}

// unsaid lists the conjuncts of t that the path does not have. A driver checks the same objects at every call of
// the system: most of what a long path says it has said before.
func (x *pathIndex) unsaid(t *term.Term) []*term.Term {
	if x.known[t] {
		return nil
	}
	var out []*term.Term
	for _, c := range term.Conjuncts(t) {
		if !x.known[c] {
			out = append(out, c)
		}
	}
	return out
}

func (x *pathIndex) note(t *term.Term) {
	x.known[t] = true
	x.noted = append(x.noted, t)
}

func (x *pathIndex) add(c *term.Term) {
	if x.known[c] {
		return
	}
	x.note(c)
	i := int32(len(x.conjuncts))
	x.conjuncts = append(x.conjuncts, c)
	for _, sym := range c.Vars() {
		x.bySymbol[sym] = append(x.bySymbol[sym], i)
	}
	for _, f := range x.functions(c) {
		x.byFunc[f] = append(x.byFunc[f], i)
	}
	if len(c.Vars()) == 0 {
		x.plain = append(x.plain, i)
	}
}

// cutBack takes back what came after a mark, the latest first.
func (x *pathIndex) cutBack(to pathMark) {
	for i := len(x.conjuncts) - 1; i >= to.conjuncts; i-- {
		c := x.conjuncts[i]
		for _, sym := range c.Vars() {
			x.bySymbol[sym] = x.bySymbol[sym][:len(x.bySymbol[sym])-1]
		}
		for _, f := range x.functions(c) {
			x.byFunc[f] = x.byFunc[f][:len(x.byFunc[f])-1]
		}
		if len(c.Vars()) == 0 {
			x.plain = x.plain[:len(x.plain)-1]
		}
	}
	x.conjuncts = x.conjuncts[:to.conjuncts]
	for _, t := range x.noted[to.noted:] {
		delete(x.known, t)
	}
	x.noted = x.noted[:to.noted]
}

// on lists the conjuncts with a symbol.
func (x *pathIndex) on(sym *term.Term) []*term.Term {
	at := x.bySymbol[sym]
	out := make([]*term.Term, len(at))
	for i, n := range at {
		out[i] = x.conjuncts[n]
	}
	return out
}

// connected lists the conjuncts that share symbols with the demands, over others too, in the order of the path,
// and the symbols of the demands and of these conjuncts.
func (x *pathIndex) connected(demands []*term.Term) (conjuncts, symbols []*term.Term) {
	x.symbols.Clear()
	x.in = append(x.in[:0], make([]bool, len(x.conjuncts))...)
	functions := map[*term.Func]bool{}
	work := slices.Clone(demands)
	found := 0
	reach := func(list []int32) {
		for _, i := range list {
			if !x.in[i] {
				x.in[i] = true
				work = append(work, x.conjuncts[i])
				found++
			}
		}
	}
	reach(x.plain)
	for len(work) > 0 {
		t := work[len(work)-1]
		work = work[:len(work)-1]
		for _, sym := range t.Vars() {
			if x.symbols.Add(sym) {
				symbols = append(symbols, sym)
				reach(x.bySymbol[sym])
			}
		}
		for _, f := range x.functions(t) {
			if !functions[f] {
				functions[f] = true
				reach(x.byFunc[f])
			}
		}
	}
	conjuncts = make([]*term.Term, 0, found)
	for i, in := range x.in {
		if in {
			conjuncts = append(conjuncts, x.conjuncts[i])
		}
	}
	return conjuncts, symbols
}

// slice keeps the conjuncts of path that are connected to the demands by symbols, in their order; the symbols are those
// of the slice and of the demands.
func (s *Session) slice(path, demands []*term.Term) (sliced, symbols []*term.Term) {
	s.index.align(path)
	return s.index.connected(demands)
}

// Unsaid lists the conjuncts of further demands that the path does not have, once each.
func (s *Session) Unsaid(path, demands []*term.Term) []*term.Term {
	s.index.align(path)
	said := len(s.index.conjuncts)
	s.index.align(slices.Concat(path, demands))
	return slices.Clone(s.index.conjuncts[said:])
}

// Conditions finds the conjuncts of one path by their symbols. It is good until the session is
// asked about another path.
type Conditions struct {
	index *pathIndex
	moved int
}

// Conditions makes the conditions on a path.
func (s *Session) Conditions(path []*term.Term) Conditions {
	s.index.align(path)
	return Conditions{s.index, s.index.moved}
}

// On lists the conjuncts with a symbol.
func (c Conditions) On(sym *term.Term) []*term.Term {
	if c.moved != c.index.moved {
		bug.Errorf("conditions of a path are asked for after another path was looked at")
	}
	return c.index.on(sym)
}

// openFunctions lists the functions in a term whose meaning a model chooses.
func (s *Session) openFunctions(t *term.Term) []*term.Func {
	if t.Features()&term.HasApplications == 0 {
		return nil
	}
	if known, ok := s.functions[t]; ok {
		return known
	}
	var out []*term.Func
	listed := map[*term.Func]bool{}
	term.Walker(func(t *term.Term) bool {
		if t.Op() == term.OpApply && !listed[t.Func()] && !s.interpreted(t.Func()) {
			listed[t.Func()] = true
			out = append(out, t.Func())
		}
		return t.Features()&term.HasApplications != 0
	})(t)
	s.functions[t] = out
	return out
}

// interpreted reports whether the program fixes the meaning of a function everywhere.
func (s *Session) interpreted(f *term.Func) bool {
	if s.program.Interpretation == nil {
		return false
	}
	if known, ok := s.fixed[f]; ok {
		return known
	}
	args := make([]term.Value, len(f.Params))
	for i, sort := range f.Params {
		args[i] = term.ZeroValue(sort)
	}
	_, ok := s.program.Interpretation(f, args)
	s.fixed[f] = ok
	return ok
}
