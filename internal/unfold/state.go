package unfold

import (
	"slices"

	"yogi/internal/ir"
	"yogi/internal/sem/symbolic"
	"yogi/internal/term"
)

// prefix begins the names of the symbols that stand for inputs.
const prefix = "unfold!"

// state is where a path is: the values of all variables over the symbols of inputs, and what its runs satisfy.
type state struct {
	program    *ir.Program
	terms      *term.Builder
	globals    []*term.Term
	stores     []int // into the map that a global is, since its stores were last thinned out
	top        *activation
	conditions []*term.Term
	// binds: a symbol of an input that a condition fixes is replaced by its value.
	binds bool
	// bindsAssumed: the same of conditions that are assumed.
	bindsAssumed bool
	// assumed: a condition came of an Assume, so that it is not known whether a run is on the path.
	assumed bool
	known   *known // what the conditions say; nil: that is to be made
	past    *past  // conditions that were left behind at loops
	drawn   *draw  // the latest input
}

// past are conditions of the runs of a path that its state does not need any more.
type past struct {
	before     *past
	conditions []*term.Term
}

// draw is an input that the runs of a path take.
type draw struct {
	before *draw
	input  *ir.Input
	symbol *term.Term // its value; nil: of a choice
	choice int        // the target that is chosen
}

// isOrder says that a guard of a branch asks for the input, which is an order of evaluation.
func (d *draw) isOrder(guard *term.Term) bool {
	if guard.Op() == term.OpNot {
		guard = guard.Args()[0]
	}
	return d.symbol == guard && d.input != nil && d.input.Kind == ir.Unspecified && d.input.Name == ir.OrderOfEvaluation
}

// activation is a call that has not returned.
type activation struct {
	function *ir.Function
	block    *ir.Block
	returned bool  // the call of the block has returned
	rounds   []int // of the loops that the block is in; of Joined
	values   []*term.Term
	caller   *activation
}

// maxCellsSet bounds the cells whose value at the start is set one by one. Those of ranges that are larger have any
// value, as package certify takes them.
const maxCellsSet = 1 << 14

// start is the state in which the entry starts.
func (w *paths) start() *state {
	p := w.program
	s := &state{program: p, terms: p.Terms, globals: make([]*term.Term, len(p.Globals)), stores: make([]int, len(p.Globals))}
	for i, v := range p.Globals {
		s.globals[i] = v.Sym
	}
	cells := uint64(0)
	for _, r := range p.InitialRanges {
		if r.Cells() > maxCellsSet-cells {
			continue // nothing is known of what it holds
		}
		cells += r.Cells()
		index, element := r.Map.Sort.Index.Width, r.Map.Sort.Elem.Width
		for a := r.From; a < r.To; a += uint64(r.CellBytes) {
			s.globals[r.Map.Index] = w.terms.Store(s.globals[r.Map.Index], w.terms.BVConst(index, a), w.terms.BVConst(element, r.Value))
		}
	}
	if counter := p.AllocCounter; counter != nil {
		s.globals[counter.Index] = w.terms.BVConst(counter.Sort.Width, p.FirstFree)
	}
	s.enter(p.Entry, nil)
	for _, fact := range p.Initial {
		for _, part := range term.Conjuncts(fact) {
			s.suppose(part)
		}
	}
	for _, fact := range p.Axioms {
		if !fact.HasQuantifier() {
			w.axioms = append(w.axioms, fact)
		}
	}
	return s
}

// suppose sets a global to the constant that a fact about the start says it equals, and requires any other fact.
func (s *state) suppose(fact *term.Term) {
	if fact.Op() == term.OpEq {
		for i, side := range fact.Args() {
			v := s.program.VariableOf(side)
			if v != nil && v.Kind == ir.Global && s.globals[v.Index] == v.Sym && fact.Args()[1-i].IsConst() {
				s.globals[v.Index] = fact.Args()[1-i]
				return
			}
		}
	}
	s.require(s.Eval(fact))
}

// enter begins an activation, whose variables have any values but those that are given.
func (s *state) enter(f *ir.Function, args []*term.Term) {
	variables := f.Variables()
	a := &activation{function: f, block: f.Blocks[0], values: make([]*term.Term, len(variables)), caller: s.top}
	for i, v := range variables {
		a.values[i] = s.terms.Fresh(prefix+v.Name, v.Sort)
	}
	for i, v := range f.Params[:len(args)] {
		a.values[v.Index] = args[i]
	}
	s.top = a
}

func (s *state) call(call *ir.Call, args []*term.Term) {
	s.top.returned = true // when the callee is left
	s.enter(call.Callee, args)
}

// leave ends the activation, and hands its results over.
func (s *state) leave() {
	callee := s.top
	s.top = callee.caller
	for i, v := range callOf(s.top.block).Results {
		if v != nil {
			s.Set(v, callee.values[callee.function.Results[i].Index])
		}
	}
}

// clone is a copy that shares nothing that changes.
func (s *state) clone() *state {
	out := *s
	out.globals, out.stores = slices.Clone(s.globals), slices.Clone(s.stores)
	out.conditions = slices.Clip(s.conditions)
	for at := &out.top; *at != nil; at = &(*at).caller {
		a := **at
		a.values = slices.Clone(a.values)
		*at = &a
	}
	return &out
}

// require adds a condition of the path.
func (s *state) require(cond *term.Term) {
	if cond.IsTrue() {
		return
	}
	conjuncts := term.Conjuncts(cond)
	s.conditions = append(slices.Clip(s.conditions), conjuncts...)
	if s.binds {
		for _, c := range conjuncts {
			s.bind(c)
		}
	}
}

// bind replaces a symbol of an input by the value that a condition says it has.
func (s *state) bind(cond *term.Term) {
	symbol, value := fixedBy(s.terms, cond)
	if symbol == nil || !isInput(s.program, symbol) {
		return
	}
	s.replace(symbol, value)
}

// replace puts a value in the place of a term that equals it.
func (s *state) replace(old, by *term.Term) {
	s.replaceAll(map[*term.Term]*term.Term{old: by})
}

// replaceAll puts values in the place of terms that equal them.
func (s *state) replaceAll(by map[*term.Term]*term.Term) {
	known := s.terms.NewSubstitution(by)
	replace := func(values []*term.Term) {
		for i, v := range values {
			values[i] = known.Apply(v)
		}
	}
	replace(s.globals)
	for a := s.top; a != nil; a = a.caller {
		replace(a.values)
	}
}

// known are conditions of a path, and what they say put in the place of what it is about.
type known struct {
	conditions int // from the first on
	says       *term.Substitution
}

// simplified is a value as it is in the runs of the path: what its conditions say of parts of it is put in. The
// variables keep their values, so that what a branch did not assign is the same where paths meet behind it.
func (s *state) simplified(value *term.Term) *term.Term {
	if value.IsConst() {
		return value
	}
	if s.known == nil || s.known.conditions != len(s.conditions) {
		says, most := map[*term.Term]*term.Term{}, map[*term.Term]uint64{}
		for _, c := range s.conditions {
			addSaid(s.terms, c, says)
		}
		for c, value := range says {
			if value.IsTrue() {
				term.AddMost(c, most)
			}
		}
		s.known = &known{len(s.conditions), s.terms.NewScalarSubstitution(says, term.NewRanges(most))}
	}
	return s.simplifiedBy(s.known.says, value)
}

func (s *state) simplifiedBy(says *term.Substitution, value *term.Term) *term.Term {
	if value.Op() != term.OpStore {
		return says.Apply(value)
	}
	if slices.Contains(s.globals, value) {
		return value // what paths share that have the map too
	}
	args := value.Args()
	return s.terms.Store(s.simplifiedBy(says, args[0]), says.Apply(args[1]), says.Apply(args[2]))
}

// replaceSaid replaces in all values what a condition says about its parts: what is compared with a constant is
// that one, and each other part is true. An assumption about the result of a call often says that no allocation in
// it failed, and which object a pointer leads to is no choice behind it.
func (s *state) replaceSaid(cond *term.Term) {
	says := map[*term.Term]*term.Term{}
	addSaid(s.terms, cond, says)
	s.replaceAll(says)
}

// addSaid adds to a map what a condition is about, with the constant that it says this is. A choice that is a constant
// which one of its sides is not was the other side: so the status that a function returned tells which checks it
// passed.
func addSaid(terms *term.Builder, cond *term.Term, says map[*term.Term]*term.Term) {
	for _, c := range term.Conjuncts(cond) {
		if said := says[c]; c.IsConst() || said != nil && said.IsTrue() {
			continue // it was said, with its parts, which several may share
		}
		says[c], says[terms.Not(c)] = terms.True(), terms.False()
		if c.Op() == term.OpNot && c.Args()[0].Op() == term.OpOr {
			for _, part := range c.Args()[0].Args() {
				addSaid(terms, terms.Not(part), says)
			}
		}
		if c.Op() != term.OpEq {
			continue
		}
		side, value := c.Args()[0], c.Args()[1]
		if side.IsConst() {
			side, value = value, side
		}
		if !value.IsConst() {
			continue
		}
		for says[side] == nil {
			says[side] = value
			if side.Op() != term.OpIte {
				break
			}
			choice, then, otherwise := side.Args()[0], side.Args()[1], side.Args()[2]
			switch {
			case isNever(then, value):
				addSaid(terms, terms.Not(choice), says)
				side = otherwise
			case isNever(otherwise, value):
				addSaid(terms, choice, says)
				side = then
			}
		}
	}
}

// isNever says that a term is a choice between constants of which none is the value.
func isNever(t, value *term.Term) bool {
	seen := map[*term.Term]bool{}
	for open := []*term.Term{t}; len(open) > 0; {
		t, open = open[0], open[1:]
		switch {
		case seen[t]:
		case t.Op() == term.OpIte:
			seen[t] = true
			open = append(open, t.Args()[1], t.Args()[2])
		case !t.IsConst() || t == value:
			return false
		}
	}
	return true
}

// fixedBy is the symbol of which a condition says what it is, with that constant; nil if it says no such thing.
func fixedBy(terms *term.Builder, cond *term.Term) (symbol, value *term.Term) {
	switch {
	case cond.Op() == term.OpVar:
		return cond, terms.True()
	case cond.Op() == term.OpNot && cond.Args()[0].Op() == term.OpVar:
		return cond.Args()[0], terms.False()
	case cond.Op() == term.OpEq:
		for i, side := range cond.Args() {
			if side.Op() == term.OpVar && cond.Args()[1-i].IsConst() {
				return side, cond.Args()[1-i]
			}
		}
	}
	return nil, nil
}

// take goes along an edge.
func (s *state) take(t *ir.Goto, e edge) {
	s.top.block = e.target
	if t.Choice != nil {
		s.drawn = &draw{before: s.drawn, input: t.Choice, choice: e.number}
	}
}

// edges are those of a Goto whose guards are not plainly false.
func (s *state) edges(t *ir.Goto) []edge {
	var out []edge
	var first *term.Term
	for i, target := range t.Targets {
		var guard *term.Term
		if i == 1 && len(t.Targets) == 2 && target.Guard == s.terms.Not(t.Targets[0].Guard) {
			guard = s.terms.Not(first) // most branches are such
		} else {
			guard = s.Eval(target.Guard)
		}
		if i == 0 {
			first = guard
		}
		if !guard.IsFalse() {
			out = append(out, edge{i, target.Block, guard})
		}
	}
	return out
}

// Eval implements sem.Machine.
func (s *state) Eval(t *term.Term) *term.Term {
	value := symbolic.Substitute(s.terms, t, s.lookup)
	if !s.bindsAssumed {
		return value
	}
	return s.simplified(value)
}

func (s *state) lookup(sym *term.Term) (*term.Term, bool) {
	v := s.program.VariableOf(sym)
	switch {
	case v == nil:
		return nil, false
	case v.Kind == ir.Global:
		return s.globals[v.Index], true
	}
	return s.top.values[v.Index], true
}

// storesKept is after how many stores into a map those are dropped that later ones have overwritten.
const storesKept = 256

// Set implements sem.Machine.
func (s *state) Set(v *ir.Variable, value *term.Term) {
	if v.Kind != ir.Global {
		s.top.values[v.Index] = value
		return
	}
	if value.Op() == term.OpStore {
		if s.stores[v.Index]++; s.stores[v.Index] >= storesKept {
			s.stores[v.Index] = 0
			value = s.terms.WithoutOverwritten(value)
		}
	}
	s.globals[v.Index] = value
}

// Input implements sem.Machine.
func (s *state) Input(_ *ir.Block, _ int, h *ir.Havoc) *term.Term {
	symbol := s.terms.Fresh(prefix+h.Dst.Name, h.Dst.Sort)
	s.drawn = &draw{before: s.drawn, input: h.Input, symbol: symbol}
	return symbol
}

// Assume implements sem.Machine.
func (s *state) Assume(_ *ir.Block, _ int, cond *term.Term) bool {
	if cond.IsFalse() {
		return false
	}
	s.require(cond)
	s.assumed = s.assumed || !cond.IsTrue()
	if s.bindsAssumed {
		s.replaceSaid(cond)
	}
	return true
}
