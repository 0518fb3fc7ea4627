package c

import (
	"context"
	"fmt"

	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/frontend/c/target"
	"yogi/internal/frontend/c/typecheck"
	"yogi/internal/source"
)

// Tokens are the tokens of each file after preprocessing, without what comes before and behind
// them. Diagnostics and the error are as for Load.
func Tokens(ctx context.Context, options Options) ([][]preprocess.Token, source.Diagnostics, error) {
	chosen, err := target.Named(options.DataModel)
	if err != nil {
		return nil, nil, err
	}
	var out [][]preprocess.Token
	for _, u := range options.Units {
		if err := u.Reading.Check(); err != nil {
			return nil, nil, err
		}
		tokens, diagnostics, err := typecheck.Tokens(ctx, chosen, typecheck.Options{Files: []string{u.File}, Source: u.overlay(), Reading: u.Reading, Scans: options.Scans.tokens()})
		if err != nil {
			return nil, nil, fmt.Errorf("preprocessing %s: %w", u.File, err)
		}
		if len(diagnostics) > 0 {
			return nil, diagnostics, nil
		}
		out = append(out, tokens)
	}
	return out, nil, nil
}
