package unfold

import (
	"slices"

	"yogi/internal/term"
	"yogi/internal/verdict"
)

// locate replaces the sizes by which the address of the next object is no constant, as far as what was
// assumed says that each object takes one granule. Addresses behind are constants again then, and which
// accesses are to one object is seen without a solver. Harnesses bound sizes, but may say so behind the
// allocation.
func (w *joined) locate(s *state) {
	c := w.program.AllocCounter
	if c == nil || !s.assumed {
		return
	}
	s.assumed = false
	next, found := s.globals[c.Index], false
	if next.IsConst() || next.Op() == term.OpIte {
		return
	}
	place := w.name(s)
	one := w.terms.BVConst(c.Sort.Width, 1<<w.program.Model.GranuleBits)
	for _, size := range verdict.Sizes(next) {
		if about := saidOf(size, s.conditions); len(about) > 0 && w.excluded(about, w.terms.Ne(size, one)) {
			s.replace(size, one)
			found = true
		}
	}
	if found {
		w.placed = append(w.placed, place)
	}
}

// saidOf are the conditions on a value of which a size is made: what bounds the size is among them, and to
// ask about all of a path takes long where nothing does. Those on memory that has such a value in it are
// many, and bound nothing.
func saidOf(size *term.Term, conditions []*term.Term) []*term.Term {
	values := map[*term.Term]bool{}
	term.Walker(func(t *term.Term) bool {
		value := t.IsVar() || t.Op() == term.OpSelect
		if value {
			values[t] = true
		}
		return !value
	})(size)
	return slices.DeleteFunc(slices.Clone(conditions), func(c *term.Term) bool {
		found := false
		term.Walker(func(t *term.Term) bool {
			found = found || values[t]
			return !found && t.Sort().Kind != term.KindArray
		})(c)
		return !found
	})
}
