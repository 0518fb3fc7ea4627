package interproc

import (
	"time"

	"yogi/internal/ir"
	"yogi/internal/journal"
)

// progressEvery is the time between two events of progress.
const progressEvery = 100 * time.Millisecond

// progress returns what tells the journal of the frontiers that are worked on, or nil when there is no
// journal.
func (c *checker) progress() func(before *ir.Block) {
	if c.options.Journal == nil {
		return nil
	}
	var last time.Time
	return func(before *ir.Block) {
		if time.Since(last) < progressEvery {
			return
		}
		last = time.Now()
		e := journal.Progress{Tests: c.engine.Stats.Tests, Frontier: before.Function.Told() + " " + before.Pos.String()}
		if before.Pos.IsWritten() {
			e.File, e.Line = before.Pos.File, before.Pos.Line
		}
		for _, g := range c.order {
			e.Regions += g.Regions()
		}
		if c.options.SolverSeconds != nil {
			e.Solver = c.options.SolverSeconds()
		}
		c.options.Journal.Emit(e)
	}
}
