package refine

import "yogi/internal/region"

// This file divides the effort between the frontiers of a question. An edge over a call may lead into a
// question that takes for ever while another edge has the answer, so a question about a callee is worked
// on for a number of iterations, then put off, and taken up again when nothing has had less. What it
// found is in its graph and in the forest, so nothing is lost.

// firstEffort is the number of iterations after which a question is first put off; each time it is taken
// up again it gets as many as it has had.
const firstEffort = 64

// effortKey is an edge over a call.
type effortKey struct {
	graph *region.Graph
	edge  region.Edge
}

// Allowance is how many iterations a question about the callee may take now: not much more than this
// question has left itself.
func (x *frontiers) Allowance(e region.Edge) int {
	allowance := max(firstEffort, x.spent(e))
	if x.Effort > 0 {
		left := x.Effort - (x.engine.Stats.Iterations - x.firstIteration)
		allowance = min(allowance, max(left, firstEffort/4))
	}
	return allowance
}

// spent is the number of iterations that questions about the callee of edge e had before they were put off; 0 of an
// edge that leads through no call.
func (x *frontiers) spent(e region.Edge) int {
	return x.engine.effort[effortKey{x.Graph, e}]
}

// putOff notes what a question that was put off has had.
func (x *frontiers) putOff(e region.Edge, iterations int) {
	x.engine.effort[effortKey{x.Graph, e}] += max(iterations, 1)
	x.engine.Stats.ByKind["questions put off"]++
}
