package pipeline

import (
	"context"
	"path/filepath"
	"slices"

	"yogi/internal/ir"
	"yogi/internal/verdict"
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
	plain, err := r.load(ctx)
	if err != nil {
		return nil, nil, err
	}
	limited, cancel := partOf(ctx, plainShare, plainMost)
	answer, err := r.search(limited, plain)
	cancel()
	if err != nil || !isOpen(ctx, answer) {
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
		addSearch(answer, plainStatistics)
	}
	return guessed, answer, err
}
