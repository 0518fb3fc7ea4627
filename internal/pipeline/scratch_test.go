package pipeline

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"yogi/internal/verdict"
)

// TestVanishedScratch: what fails for want of the scratch folder is no fault of the program that is checked; what fails
// while it is there is told as it is.
func TestVanishedScratch(t *testing.T) {
	there := t.TempDir()
	failure := errors.New("writing the test: no such file")
	for _, folder := range []string{there, filepath.Join(there, "gone")} {
		r := &run{watch: newStopwatch(), scratch: folder}
		o, err := r.outcome(t.Context(), result{err: failure})
		if folder == there {
			if !errors.Is(err, failure) {
				t.Errorf("the folder is there: %v", err)
			}
			continue
		}
		if err != nil || o.Kind != verdict.Unknown || o.Reason != verdict.Internal || !strings.Contains(o.Detail, failure.Error()) {
			t.Errorf("the folder has gone: %v, %s(%s) %s", err, o.Kind, o.Reason, o.Detail)
		}
	}
}
