package query

import "yogi/internal/term"

// expansionLimit is how many cases a read after writes may be turned into. More are left to the solver's theory of
// arrays: a pointer that is read behind a memcpy of 280 bytes to an unknown address has eight reads of 280 cases each,
// and Z3 spent minutes on simplifying what is read behind that, during which it did not heed interrupts.
const expansionLimit = 64

// expansion rewrites reads after writes at other symbolic addresses into cases over the addresses. The
// solver is far better at cases over bit-vectors than at chains of stores; the rewriting is kept for the
// whole run, since the terms of a path come back with every query about its extensions.
type expansion struct {
	terms *term.Builder
	memo  map[*term.Term]*term.Term
}

func newExpansion(terms *term.Builder) *expansion {
	return &expansion{terms: terms, memo: map[*term.Term]*term.Term{}}
}

// ExpandReads rewrites reads after writes in terms into cases over the addresses.
func (s *Session) ExpandReads(terms []*term.Term) []*term.Term { return s.expansion.all(terms) }

func (x *expansion) all(ts []*term.Term) []*term.Term {
	out := make([]*term.Term, len(ts))
	for i, t := range ts {
		out[i] = x.rewrite(t)
	}
	return out
}

func (x *expansion) rewrite(t *term.Term) *term.Term {
	if t.Features()&term.HasArrays == 0 || len(t.Args()) == 0 || t.HasQuantifier() {
		return t
	}
	if done, ok := x.memo[t]; ok {
		return done
	}
	args := make([]*term.Term, len(t.Args()))
	for i, a := range t.Args() {
		args[i] = x.rewrite(a)
	}
	out := x.terms.Rebuild(t, args...)
	if out.Op() == term.OpSelect && out.Args()[0].Op() == term.OpStore {
		if element, few := x.terms.ExpandSelect(out.Args()[0], out.Args()[1], expansionLimit); few {
			out = element
		}
	}
	x.memo[t] = out
	return out
}
