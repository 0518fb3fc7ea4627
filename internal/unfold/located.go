package unfold

import (
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
		if w.excluded(s.conditions, w.terms.Ne(size, one)) {
			s.replace(size, one)
			found = true
		}
	}
	if found {
		w.placed = append(w.placed, place)
	}
}
