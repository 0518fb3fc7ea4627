package pipeline

import (
	"context"
	"path/filepath"
	"slices"

	"yogi/internal/certify"
	"yogi/internal/confirm"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/verdict"
)

// This file goes on where the run of the test that was found is undefined before it gets to the error: another run may get there
// without. It is looked for in a second program, made with the checks for what is undefined, in which a run ends where it violates
// one of them. Its runs are some of those of the program, so only a fail of it means something, and that of the program is
// confirmed. A proof of it would say nothing of the runs that end there.

// definedOnly is the job whose runs end where they violate what j does not check and every run to an error must pass.
func (j Job) definedOnly() Job {
	j.Blocked = confirm.UndefinedChecks &^ j.Checks
	j = j.withChecks(j.Blocked)
	j.Off = append(slices.Clone(j.Off), unfoldingOption) // it finds proofs alone
	if j.SolverLog != "" {
		j.SolverLog = filepath.Join(j.SolverLog, definedRunsOption)
	}
	return j
}

// blockRuns ends runs where they violate some checks, and where they do what is not modelled.
func blockRuns(p *ir.Program, checks property.Checks) {
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			switch t := b.Terminator.(type) {
			case *ir.Error:
				if confirm.Violates(t.Property, checks) {
					b.Terminator = &ir.Halt{At: t.At, What: t.What}
				}
			case *ir.Unsupported:
				b.Terminator = &ir.Halt{At: t.At, What: t.Diagnostic.Message}
			}
		}
	}
}

// amongDefined looks for a run to the error that passes all checks, of the program of a job for which one that does not was found.
// What was found stands where there is none, or no time to find it.
func (r *run) amongDefined(ctx context.Context, job Job, found verdict.Verdict) (verdict.Verdict, error) {
	v, err := r.definedRun(ctx, job, &found.Statistics)
	switch {
	case err != nil && ctx.Err() == nil:
		return found, err
	case err == nil && v.Kind == verdict.Fail:
		return v, nil
	}
	return found, nil
}

// definedRun asks about the program in which undefined runs end, and has a fail of it confirmed of the job's own. Of the verdict
// only a fail counts. The work is added to what was spent.
func (r *run) definedRun(ctx context.Context, job Job, spent *verdict.Statistics) (verdict.Verdict, error) {
	other := &run{job: job.definedOnly(), watch: r.watch, scratch: r.scratch}
	r.stage("search")
	blocked, err := other.load(ctx)
	if err != nil {
		return verdict.Verdict{}, err
	}
	blocked, answer, err := other.searchFor(ctx, definedShare, blocked)
	if err != nil {
		return verdict.Verdict{}, err
	}
	answer.Statistics.AddSearch(*spent)
	answer.Statistics.Set("searches for defined runs", 1)
	*spent = answer.Statistics
	if answer.Kind != verdict.Fail {
		return verdict.Verdict{}, nil
	}
	r.stage("evidence")
	program, test, err := r.testAsWritten(ctx, blocked, answer.Test)
	if err != nil || test == nil {
		return verdict.Verdict{}, err
	}
	answer.Test = test
	return r.confirm(ctx, program, answer)
}

// testAsWritten is a test of blocked as one of the job's program, block by block as it was written, with that program; nil if it
// does not fail there.
func (r *run) testAsWritten(ctx context.Context, blocked *ir.Program, test *verdict.Test) (*ir.Program, *verdict.Test, error) {
	program, err := r.reload(ctx)
	if err != nil {
		return nil, nil, err
	}
	if !confirm.SameContents(blocked, program, test) {
		return program, nil, nil // the contents are said of other maps
	}
	here, err := confirm.CarriedOver(blocked, program, test)
	if err != nil {
		return program, nil, nil // the checks made something of the start another
	}
	if _, err := certify.Test(ctx, program, here, confirm.TestOptions(program)); err != nil {
		return program, nil, nil
	}
	return program, here, nil
}
