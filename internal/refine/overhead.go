package refine

import (
	"slices"
	"time"
)

// overhead measures what iterations cost outside the solver.
type overhead struct {
	started time.Time // of the iteration at hand
	solver  float64   // seconds in the solver until then
	seconds []float32 // of the iterations that ended
}

// beginIteration counts an iteration of the main loop. The third tactic calls it (findTrace), so a turn of the loop
// that one before it ends is not counted, and a baseline counts its own. What was done since the one before it began,
// of whichever question it was, is that one's work.
func (e *Engine) beginIteration() {
	e.Stats.Iterations++
	if e.Options.SolverSeconds == nil {
		return
	}
	o, now, solver := &e.overhead, time.Now(), e.Options.SolverSeconds()
	if !o.started.IsZero() {
		o.seconds = append(o.seconds, float32(now.Sub(o.started).Seconds()-(solver-o.solver)))
	}
	o.started, o.solver = now, solver
}

// Overhead is the median of the seconds that an iteration took outside the solver; 0 if nobody measures the solver.
func (e *Engine) Overhead() float64 {
	if len(e.overhead.seconds) == 0 {
		return 0
	}
	sorted := slices.Clone(e.overhead.seconds)
	slices.Sort(sorted)
	return float64(sorted[len(sorted)/2])
}
