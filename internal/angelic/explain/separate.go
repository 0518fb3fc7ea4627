package explain

import (
	"slices"

	"yogi/internal/term"
)

// Where a buffer and a structure share a map of bytes, a write through one may change any member of
// the other, as far as the condition of a failure goes: that it does not is a disequality for each
// byte, and those of the next write speak of the bytes that this one may have changed. What people
// say is that the two are different objects. That is one atom, which implies all the disequalities;
// it is the only one that is not a literal of the condition.

// maxSeparations bounds the pairs of objects that are kept apart.
const maxSeparations = 12

// leavesAlone says that a write is taken to leave a read alone, and notes under which atom.
func (n *normalizer) leavesAlone(written, read *term.Term) bool {
	if n.apart == nil || len(n.separations) > maxSeparations {
		return false
	}
	if same := n.terms.Eq(written, read); same.Op() != term.OpEq {
		return false
	}
	atom, condition := n.apart(written, read)
	if atom == nil {
		return false
	}
	if !slices.Contains(n.separations, atom) {
		n.separations = append(n.separations, atom)
	}
	if !condition.IsTrue() && !slices.Contains(n.provisos, condition) {
		n.provisos = append(n.provisos, condition)
	}
	return true
}

// separated looks for a specification that keeps objects apart: what is left of the condition under
// that is explained as always. That it excludes the failure is shown in two steps: each atom
// implies the disequalities that it stands for where its condition holds, and the rest excludes
// what is left. Atoms without which it does so too are dropped.
func (e *explainer) separated() Answer {
	n := e.normalizer()
	n.apart = e.q.Apart
	pre := e.condition(n)
	if n.budget < 0 || len(n.separations) == 0 || len(n.separations) > maxSeparations || !e.possible(n.separations...) {
		return Answer{Reason: TooLarge}
	}
	for _, condition := range n.provisos {
		if !e.holds(condition) {
			return Answer{Reason: NoCover}
		}
	}
	var clauses [][]*term.Term
	for _, atom := range n.separations {
		clauses = append(clauses, []*term.Term{atom})
	}
	if e.possible(append(slices.Clone(n.separations), pre.term(e.terms))...) {
		rest := e.search(pre)
		if !rest.Found() {
			return rest
		}
		clauses = append(clauses, rest.Clauses...)
	}
	if !e.possible(Answer{Clauses: clauses}.Formula(e.terms)) {
		return Answer{Reason: NoCover}
	}
	if len(clauses) > 1 {
		clauses = e.needed(e.failure(), clauses)
	}
	return e.concise(clauses)
}

// holds says that a condition follows from what is given: of the addresses in it, which mostly
// suffices and is asked at once, or of all.
func (e *explainer) holds(condition *term.Term) bool {
	named := map[*term.Term]bool{}
	for _, v := range condition.Vars() {
		named[v] = true
	}
	near := *e
	near.q.Given = slices.DeleteFunc(slices.Clone(e.q.Given), func(fact *term.Term) bool {
		return slices.ContainsFunc(fact.Vars(), func(v *term.Term) bool { return !named[v] })
	})
	known := near.impossible(e.terms.Not(condition))
	e.queries = near.queries
	return known || e.impossible(e.terms.Not(condition))
}

// failure is the condition of the failure as it was asked for.
func (e *explainer) failure() *term.Term {
	if !e.q.UseGuards {
		return e.q.Failing
	}
	return e.terms.And(append(slices.Clone(e.q.Guards), e.q.Failing)...)
}
