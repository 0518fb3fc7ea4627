package solver

import (
	"context"

	"yogi/internal/term"
)

// recentModels is how many models are tried before a search.
const recentModels = 16

// Reuse wraps a solver and first tries the models found lately: evaluation is cheaper than search. Before there are
// any it tries zeros: the first question is mostly about how a program starts, of which that is the usual way, and
// where it has a thousand objects a search takes seconds for what is known of their places.
func Reuse(inner Solver, stats *Stats) Solver {
	return &reuser{inner: inner, stats: stats, eval: term.NewEvaluator()}
}

type reuser struct {
	inner  Solver
	stats  *Stats
	eval   *term.Evaluator
	models []*Model // the most recently useful first
}

func (r *reuser) Check(ctx context.Context, q Query) Answer {
	for i, m := range r.models {
		if r.fits(m, q) {
			r.promote(i)
			r.stats.Reused.Add(1)
			return Answer{Status: Sat, Model: m}
		}
	}
	if zeros := NewModel(nil); len(r.models) == 0 && r.fits(zeros, q) {
		r.remember(zeros)
		r.stats.Reused.Add(1)
		return Answer{Status: Sat, Model: zeros}
	}
	a := r.inner.Check(ctx, q)
	if a.Status == Sat && a.Model != nil {
		r.remember(a.Model)
	}
	return a
}

// fits evaluates the newest parts of the query first: they are what old models fail on.
func (r *reuser) fits(m *Model, q Query) bool {
	for _, terms := range [2][]*term.Term{q.Assume, q.Path} {
		if holds, decided := m.Satisfies(r.eval, terms); !holds || !decided {
			return false
		}
	}
	return true
}

func (r *reuser) promote(i int) {
	m := r.models[i]
	copy(r.models[1:i+1], r.models[:i])
	r.models[0] = m
}

func (r *reuser) remember(m *Model) {
	if len(r.models) < recentModels {
		r.models = append(r.models, nil)
	}
	copy(r.models[1:], r.models)
	r.models[0] = m
}

func (r *reuser) Close() error { return r.inner.Close() }
