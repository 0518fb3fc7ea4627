package c

import (
	"context"
	"maps"

	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/frontend/c/target"
)

// Headers returns the paths of the files that Load reads besides the program's own, as it opens them. Headers
// that come with the checker are not among them.
func Headers(ctx context.Context, options Options) ([]string, error) {
	var paths []string
	seen := map[string]bool{}
	for _, u := range options.Units {
		seen[u.File] = true
	}
	chosen, err := target.Named(options.DataModel)
	if err != nil {
		return nil, err
	}
	for _, u := range options.Units {
		overlay := maps.Clone(options.Overlay)
		if overlay == nil {
			overlay = map[string][]byte{}
		}
		maps.Copy(overlay, u.overlay())
		_, _, err := preprocess.Run(ctx, u.File, preprocess.Options{
			Target: chosen, Reading: u.Reading, Overlay: overlay, Scans: options.Scans.tokens(),
			Opened: func(path string) {
				if !seen[path] {
					seen[path] = true
					paths = append(paths, path)
				}
			},
		})
		if err != nil {
			return nil, err
		}
	}
	return paths, nil
}

// Preprocess is the text of a unit after preprocessing, for a data model.
func Preprocess(ctx context.Context, dataModel string, u Unit, scans *Scans) (string, error) {
	chosen, err := target.Named(dataModel)
	if err != nil {
		return "", err
	}
	u.Reading.ContractFiles = nil // no compiler reads them
	tokens, diagnostics, err := preprocess.Run(ctx, u.File, preprocess.Options{Target: chosen, Reading: u.Reading, Overlay: u.overlay(), Scans: scans.tokens()})
	if err == nil && len(diagnostics) > 0 {
		err = diagnostics
	}
	return preprocess.Text(tokens), err
}
