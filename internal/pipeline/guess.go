package pipeline

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"time"

	"yogi/internal/certify/split"
	"yogi/internal/ir"
	"yogi/internal/verdict"
)

const (
	// plainShare is the part of the time, 1/share, that a program gets as it is before an index is guessed.
	plainShare = 4
	// plainMost is that time where there is no limit.
	plainMost = 30 * time.Second
)

// searchWithGuesses asks the engine about a program in which indices are guessed, if any are: first about the same program without
// guesses, since loops of a few rounds are unrolled with less effort where no index is a symbol. It returns the program that the answer
// is about; from then on the job is about that one.
func (r *run) searchWithGuesses(ctx context.Context, guessed *ir.Program) (*ir.Program, *verdict.Answer, error) {
	if len(guessed.Guesses) == 0 {
		answer, err := r.search(ctx, guessed)
		return guessed, answer, err
	}
	job := r.job
	r.job.Off = append(slices.Clone(job.Off), guessOption)
	plain, err := Load(ctx, r.job)
	if err != nil {
		return nil, nil, err
	}
	var rejection *split.Rejection
	if _, err := prepareFor(r.job, plain); err != nil && !errors.As(err, &rejection) {
		return nil, nil, err
	}
	share := plainMost
	if deadline, ok := ctx.Deadline(); ok {
		share = time.Until(deadline) / plainShare
	}
	limited, cancel := context.WithTimeout(ctx, share)
	answer, err := r.search(limited, plain)
	cancel()
	if err != nil || answer.Kind != verdict.Unknown || ctx.Err() != nil || !answer.Reason.IsOfSearch() {
		return plain, answer, err
	}
	plainStatistics := answer.Statistics
	r.job = job
	if r.job.SolverLog != "" {
		r.job.SolverLog = filepath.Join(r.job.SolverLog, guessOption)
	}
	answer, err = r.search(ctx, guessed)
	r.job.SolverLog = job.SolverLog
	if err == nil {
		answer.Statistics.AddWork(plainStatistics)
		answer.Statistics.SolverQueries += plainStatistics.SolverQueries
		answer.Statistics.SolverTime += plainStatistics.SolverTime
	}
	return guessed, answer, err
}
