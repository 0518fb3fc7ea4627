package unfold

import (
	"cmp"
	"encoding/binary"
	"slices"

	"yogi/internal/solver"
	"yogi/internal/term"
)

// slicing is what is known of questions about edges.
type slicing struct {
	symbols map[*term.Term][]*term.Term // see symbolsIn
	answers map[string]solver.Status    // of slices, by the conditions in them
}

// askedOf says, as far as it is known, whether a run of a state takes an edge. Where a run is in the state, conditions
// decide nothing about the edge that share no symbol with its guard, nor with another that does. What is left is a
// small question, and many paths ask the same one, as those of a parser do about its next character. An edge that no
// run takes by it is one that none takes. That it may keep an edge that none takes costs a path and no verdict.
func (w *paths) askedOf(s *state, guard *term.Term) solver.Status {
	if slices.Contains(s.conditions, w.terms.Not(guard)) {
		return solver.Unsat
	}
	slice, ok := w.slice(s, guard)
	if !ok {
		return w.asked(s.conditions, guard)
	}
	var key []byte
	for _, c := range slice {
		key = binary.LittleEndian.AppendUint32(key, c.ID())
	}
	status, known := w.asking.answers[string(key)]
	if !known {
		if status = w.check(slice); status == solver.Unknown {
			return w.asked(s.conditions, guard)
		}
		if w.asking.answers == nil {
			w.asking.answers = map[string]solver.Status{}
		}
		w.asking.answers[string(key)] = status
	}
	return status
}

// slice is an edge's guard with the conditions that are connected with it, each once and in an order of their own. ok
// is false where it is not known that a run is in the state, or where functions and sorts that mean nothing yet connect
// what shares no symbol.
func (w *paths) slice(s *state, guard *term.Term) (slice []*term.Term, ok bool) {
	if s.assumed || hasOpen(guard) {
		return nil, false
	}
	reached := map[*term.Term]bool{}
	take := func(c *term.Term) {
		slice = append(slice, c)
		for _, symbol := range w.symbolsIn(c) {
			reached[symbol] = true
		}
	}
	take(guard)
	rest := slices.Concat(w.axioms, s.conditions)
	for before := 0; before < len(slice); {
		before = len(slice)
		var left []*term.Term
		for _, c := range rest {
			switch {
			case !slices.ContainsFunc(w.symbolsIn(c), func(symbol *term.Term) bool { return reached[symbol] }):
				left = append(left, c)
			case hasOpen(c):
				return nil, false
			default:
				take(c)
			}
		}
		rest = left
	}
	slices.SortFunc(slice, func(x, y *term.Term) int { return cmp.Compare(x.ID(), y.ID()) })
	return slices.Compact(slice), true
}

// hasOpen says that a term has functions, sorts or quantifiers whose meaning is not in its symbols.
func hasOpen(t *term.Term) bool {
	return t.Features()&(term.HasApplications|term.HasUninterpreted|term.HasQuantifiers) != 0
}

// symbolsIn are the symbols by which a condition is connected with others. A map is none of which a read passes writes:
// a table that was filled is read at an index, and the index is what two reads have in common.
func (w *paths) symbolsIn(t *term.Term) []*term.Term {
	if t.Features()&term.HasArrays == 0 {
		return t.Vars()
	}
	if known, ok := w.asking.symbols[t]; ok {
		return known
	}
	var out []*term.Term
	passed := map[*term.Term]bool{} // writes
	var walk func(*term.Term)
	walk = term.Walker(func(s *term.Term) bool {
		if s.Op() == term.OpVar {
			out = append(out, s)
		}
		if s.Op() != term.OpSelect || s.Args()[0].Op() != term.OpStore {
			return true
		}
		walk(s.Args()[1])
		written := s.Args()[0]
		for ; written.Op() == term.OpStore && !passed[written]; written = written.Args()[0] {
			passed[written] = true
			walk(written.Args()[1])
			walk(written.Args()[2])
		}
		if written.Op() != term.OpVar && written.Op() != term.OpStore {
			walk(written)
		}
		return false
	})
	walk(t)
	if w.asking.symbols == nil {
		w.asking.symbols = map[*term.Term][]*term.Term{}
	}
	w.asking.symbols[t] = out
	return out
}
