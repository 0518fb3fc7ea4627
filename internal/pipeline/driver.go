package pipeline

import (
	"context"
	"errors"
	"maps"
	"path/filepath"

	"yogi/internal/frontend/boogie"
	"yogi/internal/load"
	"yogi/internal/source"
)

// asDriver is the job with what the program of a driver says itself: where to start, which call is
// the error, and which variables hold the state of the rule. With the harness the entry is that of
// the program, and globals have the values that it gives them.
func (j AngelicJob) asDriver(ctx context.Context) (AngelicJob, error) {
	if !j.Driver {
		return j, nil
	}
	if len(j.Files) != 1 || filepath.Ext(j.Files[0]) != ".bpl" {
		return j, load.Complaint(source.Pos{File: j.Files[0]}, "a driver with a rule is one Boogie program")
	}
	switch {
	case len(j.ErrorFunctions) > 0:
		return j, errors.New("a driver says itself which call is the error: no error function can be named besides")
	case j.DriverHarness && len(j.Entries) > 0:
		return j, errors.New("a driver with its harness starts there: no entries can be named besides")
	}
	d, diagnostics, err := boogie.DriverOf(ctx, boogie.Options{File: j.Files[0], Unknown: j.Unknown})
	if d == nil {
		if err == nil {
			err = diagnostics
		}
		return j, err
	}
	j.Monitors, j.Watched = with(j.Monitors, d.Monitors), with(j.Watched, d.Watched)
	j.ErrorFunctions, j.EntryMayReturn = []string{d.Error}, true
	switch {
	case len(j.Entries) > 0:
	case j.DriverHarness:
		j.Entries = []string{d.Harness}
	default:
		j.Entries = d.Routines
		if len(d.Routines) == 0 {
			return j, load.Complaint(source.Pos{File: j.Files[0]}, "the model calls no routine of the driver from which the rule can be broken")
		}
	}
	return j, nil
}

// with is a set of names with further ones.
func with(set map[string]bool, names []string) map[string]bool {
	out := make(map[string]bool, len(set)+len(names))
	maps.Copy(out, set)
	for _, name := range names {
		out[name] = true
	}
	return out
}
