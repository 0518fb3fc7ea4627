package pipeline

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"yogi/internal/feature"
	"yogi/internal/verdict"
)

// TestDispensablePasses: without any of them a verdict is the same, or there is none.
func TestDispensablePasses(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]verdict.Kind{"serial_bug.c": verdict.Fail, "serial_ok.c": verdict.Pass} {
		for n, name := range append(slices.Clone(feature.Passes), "") {
			if testing.Short() && n%3 != 0 {
				continue
			}
			job := Job{Files: []string{filepath.Join("..", "..", "examples", "drivers", file)}, Timeout: 20 * time.Second}
			if name != "" {
				var err error
				if job.Search, err = job.WithoutPass(string(name)); err != nil {
					t.Fatal(err)
				}
			}
			outcome, err := Run(t.Context(), job)
			if err != nil {
				t.Fatal(err)
			}
			if outcome.Kind != want && (outcome.Kind != verdict.Unknown || name == "" || outcome.Reason == verdict.Internal || outcome.Reason == verdict.EvidenceRejected) {
				t.Errorf("%s without %q: %s %s %s", file, name, outcome.Kind, outcome.Reason, outcome.Detail)
			}
		}
	}
}
