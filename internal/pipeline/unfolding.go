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
// straightLimits are for one path without branches, after the search: the self-test of a library
// may be long, and there is but one run of it.
var (
	unfoldLimits   = unfold.Limits{Blocks: 50_000, Queries: 100}
	straightLimits = unfold.Limits{Blocks: 20_000_000}
	joinedLimits   = unfold.Limits{Blocks: 200_000, Queries: 20_000}
)

// Unfold implements portfolio.Subject.
func (s *subject) Unfold(ctx context.Context, how portfolio.Pick) (answer *verdict.Answer, straight bool, err error) {
	limits := unfoldLimits
	if how == portfolio.OnePath {
		limits = straightLimits
	}
	stats := &solver.Stats{}
	backend, err := chain.New(s.program.Terms, solver.Config{Stats: stats, Layers: layersOf(s.job), Race: s.job.Has(feature.SolverRace), Tell: tellQueries(s.job)})
	if err != nil {
		return nil, false, err
	}
	defer backend.Close()
	var found unfold.Outcome
	if how == portfolio.Unrolled {
		found = unfold.Joined(ctx, s.program, backend, joinedLimits)
	} else {
		found = unfold.Run(ctx, s.program, backend, limits)
	}
	if found.Unfolding == nil && found.Unrolling == nil {
		return nil, found.Straight, nil
	}
	answer = &verdict.Answer{Kind: verdict.Pass, Certificate: &verdict.Certificate{Unfolding: found.Unfolding, Unrolling: found.Unrolling}}
	answer.Statistics.SolverQueries = int(stats.Queries.Load())
	answer.Statistics.SolverTime = float64(stats.Nanoseconds.Load()) / 1e9
	noteSolvers(answer, &stats.Solvers)
	answer.Statistics.Set("paths unfolded", found.Paths)
	answer.Statistics.Set("blocks unfolded", found.Blocks)
	return answer, found.Straight, nil
}
