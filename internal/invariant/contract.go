package invariant

import (
	"fmt"
	"slices"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// This file is about contracts: facts that hold whenever a function returns, which relate the state there to
// the one in which it was entered, and the facts at its entry that they need. The values at the entry
// are ghosts: symbols that a run from the entry sets and nothing changes. A call whose callee has a
// contract is a step of its own: what is found at both its ends are facts as at any other point, and the
// facts at the callee's return are assumed of the call. That is induction over the steps of a run, so the
// functions may call each other and themselves: a call that has returned took fewer steps than the run
// that it is part of. Calls that do not return satisfy any contract.

// Ghost is a symbol for the value that a parameter or a global had when the function was entered.
type Ghost struct {
	Variable *ir.Variable
	Symbol   *term.Term
}

// mostGhosts bounds the parameters and changed globals of a function with a contract.
const mostGhosts = 40

// nameGhosts gives the functions with points their ghosts. It reports whether contracts are possible: runs
// enter a function at no point but its entry, and the program only at its start.
func (e *encoder) nameGhosts() bool {
	if e.program.Entry.Recursive || !e.scope[e.program.Entry] || len(e.order) < 2 {
		return false
	}
	for _, f := range e.order {
		for _, b := range f.Blocks {
			for _, s := range b.Successors() {
				if s == f.Entry() {
					return false
				}
			}
		}
		if !e.hasContract(f) {
			continue
		}
		variables := append(append([]*ir.Variable(nil), f.Params...), f.Modifies...)
		if len(variables) > mostGhosts {
			return false
		}
		for _, v := range variables {
			g := Ghost{v, e.terms.Var(fmt.Sprintf("entered!%s!%s", f.Name, v.Name), v.Sort)}
			e.ghosts[f] = append(e.ghosts[f], g)
			e.ghostOf[g.Symbol] = f
		}
	}
	return true
}

// hasContract reports whether facts are looked for at the returns of f.
func (e *encoder) hasContract(f *ir.Function) bool {
	return e.contracts && e.scope[f] && f != e.program.Entry && f.CanReturn
}

// cutsOf are the points of a function beside its entry: loop heads and, with contracts, both ends of the
// calls that are not part of a step.
func (e *encoder) cutsOf(f *ir.Function) map[int]bool {
	if !e.contracts || !e.scope[f] {
		return e.headsOf(f)
	}
	if cuts := e.cuts[f]; cuts != nil {
		return cuts
	}
	cuts := map[int]bool{}
	for head := range e.headsOf(f) {
		cuts[head] = true
	}
	for _, b := range f.Blocks {
		if call := b.Call(); call != nil && e.scope[call.Callee] {
			cuts[b.Index] = true
			for _, s := range b.Successors() {
				cuts[s.Index] = true
			}
		}
	}
	e.cuts[f] = cuts
	return cuts
}

// instance is a call whose callee has a contract.
type instance struct {
	callee *ir.Function
	// values of what the contract speaks of: the ghosts, the results and the globals after the call, over
	// the state before it and symbols for what the callee made.
	values *term.Substitution
}

// instance describes a call from moment before to moment after.
func (e *encoder) instance(call *ir.Call, before, after *moment) *instance {
	values := map[*term.Term]*term.Term{}
	for i, g := range e.ghosts[call.Callee] {
		if i < len(call.Args) {
			values[g.Symbol] = e.eval(before, call.Args[i])
		} else {
			values[g.Symbol] = valueOf(before, g.Variable.Sym)
		}
	}
	for i, r := range call.Callee.Results {
		if i < len(call.Results) && call.Results[i] != nil {
			values[r.Sym] = valueOf(after, call.Results[i].Sym)
		} else {
			values[r.Sym] = e.symbol(r.Sort)
		}
	}
	// A result may be kept in a global that the callee changes too.
	for _, v := range call.Callee.Modifies {
		values[v.Sym] = valueOf(after, v.Sym)
		for _, r := range call.Results {
			if r == v {
				values[v.Sym] = e.symbol(v.Sort)
			}
		}
	}
	return &instance{call.Callee, e.terms.NewSubstitution(values)}
}

// reliesOn reports whether the facts at p are known of the step.
func (s *step) reliesOn(p Point) bool {
	return s.from == p || s.call != nil && p == Point{s.call.callee, AtReturn}
}

// known lists what is known of a step: the facts at its start, then the contract of the call on the way.
func (h *houdini) known(s *step) []*term.Term {
	facts := h.left[s.from]
	instances := h.elements.about(h, s)
	if s.call == nil && len(instances) == 0 {
		return facts
	}
	out := append([]*term.Term(nil), facts...)
	for _, i := range instances {
		out = append(out, i.known)
	}
	if s.call == nil {
		return out
	}
	for _, f := range h.left[Point{s.call.callee, AtReturn}] {
		out = append(out, s.call.values.Apply(f))
	}
	return out
}

// source says where the i-th fact known of a step comes from.
func (h *houdini) source(s *step, i int) need {
	facts := h.left[s.from]
	if i < len(facts) {
		return need{point: s.from, fact: facts[i]}
	}
	i -= len(facts)
	instances := h.elements.about(h, s)
	if i < len(instances) {
		return need{point: s.from, fact: instances[i].fact, at: instances[i].at}
	}
	at := Point{s.call.callee, AtReturn}
	return need{point: at, fact: h.left[at][i-len(instances)]}
}

// entered is t over the values at the entry of p's function, where they are ghosts.
func (e *encoder) entered(p Point, t *term.Term) *term.Term {
	ghosts := e.ghosts[p.Function]
	if len(ghosts) == 0 || p.Block == p.Function.Entry().Index {
		return t
	}
	then := map[*term.Term]*term.Term{}
	for _, g := range ghosts {
		then[g.Variable.Sym] = g.Symbol
	}
	return e.terms.Substitute(t, then)
}

// instances proposes, around the calls of a function, what the contracts of the callees would say. Of tables
// also with the globals before the call as they were at the entry.
func (e *encoder) instances(p Point, proposed Facts, effort Effort) []*term.Term {
	if !e.contracts || p.Block == AtReturn || p.Block == p.Function.Entry().Index {
		return nil
	}
	inScope := e.inScope(p)
	var out []*term.Term
	for _, b := range p.Function.Blocks {
		call := b.Call()
		if call == nil || !e.hasContract(call.Callee) {
			continue
		}
		values := map[*term.Term]*term.Term{}
		for i, g := range e.ghosts[call.Callee] {
			if i < len(call.Args) {
				values[g.Symbol] = call.Args[i]
			} else if entered := e.entered(p, g.Variable.Sym); effort == Tables && entered != g.Variable.Sym {
				values[g.Symbol] = entered
			}
		}
		for i, r := range call.Callee.Results {
			if i < len(call.Results) && call.Results[i] != nil {
				values[r.Sym] = call.Results[i].Sym
			}
		}
		s := e.terms.NewSubstitution(values)
		for _, f := range proposed[Point{call.Callee, AtReturn}] {
			if t := s.Apply(f); inScope(t) {
				out = append(out, t)
			}
		}
	}
	return out
}

// unvisited proposes facts of a point that no run was seen at: that there is none, and what a call and the entry
// say without looking at states.
func (e *encoder) unvisited(p Point, instances []*term.Term) []*term.Term {
	out := []*term.Term{e.terms.False()}
	if p.Block == AtReturn || p.Block == p.Function.Entry().Index {
		return out
	}
	for _, g := range e.ghosts[p.Function] {
		out = append(out, e.terms.Eq(g.Variable.Sym, g.Symbol))
	}
	for _, t := range append(out, instances...) {
		if !t.IsConst() && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}

// Entered is implemented by states that know the state in which their function was entered.
type Entered interface{ Entry() term.Assignment }

// ghostly is a state with the values of the ghosts.
type ghostly struct {
	term.Assignment
	entry  term.Assignment
	ghosts map[*term.Term]*term.Term
}

// Lookup implements term.Assignment.
func (g *ghostly) Lookup(sym *term.Term) (term.Value, bool) {
	if v := g.ghosts[sym]; v != nil {
		return g.entry.Lookup(v)
	}
	return g.Assignment.Lookup(sym)
}

// withGhosts adds the values of the ghosts to states at p; states that do not know where they come from are
// left out.
func (e *encoder) withGhosts(p Point, states []term.Assignment) []term.Assignment {
	if len(e.ghosts[p.Function]) == 0 || p.Block == p.Function.Entry().Index {
		return states
	}
	ghosts := map[*term.Term]*term.Term{}
	for _, g := range e.ghosts[p.Function] {
		ghosts[g.Symbol] = g.Variable.Sym
	}
	var out []term.Assignment
	for _, s := range states {
		if entered, ok := s.(Entered); ok {
			if entry := entered.Entry(); entry != nil {
				out = append(out, &ghostly{s, entry, ghosts})
			}
		}
	}
	return out
}

// mostGuards bounds the conditions on the entry under which facts at a return are proposed.
const mostGuards = 8

// underGuards proposes what holds at a return where the state at the entry met a condition of the text, or did
// not.
func (c *candidates) underGuards(effort Effort) {
	guards := c.guards
	if len(guards) > mostGuards {
		guards = guards[:mostGuards]
	}
	for _, guard := range guards {
		for _, side := range []*term.Term{guard, c.terms.Not(guard)} {
			some := c.meeting(side)
			if len(some.states) == 0 || len(some.states) == len(c.states) {
				continue
			}
			in := &candidates{samples: some, seen: map[*term.Term]bool{}}
			in.atoms = c.atoms
			in.fromAtoms()
			in.numbers(min(effort, Plain))
			for _, t := range in.list {
				if !c.seen[t] || !c.holds(t) {
					c.add(c.terms.Implies(side, t))
				}
			}
		}
	}
}

// meeting is the table of those states in which a condition holds.
func (s *samples) meeting(cond *term.Term) *samples {
	return s.among(func(i int) bool {
		v, err := s.evaluator.Eval(cond, s.states[i])
		return err == nil && v.Bool()
	})
}

// among is the table of chosen states.
func (s *samples) among(chosen func(i int) bool) *samples {
	out := &samples{terms: s.terms, constants: s.constants, evaluator: s.evaluator}
	for _, f := range s.features {
		out.features = append(out.features, &feature{term: f.term, numeric: f.numeric})
	}
	for i, state := range s.states {
		if !chosen(i) {
			continue
		}
		out.states = append(out.states, state)
		for j, f := range s.features {
			g := out.features[j]
			g.signed, g.unsigned = append(g.signed, f.signed[i]), append(g.unsigned, f.unsigned[i])
		}
	}
	return out
}

// NewContracts prepares a search over the whole program in which functions have contracts. It returns nil if
// there can be none: the program is too large, nothing in it needs one, or stop is true.
func NewContracts(p *ir.Program, oracle Oracle, stop func() bool) *Search {
	e := encode(p, p.Entry, forContracts, stop)
	if e == nil {
		return nil
	}
	return &Search{encoder: e, oracle: oracle}
}

// IsPoint reports whether facts are looked for at p.
func (s *Search) IsPoint(p Point) bool {
	e := s.encoder
	switch {
	case !e.scope[p.Function]:
		return false
	case p.Block == AtReturn:
		return e.hasContract(p.Function)
	}
	return p.Block == p.Function.Entry().Index || e.cutsOf(p.Function)[p.Block]
}

// HasContract reports whether facts are looked for at the returns of f; a function called without one is part of
// its callers' steps.
func (s *Search) HasContract(f *ir.Function) bool { return s.encoder.hasContract(f) }

// InScope reports whether f has points.
func (s *Search) InScope(f *ir.Function) bool { return s.encoder.scope[f] }

// Functions lists the functions with points, callers first.
func (s *Search) Functions() []*ir.Function { return s.encoder.order }

// Ghosts lists the ghosts of a function.
func (s *Search) Ghosts(f *ir.Function) []Ghost { return s.encoder.ghosts[f] }

// ExcludesErrors reports whether the facts say that no run reaches an error; then goals are those
// that say so.
func (f *Found) ExcludesErrors() (goals Facts, excluded bool) {
	goals = Facts{}
	for _, function := range f.proof.order {
		more, ok := f.Excludes(Point{function, AtError}, f.proof.terms.True())
		if !ok {
			return nil, false
		}
		goals.Add(more)
	}
	return goals, true
}
