package query

import (
	"maps"
	"slices"

	"yogi/internal/ir"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// This file is about the start state: which globals and which cells of memory have a known value,
// and how a model of a query becomes the start state of a test.

// initialise finds what is known of the globals at the start: the constants that Initial facts say,
// and other facts.
func (s *Session) initialise() {
	p := s.program
	known := map[*term.Term]*term.Term{}
	if v := p.AllocCounter; v != nil {
		first := s.terms.BVConst(v.Sort.Width, p.FirstFree)
		known[v.Sym] = first
		s.start[v.Index], _ = first.Value()
	}
	for _, fact := range p.Initial {
		if v, value := fixes(p, fact); v != nil && known[v.Sym] == nil {
			known[v.Sym] = value
			s.start[v.Index], _ = value.Value()
		}
	}
	for _, fact := range append(append([]*term.Term(nil), p.Axioms...), p.Initial...) {
		if fact = s.terms.Substitute(fact, known); !fact.IsTrue() && !fact.HasQuantifier() {
			s.initial = append(s.initial, fact)
		}
	}
}

// Initial are the facts about the globals at the start that a path begins with; those of Start are left out.
func (s *Session) Initial() []*term.Term { return s.initial }

// Start are the values of the globals that are fixed at the start, by their index.
func (s *Session) Start() map[int]term.Value { return s.start }

// SymbolicStart gives every global at the start: itself, or the constant that it is.
func (s *Session) SymbolicStart() []*term.Term {
	globals := make([]*term.Term, len(s.program.Globals))
	for i, v := range s.program.Globals {
		if globals[i] = v.Sym; s.start[i].IsValid() {
			globals[i] = s.terms.Const(s.start[i])
		}
	}
	return globals
}

// CellsAtStart are the ranges of a map of C memory, given by its symbol, whose content at the start is known.
func (s *Session) CellsAtStart(symbol *term.Term) []ir.InitialRange { return s.facts.ranges[symbol] }

// fixes recognises a fact of the form "global = constant".
func fixes(p *ir.Program, fact *term.Term) (*ir.Variable, *term.Term) {
	if fact.Op() != term.OpEq {
		return nil, nil
	}
	a, b := fact.Args()[0], fact.Args()[1]
	if b.Op() == term.OpVar {
		a, b = b, a
	}
	if v := p.VariableOf(a); v != nil && b.IsConst() {
		return v, b
	}
	return nil, nil
}

// StartState reads the start state of a test from the answer about its path: scalars as the model
// says; of the maps of C memory only the cells that the query reads, the rest is zero.
func (s *Session) StartState(answer PathAnswer) []verdict.GlobalValue {
	var out []verdict.GlobalValue
	for _, v := range s.program.Globals {
		if _, fixed := s.start[v.Index]; fixed || s.facts.byCells(v, answer.cells) {
			continue
		}
		if value, ok := answer.Model.Lookup(v.Sym); ok && answer.Model.Has(v.Sym) {
			out = append(out, verdict.GlobalValue{Variable: v, Value: value})
		}
	}
	return append(out, s.contents(answer)...)
}

// startFacts knows the cells of memory whose values at the start are known.
type startFacts struct {
	ranges   map[*term.Term][]ir.InitialRange // by the map's symbol
	set      map[*ir.Variable]*term.ArrayValue
	maps     map[*term.Term]*ir.Variable // all maps of C memory
	found    map[*term.Term][]*term.Term // per term: the selects in it
	compares map[*term.Term]bool         // per term: whether maps are compared in it
}

// startCells are the cells of the maps at the start of the program that a query mentions.
type startCells struct {
	reads    []*term.Term // selects on them
	compared bool         // whole maps are compared
}

func newStartFacts(p *ir.Program) *startFacts {
	f := &startFacts{
		ranges: map[*term.Term][]ir.InitialRange{}, set: p.MapsAtStart(), maps: map[*term.Term]*ir.Variable{},
		found: map[*term.Term][]*term.Term{}, compares: map[*term.Term]bool{},
	}
	for _, r := range p.InitialRanges {
		f.ranges[r.Map.Sym] = append(f.ranges[r.Map.Sym], r)
	}
	for _, v := range p.Globals {
		if v.Sort.Kind == term.KindArray && v.Sort.Elem.Kind != term.KindArray {
			f.maps[v.Sym] = v
		}
	}
	return f
}

// byCells reports whether the start value of a map is made of the cells that a query reads, zero
// elsewhere, instead of the model's array: always for C memory; for Boogie's maps unless the query
// compares whole maps. A solver's choice for cells nobody asked about may break what the program assumes
// of all cells, zero breaks the least.
func (f *startFacts) byCells(v *ir.Variable, of startCells) bool {
	return f.maps[v.Sym] != nil && (v.Memory != nil || !of.compared)
}

// complete adds to the path the instances, for the cells that the query reads, of the fact that
// static memory is zero at the start, or what else is said of it. The quantified fact is needed
// nowhere else: start maps are only read through select. The cells are those that the query is
// about.
func (f *startFacts) complete(terms *term.Builder, path, assume []*term.Term) (completed []*term.Term, cells startCells) {
	if len(f.maps) == 0 {
		return path, cells
	}
	seen := map[*term.Term]bool{}
	out := make([]*term.Term, 0, len(path)+8)
	collect := func(t *term.Term) {
		cells.compared = cells.compared || f.comparesMaps(t)
		for _, s := range f.selects(terms, t) {
			if !seen[s] {
				seen[s] = true
				cells.reads = append(cells.reads, s)
				if fact := f.known(terms, s); fact != nil && !fact.IsTrue() {
					out = append(out, fact)
				}
			}
		}
	}
	for _, t := range path {
		collect(t)
		out = append(out, t)
	}
	for _, t := range assume {
		collect(t)
	}
	return out, cells
}

// known states that a select on a start map is what the range says that its index is in.
func (f *startFacts) known(terms *term.Builder, s *term.Term) *term.Term {
	symbol, index := s.Args()[0], s.Args()[1]
	ranges := f.ranges[symbol]
	if len(ranges) == 0 {
		return nil
	}
	width := index.Sort().Width
	inside := map[uint64][]*term.Term{}
	for _, r := range ranges {
		from, to := terms.BVConst(width, r.From), terms.BVConst(width, r.To)
		inside[r.Value] = append(inside[r.Value], terms.And(terms.BVUle(from, index), terms.BVUlt(index, to)))
	}
	var facts []*term.Term
	for _, value := range slices.Sorted(maps.Keys(inside)) {
		facts = append(facts, terms.Implies(terms.Or(inside[value]...), terms.Eq(s, terms.BVConst(s.Sort().Width, value))))
	}
	return terms.And(facts...)
}

// selects lists the reads of start maps that the selects in t may come down to, through stores.
func (f *startFacts) selects(terms *term.Builder, t *term.Term) []*term.Term {
	if out, ok := f.found[t]; ok {
		return out
	}
	var out []*term.Term
	term.Walker(func(t *term.Term) bool {
		if t.Op() == term.OpForall || t.Op() == term.OpExists { // a bound index is no cell
			return false
		}
		if t.Op() == term.OpSelect {
			for _, base := range bases(t.Args()[0]) {
				if f.maps[base] != nil {
					out = append(out, terms.Select(base, t.Args()[1]))
				}
			}
		}
		return true
	})(t)
	f.found[t] = out
	return out
}

// comparesMaps reports whether an equality between maps occurs in t.
func (f *startFacts) comparesMaps(t *term.Term) bool {
	if t.Features()&term.HasArrays == 0 {
		return false
	}
	if done, ok := f.compares[t]; ok {
		return done
	}
	found := t.Op() == term.OpEq && t.Args()[0].Sort().Kind == term.KindArray
	for _, a := range t.Args() {
		found = found || f.comparesMaps(a)
	}
	f.compares[t] = found
	return found
}

// bases lists the array symbols under stores and cases, each once.
func bases(array *term.Term) (out []*term.Term) {
	seen := map[*term.Term]bool{}
	var walk func(array *term.Term)
	walk = func(array *term.Term) {
		for array.Op() == term.OpStore {
			array = array.Arg(0)
		}
		switch {
		case seen[array]:
			return
		case array.Op() == term.OpIte:
			walk(array.Arg(1))
			walk(array.Arg(2))
		default:
			out = append(out, array)
		}
		seen[array] = true
	}
	walk(array)
	return out
}

// contents reads the memory at the start from a model.
func (s *Session) contents(answer PathAnswer) []verdict.GlobalValue {
	f, model := s.facts, answer.Model
	content := map[*ir.Variable]*term.ArrayValue{}
	var order []*ir.Variable
	for _, read := range answer.cells.reads {
		v := f.maps[read.Args()[0]]
		if !f.byCells(v, answer.cells) {
			continue
		}
		index, err := s.evaluator.Eval(read.Args()[1], model)
		if err != nil {
			continue
		}
		value, err := s.evaluator.Eval(read, model)
		if err != nil {
			continue
		}
		if content[v] == nil {
			if content[v] = f.set[v]; content[v] == nil {
				content[v] = term.NewArrayValue(v.Sort, term.ZeroValue(v.Sort.Elem))
			}
			order = append(order, v)
		}
		content[v] = content[v].Store(index, value)
	}
	var out []verdict.GlobalValue
	for _, v := range order {
		if content[v].Len() > 0 {
			out = append(out, verdict.GlobalValue{Variable: v, Value: term.ArrayVal(content[v])})
		}
	}
	return out
}
