package pipeline

import (
	"context"

	"yogi/internal/frontend/c"
	"yogi/internal/source"
	"yogi/internal/term"
)

// LintModels finds the faults of environment models: the job's files. outside are functions that
// the models may call and nobody among them defines. What is found is of the user's text; the error
// is of the world or the options.
func LintModels(ctx context.Context, job Job, outside []string) (source.Diagnostics, error) {
	options := job.COptions()
	options.Terms = term.NewBuilder()
	return c.LintModels(ctx, options, job.Files, outside)
}
