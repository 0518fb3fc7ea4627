package pipeline

import (
	"context"

	"yogi/internal/frontend/c"
	"yogi/internal/ir"
	"yogi/internal/term"
)

func loadC(ctx context.Context, job Job, path string, text []byte) (*ir.Program, error) {
	program, diagnostics, err := c.Load(ctx, c.Options{
		DataModel: job.DataModel, Files: []string{path}, Source: text, IncludeDirs: job.Include, Defines: job.Define, Undefines: job.Undefine,
		Entry: job.Entry, ErrorFunctions: job.ErrorFunctions, ErrorLabel: job.ErrorLabel,
		Malloc: job.Malloc, Undefined: job.Undefined, Terms: term.NewBuilder(),
	})
	if err != nil {
		return nil, err
	}
	return program, diagnostics.Err()
}
