package region

// absences says for one control-flow edge from which regions to which it is absent: a column of bits for
// each region behind the edge, a bit for each region before it. The reasons are kept at the regions; this
// is what the search asks all the time.
type absences struct {
	columns [][]uint64 // by the slot of the region behind; bits by the slot of the region before
}

func (a *absences) has(s, t *Node) bool { return bit(a.columns[t.slot], s.slot) }

func (a *absences) add(s, t *Node) { a.columns[t.slot] = withBit(a.columns[t.slot], s.slot) }

// copyBefore gives a new region before the edge what its other half has.
func (a *absences) copyBefore(other, half *Node) {
	for t, column := range a.columns {
		if bit(column, other.slot) {
			a.columns[t] = withBit(column, half.slot)
		}
	}
}

// copyBehind gives a new region behind the edge, in the next slot, what its other half has.
func (a *absences) copyBehind(other *Node) {
	a.columns = append(a.columns, append([]uint64(nil), a.columns[other.slot]...))
}

// replaceLeaf puts the two halves of s in its place in the order of the split tree. The no half has the
// slot of s.
func (l *Location) replaceLeaf(s *Node) {
	yes, no := s.Yes, s.No
	yes.slot, no.slot = l.Leaves, s.slot
	yes.before, yes.after, no.before, no.after = s.before, no, yes, s.after
	if s.before != nil {
		s.before.after = yes
	} else {
		l.first = yes
	}
	if s.after != nil {
		s.after.before = no
	}
	s.before, s.after = nil, nil
	l.Leaves++
	l.slots[no.slot] = no
	l.slots = append(l.slots, yes)
	yes.rank = s.rank
	l.rankBehind(no)
}

// restore computes anew which edges are absent, from the reasons.
func (g *Graph) restore() {
	for e, a := range g.absences {
		for slot := range a.columns {
			a.columns[slot] = nil
		}
		for s := g.Locations[e.Block].first; s != nil; s = s.after {
			for to := range s.absent[e] {
				to.EachLeaf(func(t *Node) { a.add(s, t) })
			}
		}
	}
}

func bit(words []uint64, i int) bool { return i>>6 < len(words) && words[i>>6]>>(i&63)&1 != 0 }

func withBit(words []uint64, i int) []uint64 {
	for len(words) <= i>>6 {
		words = append(words, 0)
	}
	words[i>>6] |= 1 << (i & 63)
	return words
}
