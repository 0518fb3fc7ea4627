package pipeline

import (
	"context"
	"maps"
	"path/filepath"

	"yogi/internal/frontend/boogie"
	"yogi/internal/source"
)

// asDriver is the job with what the program of a driver says itself: where to start, which call is the error, and which
// variables hold the state of the rule. With the harness the entry is that of the program, and globals have the values that it
// gives them.
func (j AngelicJob) asDriver(ctx context.Context) (AngelicJob, error) {
	if !j.Driver {
		return j, nil
	}
	if len(j.Files) != 1 || filepath.Ext(j.Files[0]) != ".bpl" {
		return j, complaint(source.Pos{File: j.Files[0]}, "a driver with a rule is one Boogie program")
	}
	d, diagnostics, err := boogie.DriverOf(ctx, boogie.Options{File: j.Files[0]})
	if d == nil {
		if err == nil {
			err = diagnostics
		}
		return j, err
	}
	monitors, watched := maps.Clone(j.Monitors), maps.Clone(j.Watched)
	if monitors == nil {
		monitors = map[string]bool{}
	}
	if watched == nil {
		watched = map[string]bool{}
	}
	for _, m := range d.Monitors {
		monitors[m] = true
	}
	for _, w := range d.Watched {
		watched[w] = true
	}
	j.Monitors, j.Watched = monitors, watched
	j.ErrorFunctions, j.EntryMayReturn = []string{d.Error}, true
	switch {
	case len(j.Entries) > 0:
	case j.DriverHarness:
		j.Entries = []string{d.Harness}
	default:
		j.Entries = d.Routines
		if len(d.Routines) == 0 {
			return j, complaint(source.Pos{File: j.Files[0]}, "the model calls no routine of the driver from which the rule can be broken")
		}
	}
	return j, nil
}
