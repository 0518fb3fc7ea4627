package concolic

import (
	"iter"
	"slices"
)

// Segment is a path through a function, from its entry to its return, calls included: all that a must
// summary needs, since its condition and its outputs follow by symbolic execution.
type Segment struct{ moves []Move }

// Equal reports whether two segments are the same path.
func (s Segment) Equal(other Segment) bool { return slices.Equal(s.moves, other.moves) }

// SegmentTo is the path from the entry of s's activation to s.
func SegmentTo(s *State) Segment {
	var moves []Move
	for p := s.Path; p != s.Path.Activation.Entry(); p = p.Parent {
		moves = append(moves, p.move)
	}
	slices.Reverse(moves)
	return Segment{moves}
}

// After visits the path that goes from p, where the function is called, through it and back to the
// caller, step by step.
func (s Segment) After(p *Path) iter.Seq[*Path] {
	return func(yield func(*Path) bool) {
		p := p.Enter()
		for i := 0; yield(p) && i <= len(s.moves); i++ {
			m := Move{Kind: LeaveMove}
			if i < len(s.moves) {
				m = s.moves[i]
			}
			p = p.Child(m)
		}
	}
}
