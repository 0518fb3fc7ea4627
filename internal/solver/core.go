package solver

import (
	"context"
	"slices"
	"time"
)

const (
	// coreTrials bounds the extra queries for one core.
	coreTrials = 24
	// coreTrialTimeout bounds each of them: a smaller core is worth little time.
	coreTrialTimeout = 50 * time.Millisecond
)

// MinimizeCores wraps a backend and tries to leave assumptions out of each core, one at a time. What a
// core contains becomes a predicate, so each assumption it loses saves later work.
func MinimizeCores(inner Solver) Solver { return &coreMinimizer{inner} }

type coreMinimizer struct{ inner Solver }

func (m *coreMinimizer) Check(ctx context.Context, q Query) Answer {
	a := m.inner.Check(ctx, q)
	if a.Status == Unsat && len(a.Core) > 1 {
		a.Core = m.minimize(ctx, q, a.Core)
	}
	return a
}

// minimize keeps as a core only what an Unsat answer proved to be one. The last assumptions are tried
// first: callers put what they would rather keep in front.
func (m *coreMinimizer) minimize(ctx context.Context, q Query, core []int) []int {
	needed := 0 // so many at the end could not be left out
	for trial := 0; trial < coreTrials && needed < len(core) && len(core) > 1; trial++ {
		at := len(core) - 1 - needed
		rest := slices.Delete(slices.Clone(core), at, at+1)
		small := Query{Path: q.Path, Label: q.Label, Timeout: coreTrialTimeout, StatusOnly: true}
		for _, i := range rest {
			small.Assume = append(small.Assume, q.Assume[i])
		}
		a := m.inner.Check(ctx, small)
		if a.Status == Unsat {
			core = slices.DeleteFunc(rest, func(i int) bool { return !usedBy(a.Core, rest, i) })
		} else {
			needed++
		}
	}
	return core
}

// usedBy reports whether the assumption is in a core that counts positions of rest.
func usedBy(core, rest []int, assumption int) bool {
	for _, position := range core {
		if rest[position] == assumption {
			return true
		}
	}
	return false
}

func (m *coreMinimizer) Close() error { return m.inner.Close() }
