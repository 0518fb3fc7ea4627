package refine

import (
	"fmt"

	"yogi/internal/ir"
	"yogi/internal/region"
	"yogi/internal/solver"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// demand is a condition on a step through a block: a term over the state before instruction index. The
// guard has index len(Instructions), the literals of the region behind the edge len(Instructions)+1.
type demand struct {
	index int
	term  *term.Term
}

// conditionOf returns the term of an Assume or of the guard of target.
func conditionOf(b *ir.Block, index, target int) *term.Term {
	if index < len(b.Instructions) {
		return b.Instructions[index].(*ir.Assume).Cond
	}
	return b.Terminator.(*ir.Goto).Targets[target].Guard
}

// refute splits the region before a frontier that no test extends (RefinePred, DASH section 4.2.1). The
// core are those demands that contradict the path.
func (x *Explorer) refute(f frontier, at *State, core, all []demand) Step {
	if len(core) == 0 {
		return Step{Reason: verdict.Internal, Detail: "the path of a test has no model"}
	}
	if continued, err := x.engine.Continue(x.Activation); err != nil {
		return Step{Reason: verdict.SolverGaveUp, Detail: err.Error()}
	} else if continued {
		x.absorb()
		return Step{Progress: true}
	}
	block := x.Graph.Function.Blocks[f.edge.Block]
	for _, demands := range [][]demand{core, all} {
		pre, exact := x.precondition(block, demands)
		rho := x.specialise(at.Path, pre)
		if !x.separates(at, rho, exact) {
			continue
		}
		x.SplitOff(f.from, rho, f.edge, f.to, nil)
		return Step{Progress: true}
	}
	if rho := x.byValues(block, at, core); rho != nil {
		x.SplitOff(f.from, rho, f.edge, f.to, nil)
		return Step{Progress: true}
	}
	return Step{Reason: verdict.Divergence, Detail: "no predicate separates the tests from the edge"}
}

// byValues is the last resort where inputs of the block cannot be eliminated: it looks for facts of the
// tested state (the region's literals, the values that the path fixes) that contradict the demands
// whatever the inputs are. rho is the negation of those in the core: false if the demands contradict
// themselves.
func (x *Explorer) byValues(b *ir.Block, at *State, demands []demand) *term.Term {
	terms := x.engine.terms
	free := x.unrestricted(b, demands)
	var facts []*term.Term
	seen := map[*term.Term]bool{}
	for _, t := range free {
		for _, sym := range t.Vars() {
			if _, _, ok := x.engine.slots.Of(sym); !ok || seen[sym] {
				continue
			}
			seen[sym] = true
			if now := x.SymbolicAt(at.Path, sym); now.IsConst() {
				facts = append(facts, terms.Eq(sym, now))
			}
		}
	}
	n := x.regionOf(at)
	if n == nil {
		return nil
	}
	for _, literal := range n.Literals() {
		if v := x.SymbolicAt(at.Path, literal); v.IsTrue() {
			facts = append(facts, literal)
		}
	}
	answer := x.engine.Ask(free, facts, x.label("by values"))
	if answer.Status != solver.Unsat {
		return nil
	}
	core := make([]*term.Term, 0, len(answer.Core))
	for _, i := range answer.Core {
		core = append(core, facts[i])
	}
	return terms.Not(terms.And(core...))
}

// unrestricted states the demands over the state before the block, with fresh symbols for its inputs.
func (x *Explorer) unrestricted(b *ir.Block, demands []demand) []*term.Term {
	terms := x.engine.terms
	var pre []*term.Term
	for _, d := range demands {
		if d.index >= len(b.Instructions) {
			pre = append(pre, d.term)
		}
	}
	for i := len(b.Instructions) - 1; i >= 0; i-- {
		switch instruction := b.Instructions[i].(type) {
		case *ir.Assign:
			pre = substituteAll(terms, pre, instruction.Dst.Sym, instruction.Src)
		case *ir.Havoc:
			fresh := terms.Var(fmt.Sprintf("any!%d!%s", i, instruction.Dst.Sort), instruction.Dst.Sort)
			pre = substituteAll(terms, pre, instruction.Dst.Sym, fresh)
		case *ir.Assume:
			for _, d := range demands {
				if d.index == i {
					pre = append(pre, d.term)
				}
			}
		}
	}
	return pre
}

// precondition is an over-approximation of the existential precondition of the demands: of the states
// from which some inputs of the block meet them all. Not the weakest precondition, which demands it of
// all inputs: with x := havoc and x = 1 demanded that would be false and cut a real edge. An input is
// eliminated by solving an equation for it; a demand that cannot be freed of an input is dropped, which
// only enlarges the set, and exact is false.
func (x *Explorer) precondition(b *ir.Block, demands []demand) (pre []*term.Term, exact bool) {
	terms := x.engine.terms
	exact = true
	n := len(b.Instructions)
	for _, d := range demands {
		if d.index >= n {
			pre = append(pre, d.term)
		}
	}
	for i := n - 1; i >= 0; i-- {
		switch instruction := b.Instructions[i].(type) {
		case *ir.Assign:
			pre = substituteAll(terms, pre, instruction.Dst.Sym, instruction.Src)
		case *ir.Havoc:
			var complete bool
			pre, complete = eliminate(terms, pre, instruction.Dst.Sym)
			exact = exact && complete
		case *ir.Assume:
			for _, d := range demands {
				if d.index == i {
					pre = append(pre, d.term)
				}
			}
		}
	}
	return pre, exact
}

func substituteAll(terms *term.Builder, all []*term.Term, sym, value *term.Term) []*term.Term {
	s := terms.NewSubstitution(map[*term.Term]*term.Term{sym: value})
	for i, t := range all {
		all[i] = s.Apply(t)
	}
	return all
}

// eliminate removes an input from a conjunction: exists sym. all.
func eliminate(terms *term.Builder, all []*term.Term, sym *term.Term) (out []*term.Term, exact bool) {
	var with []*term.Term
	for _, t := range all {
		for _, c := range term.Conjuncts(t) {
			if mentions(c, sym) {
				with = append(with, c)
			} else {
				out = append(out, c)
			}
		}
	}
	if len(with) == 0 {
		return out, true
	}
	for i, c := range with {
		value := definition(terms, sym, c)
		if value == nil {
			continue
		}
		for j, other := range with {
			if j != i {
				out = append(out, terms.Substitute(other, map[*term.Term]*term.Term{sym: value}))
			}
		}
		return out, true
	}
	if sym.Sort().Kind == term.KindBool {
		conj := terms.And(with...)
		yes := terms.Substitute(conj, map[*term.Term]*term.Term{sym: terms.True()})
		no := terms.Substitute(conj, map[*term.Term]*term.Term{sym: terms.False()})
		return append(out, terms.Or(yes, no)), true
	}
	return out, false
}

// definition returns the term that sym must equal for c to hold, if c says no more than that.
func definition(terms *term.Builder, sym, c *term.Term) *term.Term {
	switch {
	case c == sym:
		return terms.True()
	case c.Op() == term.OpNot && c.Args()[0] == sym:
		return terms.False()
	case c.Op() != term.OpEq:
		return nil
	}
	a, b := c.Args()[0], c.Args()[1]
	if b == sym {
		a, b = b, a
	}
	if a == sym && !mentions(b, sym) {
		return b
	}
	return nil
}

func mentions(t, sym *term.Term) bool {
	for _, v := range t.Vars() {
		if v == sym {
			return true
		}
	}
	return false
}

// specialise is the WP-alpha operator (DASH section 4.2.1): where the precondition asks whether two
// addresses are equal (a read after a write) and the path decides it, the predicate follows the path and
// alpha records the (dis)equality: rho = not (alpha and not Pre restricted to alpha). Pairs that the
// path leaves open stay as they are. Unlike the paper's alpha, which is true in the tested state, ours
// is implied by the path's symbolic state at the entry of the block.
func (x *Explorer) specialise(p *Path, pre []*term.Term) *term.Term {
	a := &aliasing{explorer: x, path: p, memo: map[*term.Term]*term.Term{}, decided: map[*term.Term]bool{}}
	terms := x.engine.terms
	restricted := make([]*term.Term, len(pre))
	for i, t := range pre {
		restricted[i] = a.resolve(t)
	}
	rho := terms.And(restricted...)
	if len(a.alpha) == 0 {
		return rho
	}
	return terms.Or(terms.Not(terms.And(a.alpha...)), rho)
}

// aliasing resolves reads after writes by what a path says of their addresses.
type aliasing struct {
	explorer *Explorer
	path     *Path
	alpha    []*term.Term
	decided  map[*term.Term]bool
	memo     map[*term.Term]*term.Term
}

func (a *aliasing) resolve(t *term.Term) *term.Term {
	if t.Features()&term.HasArrays == 0 {
		return t
	}
	if done, ok := a.memo[t]; ok {
		return done
	}
	terms := a.explorer.engine.terms
	args := make([]*term.Term, len(t.Args()))
	for i, arg := range t.Args() {
		args[i] = a.resolve(arg)
	}
	out := terms.Rebuild(t, args...)
	for out.Op() == term.OpSelect && out.Args()[0].Op() == term.OpStore {
		next := a.readAfterWrite(out)
		if next == nil {
			break
		}
		out = next
	}
	a.memo[t] = out
	return out
}

// readAfterWrite decides one select over a store, or returns nil.
func (a *aliasing) readAfterWrite(t *term.Term) *term.Term {
	x := a.explorer
	terms := x.engine.terms
	store, index := t.Args()[0], t.Args()[1]
	array, written, value := store.Args()[0], store.Args()[1], store.Args()[2]
	same := terms.Eq(index, written)
	switch now := x.engine.SymbolicValue(a.path, same, x.rigid); {
	case now.IsTrue():
		a.add(same)
		return value
	case now.IsFalse():
		a.add(terms.Not(same))
		return a.resolve(terms.Select(array, index))
	}
	return nil
}

func (a *aliasing) add(literal *term.Term) {
	if !literal.IsTrue() && !a.decided[literal] {
		a.decided[literal] = true
		a.alpha = append(a.alpha, literal)
	}
}

// separates checks condition 1 of a suitable predicate (DASH Definition 1): the path's states are all
// outside rho. An exact precondition over the core is outside by the query that just failed; otherwise
// the solver is asked once more.
func (x *Explorer) separates(at *State, rho *term.Term, exact bool) bool {
	if rho.IsTrue() {
		return false
	}
	if v, err := x.engine.EvalAt(at, x.caller(at).rigid, rho); err != nil || v.Bool() {
		x.engine.Stats.ByKind["predicate does not separate"]++
		return false
	}
	if exact {
		return true
	}
	path := append(x.constraint(at.Path), x.frame...)
	now := x.engine.SymbolicValue(at.Path, rho, x.rigid)
	return x.engine.Ask(path, []*term.Term{now}, x.label("separate")).Status == solver.Unsat
}

// SplitOff splits region s into s and rho, which may step along e into t, and the rest, which may not.
// With rho false, nothing of s may.
func (x *Explorer) SplitOff(s *region.Node, rho *term.Term, e region.Edge, t *region.Node, uses []region.Use) {
	g := x.Graph
	for _, literal := range s.Literals() {
		if literal == x.engine.terms.Not(rho) {
			rho = x.engine.terms.False()
			break
		}
	}
	if rho.IsFalse() {
		g.Remove(s, e, t, uses)
	} else {
		x.engine.Stats.Splits++
		_, rest := g.Split(s, rho)
		g.Remove(rest, e, t, uses)
	}
	x.absorb()
}
