package term

// Set is a set of terms of one builder. It is cleared at no cost: a term is in it if its mark is the present one.
// The zero Set is empty.
type Set struct {
	marks   []uint32 // by the term's ID
	present uint32   // the mark of members is one more, so that the zero Set is empty
}

// Clear takes all terms out.
func (s *Set) Clear() {
	if s.present++; s.present+1 == 0 {
		clear(s.marks)
		s.present = 0
	}
}

// Has reports whether t is in the set.
func (s *Set) Has(t *Term) bool {
	return int(t.id) < len(s.marks) && s.marks[t.id] == s.present+1
}

// Add puts t in and reports whether it was not there.
func (s *Set) Add(t *Term) bool {
	if s.Has(t) {
		return false
	}
	if missing := int(t.id) + 1 - len(s.marks); missing > 0 {
		s.marks = append(s.marks, make([]uint32, missing)...)
	}
	s.marks[t.id] = s.present + 1
	return true
}

// Remove takes t out and reports whether it was there.
func (s *Set) Remove(t *Term) bool {
	if !s.Has(t) {
		return false
	}
	s.marks[t.id] = 0
	return true
}
