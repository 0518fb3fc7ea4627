package solver

import (
	"context"
	"time"
)

// Tell tells of each query and its answer, and changes neither.
func Tell(inner Solver, tell func(q Query, a Answer, took time.Duration)) Solver {
	return &teller{inner, tell}
}

type teller struct {
	inner Solver
	tell  func(q Query, a Answer, took time.Duration)
}

// Check implements Solver.
func (t *teller) Check(ctx context.Context, q Query) Answer {
	start := time.Now()
	a := t.inner.Check(ctx, q)
	t.tell(q, a, time.Since(start))
	return a
}

// Close implements Solver.
func (t *teller) Close() error { return t.inner.Close() }
