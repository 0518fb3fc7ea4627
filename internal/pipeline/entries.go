package pipeline

import (
	"context"
	"errors"
	"path/filepath"

	"yogi/internal/frontend/c"
	"yogi/internal/source"
)

// AllEntries as a job's entry stands for every function that the program exports, checked one by one.
const AllEntries = "all"

// Entries lists the functions that AllEntries stands for. The error is as for Load.
func Entries(ctx context.Context, job Job) ([]c.Function, error) {
	for _, path := range job.Files {
		if !isC(path) {
			return nil, complaint(source.Pos{File: path}, "--entry all is for C files: a Boogie program has all its procedures checked if it marks no entry")
		}
	}
	functions, diagnostics, err := c.Exported(ctx, job.cOptions())
	switch {
	case err != nil:
		return nil, err
	case len(diagnostics) > 0:
		return nil, diagnostics
	case len(functions) == 0:
		return nil, errors.New("no function with a body is visible outside its file")
	}
	return functions, nil
}

// ForEntry is the job for one of the entries; its evidence has a folder of its own.
func (j Job) ForEntry(name string) Job {
	j.Entry = name
	if j.Out != "" {
		j.Out = filepath.Join(j.Out, name)
	}
	return j
}
