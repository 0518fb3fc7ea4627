package pipeline

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"yogi/internal/angelic"
	"yogi/internal/certify/split"
	"yogi/internal/frontend/boogie"
	"yogi/internal/frontend/c"
	"yogi/internal/ir"
	"yogi/internal/source"
)

// AngelicJob is an angelic check of open code.
type AngelicJob struct {
	Job
	angelic.Configuration
	Entries   []string        // empty: every function of the file
	Harnesses map[string]bool // entries in which globals start as C says
	Monitors  map[string]bool
	Progress  func(entry, event string)
}

// Angelic looks for errors that no acceptable assumption about the outside explains away. It ends near
// the job's time limit.
func Angelic(ctx context.Context, job AngelicJob) (*angelic.Result, error) {
	ctx, release := watch(ctx, job.Job)
	defer release()
	entries, err := job.entries(ctx)
	if err != nil {
		return nil, err
	}
	return angelic.Run(ctx, angelic.Options{
		Configuration: job.Configuration, Entries: entries, Monitors: job.Monitors, Progress: job.Progress,
		Load: job.load,
	})
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
		names, diagnostics, err = boogie.Entries(ctx, boogie.Options{File: path, NullChecks: j.NullChecks})
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
