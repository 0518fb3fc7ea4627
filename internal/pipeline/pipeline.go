package pipeline

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"sync/atomic"
	"time"

	"yogi/internal/bug"
	"yogi/internal/confirm"
	"yogi/internal/deadline"
	"yogi/internal/feature"
	"yogi/internal/interproc"
	"yogi/internal/journal"
	"yogi/internal/load"
	"yogi/internal/portfolio"
	"yogi/internal/store"
	"yogi/internal/verdict"
)

// Run checks a job. It ends within about two seconds of its time limit, of the context, or of running
// out of memory, whatever the stages do.
func Run(ctx context.Context, job Job) (Outcome, error) {
	if job.Paranoid && job.Cache != "" {
		return paranoid(ctx, job, runOnce)
	}
	return runOnce(ctx, job)
}

func runOnce(ctx context.Context, job Job) (Outcome, error) { return runBy(ctx, job, nil) }

// runBy is Run with a table of attempts; nil: portfolio.Table.
func runBy(ctx context.Context, job Job, table []portfolio.Row) (Outcome, error) {
	ctx, scarce, release := watch(ctx, job)
	defer release()
	job.Scarce = scarce
	if job.Scans == nil {
		job.Scans = job.OwnScans()
	}
	scratch, err := os.MkdirTemp("", "yogi-")
	if err != nil {
		return Outcome{Verdict: unknown(verdict.Setup, fmt.Sprintf("there is no scratch folder (TMPDIR says where): %v", err))}, nil
	}
	defer os.RemoveAll(scratch)
	r := &run{table: table, watch: newStopwatch(), scratch: scratch}
	if job.Cover {
		job.Ran = r.tests.add
	}
	r.job = job
	out, err := r.outcome(ctx, r.await(ctx, func() result {
		return r.guarded(func() (verdict.Verdict, error) { return r.check(ctx) })
	}))
	if err == nil && job.Cover {
		out.Coverage = r.covered(ctx, out.Verdict)
	}
	return out, err
}

// NotApplicable is the detail of a pass under a rule of which no event can occur: the entry reaches
// no call of a function that the rule names.
const NotApplicable = "not applicable: no event of the rule can occur"

// KeptAnyhow is the detail of a pass under a rule that the program cannot violate by what it calls, whatever it
// does: of SignalSafe in a program without the handler that the rule is about, for instance.
const KeptAnyhow = "kept in any case: no order of the events that can occur violates the rule"

// run is one call of Run. Nothing in it changes but the clock, the tests that searches tell of, and what the last one
// without an answer said: what is found on the way are values of check.
type run struct {
	job     Job
	table   []portfolio.Row // nil: portfolio.Table
	watch   *stopwatch
	scratch string // a folder that goes with the run
	tests   tests  // of the search, if somebody asks for them
	// unanswered is the last unknown on the way, for a reader whose time ends in what is tried behind it.
	unanswered atomic.Pointer[verdict.Verdict]
}

// known holds facts about a program that are found before the search and used behind it.
type known struct {
	// satisfiable: the solver has found that the axioms have a model, those included that the
	// program does not use.
	satisfiable bool
	loops       loops
}

type result struct {
	verdict verdict.Verdict
	err     error
}

// await runs the stages and returns their result, or an unknown when the context ends and they do not
// follow within the time of grace. They then go on until the process ends, and nobody listens.
func (r *run) await(ctx context.Context, stages func() result) result {
	finished := make(chan result, 1)
	go func() { finished <- stages() }()
	select {
	case done := <-finished:
		return done
	case <-ctx.Done():
	}
	select {
	case done := <-finished:
		return done
	case <-time.After(grace):
		return result{verdict: r.outOfTime(ctx)}
	}
}

// note keeps an unknown, apart from what the search goes on with.
func (r *run) note(v verdict.Verdict) {
	if v.Kind != verdict.Unknown {
		return
	}
	v.Statistics.ByKind, v.Statistics.Attempts = maps.Clone(v.Statistics.ByKind), slices.Clone(v.Statistics.Attempts)
	v.Assumptions = slices.Clone(v.Assumptions)
	r.unanswered.Store(&v)
}

// outOfTime is the verdict where a limit ends the stages, with what the last search said.
func (r *run) outOfTime(ctx context.Context) verdict.Verdict {
	if last := r.unanswered.Load(); last != nil {
		return *last // finish gives it the limit's reason
	}
	return unknown(reasonOf(ctx), "")
}

// guarded runs the stages with a bug of ours turned into an unknown.
func (r *run) guarded(stages func() (verdict.Verdict, error)) (out result) {
	defer func() {
		if b := bug.Recovered(recover()); b != nil {
			out = result{verdict: unknown(verdict.Internal, b.Message+"\n"+b.Stack)}
		}
	}()
	v, err := stages()
	return result{v, err}
}

// check is the flow itself.
func (r *run) check(ctx context.Context) (verdict.Verdict, error) {
	if reason := r.job.Unchecked(); reason != "" {
		return unknown(verdict.Unsupported, reason), nil
	}
	r.stage("front end")
	made, err := load.Read(ctx, r.job)
	if err != nil {
		return verdict.Verdict{}, err
	}
	if missing := confirm.MissingSolver(); missing != "" {
		return unknown(verdict.Setup, missing), nil
	}
	warnings := slices.Concat(undeclared(made), unread(made), unplaced(made))
	if r.job.Rule == nil {
		warnings = append(warnings, nothingToCheck(made)...)
	} else {
		warnings = append(warnings, misspelt(made, r.job.Rule.Name)...)
	}
	r.stage("lowering")
	about, early, err := prepared(r.job, made, r.table)
	if err != nil {
		return unknown(verdict.Internal, err.Error()), nil
	} else if early != nil {
		addWarnings(early, warnings)
		return *early, nil
	}
	r.stage("search")
	kept, err := r.store()
	if err != nil {
		return verdict.Verdict{}, err
	}
	asked, began := about, time.Now()
	answer, satisfiable, err := confirm.AskAxioms(ctx, about.program)
	if err != nil {
		return verdict.Verdict{}, err
	}
	of := known{satisfiable, loopsOf(made)}
	found, isKept := confirm.Confirmed{}, false
	if answer == nil {
		found, isKept = r.fromStore(ctx, kept, about, of)
	}
	if isKept && r.job.Ran != nil {
		r.job.Ran(about.program, testsIn(testsOf(kept, about).read(about.program)))
	}
	if isKept {
		r.note(found.Verdict)
	} else {
		found, about, err = r.searchedOrShort(ctx, kept, about.afterMethod(kept).afterSearch(kept), answer, of)
	}
	if err == nil && !isKept {
		keepFailure(kept, asked, found.Verdict, time.Since(began))
	}
	v := found.Verdict
	switch {
	case r.job.Rule == nil || v.Kind != verdict.Pass:
	case len(about.program.Events) == 0:
		v.Detail = NotApplicable
	case about.program.KeepsRule:
		v.Detail = KeptAnyhow
	}
	if r.job.Rule != nil && v.Kind == verdict.Unknown && v.Reason == verdict.Timeout {
		v.Watched = watchedWithBodies(made, v.Detail)
	}
	addWarnings(&v, warnings)
	if err == nil {
		warnings, err = r.vacuous(ctx, about, v)
		addWarnings(&v, warnings)
	}
	return v, err
}

// searched is the verdict by a search, if there is no answer yet, and the subject that it is about. A proof is kept.
// Where the check of a proof that took no search does not come to an end there is a search: its proof has smaller
// steps.
func (r *run) searched(ctx context.Context, kept *store.Store, asked *subject, answer *verdict.Answer, of known) (confirm.Confirmed, *subject, error) {
	about, began := asked, time.Now()
	if answer == nil {
		var err error
		if about, answer, err = asked.search(ctx); err != nil {
			return confirm.Confirmed{}, asked, err
		}
		r.note(verdict.Verdict{Answer: *answer})
	}
	took := time.Since(began)
	r.stage("evidence")
	window := ctx
	by, isEarly := early(answer)
	if isEarly {
		limited, cancel := deadline.Part(ctx, earlyEvidenceShare, 0)
		defer cancel()
		window = limited
	}
	k := evidenceOf(about.job)
	k.Sparing = about.job.Has(feature.OtherRuns) && !interproc.IsBaseline(about.job.Algorithm)
	found, err := r.confirmAs(window, about, answer, of, k)
	isUndecided := window.Err() != nil || err == nil && found.Verdict.Reason == verdict.SolverGaveUp
	if isEarly && isUndecided && ctx.Err() == nil {
		return r.searched(ctx, kept, asked.without(by), nil, of)
	}
	if err == nil && found.Verdict.Kind != verdict.Pass && answer.Kind == verdict.Pass && asked.earlier != nil && ctx.Err() == nil {
		// What was taken up of an earlier proof may be wrong of this program.
		plain := *asked
		plain.earlier, plain.searchedFor = nil, 0
		found, about, err := r.searched(ctx, kept, &plain, nil, of)
		found.Verdict.Statistics.Set(takenUpRejected, 1)
		return found, about, err
	}
	if err == nil {
		keepProof(kept, asked, about, found.Verdict, took)
	}
	return found, about, err
}

// early says by which feature a proof was found for which no search was needed: paths joined to one, or the states of a
// rule.
func early(answer *verdict.Answer) (by feature.Feature, ok bool) {
	switch c := answer.Certificate; {
	case c == nil:
		return "", false
	case c.Unrolling != nil:
		return feature.Unrolling, true
	case slices.Equal(c.Refuters, []string{verdict.NoSolver}):
		return feature.Simulation, true
	}
	return "", false
}

// searchedAmongOthers is searched, and where that finds no answer what amongOthers finds.
func (r *run) searchedAmongOthers(ctx context.Context, kept *store.Store, asked *subject, answer *verdict.Answer, of known) (confirm.Confirmed, *subject, error) {
	found, about, err := r.searched(ctx, kept, asked, answer, of)
	if err != nil {
		return found, about, err
	}
	r.note(found.Verdict)
	if found.Verdict.Kind == verdict.Unknown && !interproc.IsBaseline(about.job.Algorithm) {
		found, err = r.amongOthers(ctx, about, of, found)
	}
	return found, about, err
}

// store is where proofs are kept. What is measured against the search has none.
func (r *run) store() (*store.Store, error) {
	if interproc.IsBaseline(r.job.Algorithm) {
		return nil, nil
	}
	return store.Open(r.job.Cache)
}

// stage begins a stage: its name goes to the journal, and the time until the next one is its.
func (r *run) stage(name string) {
	r.watch.begin(name)
	r.job.Journal.Emit(journal.Phase{Name: name})
}

// outcome finishes a result: an unknown that came of a limit carries the limit's reason, a pass under
// assumptions is none when the job is strict.
func (r *run) outcome(ctx context.Context, done result) (Outcome, error) {
	if done.err != nil && ctx.Err() != nil && (errors.Is(done.err, context.Cause(ctx)) || errors.Is(done.err, ctx.Err())) {
		done = result{verdict: r.outOfTime(ctx)}
	}
	if _, err := os.Stat(r.scratch); done.err != nil && errors.Is(err, os.ErrNotExist) {
		// Nothing is wrong with the program that was checked.
		done = result{verdict: unknown(verdict.Internal, fmt.Sprintf("the scratch folder %s has gone: %v", r.scratch, done.err))}
	}
	v := done.verdict
	if done.err == nil {
		v = r.finish(ctx, v)
		r.job.Journal.Emit(journal.Verdict{Kind: v.Kind.String(), Reason: string(v.Reason)})
	}
	return Outcome{Verdict: v, Seconds: r.watch.seconds()}, done.err
}

// limitless are reasons that no limit leads to, whatever time is left when they are found.
var limitless = []verdict.Reason{verdict.Internal, verdict.Setup, verdict.EvidenceRejected, verdict.UndefinedReason}

func (r *run) finish(ctx context.Context, v verdict.Verdict) verdict.Verdict {
	v.Property = r.job.PropertyOf(v)
	if v.Kind == verdict.Unknown {
		v.Class = ""
	}
	if v.Kind == verdict.Unknown && ctx.Err() != nil && !slices.Contains(limitless, v.Reason) {
		v.Reason = reasonOf(ctx)
	}
	if r.job.Strict && v.Class != verdict.Executed && v.Assumptions.Beyond() {
		switch v.Kind {
		case verdict.Pass:
			v.Kind, v.Reason, v.Class, v.Detail = verdict.Unknown, verdict.Assumptions, "", "proved only under the assumptions listed"
		case verdict.Fail:
			v.Kind, v.Reason, v.Class, v.Detail = verdict.Unknown, verdict.Assumptions, "", "a test was found that fails only under the assumptions listed"
		}
	}
	return v
}

func unknown(reason verdict.Reason, detail string) verdict.Verdict {
	return verdict.Verdict{Answer: verdict.Answer{Kind: verdict.Unknown, Reason: reason, Detail: detail}}
}
