package pipeline

import (
	"context"
	"errors"
	"time"

	"yogi/internal/deadline"
	"yogi/internal/interproc"
	"yogi/internal/ir"
	"yogi/internal/portfolio"
	"yogi/internal/solver"
	"yogi/internal/solver/chain"
	"yogi/internal/unfold"
	"yogi/internal/verdict"
)

// unfoldLimits bound what is done before the search begins: programs that end within them are decided in a moment, whatever facts a
// search would need, and of others little time is lost. straightLimits are for one path without branches, after the search: the self-test
// of a library may be long, and there is but one run of it.
var (
	unfoldLimits   = unfold.Limits{Blocks: 50_000, Queries: 200}
	straightLimits = unfold.Limits{Blocks: 20_000_000}
)

// unfoldOrSearch follows all paths of a program, as long as that is cheap, and searches if not all of them end without an error. Where
// no branch depended on an input until the limit was reached, and the search does not come to an end, the one path is followed on.
// Where a witness is asked for the search comes first: what it proves has invariants.
func (r *run) unfoldOrSearch(ctx context.Context, program *ir.Program) (*ir.Program, *verdict.Answer, error) {
	if !r.job.has(unfoldingOption) || interproc.IsBaseline(r.job.Algorithm) {
		return r.search(ctx, program)
	}
	limits, late := straightLimits, true
	if r.job.Witness != "" {
		limits = unfoldLimits
	} else {
		answer, straight, err := r.unfold(ctx, program, unfoldLimits, unfoldingShare, unfoldingMost)
		if answer != nil || err != nil {
			return program, answer, err
		}
		late = straight
	}
	limited := ctx
	if late {
		var cancel context.CancelFunc
		limited, cancel = deadline.Part(ctx, beforeStraight, 0)
		defer cancel()
	}
	searched, answer, err := r.search(limited, program)
	switch {
	case late && ctx.Err() == nil && err != nil && limited.Err() != nil && errors.Is(err, limited.Err()):
		searched, answer = program, &verdict.Answer{Kind: verdict.Unknown, Reason: verdict.Timeout}
	case err != nil || !late || !portfolio.IsOpen(ctx, answer):
		return searched, answer, err
	}
	unfolded, _, err := r.unfold(ctx, searched, limits, straightShare, 0)
	if unfolded == nil || err != nil {
		return searched, answer, err
	}
	unfolded.Statistics.AddSearch(answer.Statistics)
	return searched, unfolded, nil
}

// unfold follows all paths of a program. The answer is nil unless all of them end without an error; straight says that no branch
// depended on an input.
func (r *run) unfold(ctx context.Context, program *ir.Program, limits unfold.Limits, share float64, most time.Duration) (answer *verdict.Answer, straight bool, err error) {
	limited, cancel := deadline.Part(ctx, share, most)
	defer cancel()
	stats := &solver.Stats{}
	s, err := chain.New(program.Terms, solver.Config{Stats: stats, Layers: r.job.layers(), Tell: r.job.tellQueries()})
	if err != nil {
		return nil, false, err
	}
	defer s.Close()
	found := unfold.Run(limited, program, s, limits)
	if found.Unfolding == nil {
		return nil, found.Straight, nil
	}
	answer = &verdict.Answer{Kind: verdict.Pass, Certificate: &verdict.Certificate{Unfolding: found.Unfolding}}
	answer.Statistics.SolverQueries = int(stats.Queries.Load())
	answer.Statistics.SolverTime = float64(stats.Nanoseconds.Load()) / 1e9
	answer.Statistics.Set("paths unfolded", found.Paths)
	answer.Statistics.Set("blocks unfolded", found.Blocks)
	return answer, found.Straight, nil
}
