package angelic

import (
	"yogi/internal/angelic/trace"
	"yogi/internal/ir"
)

// This file finds the check of the program that an error belongs to.

// checkOf is the place of the check that fails with an error. A specification that excludes branches must leave it
// reachable: else the code of the error would be excused by being dead.
func (a *analysis) checkOf(e *ir.Error) *place {
	if known, ok := a.checks[e]; ok {
		return known
	}
	var found *place
	if b := a.parting(e); b != nil {
		found = &place{block: b, check: true, pos: e.Pos}
	}
	a.checks[e] = found
	return found
}

// parting is the block in which the ways of a run that fails with an error and of one that does not
// part.
func (a *analysis) parting(e *ir.Error) *ir.Block {
	before := map[*ir.Block]*ir.Block{}
	var b *ir.Block
	for _, f := range a.base.Functions {
		for _, from := range f.Blocks {
			if from.Terminator == ir.Terminator(e) {
				b = from
			}
			for _, to := range from.Successors() {
				before[to] = from
			}
		}
	}
	for seen := map[*ir.Block]bool{}; b != nil && !seen[b] && trace.Doomed(b); b = before[b] {
		seen[b] = true
	}
	return b
}
