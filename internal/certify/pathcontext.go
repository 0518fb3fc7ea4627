package certify

import (
	"slices"

	"yogi/internal/term"
)

// pathContext has the values that the first facts of a path give to terms that occur in them.
type pathContext struct {
	facts int
	known *term.Substitution
}

// inContext is a value on a path whose facts are put in for what they are about. Both are equal in all states of the
// path's runs, so nothing depends on it but how hard questions are, and which edges are plainly closed.
func (w *unfolder) inContext(p *path, value *term.Term) *term.Term {
	if value.IsConst() {
		return value
	}
	if p.context == nil || p.context.facts != len(p.facts) {
		said, most := w.said(p.facts), map[*term.Term]uint64{}
		for what, value := range said {
			if value.IsTrue() {
				term.AddMost(what, most)
			}
		}
		p.context = &pathContext{len(p.facts), w.terms.NewScalarSubstitution(said, term.NewRanges(most))}
	}
	// The array that is written to stays as it is, for paths that have it too.
	var writes []*term.Term
	written := value
	for ; written.Op() == term.OpStore && !p.holds(written); written = written.Args()[0] {
		writes = append(writes, written)
	}
	if len(writes) == 0 {
		return p.context.known.Apply(value)
	}
	for i := len(writes) - 1; i >= 0; i-- {
		args := writes[i].Args()
		written = w.terms.Store(written, p.context.known.Apply(args[1]), p.context.known.Apply(args[2]))
	}
	return written
}

// holds says that a term is the value of a global.
func (p *path) holds(value *term.Term) bool {
	for _, v := range p.values {
		if v == value {
			return true
		}
	}
	return false
}

// said maps what facts are about to what they say of it: a fact is true, its negation false, and what equals a constant
// that constant. What is chosen and equals a constant comes of the side that may be it, if the other may not.
func (w *unfolder) said(facts []*term.Term) map[*term.Term]*term.Term {
	out := map[*term.Term]*term.Term{}
	todo := slices.Clone(facts)
	equals := func(what, constant *term.Term) {
		for out[what] == nil {
			out[what] = constant
			if what.Op() != term.OpIte {
				return
			}
			args := what.Args()
			if !mayEqual(args[1], constant) {
				todo, what = append(todo, w.terms.Not(args[0])), args[2]
			} else if !mayEqual(args[2], constant) {
				todo, what = append(todo, args[0]), args[1]
			}
		}
	}
	for len(todo) > 0 {
		parts := term.Conjuncts(todo[0])
		todo = todo[1:]
		for _, part := range parts {
			if part.IsConst() {
				continue
			}
			out[part], out[w.terms.Not(part)] = w.terms.True(), w.terms.False()
			if part.Op() == term.OpNot && part.Args()[0].Op() == term.OpOr {
				for _, excluded := range part.Args()[0].Args() {
					todo = append(todo, w.terms.Not(excluded))
				}
			}
			if part.Op() != term.OpEq {
				continue
			}
			switch one, other := part.Args()[0], part.Args()[1]; {
			case other.IsConst():
				equals(one, other)
			case one.IsConst():
				equals(other, one)
			}
		}
	}
	return out
}

// mayEqual is false where a term is another constant than the one given, whatever is chosen in it.
func mayEqual(t, constant *term.Term) bool {
	may, known := false, map[*term.Term]bool{}
	var visit func(*term.Term)
	visit = func(t *term.Term) {
		switch {
		case may || known[t]:
		case t.Op() == term.OpIte:
			known[t] = true
			visit(t.Args()[1])
			visit(t.Args()[2])
		default:
			may = !t.IsConst() || t == constant
		}
	}
	visit(t)
	return may
}
