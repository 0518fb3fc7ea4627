package pipeline

import (
	"context"
	"path/filepath"

	"yogi/internal/confirm"
	"yogi/internal/feature"
	"yogi/internal/ir"
	"yogi/internal/verdict"
)

// This file goes on where the run of the test that was found is undefined before it gets to the
// error: another run may get there without. It is looked for in a second program, made with the
// checks for what is undefined, in which a run ends where it violates one of them. Its runs are
// some of those of the program, so only a fail of it means something, and that of the program is
// confirmed. A proof of it would say nothing of the runs that end there.

// definedOnly is a job whose runs end where they violate what j does not check and every run to an error must pass.
func definedOnly(j Job) Job {
	j.Blocked = confirm.UndefinedChecks &^ j.Checks
	j = j.WithChecks(j.Blocked)
	j = j.SwitchedOff(feature.Unfolding, feature.Unrolling) // they find proofs alone
	if j.SolverLog != "" {
		j.SolverLog = filepath.Join(j.SolverLog, string(feature.DefinedRuns))
	}
	return j
}

// amongDefined looks for a run to the error that passes all checks, of the program of a subject for
// which one that does not was found. What was found stands where there is none, or no time to find
// it.
func (r *run) amongDefined(ctx context.Context, about *subject, of known, found verdict.Verdict) (verdict.Verdict, error) {
	v, err := r.definedRun(ctx, about, of, &found.Statistics)
	switch {
	case err != nil && ctx.Err() == nil:
		return found, err
	case err == nil && v.Kind == verdict.Fail:
		return v, nil
	}
	return found, nil
}

// definedRun asks about the program in which undefined runs end, and has a fail of it confirmed of
// the subject's own. Of the verdict only a fail counts. The work is added to what was spent.
func (r *run) definedRun(ctx context.Context, about *subject, of known, spent *verdict.Statistics) (verdict.Verdict, error) {
	r.stage("search")
	blocked, err := subjectOf(ctx, definedOnly(about.job), about.table)
	if err != nil {
		return verdict.Verdict{}, err
	}
	blocked, answer, err := blocked.searchFor(ctx, definedShare)
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
	written, err := about.written(ctx)
	if err != nil {
		return verdict.Verdict{}, err
	}
	if answer.Test = written.testOf(ctx, blocked.program, answer.Test); answer.Test == nil {
		return verdict.Verdict{}, nil
	}
	found, err := r.confirm(ctx, written, answer, of)
	return found.Verdict, err
}

// testOf is a test of blocked as one of the subject, which is as it was written; nil if it does not fail there.
func (s *subject) testOf(ctx context.Context, blocked *ir.Program, test *verdict.Test) *verdict.Test {
	if !confirm.SameContents(blocked, s.program, test) {
		return nil // the contents are said of other maps
	}
	here, err := confirm.CarriedOver(blocked, s.program, test)
	if err != nil || !s.Fails(ctx, here) { // an error: the checks made something of the start another
		return nil
	}
	return here
}
