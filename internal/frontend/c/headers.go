package c

import (
	"context"

	"yogi/internal/frontend/c/preprocess"
)

// Headers returns the paths of the files that Load reads besides the program's own, as it opens them. Headers
// that come with the checker are not among them.
func Headers(ctx context.Context, options Options) ([]string, error) {
	var paths []string
	seen := map[string]bool{options.Files[0]: true}
	_, _, err := preprocess.Run(ctx, options.Files[0], preprocess.Options{
		LP64: options.DataModel != "ILP32", IncludeDirs: options.IncludeDirs, Defines: options.Defines, Undefines: options.Undefines,
		Overlay: options.sources(),
		Opened: func(path string) {
			if !seen[path] {
				seen[path] = true
				paths = append(paths, path)
			}
		},
	})
	return paths, err
}
