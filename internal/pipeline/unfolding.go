package pipeline

import (
	"context"

	"yogi/internal/feature"
	"yogi/internal/portfolio"
	"yogi/internal/solver"
	"yogi/internal/solver/chain"
	"yogi/internal/unfold"
	"yogi/internal/verdict"
)

// unfoldLimits bound what is done before the search begins: programs that end within them are
// decided in a moment, whatever facts a search would need, and of others little time is lost.
// statesLimits are for programs whose paths were seen to come back to states, straightLimits for one
// path that never forks, after the search: the self-test of a library may be long, and there is but
// one run of it, which comes back to no state if it ends.
var (
	unfoldLimits   = unfold.Limits{Blocks: 50_000, Queries: 400}
	statesLimits   = unfold.Limits{Blocks: 20_000_000, Queries: 1_000_000, States: true, Loose: true, Tests: true}
	straightLimits = unfold.Limits{Blocks: 20_000_000, Queries: 10_000, Ahead: true, Tests: true}
	joinedLimits   = unfold.Limits{Blocks: 200_000, Queries: 20_000}
)

// walk is a walk over the paths of a subject's program; where one is nil they are joined.
type walk struct {
	subject *subject
	one     *unfold.Walk // goes on where it was; nil: loops are unrolled, and paths that meet are joined
}

// Walk implements portfolio.Subject.
func (s *subject) Walk(how portfolio.Pick) portfolio.Walk {
	limits := unfoldLimits
	switch how {
	case portfolio.Unrolled:
		return &walk{subject: s}
	case portfolio.OnePath:
		limits = straightLimits
	case portfolio.FewStates:
		limits = statesLimits
	default:
		limits.States = s.job.Has(feature.States)
	}
	return &walk{subject: s, one: unfold.NewWalk(s.program, limits)}
}

// Follow implements portfolio.Walk.
func (w *walk) Follow(ctx context.Context) (answer *verdict.Answer, paths portfolio.Paths, err error) {
	s, stats := w.subject, &solver.Stats{}
	backend, err := chain.New(s.program.Terms, solver.Config{Stats: stats, Layers: layersOf(s.job), Race: s.job.Has(feature.SolverRace), Tell: tellQueries(s.job)})
	if err != nil {
		return nil, paths, err
	}
	defer backend.Close()
	var found unfold.Outcome
	if w.one == nil {
		found = unfold.Joined(ctx, s.program, backend, joinedLimits)
	} else {
		found = w.one.Run(ctx, backend)
	}
	paths = portfolio.Paths{Straight: found.Straight, Returning: found.Returning()}
	switch {
	case found.Test != nil:
		answer = &verdict.Answer{Kind: verdict.Fail, Test: found.Test}
	case found.Unfolding == nil && found.Unrolling == nil:
		return nil, paths, nil
	default:
		answer = &verdict.Answer{Kind: verdict.Pass, Certificate: &verdict.Certificate{Unfolding: found.Unfolding, Unrolling: found.Unrolling}}
	}
	answer.Statistics.SolverQueries = int(stats.Queries.Load())
	answer.Statistics.SolverTime = float64(stats.Nanoseconds.Load()) / 1e9
	noteSolvers(answer, &stats.Solvers)
	answer.Statistics.Set("paths unfolded", found.Paths)
	answer.Statistics.Set("blocks unfolded", found.Blocks)
	answer.Statistics.Set("states at loops", found.Arrivals)
	return answer, paths, nil
}
