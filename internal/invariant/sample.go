package invariant

import (
	"slices"

	"yogi/internal/ir"
	"yogi/internal/term"
)

const (
	// mostFeatures bounds the terms of a point that candidates relate to one another.
	mostFeatures = 16
	// mostSamples bounds the states of a point that are looked at.
	mostSamples = 160
)

// feature is a term over the state at a point, with its values in the states that were observed.
type feature struct {
	term *term.Term
	// signed and unsigned are the values as numbers; of mathematical integers they are the same.
	signed, unsigned []int64
	// numeric is false of Booleans, whose values are 0 and 1.
	numeric bool
}

// samples is the table of a point: its features in the states observed there.
type samples struct {
	terms     *term.Builder
	states    []term.Assignment
	features  []*feature
	constants map[*term.Sort][]int64 // in the text, sorted
	atoms     []*term.Term           // comparisons over the state at the point
	guards    []*term.Term           // comparisons over the state in which the function was entered, at its return
	evaluator *term.Evaluator
}

// observe makes the table of a point.
func (e *encoder) observe(p Point, observed Observations) *samples {
	s := &samples{terms: e.terms, constants: map[*term.Sort][]int64{}, evaluator: term.NewEvaluator()}
	s.states = e.withGhosts(p, spread(observed.States(p), mostSamples))
	words := e.vocabulary(p.Function)
	inScope := e.inScope(p)
	for _, a := range slices.Concat(words.atoms, atomsIn(observed.Predicates(p))) {
		if inScope(a) {
			s.atoms = append(s.atoms, a)
		}
	}
	for _, a := range words.atoms {
		if then := e.entered(p, a); then != a && inScope(then) {
			s.atoms = append(s.atoms, then)
			s.guards = append(s.guards, then)
		}
	}
	s.constants = e.constants()
	seen := map[*term.Term]bool{}
	add := func(t *term.Term) {
		if !seen[t] && len(s.features) < mostFeatures && inScope(t) {
			seen[t] = true
			if f := s.feature(t); f != nil {
				s.features = append(s.features, f)
			}
		}
	}
	for _, v := range e.live(p) {
		add(v.Sym)
	}
	for _, g := range e.ghosts[p.Function] {
		add(g.Symbol)
	}
	for _, t := range words.reads {
		add(t)
		add(e.entered(p, t))
	}
	for _, t := range words.sides {
		add(t)
	}
	return s
}

// constants lists the numbers in the text of every function in scope, by sort and in order.
func (e *encoder) constants() map[*term.Sort][]int64 {
	if e.numbers != nil {
		return e.numbers
	}
	e.numbers = map[*term.Sort][]int64{}
	for _, f := range e.order {
		for sort, list := range e.vocabulary(f).constants {
			e.numbers[sort] = append(e.numbers[sort], list...)
		}
	}
	for sort, list := range e.numbers {
		slices.Sort(list)
		e.numbers[sort] = slices.Compact(list)
	}
	return e.numbers
}

// spread keeps at most n states, evenly.
func spread(states []term.Assignment, n int) []term.Assignment {
	if len(states) <= n {
		return states
	}
	out := make([]term.Assignment, 0, n)
	for i := 0; i < n; i++ {
		out = append(out, states[i*(len(states)-1)/(n-1)])
	}
	return out
}

// feature evaluates a term in all states; nil if it is no number or has a value that cannot be held.
func (s *samples) feature(t *term.Term) *feature {
	f := &feature{term: t}
	switch t.Sort().Kind {
	case term.KindBool:
	case term.KindInt:
		f.numeric = true
	case term.KindBV:
		if t.Sort().Width > 64 {
			return nil
		}
		f.numeric = true
	default:
		return nil
	}
	for _, state := range s.states {
		v, err := s.evaluator.Eval(t, state)
		switch {
		case err != nil:
			return nil
		case t.Sort().Kind == term.KindBool:
			x := int64(0)
			if v.Bool() {
				x = 1
			}
			f.signed, f.unsigned = append(f.signed, x), append(f.unsigned, x)
		case !v.FitsInt64():
			return nil
		case t.Sort().Kind == term.KindInt:
			f.signed, f.unsigned = append(f.signed, v.Int64()), append(f.unsigned, v.Int64())
		default:
			f.signed = append(f.signed, v.BigSigned().Int64())
			f.unsigned = append(f.unsigned, int64(v.Uint64())) // of 64 bits: negative above 2^63, see order
		}
	}
	return f
}

// holds reports whether a formula is true in all states observed; of what cannot be evaluated, no.
func (s *samples) holds(t *term.Term) bool {
	for _, state := range s.states {
		v, err := s.evaluator.Eval(t, state)
		if err != nil || !v.Bool() {
			return false
		}
	}
	return true
}

// withFeatures is the table with other features of the same states.
func (s *samples) withFeatures(features []*feature) *samples {
	out := *s
	out.features = features
	return &out
}

// numbersBySort are the features that are numbers, those of each sort together, in their order.
func (s *samples) numbersBySort() [][]*feature {
	at := map[*term.Sort]int{}
	var out [][]*feature
	for _, f := range s.features {
		if !f.numeric {
			continue
		}
		i, known := at[f.term.Sort()]
		if !known {
			i = len(out)
			at[f.term.Sort()] = i
			out = append(out, nil)
		}
		out[i] = append(out[i], f)
	}
	return out
}

// where is the table of those states in which a feature has a value.
func (s *samples) where(f *feature, value int64) *samples {
	out := &samples{terms: s.terms, constants: s.constants, evaluator: s.evaluator}
	for i, v := range f.signed {
		if v == value {
			out.states = append(out.states, s.states[i])
		}
	}
	for _, g := range s.features {
		if g == f {
			continue
		}
		h := &feature{term: g.term, numeric: g.numeric}
		for i, v := range f.signed {
			if v == value {
				h.signed, h.unsigned = append(h.signed, g.signed[i]), append(h.unsigned, g.unsigned[i])
			}
		}
		out.features = append(out.features, h)
	}
	return out
}

// vocabulary is all that the text of a function speaks of: formulas over its state.
type vocabulary struct {
	atoms     []*term.Term
	reads     []*term.Term // scalar reads of maps
	sides     []*term.Term // compound sides of comparisons
	constants map[*term.Sort][]int64
	accesses  []access
}

// vocabulary collects the words of a function, each block's over the state at its start.
func (e *encoder) vocabulary(f *ir.Function) *vocabulary {
	if w := e.words[f]; w != nil {
		return w
	}
	w := &vocabulary{constants: map[*term.Sort][]int64{}}
	e.words[f] = w
	c := newCollector(w)
	for _, b := range f.Blocks {
		m := &moment{cond: e.terms.True(), env: map[*term.Term]*term.Term{}}
		for _, instruction := range b.Instructions {
			ir.EachTerm(instruction, func(t *term.Term) { c.collect(e.eval(m, t)) })
			switch x := instruction.(type) {
			case *ir.Assign:
				m.env[x.Dst.Sym] = e.eval(m, x.Src)
				if y := beside(x.Src); y != nil && y != x.Dst.Sym {
					c.collect(e.terms.BVSle(x.Dst.Sym, y))
				}
				if x.Src.IsConst() && x.Src.Sort().Kind != term.KindArray { // the first round may be an exception
					c.collect(e.terms.Eq(x.Dst.Sym, x.Src))
				}
			case *ir.Havoc:
				m.env[x.Dst.Sym] = e.symbol(x.Dst.Sort)
			case *ir.Call:
				e.callVocabulary(c, m, x)
			}
		}
		if g, ok := b.Terminator.(*ir.Goto); ok {
			for _, target := range g.Targets {
				c.collect(e.eval(m, target.Guard))
				for _, guard := range e.renamed(b, m, target.Guard) {
					c.collect(guard)
				}
			}
		}
	}
	for _, a := range e.throughCalls(f) {
		c.collect(a)
	}
	return w
}

// throughCalls lists the comparisons of the callers' text over the arguments and results of their
// calls, as comparisons of the parameters and results: what a caller has tested of a size before it
// hands it on, or tests of what it got.
func (e *encoder) throughCalls(f *ir.Function) []*term.Term {
	var out []*term.Term
	for _, caller := range e.order {
		if caller == f {
			continue
		}
		for _, b := range caller.Blocks {
			call := b.Call()
			if call == nil || call.Callee != f {
				continue
			}
			parameter := map[*term.Term]*term.Term{}
			for i, a := range call.Args {
				if a.IsVar() && parameter[a] == nil {
					parameter[a] = f.Params[i].Sym
				}
			}
			for i, v := range call.Results {
				if v != nil {
					parameter[v.Sym] = f.Results[i].Sym
				}
			}
			for _, atom := range e.vocabulary(caller).atoms {
				if len(atom.Vars()) > 0 && !slices.ContainsFunc(atom.Vars(), func(v *term.Term) bool { return parameter[v] == nil }) {
					out = append(out, e.terms.Substitute(atom, parameter))
				}
			}
		}
	}
	return out
}

// renamed lists what the condition of a branch says of other variables that got the same value in its block: of
// x = input(); if (x > 50) the condition may be about what x is a copy of.
func (e *encoder) renamed(b *ir.Block, m *moment, guard *term.Term) []*term.Term {
	var out []*term.Term
	for _, sym := range guard.Vars() {
		value := m.env[sym]
		if value == nil || value.IsConst() {
			continue
		}
		for _, instruction := range b.Instructions {
			a, ok := instruction.(*ir.Assign)
			if ok && m.env[a.Dst.Sym] == value && a.Dst.Sym != sym {
				out = append(out, e.terms.Substitute(guard, map[*term.Term]*term.Term{sym: a.Dst.Sym}))
			}
		}
	}
	return out
}

// beside returns the variable that a machine integer is a copy of, but for a constant: the two begin
// beside one another, and often one of them stays where it is while the other goes only one way.
func beside(t *term.Term) *term.Term {
	if args := t.Args(); t.Op() == term.OpBVAdd && len(args) == 2 && args[1].IsConst() {
		t = args[0]
	}
	if t.IsVar() && t.Sort().Kind == term.KindBV {
		return t
	}
	return nil
}

// callVocabulary adds the words of a callee that is part of the caller's steps, over the arguments:
// what an assertion function tests, or what a method keeps in an object. Those that speak of the
// callee's own variables are left out.
func (e *encoder) callVocabulary(c *collector, m *moment, call *ir.Call) {
	if !e.isInline(call.Callee) {
		return
	}
	arguments := map[*term.Term]*term.Term{}
	for i, p := range call.Callee.Params {
		arguments[p.Sym] = e.eval(m, call.Args[i])
	}
	words := e.vocabulary(call.Callee)
	for _, t := range slices.Concat(words.atoms, words.reads) {
		if e.isOver(t, arguments) {
			c.collect(e.terms.Substitute(t, arguments))
		}
	}
}

// isOver reports whether a term speaks of nothing but globals and the given parameters.
func (e *encoder) isOver(t *term.Term, parameters map[*term.Term]*term.Term) bool {
	return !slices.ContainsFunc(t.Vars(), func(sym *term.Term) bool {
		v := e.program.VariableOf(sym)
		return parameters[sym] == nil && (v == nil || v.Kind != ir.Global)
	})
}

// collector gathers atoms, reads, sides and constants.
type collector struct {
	words   *vocabulary
	collect func(*term.Term) // looks at a term and all in it
}

func newCollector(words *vocabulary) *collector {
	c := &collector{words: words}
	c.collect = term.Walker(c.look)
	return c
}

func (c *collector) look(t *term.Term) bool {
	if t.HasQuantifier() {
		return false
	}
	if isAtom(t) {
		c.words.atoms = append(c.words.atoms, t)
		for _, side := range t.Args() {
			c.side(side)
		}
	}
	if t.Op() == term.OpSelect && t.Sort().Kind != term.KindArray {
		c.words.reads = append(c.words.reads, t)
		c.words.accesses = append(c.words.accesses, access{memoryOf(t.Arg(0)), t.Arg(1), nil})
	}
	if t.Op() == term.OpStore {
		c.words.accesses = append(c.words.accesses, access{memoryOf(t), t.Arg(1), t.Arg(2)})
	}
	v, _ := t.Value()
	if x, ok := v.Signed64(); ok {
		c.words.constants[t.Sort()] = append(c.words.constants[t.Sort()], x)
	}
	return true
}

// memoryOf returns the map that a map was before it was written to.
func memoryOf(t *term.Term) *term.Term {
	for t.Op() == term.OpStore {
		t = t.Arg(0)
	}
	return t
}

func (c *collector) side(t *term.Term) {
	switch t.Sort().Kind {
	case term.KindInt, term.KindBV:
		if !t.IsVar() && !t.IsConst() && t.Op() != term.OpSelect && t.Op() != term.OpIte {
			c.words.sides = append(c.words.sides, t)
		}
	}
}

// isAtom reports whether t is a formula without smaller formulas at its top.
func isAtom(t *term.Term) bool {
	if t.Sort().Kind != term.KindBool || t.IsConst() {
		return false
	}
	switch t.Op() {
	case term.OpAnd, term.OpOr, term.OpNot, term.OpIte:
		return false
	case term.OpEq:
		return t.Args()[0].Sort().Kind != term.KindBool
	}
	return true
}

func atomsIn(formulas []*term.Term) []*term.Term {
	c := newCollector(&vocabulary{constants: map[*term.Sort][]int64{}})
	for _, t := range formulas {
		c.collect(t)
	}
	return c.words.atoms
}
