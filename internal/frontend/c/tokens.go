package c

import (
	"context"
	"fmt"
	"strings"

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
		tokens, diagnostics, err := typecheck.Tokens(ctx, chosen, typecheck.Options{Files: []string{u.File}, Source: u.overlay(), Reading: u.Reading, Scans: options.Scans})
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

// TokenText writes tokens as gcc -E -P does, so that reading it again gives the same tokens: a
// space between two, a line for those of a line, and one for each pragma.
func TokenText(tokens []preprocess.Token) string {
	var text strings.Builder
	line := source.Pos{}
	for i, t := range tokens {
		at := source.Pos{File: t.Pos.File, Line: t.Pos.Line}
		switch {
		case i == 0:
		case t.Kind == preprocess.Pragma || tokens[i-1].Kind == preprocess.Pragma || at != line:
			text.WriteByte('\n')
		default:
			text.WriteByte(' ')
		}
		line = at
		if t.Kind == preprocess.Pragma {
			text.WriteString("#pragma ")
		}
		text.WriteString(t.Text)
	}
	if len(tokens) > 0 {
		text.WriteByte('\n')
	}
	return text.String()
}
