package refine

import (
	"slices"
	"time"
)

// overhead measures what iterations cost outside the solver.
type overhead struct {
	began   time.Time // of the iteration at hand
	solver  float64   // seconds in the solver until then
	seconds []float32 // of the iterations that ended
}

// beginIteration counts an iteration of the main loop. What was done since the one before it began,
// of whichever question it was, is that one's work.
func (e *Engine) beginIteration() {
	e.Stats.Iterations++
	if e.Options.SolverSeconds == nil {
		return
	}
	o, now, solver := &e.overhead, time.Now(), e.Options.SolverSeconds()
	if !o.began.IsZero() {
		o.seconds = append(o.seconds, float32(now.Sub(o.began).Seconds()-(solver-o.solver)))
	}
	o.began, o.solver = now, solver
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
