package pipeline

import (
	"context"
	"errors"
	"path/filepath"

	"yogi/internal/certify"
	"yogi/internal/frontend/boogie"
	"yogi/internal/interproc"
	"yogi/internal/ir"
	"yogi/internal/verdict"
)

// withoutFreeSpecs is the detail of a pass that does not rest on what it was allowed to believe.
const withoutFreeSpecs = "proved without believing free ensures clauses and free invariants"

// searchReadings asks about a program, and where the search does not come to an end about its other reading: with the free
// specifications that it does not believe, or without those that it does. The runs with them are some of the runs without. So
// a pass without them is one with them that rests on less, and a pass with them says nothing of the runs that they exclude. A
// fail of one reading is one of the other if its test fails there too. It returns the program that the answer is about; from
// then on the job is about that one.
func (r *run) searchReadings(ctx context.Context, program *ir.Program) (*ir.Program, *verdict.Answer, error) {
	if !program.FreeSpecs || !r.job.has(readingsOption) || interproc.IsBaseline(r.job.Algorithm) {
		return r.searchWithGuesses(ctx, program)
	}
	believed := r.job.FreeSpecs == boogie.UseFreeSpecs
	own, rest := unbelieving, 1.0
	if believed {
		own, rest = believing, lateShare
	}
	program, answer, err := r.searchFor(ctx, own, program)
	if err != nil || !isOpen(ctx, answer) {
		return program, answer, err
	}
	other := &run{job: r.job.otherReading(), watch: r.watch, scratch: r.scratch}
	found, err := other.load(ctx)
	if err != nil {
		return nil, nil, err
	}
	found, late, err := other.searchFor(ctx, rest, found)
	if err != nil {
		return nil, nil, err
	}
	spent := late.Statistics
	switch {
	case late.Kind == verdict.Pass && believed:
		program, r.job, r.split = found, other.job, other.split
		late.Detail = withoutFreeSpecs
		answer, spent = late, answer.Statistics
	case late.Kind == verdict.Fail:
		written, test, err := r.testHere(ctx, program, found, late.Test)
		if err != nil {
			return nil, nil, err
		}
		if test != nil {
			program, late.Test = written, test
			answer, spent = late, answer.Statistics
		}
	}
	addSearch(answer, spent)
	answer.Statistics.Set("other readings asked about", 1)
	return program, answer, nil
}

// otherReading is the job that believes free specifications if j does not, and the other way round.
func (j Job) otherReading() Job {
	if j.FreeSpecs == boogie.UseFreeSpecs {
		j.FreeSpecs = boogie.IgnoreFreeSpecs
	} else {
		j.FreeSpecs = boogie.UseFreeSpecs
	}
	if j.SolverLog != "" {
		j.SolverLog = filepath.Join(j.SolverLog, readingsOption)
	}
	return j
}

// searchFor asks about a program for a share of the time.
func (r *run) searchFor(ctx context.Context, share float64, program *ir.Program) (*ir.Program, *verdict.Answer, error) {
	job := r.job
	limited, cancel := partOf(ctx, share, 0)
	defer cancel()
	found, answer, err := r.searchWithGuesses(limited, program)
	if err != nil && limited.Err() != nil && errors.Is(err, limited.Err()) {
		r.job = job
		return program, &verdict.Answer{Kind: verdict.Unknown, Reason: verdict.Timeout}, nil
	}
	return found, answer, err
}

// testHere is a test of found, the other reading of program, as one of this reading, with the program that it is a test of;
// nil if it does not fail here.
func (r *run) testHere(ctx context.Context, program, found *ir.Program, test *verdict.Test) (*ir.Program, *verdict.Test, error) {
	if len(program.Guesses) > 0 {
		var err error
		if program, err = r.reload(ctx); err != nil {
			return nil, nil, err
		}
	}
	here, err := carriedOver(found, program, test)
	if err != nil {
		return program, nil, nil // it takes inputs that there are not here
	}
	if _, err := certify.Test(ctx, program, here, testOptions(program)); err != nil {
		return program, nil, nil
	}
	return program, here, nil
}
