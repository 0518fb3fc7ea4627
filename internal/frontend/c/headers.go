package c

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"

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

// MachinesHeaders tells standard headers of the machine from the others that are read: the copies of those keep the
// paths, and read says where the text of each is. One is both where a folder of the program's lies so near that either
// may lead to it.
func MachinesHeaders(options Options, headers, folders []string) (others []string, read map[string]string, err error) {
	chosen, err := target.Named(options.DataModel)
	if err != nil {
		return nil, nil, err
	}
	near := slices.Clone(folders)
	for _, u := range options.Units {
		for _, path := range slices.Concat([]string{u.File}, u.Reading.Forced, u.Reading.ContractFiles) {
			near = append(near, filepath.Dir(path))
		}
	}
	read = map[string]string{}
	for _, path := range headers {
		isMachines := func(u Unit) bool { return u.Reading.IsMachines(chosen, path) }
		of := slices.IndexFunc(options.Units, isMachines)
		if of < 0 {
			others = append(others, path)
			continue
		}
		reading := options.Units[of].Reading
		read[path] = reading.File(path)
		if slices.ContainsFunc(near, func(folder string) bool { return reading.IsBesideMachines(chosen, folder) }) {
			others = append(others, path)
		}
	}
	return others, read, nil
}

// Preprocess is the text of a unit after preprocessing, for a data model. It names files without their folders, so that
// it is the same wherever they lie.
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
	for i := range tokens {
		if at := &tokens[i].Pos; !strings.HasPrefix(at.File, "<") {
			at.File = filepath.Base(at.File)
		}
	}
	return preprocess.Text(tokens), err
}
