package pipeline

import (
	"context"
	"path/filepath"
	"slices"
	"strconv"

	"yogi/internal/confirm"
	"yogi/internal/feature"
	"yogi/internal/frontend/c"
	"yogi/internal/ir"
	"yogi/internal/load"
	"yogi/internal/term"
	"yogi/internal/verdict"
	"yogi/models/libc"
)

// This file goes on where the run of the test that was found is undefined before it gets to the
// error, or needs results that the C library does not give: another run may get there without. It is
// looked for in a second program, made with the checks for what is undefined, in which a run ends
// where it violates one of them, or in which a run ends where it takes a result of such a function.
// The same is done where a run gets to what is not modelled: others may fail without.
// Its runs are some of those of the program, so only a fail of it means something, and that of the
// program is confirmed. A proof of it would say nothing of the runs that end there.

// definedOnly is a job whose runs end where they violate what j does not check and every run to an error must pass.
func definedOnly(j Job) Job {
	j.Blocked = confirm.UndefinedChecks &^ j.Checks
	return forOtherRuns(j.WithChecks(j.Blocked), string(feature.DefinedRuns))
}

// forOtherRuns is a job without what finds proofs alone; its queries are logged in a folder of that name.
func forOtherRuns(j Job, folder string) Job {
	j = j.SwitchedOff(feature.Unfolding, feature.Unrolling, feature.Induction)
	if j.SolverLog != "" {
		j.SolverLog = filepath.Join(j.SolverLog, folder)
	}
	return j
}

// modelledOnly is a job whose runs end where they get to what is not modelled.
func modelledOnly(j Job) Job {
	j.Modelled = true
	return forOtherRuns(j, "modelled")
}

// plainBytes is a job whose runs read numbers where they read numbers: none of what memory holds there is an address.
func plainBytes(j Job) Job {
	j.PlainBytes = true
	return forOtherRuns(j, "plain")
}

// fewRuns is a job with the under-approximate models, where there are such for functions whose results a test needs, or
// main is given more texts than are known; ok is false where it is not.
func fewRuns(j Job, needed []string) (few Job, ok bool) {
	ok = (j.Library == "" || j.Library == "models") && slices.ContainsFunc(needed, func(name string) bool {
		return libc.Source(libc.Under(name)) != nil || ir.AreLaterTexts(name)
	})
	j.Library = c.FewLibrary
	return forOtherRuns(j, "few"), ok
}

// amongOthers looks for another run to the error where the one that was found is none: what it does
// is undefined before it gets there, or the C library does not give it what it needs; and for one
// that passes what is not modelled by, where one was found that gets to that. What was found stands
// where there is no other, or no time to find it.
func (r *run) amongOthers(ctx context.Context, about *subject, of known, found confirm.Confirmed) (confirm.Confirmed, error) {
	if found.Verdict.Reason == verdict.Unsupported && found.Verdict.Diagnostic != nil && about.job.Has(feature.OtherRuns) {
		return r.orFailing(ctx, about, of, modelledOnly(about.job), modelledShare, "searches for other runs", found)
	}
	asked := about.job
	if found.TakesBytes && about.job.Has(feature.OtherRuns) {
		var err error
		asked = plainBytes(asked)
		if found, err = r.orNearer(ctx, about, of, asked, found); err != nil {
			return found, err
		}
	}
	if found.Spared != nil {
		spent := found.Verdict.Statistics
		var err error
		if found, err = r.confirm(ctx, about, found.Spared, of); err != nil {
			return found, err
		}
		found.Verdict.Statistics = spent
		if found.Verdict.Kind == verdict.Fail {
			return found, nil
		}
	}
	if few, ok := fewRuns(about.job, found.Needed); ok && found.Verdict.Reason == verdict.ModelReason && about.job.Has(feature.OtherRuns) {
		other, err := r.ofFewRuns(ctx, about, of, few, &found.Verdict.Statistics)
		switch {
		case err != nil && ctx.Err() == nil:
			return found, err
		case err == nil && other.Verdict.Kind == verdict.Fail:
			return other, nil
		}
	}
	var avoided []load.Result
	for found.Verdict.Reason == verdict.ModelReason && about.job.Has(feature.OtherRuns) && avoids(&avoided, found) {
		var err error
		if found, err = r.orNearer(ctx, about, of, avoiding(asked, avoided), found); err != nil {
			return found, err
		}
	}
	if !found.Undefined || !about.job.Has(feature.DefinedRuns) {
		return found, nil
	}
	return r.orFailing(ctx, about, of, definedOnly(asked), definedShare, "searches for defined runs", found)
}

// orNearer is the outcome of otherRun if that is a fail, or a test of which something else is missing than of what was
// found; else what was found.
func (r *run) orNearer(ctx context.Context, about *subject, of known, asked Job, found confirm.Confirmed) (confirm.Confirmed, error) {
	other, err := r.otherRun(ctx, about, of, asked, definedShare, "searches for other runs", &found.Verdict.Statistics)
	switch {
	case err != nil && ctx.Err() == nil:
		return found, err
	case err == nil && (other.Verdict.Kind == verdict.Fail || other.Undefined || other.Verdict.Reason == verdict.ModelReason):
		return other, nil
	}
	return found, nil
}

// orFailing is the outcome of otherRun if that is a fail, else what was found.
func (r *run) orFailing(ctx context.Context, about *subject, of known, asked Job, share float64, counted string, found confirm.Confirmed) (confirm.Confirmed, error) {
	other, err := r.otherRun(ctx, about, of, asked, share, counted, &found.Verdict.Statistics)
	switch {
	case err != nil && ctx.Err() == nil:
		return found, err
	case err == nil && other.Verdict.Kind == verdict.Fail:
		return other, nil
	}
	return found, nil
}

// mostResults bounds the results of one function that are avoided one by one.
const mostResults = 3

// avoids adds to a list the results that a test that was found needs: first the numbers that it was
// given, other than 0, since another result may be the machine's; where it has these, whatever the
// functions give. It is false where the list has them all.
func avoids(list *[]load.Result, found confirm.Confirmed) bool {
	before := len(*list)
	for _, in := range found.Given {
		n := slices.IndexFunc(found.Needed, func(function string) bool { return load.IsResultOf(in.Input, function) })
		isNumber := in.Input.Kind == ir.UndefinedCall && in.Value.Kind() == term.KindBV && in.Value.Uint64() != 0
		if n >= 0 && isNumber && countOf(*list, found.Needed[n]) < mostResults {
			add(list, load.Result{Function: found.Needed[n], Value: in.Value})
		}
	}
	if len(*list) > before {
		return true
	}
	for _, function := range found.Needed {
		if slices.ContainsFunc(found.Given, func(in verdict.InputValue) bool { return load.IsResultOf(in.Input, function) }) {
			add(list, load.Result{Function: function})
		}
	}
	return len(*list) > before
}

// countOf is how many results of a function are in a list.
func countOf(list []load.Result, function string) (n int) {
	for _, r := range list {
		if r.Function == function {
			n++
		}
	}
	return n
}

// add adds a result to a list that does not have it.
func add(list *[]load.Result, result load.Result) {
	has := func(r load.Result) bool { return r.Function == result.Function && sameValue(r.Value, result.Value) }
	if !slices.ContainsFunc(*list, has) {
		*list = append(*list, result)
	}
}

func sameValue(v, w term.Value) bool {
	return v.IsValid() == w.IsValid() && (!v.IsValid() || v.Equal(w))
}

// avoiding is a job whose runs end at some results of functions of the C library.
func avoiding(j Job, results []load.Result) Job {
	j.Avoided = results
	return forOtherRuns(j, filepath.Join(string(feature.OtherRuns), strconv.Itoa(len(results))))
}

// otherRun asks for a share of the time about a program in which more runs end than in a subject's, and
// has a fail of it confirmed of the subject's own. Of the answer only a fail counts.
func (r *run) otherRun(ctx context.Context, about *subject, of known, asked Job, share float64, counted string, spent *verdict.Statistics) (confirm.Confirmed, error) {
	blocked, answer, err := r.failing(ctx, about, asked, share, counted, spent)
	if err != nil || answer == nil {
		return confirm.Confirmed{}, err
	}
	written, err := about.written(ctx)
	if err != nil {
		return confirm.Confirmed{}, err
	}
	if answer.Test = written.testOf(ctx, blocked.program, answer.Test); answer.Test == nil {
		return confirm.Confirmed{}, nil
	}
	return r.confirm(ctx, written, answer, of)
}

// ofFewRuns asks about a program with under-approximate models, and has a fail of it confirmed as one of that program.
// That the machine has its runs, too, is what running it shows: only a fail that was executed counts.
func (r *run) ofFewRuns(ctx context.Context, about *subject, of known, asked Job, spent *verdict.Statistics) (confirm.Confirmed, error) {
	few, answer, err := r.failing(ctx, about, asked, definedShare, "searches of fewer runs", spent)
	if err != nil || answer == nil {
		return confirm.Confirmed{}, err
	}
	found, err := r.confirm(ctx, few, answer, of)
	if err == nil && found.Verdict.Kind == verdict.Unknown {
		found, err = r.amongOthers(ctx, few, of, found)
	}
	if found.Verdict.Class != verdict.Executed {
		return confirm.Confirmed{}, err
	}
	return found, err
}

// failing asks for a share of the time about a program in which more runs end than in a subject's. The answer is a fail
// of that, or nil. The work is added to what was spent, and counted.
func (r *run) failing(ctx context.Context, about *subject, asked Job, share float64, counted string, spent *verdict.Statistics) (*subject, *verdict.Answer, error) {
	r.stage("search")
	blocked, err := subjectOf(ctx, asked, about.table)
	if err != nil {
		return nil, nil, err
	}
	blocked, answer, err := blocked.searchFor(ctx, share)
	if err != nil {
		return nil, nil, err
	}
	answer.Statistics.AddSearch(*spent)
	answer.Statistics.Set(counted, spent.ByKind[counted]+1)
	*spent = answer.Statistics
	if answer.Kind != verdict.Fail {
		return nil, nil, nil
	}
	r.stage("evidence")
	return blocked, answer, nil
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
