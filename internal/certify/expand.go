package certify

import "yogi/internal/term"

// expander writes reads after writes as choices between the values written. A solver that decides arrays
// lazily, by lemmas about pairs of addresses, is slow where many writes stand between; as choices most of
// them fold to little.
type expander struct {
	terms *term.Builder
	memo  map[*term.Term]*term.Term
}

// largest is the size up to which a term in choices is worth it, and mostChoices how many choices that of one read may
// have.
const (
	largest     = 100_000
	mostChoices = 1024
)

// expandAll is facts in choices where that does not make them too large, and whether any fact changed.
func (e *expander) expandAll(facts []*term.Term) (out []*term.Term, changed bool) {
	out = make([]*term.Term, len(facts))
	for i, t := range facts {
		out[i] = e.expand(t)
		if out[i].Size() > largest {
			out[i] = t
		}
		changed = changed || out[i] != t
	}
	return out, changed
}

// expand changes the form of t and nothing of its meaning. Quantified formulas stay as they are: their
// triggers are about the terms as written.
func (e *expander) expand(t *term.Term) *term.Term {
	if t.Features()&term.HasArrays == 0 || t.HasQuantifier() {
		return t
	}
	if done, ok := e.memo[t]; ok {
		return done
	}
	args := make([]*term.Term, len(t.Args()))
	changed := false
	for i, a := range t.Args() {
		args[i] = e.expand(a)
		changed = changed || args[i] != a
	}
	out := t
	if changed {
		out = e.terms.Rebuild(t, args...)
	}
	if out.Op() == term.OpSelect {
		if element, few := e.terms.ExpandSelect(out.Args()[0], out.Args()[1], mostChoices); few {
			out = element
		}
	}
	e.memo[t] = out
	return out
}
