package pipeline

import (
	"context"
	"path/filepath"
	"slices"
	"time"

	"yogi/internal/ir"
	"yogi/internal/verdict"
)

// searchWithGuesses asks the engine about a program in which indices are guessed, if any are: first for a moment about the same
// program without guesses, since loops of a few rounds are unrolled with less effort where no index is a symbol, then with them,
// and then without for as long as there is time. It returns the program that the answer is about; from then on the job is about
// that one.
func (r *run) searchWithGuesses(ctx context.Context, guessed *ir.Program) (*ir.Program, *verdict.Answer, error) {
	if len(guessed.Guesses) == 0 {
		answer, err := r.search(ctx, guessed)
		return guessed, answer, err
	}
	job := r.job
	asWritten := job
	asWritten.Off = append(slices.Clone(job.Off), guessOption)
	r.job = asWritten
	plain, err := r.load(ctx)
	if err != nil {
		return nil, nil, err
	}
	program, answer, err := r.searchTurn(ctx, asWritten, plain, "", plainShare, plainMost)
	if err != nil || !isOpen(ctx, answer) {
		return program, answer, err
	}
	spent := answer.Statistics
	program, answer, err = r.searchTurn(ctx, job, guessed, guessOption, guessedShare, 0)
	if err == nil && isOpen(ctx, answer) {
		addSearch(answer, spent)
		spent = answer.Statistics
		program, answer, err = r.searchTurn(ctx, asWritten, plain, "again", 1, 0)
	}
	if err == nil {
		addSearch(answer, spent)
	}
	return program, answer, err
}

// searchTurn asks about a program, which the job is about from then on, for a share of the time, with a folder of its own for
// queries.
func (r *run) searchTurn(ctx context.Context, job Job, program *ir.Program, log string, share float64, most time.Duration) (*ir.Program, *verdict.Answer, error) {
	limited, cancel := partOf(ctx, share, most)
	defer cancel()
	r.job = job
	if job.SolverLog != "" {
		r.job.SolverLog = filepath.Join(job.SolverLog, log)
	}
	answer, err := r.search(limited, program)
	r.job.SolverLog = job.SolverLog
	return program, answer, err
}
