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
	statesLimits   = unfold.Limits{Blocks: 20_000_000, Queries: 1_000_000, Loose: true, Tests: true}
	straightLimits = unfold.Limits{Blocks: 20_000_000, Queries: 10_000, Apart: true}
	joinedLimits   = unfold.Limits{Blocks: 200_000, Queries: 20_000}
)

// Unfold implements portfolio.Subject.
func (s *subject) Unfold(ctx context.Context, how portfolio.Pick) (answer *verdict.Answer, paths portfolio.Paths, err error) {
	stats := &solver.Stats{}
	backend, err := chain.New(s.program.Terms, solver.Config{Stats: stats, Layers: layersOf(s.job), Race: s.job.Has(feature.SolverRace), Tell: tellQueries(s.job)})
	if err != nil {
		return nil, paths, err
	}
	defer backend.Close()
	var found unfold.Outcome
	switch how {
	case portfolio.Unrolled:
		found = unfold.Joined(ctx, s.program, backend, joinedLimits)
	case portfolio.OnePath:
		found = unfold.Run(ctx, s.program, backend, straightLimits)
	case portfolio.FewStates:
		found = unfold.Run(ctx, s.program, backend, statesLimits)
	default:
		limits := unfoldLimits
		limits.Apart = !s.job.Has(feature.States)
		found = unfold.Run(ctx, s.program, backend, limits)
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
