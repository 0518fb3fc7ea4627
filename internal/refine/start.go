package refine

import (
	"maps"
	"slices"

	"yogi/internal/ir"
	"yogi/internal/sem"
	"yogi/internal/sem/concrete"
	"yogi/internal/solver"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// This file is about the start state: which globals and which cells of memory have a known value,
// and how a model of a query becomes the start state of a test.

// initialise makes the symbolic state at the root: every global is its own symbol, or the constant that
// an Initial fact says.
func (e *Engine) initialise() {
	p := e.Program
	globals := make([]*term.Term, len(p.Globals))
	for i, v := range p.Globals {
		globals[i] = v.Sym
	}
	known := map[*term.Term]*term.Term{}
	if v := p.AllocCounter; v != nil {
		first := e.terms.BVConst(v.Sort.Width, p.FirstFree)
		known[v.Sym], globals[v.Index] = first, first
		e.start[v.Index], _ = first.Value()
	}
	for _, fact := range p.Initial {
		if v, value := fixes(p, fact); v != nil && known[v.Sym] == nil {
			known[v.Sym] = value
			globals[v.Index] = value
			constant, _ := value.Value()
			e.start[v.Index] = constant
		}
	}
	for _, fact := range append(append([]*term.Term(nil), p.Axioms...), p.Initial...) {
		if fact = e.terms.Substitute(fact, known); !fact.IsTrue() && !fact.HasQuantifier() {
			e.initial = append(e.initial, fact)
		}
	}
	locals := make([]*term.Term, 0, 8)
	for _, v := range p.Entry.Variables() {
		locals = append(locals, e.terms.Const(term.ZeroValue(v.Sort)))
	}
	e.root.point = sem.NewRoot(globals, locals)
	e.facts = newStartFacts(p)
	e.expansion = newExpansion(e.terms)
	e.quantified = newQuantified(e.terms, p.Axioms)
}

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

// setStart gives the machine the globals that are fixed at the start.
func (e *Engine) setStart(m *concrete.Machine) {
	for i, v := range e.start {
		m.Globals[i] = v
	}
}

// startState reads the start state of a test from a model of the constraint of p: scalars as the model
// says; of the maps of C memory only the cells that the constraint reads, the rest is zero.
func (e *Engine) startState(p *Path, model *solver.Model) []verdict.GlobalValue {
	var out []verdict.GlobalValue
	for _, v := range e.Program.Globals {
		if _, fixed := e.start[v.Index]; fixed || e.facts.byCells(v) {
			continue
		}
		if value, ok := model.Lookup(v.Sym); ok && model.Has(v.Sym) {
			out = append(out, verdict.GlobalValue{Variable: v, Value: value})
		}
	}
	return append(out, e.facts.cells(e, model)...)
}

// startFacts knows the cells of memory whose values at the start are known, and which cells of the start memory
// the latest query reads.
type startFacts struct {
	ranges    map[*term.Term][]ir.InitialRange // by the map's symbol
	set       map[*ir.Variable]*term.ArrayValue
	maps      map[*term.Term]*ir.Variable // all maps of C memory
	reads     []*term.Term                // selects on start maps in the latest query
	wholeMaps bool                        // the latest query compares maps
	found     map[*term.Term][]*term.Term // per term: the selects in it
	compares  map[*term.Term]bool         // per term: whether maps are compared in it
}

func newStartFacts(p *ir.Program) *startFacts {
	f := &startFacts{ranges: map[*term.Term][]ir.InitialRange{}, set: p.MapsAtStart(), maps: map[*term.Term]*ir.Variable{}, found: map[*term.Term][]*term.Term{}, compares: map[*term.Term]bool{}}
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

// byCells reports whether the start value of a map is made of the cells that the query reads, zero
// elsewhere, instead of the model's array: always for C memory; for Boogie's maps unless the query
// compares whole maps. A solver's choice for cells nobody asked about may break what the program assumes
// of all cells, zero breaks the least.
func (f *startFacts) byCells(v *ir.Variable) bool {
	return f.maps[v.Sym] != nil && (v.Memory != nil || !f.wholeMaps)
}

// complete adds to the path the instances, for the cells that the query reads, of the fact that static
// memory is zero at the start, or what else is said of it. The quantified fact is needed nowhere else: start maps are only read
// through select.
func (f *startFacts) complete(e *Engine, path, assume []*term.Term) []*term.Term {
	f.reads, f.wholeMaps = f.reads[:0], false
	if len(f.maps) == 0 {
		return path
	}
	seen := map[*term.Term]bool{}
	out := make([]*term.Term, 0, len(path)+8)
	collect := func(t *term.Term) {
		f.wholeMaps = f.wholeMaps || f.comparesMaps(t)
		for _, s := range f.selects(e.terms, t) {
			if !seen[s] {
				seen[s] = true
				f.reads = append(f.reads, s)
				if fact := f.known(e.terms, s); fact != nil && !fact.IsTrue() {
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
	return out
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
			for _, base := range bases(t.Args()[0], nil) {
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

// bases lists the array symbols under stores and cases.
func bases(array *term.Term, out []*term.Term) []*term.Term {
	for array.Op() == term.OpStore {
		array = array.Args()[0]
	}
	if array.Op() == term.OpIte {
		return bases(array.Args()[2], bases(array.Args()[1], out))
	}
	return append(out, array)
}

// cells reads the start memory of a test from a model of the latest query.
func (f *startFacts) cells(e *Engine, model *solver.Model) []verdict.GlobalValue {
	content := map[*ir.Variable]*term.ArrayValue{}
	var order []*ir.Variable
	for _, s := range f.reads {
		v := f.maps[s.Args()[0]]
		if !f.byCells(v) {
			continue
		}
		index, err := e.evaluator.Eval(s.Args()[1], model)
		if err != nil {
			continue
		}
		value, err := e.evaluator.Eval(s, model)
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
