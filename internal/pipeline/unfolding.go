package pipeline

import (
	"context"

	"yogi/internal/interproc"
	"yogi/internal/ir"
	"yogi/internal/solver"
	"yogi/internal/solver/chain"
	"yogi/internal/unfold"
	"yogi/internal/verdict"
)

// unfoldLimits bound what is done before the search begins. Programs that end within them are decided in a moment, whatever
// facts a search would need; of others little time is lost.
var unfoldLimits = unfold.Limits{Blocks: 50_000, Queries: 200}

// unfolding follows all paths of a program, as long as that is cheap. The answer is nil unless all of them end without an error.
func (r *run) unfolding(ctx context.Context, program *ir.Program) (*verdict.Answer, error) {
	if !r.job.has(unfoldingOption) || interproc.IsBaseline(r.job.Algorithm) {
		return nil, nil
	}
	limited, cancel := partOf(ctx, unfoldingShare, unfoldingMost)
	defer cancel()
	stats := &solver.Stats{}
	s, err := chain.New(program.Terms, solver.Config{Stats: stats, Layers: r.job.layers()})
	if err != nil {
		return nil, err
	}
	defer s.Close()
	found := unfold.Run(limited, program, s, unfoldLimits)
	if found.Unfolding == nil {
		return nil, nil
	}
	answer := &verdict.Answer{Kind: verdict.Pass, Certificate: &verdict.Certificate{Unfolding: found.Unfolding}}
	answer.Statistics.SolverQueries = int(stats.Queries.Load())
	answer.Statistics.SolverTime = float64(stats.Nanoseconds.Load()) / 1e9
	answer.Statistics.Set("paths unfolded", found.Paths)
	answer.Statistics.Set("blocks unfolded", found.Blocks)
	return answer, nil
}
