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

// unfoldLimits bound what is done before the search begins; a test may bound it further.
var unfoldLimits = portfolio.FewPaths.Limits()

// walk is a walk over the paths of a subject's program; where one is nil they are joined.
type walk struct {
	subject *subject
	one     *unfold.Walk // goes on where it was; nil: loops are unrolled, and paths that meet are joined
}

// Walk implements portfolio.Subject.
func (s *subject) Walk(how portfolio.Pick) portfolio.Walk {
	if how == portfolio.Unrolled {
		return &walk{subject: s}
	}
	limits := how.Limits()
	if how == portfolio.FewPaths {
		limits = unfoldLimits
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
		found = unfold.Joined(ctx, s.program, backend, portfolio.Unrolled.Limits())
	} else {
		found = w.one.Run(ctx, backend)
	}
	if answer, paths = portfolio.AnswerOf(found); answer == nil {
		return nil, paths, nil
	}
	answer.Statistics.SolverQueries = int(stats.Queries.Load())
	answer.Statistics.SolverTime = float64(stats.Nanoseconds.Load()) / 1e9
	noteSolvers(answer, &stats.Solvers)
	answer.Statistics.Set("paths unfolded", found.Paths)
	answer.Statistics.Set("blocks unfolded", found.Blocks)
	answer.Statistics.Set("states at loops", found.Arrivals)
	return answer, paths, nil
}
