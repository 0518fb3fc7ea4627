package pipeline

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"yogi/internal/angelic"
	"yogi/internal/certify/split"
	"yogi/internal/frontend/boogie"
	"yogi/internal/frontend/c"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/source"
)

// AngelicJob is an angelic check of open code.
type AngelicJob struct {
	Job
	angelic.Configuration
	Entries   []string        // empty: every function of the file
	Harnesses map[string]bool // entries in which globals start as C says
	Monitors  map[string]bool
	Done      func(finished, of int, e *angelic.Entry) // may be nil
}

// AngelicChecks are the checks that are available for open code. Those of bounds and lifetimes need to know
// the objects behind pointers from outside.
const AngelicChecks = property.Reach | property.Null | property.Overflow | property.Division | property.Shift

// Angelic looks for errors that no acceptable assumption about the outside explains away. It ends near
// the job's time limit.
func Angelic(ctx context.Context, job AngelicJob) (*angelic.Result, error) {
	ctx, release := watch(ctx, job.Job)
	defer release()
	entries, err := job.entries(ctx)
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
	go func() {
		result, err := angelic.Run(ctx, angelic.Options{
			Configuration: job.Configuration, Entries: entries, Monitors: job.Monitors, Load: job.load,
			Done: func(e *angelic.Entry) {
				lock.Lock()
				defer lock.Unlock()
				partial.Entries = append(partial.Entries, e)
				if job.Done != nil {
					job.Done(len(partial.Entries), len(entries), e)
				}
			},
		})
		finished <- outcome{result, err}
	}()
	select {
	case out := <-finished:
		return job.complete(ctx, entries, out.result), out.err
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
	for _, name := range entries[len(r.Entries):] {
		r.Entries = append(r.Entries, &angelic.Entry{Name: name, Undecided: string(reasonOf(ctx))})
	}
	return r
}

// entries are those asked for, or all of the file.
func (j AngelicJob) entries(ctx context.Context) ([]string, error) {
	if len(j.Files) == 0 {
		return nil, errors.New("no file is given")
	}
	for _, f := range j.Files {
		if !isC(f) && filepath.Ext(f) != ".bpl" {
			return nil, complaint(source.Pos{File: f}, "the ending of the name is none of .c, .i, .bpl")
		}
		if _, err := readSource(f); err != nil {
			return nil, err
		}
	}
	path := j.Files[0]
	var names []string
	var diagnostics source.Diagnostics
	var err error
	if isC(path) {
		names, diagnostics, err = c.Functions(ctx, j.cOptions())
	} else {
		names, diagnostics, err = boogie.Entries(ctx, boogie.Options{File: path, NullChecks: j.Checks.Has(property.Null)})
	}
	switch {
	case err != nil:
		return nil, err
	case len(diagnostics) > 0:
		return nil, diagnostics
	case len(j.Entries) == 0:
		if len(names) == 0 {
			return nil, complaint(source.Pos{File: path}, "no function with a body")
		}
		return names, nil
	}
	for _, e := range j.Entries {
		if !slices.Contains(names, e) && !isC(path) {
			return nil, complaint(source.Pos{File: path}, "no procedure %s with a body to start from", e)
		}
	}
	return j.Entries, nil
}

// load makes the program that starts in an entry, ready for the engine.
func (j AngelicJob) load(ctx context.Context, entry string) (*ir.Program, error) {
	job := j.Job
	job.Entry = entry
	job.Open, job.Harness = entry != "main", j.Harnesses[entry]
	program, err := Load(ctx, job)
	if err != nil {
		return nil, err
	}
	var rejection *split.Rejection
	if err := Prepare(program, AllPasses, Search{Off: []string{largeBlocksOption}}); err != nil && !errors.As(err, &rejection) {
		return nil, fmt.Errorf("%s: %w", entry, err)
	}
	if rejection != nil {
		program.Assumptions = append(program.Assumptions, "memory is cut as the points-to analysis says, which was not confirmed: "+rejection.Reason)
	}
	return program, nil
}
