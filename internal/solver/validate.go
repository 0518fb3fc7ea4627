package solver

import (
	"context"

	"yogi/internal/term"
)

// Validate wraps a backend so that each Sat model is evaluated on the query before it is believed. A
// model that makes some term false becomes Unknown; a term that evaluation cannot decide (a quantifier)
// is left to the backend. A backend that keeps state from query to query is asked once more without it,
// before a wrong model becomes Unknown.
func Validate(inner Solver) Solver { return &validator{inner: inner, eval: term.NewEvaluator()} }

// ModelRefuted is the reason of the Unknown that a wrong model becomes.
const ModelRefuted = "model check failed"

// Restarter is a backend that can forget all it keeps from query to query.
type Restarter interface {
	// Afresh answers as Check does, without anything of earlier queries.
	Afresh(ctx context.Context, q Query) Answer
}

type validator struct {
	inner Solver
	eval  *term.Evaluator
}

func (v *validator) Check(ctx context.Context, q Query) Answer {
	a := v.inner.Check(ctx, q)
	if v.believed(q, a) {
		return a
	}
	if r, ok := v.inner.(Restarter); ok {
		if a = r.Afresh(ctx, q); v.believed(q, a) {
			return a
		}
	}
	return UnknownBecause(ModelRefuted)
}

// believed reports whether an answer needs no model, or has one that makes no term of the query false.
func (v *validator) believed(q Query, a Answer) bool {
	if a.Status != Sat || q.StatusOnly {
		return true
	}
	if a.Model == nil {
		return false
	}
	for _, terms := range [2][]*term.Term{q.Assume, q.Path} {
		if holds, _ := a.Model.Satisfies(v.eval, terms); !holds {
			return false
		}
	}
	return true
}

func (v *validator) Close() error { return v.inner.Close() }
