package pipeline

import (
	"context"

	"yogi/internal/deadline"
	"yogi/internal/feature"
	"yogi/internal/induction"
	"yogi/internal/load"
	"yogi/internal/portfolio"
	"yogi/internal/solver"
	"yogi/internal/solver/chain"
	"yogi/internal/verdict"
)

// This file asks package induction for proofs. Before a search it is asked about all errors of the program, for a
// moment. Of the places that can go wrong those that are easy are proved first, all together: it says which of them it
// has claims for, and the question about these is answered by the proof that it makes of them. What is hard is asked
// about behind that.

// excludedByInduction names the counter of claims in a verdict's statistics.
const excludedByInduction = "errors excluded by induction"

// induct looks for claims that exclude the errors of a subject.
func (s *subject) induct(ctx context.Context, limits induction.Limits) (induction.Outcome, *solver.Stats, error) {
	stats := &solver.Stats{}
	backend, err := chain.New(s.program.Terms, solver.Config{Stats: stats, Layers: "log,shortcut,cache", Tell: tellQueries(s.job)})
	if err != nil {
		return induction.Outcome{}, nil, err
	}
	defer backend.Close()
	limits.Conditional = s.job.Has(feature.ConditionalClaims)
	return induction.Run(ctx, s.program, backend, limits), stats, nil
}

// Induct implements portfolio.Subject.
func (s *subject) Induct(ctx context.Context, limits induction.Limits) (*verdict.Answer, bool, error) {
	found, stats, err := s.induct(ctx, limits)
	if err != nil || found.Certificate == nil {
		return nil, found.Promises(), err
	}
	answer := &verdict.Answer{Kind: verdict.Pass, Certificate: found.Certificate}
	answer.Statistics.SolverQueries = int(stats.Queries.Load())
	answer.Statistics.SolverTime = float64(stats.Nanoseconds.Load()) / 1e9
	noteSolvers(answer, &stats.Solvers)
	answer.Statistics.Set(excludedByInduction, found.Goals)
	answer.Statistics.Set("claims", found.Facts)
	return answer, true, nil
}

// byInduction asks about those of some places that package induction has claims for. It returns the places about which
// nothing was found.
func (s *placesRun) byInduction(ctx context.Context, places []load.Place) ([]load.Place, error) {
	if !s.job.Has(feature.Induction) {
		return places, nil
	}
	ctx, cancel := deadline.Part(ctx, inductionShare, 0)
	defer cancel()
	easy, err := s.excluded(ctx, places)
	if err != nil || len(easy) == 0 {
		return places, err
	}
	job := s.job
	job.Induction = true
	if _, err := s.togetherBy(ctx, job, easy); err != nil {
		return nil, err
	}
	var left []load.Place
	for _, place := range places {
		if f, known := s.found[place]; !known || f.Kind == verdict.Unknown {
			left = append(left, place)
		}
	}
	return left, nil
}

// excluded are those of some places to which no run comes, as package induction says of the program in which each of
// them ends a run.
func (s *placesRun) excluded(ctx context.Context, places []load.Place) ([]load.Place, error) {
	part, cancel := deadline.Part(ctx, claimsShare, 0)
	defer cancel()
	about, err := subjectOf(part, s.job, nil)
	if err != nil || about.split != nil {
		if part.Err() != nil {
			err = nil
		}
		return nil, err
	}
	found, _, err := about.induct(part, portfolio.PlaceClaims)
	if err != nil {
		return nil, err
	}
	open := map[load.Place]bool{}
	for _, f := range about.program.Functions {
		for _, b := range f.Blocks {
			if place, ok := load.PlaceOf(b); ok && !found.Excluded[b] {
				open[place] = true
			}
		}
	}
	var out []load.Place
	for _, place := range places {
		if !open[place] {
			out = append(out, place)
		}
	}
	return out, nil
}
