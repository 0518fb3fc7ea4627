package pipeline

import (
	"context"

	"yogi/internal/frontend/c"
	"yogi/internal/ir"
	"yogi/internal/property/slic"
	"yogi/internal/term"
)

func loadC(ctx context.Context, job Job, path string, text []byte) (*ir.Program, error) {
	options := job.cOptions(path)
	options.Source, options.Terms = text, term.NewBuilder()
	if job.Rule != nil {
		rule, err := slic.Again(job.Rule.Sources)
		if err != nil {
			return nil, err
		}
		options.Rule = rule.Weave()
	}
	program, diagnostics, err := c.Load(ctx, options)
	if err != nil {
		return nil, err
	}
	return program, diagnostics.Err()
}

// cOptions are the job's settings for the C front end.
func (j Job) cOptions(path string) c.Options {
	return c.Options{
		DataModel: j.DataModel, Files: []string{path}, IncludeDirs: j.Include, Defines: j.Define, Undefines: j.Undefine,
		Entry: j.Entry, ErrorFunctions: j.ErrorFunctions, ErrorLabel: j.ErrorLabel, Malloc: j.Malloc, Undefined: j.Undefined,
		AllFunctions: j.AllFunctions,
	}
}
