package solver

import (
	"context"

	"yogi/internal/term"
)

// Validate wraps a backend so that each Sat model is evaluated on the query before it is believed. A
// model that makes some term false becomes Unknown; a term that evaluation cannot decide (a quantifier)
// is left to the backend.
func Validate(inner Solver) Solver { return &validator{inner: inner, eval: term.NewEvaluator()} }

type validator struct {
	inner Solver
	eval  *term.Evaluator
}

func (v *validator) Check(ctx context.Context, q Query) Answer {
	a := v.inner.Check(ctx, q)
	if a.Status != Sat || q.StatusOnly {
		return a
	}
	if a.Model == nil {
		return UnknownBecause("model check failed: no model")
	}
	for _, terms := range [2][]*term.Term{q.Assume, q.Path} {
		if holds, _ := a.Model.Satisfies(v.eval, terms); !holds {
			return UnknownBecause("model check failed")
		}
	}
	return a
}

func (v *validator) Close() error { return v.inner.Close() }
