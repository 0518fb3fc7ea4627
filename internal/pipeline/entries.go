package pipeline

import (
	"context"
	"errors"

	"yogi/internal/frontend/c"
	"yogi/internal/load"
	"yogi/internal/source"
)

// AllEntries as a job's entry stands for every function that the program exports, checked one by one.
const AllEntries = "all"

// ErrNoEntry says that a program exports nothing.
var ErrNoEntry = errors.New("no function with a body is visible outside its file")

// Entries lists the functions that AllEntries stands for. The error is as for Load.
func Entries(ctx context.Context, job Job) ([]c.Function, error) {
	for _, path := range job.Files {
		if !load.IsC(path) {
			return nil, load.Complaint(source.Pos{File: path}, "--entry all is for C files: a Boogie program has all its procedures checked if it marks no entry")
		}
	}
	options := job.COptions()
	if job.Rule != nil { // which says whose calls it watches
		var err error
		if options, err = job.RuleOptions(); err != nil {
			return nil, err
		}
	}
	functions, diagnostics, err := c.Exported(ctx, options)
	switch {
	case err != nil:
		return nil, err
	case len(diagnostics) > 0:
		return nil, diagnostics
	case len(functions) == 0:
		return nil, ErrNoEntry
	}
	return functions, nil
}
