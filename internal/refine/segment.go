package refine

import (
	"slices"

	"yogi/internal/region"
	"yogi/internal/solver"
	"yogi/internal/term"
)

// Segment is a path through a function, from its entry to its return, calls included: all that a must
// summary needs, since its condition and its outputs follow by symbolic execution.
type Segment struct{ moves []move }

// Equal reports whether two segments are the same path.
func (s Segment) Equal(other Segment) bool { return slices.Equal(s.moves, other.moves) }

// SegmentTo is the path from the entry of s's activation to s.
func SegmentTo(s *State) Segment {
	var moves []move
	for p := s.Path; p != s.Path.Activation.Entry(); p = p.Parent {
		moves = append(moves, p.move)
	}
	slices.Reverse(moves)
	return Segment{moves}
}

// Through looks for a test that goes from at, where a function is called, along a known path through it and
// on into region t. It reports whether there is one, which has been run then, and whether more than
// the terms on the path had to be looked at.
func (x *Explorer) Through(at *State, segment Segment, t *region.Node) (found, asked bool) {
	e := x.engine
	p := at.Path.Enter()
	e.Symbolic(p)
	var assume []*term.Term
	for _, m := range append(slices.Clone(segment.moves), move{kind: leaveMove}) {
		p = p.child(m)
		e.Symbolic(p)
		for _, c := range p.conditions {
			if c.term.IsFalse() {
				return false, false
			}
			assume = append(assume, c.term)
		}
	}
	for _, literal := range t.Literals() {
		now := x.SymbolicAt(p, literal)
		if now.IsFalse() {
			return false, false
		}
		assume = append(assume, now)
	}
	path := x.PathConstraint(at.Path)
	assume = e.queries.Unsaid(path, assume) // the callee asks what was asked before
	if plan := e.repairFor(e.plans[at.Test], p, path, assume, quick); plan != nil {
		plan.Length = p.Depth
		if x.runPlan(plan, t, assume).Progress {
			return true, true
		}
	}
	answer := e.askNear(at.Path, e.plans[at.Test], path, assume, x.label("through"))
	if answer.Status != solver.Sat {
		return false, true
	}
	return x.runTest(p, answer, t, assume).Progress, true
}
