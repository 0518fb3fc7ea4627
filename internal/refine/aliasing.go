package refine

import (
	"yogi/internal/concolic"
	"yogi/internal/solver"
	"yogi/internal/term"
)

// Specialise conjoins demands into a predicate, by the WP-alpha operator (DASH section 4.2.1): where the
// precondition asks whether two addresses are equal (a read after a write) and the path decides it, the predicate
// follows the path and alpha records the (dis)equality: rho = not (alpha and not Pre restricted to alpha). Pairs that
// the path leaves open stay as they are. Unlike the paper's alpha, which is true in the tested state, ours is implied
// by the path's symbolic state at the entry of the block.
func (x *paths) Specialise(p *concolic.Path, demands []*term.Term) *term.Term {
	a := x.newAliasing(p, nil)
	restricted := make([]*term.Term, len(demands))
	for i, t := range demands {
		restricted[i] = a.resolve(t)
	}
	return a.weaken(x.engine.terms.And(restricted...))
}

// aliasing resolves reads after writes by what a path says of their addresses, and cases that hide an
// input which is to be eliminated.
type aliasing struct {
	paths   *paths
	path    *concolic.Path
	inputs  []*term.Term
	alpha   []*term.Term
	decided map[*term.Term]bool
	memo    map[*term.Term]*term.Term
}

func (x *paths) newAliasing(p *concolic.Path, inputs []*term.Term) *aliasing {
	return &aliasing{paths: x, path: p, inputs: inputs, memo: map[*term.Term]*term.Term{}, decided: map[*term.Term]bool{}}
}

// weaken turns a predicate restricted to alpha into one for all states: outside alpha it says nothing.
func (a *aliasing) weaken(rho *term.Term) *term.Term {
	if len(a.alpha) == 0 || a.paths.engine.Options.Fault == AlphaDropped {
		return rho
	}
	terms := a.paths.engine.terms
	return terms.Or(terms.Not(terms.And(a.alpha...)), rho)
}

func (a *aliasing) dependsOnInput(t *term.Term) bool {
	for _, input := range a.inputs {
		if t.DependsOn(input) {
			return true
		}
	}
	return false
}

func (a *aliasing) anyDependsOnInput(all []*term.Term) bool {
	for _, t := range all {
		if a.dependsOnInput(t) {
			return true
		}
	}
	return false
}

func (a *aliasing) resolve(t *term.Term) *term.Term {
	if t.Features()&term.HasArrays == 0 && !a.dependsOnInput(t) {
		return t
	}
	if done, ok := a.memo[t]; ok {
		return done
	}
	terms := a.paths.engine.terms
	if t.Op() == term.OpIte && a.dependsOnInput(t) && !a.dependsOnInput(t.Args()[0]) {
		cond := t.Args()[0]
		if holds, decided := a.paths.decide(a.path, cond); decided && holds {
			a.add(cond)
			a.memo[t] = a.resolve(t.Args()[1])
			return a.memo[t]
		} else if decided {
			a.add(terms.Not(cond))
			a.memo[t] = a.resolve(t.Args()[2])
			return a.memo[t]
		}
	}
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

// decide asks whether the path implies a condition or its negation, the solver only if it is not plain.
func (x *paths) decide(p *concolic.Path, cond *term.Term) (holds, decided bool) {
	now := x.SymbolicAt(p, cond)
	if now.IsConst() {
		return now.IsTrue(), true
	}
	terms, path := x.engine.terms, x.PathConstraint(p)
	if x.engine.ask(path, []*term.Term{terms.Not(now)}, x.Label("decide")).Status == solver.Unsat {
		return true, true
	}
	return false, x.engine.ask(path, []*term.Term{now}, x.Label("decide")).Status == solver.Unsat
}

// readAfterWrite decides one select over a store, or returns nil.
func (a *aliasing) readAfterWrite(t *term.Term) *term.Term {
	x := a.paths
	terms := x.engine.terms
	store, index := t.Args()[0], t.Args()[1]
	array, written, value := store.Args()[0], store.Args()[1], store.Args()[2]
	same := terms.Eq(index, written)
	if a.dependsOnInput(same) {
		return nil // what is said of an input would stay behind when it is eliminated
	}
	switch now := x.SymbolicAt(a.path, same); {
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
