package c

import (
	"context"

	"yogi/internal/frontend/c/lower"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// Function is a function with a body.
type Function struct {
	Name string
	Pos  source.Pos
}

// Exported lists the functions that other programs can call: those with a body that are not static, less
// the ones that are words of the checker, such as an assertion. Diagnostics and the error are as for Load.
func Exported(ctx context.Context, options Options) ([]Function, source.Diagnostics, error) {
	unit, _, diagnostics, err := options.read(ctx)
	if err != nil || len(diagnostics) > 0 {
		return nil, diagnostics, err
	}
	var out []Function
	for _, f := range unit.Functions {
		if f.Body != nil && f.Linkage == tree.ExternalLinkage && !lower.IsVocabulary(f.Name, options.ErrorFunctions) {
			out = append(out, Function{f.Name, f.Pos})
		}
	}
	return out, nil, nil
}
