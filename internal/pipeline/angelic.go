package pipeline

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"yogi/internal/angelic"
	"yogi/internal/assumption"
	"yogi/internal/certify/split"
	"yogi/internal/feature"
	"yogi/internal/frontend/boogie"
	"yogi/internal/frontend/c"
	"yogi/internal/ir"
	"yogi/internal/load"
	"yogi/internal/property"
	"yogi/internal/report/ctest"
	"yogi/internal/source"
)

// AngelicJob is an angelic check of open code.
type AngelicJob struct {
	Job
	angelic.Configuration
	Entries   []string        // empty: every function of the file
	Harnesses map[string]bool // entries in which globals start as C says
	// HarnessFile is a further C file whose functions are the entries, all harnesses; "": none.
	HarnessFile string
	Monitors    map[string]bool
	Watched     map[string]bool // see angelic.Options
	// Driver: the file is a program of the Static Driver Verifier, and is looked at without its
	// harness. DriverHarness: with it.
	Driver, DriverHarness bool
	Confirm               bool                                     // compile and run the tests of warnings
	Certify               bool                                     // check the proofs that nothing else fails
	Done                  func(finished, of int, e *angelic.Entry) // may be nil
	Jobs                  int                                      // entries analysed at once
}

// AngelicChecks are the checks that are available for open code. That of bounds is about the objects of
// the program and the arrays in structures: nothing tells the sizes of others behind pointers from
// outside. That of leaks is about what the entry loses of what it allocates (lower/leaksopen.go); what is
// left when a program ends (cleanup) is no business of a function.
const AngelicChecks = property.Reach | property.Null | property.Bounds | property.UseAfterFree | property.InvalidFree | property.Leak |
	property.Overflow | property.Division | property.Shift | property.Uninitialized

// withHarness is the job with its harness as a further file of the program.
func (j AngelicJob) withHarness() (AngelicJob, error) {
	if j.HarnessFile == "" {
		return j, nil
	}
	if !load.IsC(j.HarnessFile) || len(j.Files) > 0 && !load.IsC(j.Files[0]) {
		return j, load.Complaint(source.Pos{File: j.HarnessFile}, "a harness is a C file for C files")
	}
	j.Files = append(slices.Clone(j.Files), j.HarnessFile)
	return j, nil
}

// Angelic looks for errors that no acceptable assumption about the outside explains away. It ends near
// the job's time limit.
func Angelic(ctx context.Context, job AngelicJob) (*angelic.Result, error) {
	if job.IsLinear() {
		return nil, errors.New("angelic verification is about machine words: --arith linear is for check")
	}
	ctx, _, release := watch(ctx, job.Job)
	defer release()
	if job.Scans == nil {
		job.Scans = c.NewScans()
	}
	job, err := job.withHarness()
	if err != nil {
		return nil, err
	}
	if job, err = job.asDriver(ctx); err != nil {
		return nil, err
	}
	entries, functions, err := job.entries(ctx)
	if err != nil {
		return nil, err
	}
	// What is finished is kept apart from the run: the search may not come to an end in time.
	var lock sync.Mutex
	partial := &angelic.Result{}
	type outcome struct {
		result *angelic.Result
		err    error
	}
	finished := make(chan outcome, 1)
	var certify angelic.Certifier
	if job.Certify {
		certify = certifyOpen
	}
	go func() {
		result, err := angelic.Run(ctx, angelic.Options{
			Certify:       certify,
			Configuration: job.Configuration, Entries: entries, Functions: functions, Monitors: job.Monitors, Watched: job.Watched, Load: job.load, Jobs: job.Jobs,
			Done: func(e *angelic.Entry) {
				lock.Lock()
				defer lock.Unlock()
				partial.Entries = append(slices.DeleteFunc(partial.Entries, func(known *angelic.Entry) bool { return known.Name == e.Name }), e)
				if job.Done != nil {
					job.Done(len(partial.Entries), len(entries), e)
				}
			},
		})
		finished <- outcome{result, err}
	}()
	select {
	case out := <-finished:
		r := job.complete(ctx, entries, out.result)
		if out.err == nil && job.Confirm && load.IsC(job.Files[0]) {
			out.err = job.confirm(ctx, r)
		}
		return r, out.err
	case <-ctx.Done():
	}
	select {
	case out := <-finished:
		if out.err == nil {
			return job.complete(ctx, entries, out.result), nil
		}
	case <-time.After(grace):
	}
	lock.Lock()
	defer lock.Unlock()
	return job.complete(ctx, entries, &angelic.Result{Entries: slices.Clone(partial.Entries)}), nil
}

// complete adds the entries that were not reached in time.
func (j AngelicJob) complete(ctx context.Context, entries []string, r *angelic.Result) *angelic.Result {
	if r == nil {
		return nil
	}
	finished := map[string]*angelic.Entry{}
	for _, e := range r.Entries {
		finished[e.Name] = e
	}
	r.Entries = nil
	for _, name := range entries {
		e := finished[name]
		if e == nil {
			e = &angelic.Entry{Name: name, Undecided: string(reasonOf(ctx))}
		}
		r.Entries = append(r.Entries, e)
	}
	return r
}

// entries are those asked for, or all of the file, and the functions that the files define.
func (j AngelicJob) entries(ctx context.Context) ([]string, []angelic.Function, error) {
	if len(j.Files) == 0 {
		return nil, nil, errors.New("no file is given")
	}
	for _, f := range j.Files {
		if !load.IsC(f) && filepath.Ext(f) != ".bpl" {
			return nil, nil, load.Complaint(source.Pos{File: f}, "the ending of the name is none of .c, .i, .bpl")
		}
		if _, err := load.ReadSource(f); err != nil {
			return nil, nil, err
		}
	}
	definitions := j.definitionsOfBoogie
	if load.IsC(j.Files[0]) {
		definitions = j.definitionsOfC
	}
	names, functions, diagnostics, err := definitions(ctx)
	switch {
	case err != nil:
		return nil, nil, err
	case len(diagnostics) > 0:
		return nil, nil, diagnostics
	case len(j.Entries) > 0:
		return j.Entries, functions, nil
	case len(names) == 0:
		return nil, nil, load.Complaint(source.Pos{File: j.Files[0]}, "no function with a body")
	}
	return names, functions, nil
}

// definitionsOfC are the functions of the files, or of the harness, that are entries if none is
// asked for, and all that are defined.
func (j AngelicJob) definitionsOfC(ctx context.Context) (names []string, functions []angelic.Function, diagnostics source.Diagnostics, err error) {
	definitions, diagnostics, err := c.Definitions(ctx, j.COptions())
	for _, d := range definitions {
		function := angelic.Function{Name: d.Name, Calls: d.Calls, Hidden: d.Hidden}
		for _, u := range d.Results {
			function.Results = append(function.Results, angelic.ResultUse(u))
		}
		functions = append(functions, function)
		if d.File != "" && (j.HarnessFile == "" || d.File == j.HarnessFile) {
			names = append(names, d.Name)
		}
	}
	return names, functions, diagnostics, err
}

// definitionsOfBoogie are the procedures that are entries if none is asked for, and all that have a body.
func (j AngelicJob) definitionsOfBoogie(ctx context.Context) (names []string, functions []angelic.Function, diagnostics source.Diagnostics, err error) {
	options := boogie.Options{File: j.Files[0], NullChecks: j.Checks.Has(property.Null), Unknown: j.Unknown}
	names, diagnostics, err = boogie.Entries(ctx, options)
	if err != nil || len(diagnostics) > 0 {
		return nil, nil, diagnostics, err
	}
	definitions, diagnostics, err := boogie.Definitions(ctx, options)
	for _, d := range definitions {
		functions = append(functions, angelic.Function{Name: d.Name, Calls: d.Calls})
	}
	return names, functions, diagnostics, err
}

// from is the job that starts in an entry.
func (j AngelicJob) from(entry string) Job {
	job := j.Job
	job.Entry = entry
	job.Open, job.Harness = entry != "main", j.Harnesses[entry] || j.HarnessFile != ""
	return job
}

// confirm compiles and runs the tests of the warnings in C, as far as there is time.
func (j AngelicJob) confirm(ctx context.Context, r *angelic.Result) error {
	scratch, err := os.MkdirTemp("", "yogi-")
	if err != nil {
		return fmt.Errorf("making a scratch folder: %w", err)
	}
	defer os.RemoveAll(scratch)
	for _, w := range r.Warnings() {
		if ctx.Err() != nil {
			w.Executed = "not compiled: " + string(reasonOf(ctx))
			continue
		}
		if err := j.confirmOne(ctx, w, scratch); err != nil && ctx.Err() == nil {
			return err
		}
	}
	return nil
}

func (j AngelicJob) confirmOne(ctx context.Context, w *angelic.Warning, scratch string) error {
	if w.Property == property.Leak.SubProperty() && w.Entry != "main" {
		w.Executed = "not compiled: what a caller still needs is alive when the entry returns, too, and no compiled test tells it from what is lost"
		return nil
	}
	program, err := j.load(ctx, w.Entry)
	if err != nil {
		return err
	}
	test := w.TestFor(program)
	if test == nil {
		w.Executed = "not compiled: the test is of another program"
		return nil
	}
	if unknown := j.unknown(program); len(unknown) > 0 {
		w.Executed = "not compiled: the program would run " + strings.Join(unknown, ", ") + " as it is, and not as unknown"
		return nil
	}
	k := evidenceOf(j.from(w.Entry))
	k.Scratch = scratch
	plan, outcome, err := k.Compile(ctx, program, test)
	switch {
	case err != nil:
		return err
	case outcome.Ending == ctest.Reached:
		w.Executed = angelic.Confirmed
	case outcome.Ending == ctest.NotBuilt:
		w.Executed = "not compiled: " + firstLine(outcome.Detail)
	case len(plan.Library) > 0:
		w.Executed = "not confirmed: it needs results that the C library does not give: " + strings.Join(plan.Library, ", ")
	case len(plan.Limits) > 0:
		w.Executed = "not confirmed: the compiled test cannot take all of the choices: " + strings.Join(plan.Limits, "; ")
	default:
		w.Executed = "not confirmed: " + firstLine(outcome.Detail)
	}
	return nil
}

// unknown are the functions that the program calls and whose bodies were left out for it.
func (j AngelicJob) unknown(program *ir.Program) []string {
	var out []string
	for _, u := range program.Undefined {
		if slices.Contains(j.Unknown, u.Name) {
			out = append(out, u.Name)
		}
	}
	return out
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// load makes the program that starts in an entry, ready for the engine. A proof about one that
// assumes assumption.CutUnconfirmed is none about the files.
func (j AngelicJob) load(ctx context.Context, entry string) (*ir.Program, error) {
	program, err := load.Read(ctx, j.from(entry))
	if err != nil {
		return nil, err
	}
	for _, name := range j.unknown(program) {
		program.Assumptions.Add(assumption.BodyLeftOut, name, source.Pos{})
	}
	var rejection *split.Rejection
	program, err = load.Prepare(program, Job{Search: Search{Features: feature.Without(feature.LargeBlocks, feature.GuessedIndex)}, DebugCheck: j.DebugCheck})
	if err != nil && !errors.As(err, &rejection) {
		return nil, fmt.Errorf("%s: %w", entry, err)
	}
	if rejection != nil {
		program.Assumptions.Add(assumption.CutUnconfirmed, rejection.Reason, source.Pos{})
	}
	return program, nil
}
