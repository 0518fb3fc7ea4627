package pipeline

import (
	"path/filepath"
	"testing"
	"time"

	"yogi/internal/feature"
	"yogi/internal/verdict"
)

// TestDispensablePasses: without any of them a verdict is the same, or there is none.
func TestDispensablePasses(t *testing.T) {
	for file, want := range map[string]verdict.Kind{"serial_bug.c": verdict.Fail, "serial_ok.c": verdict.Pass} {
		for _, name := range append(DispensablePasses(), "") {
			job := Job{Files: []string{filepath.Join("..", "..", "examples", "drivers", file)}, Timeout: 20 * time.Second}
			if name != "" {
				var err error
				if job.Search, err = job.WithoutPass(name); err != nil {
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

func TestWithoutPass(t *testing.T) {
	var s Search
	if _, err := s.WithoutPass("normal-form"); err == nil {
		t.Error("a pass is left out without which nothing works")
	}
	if s, err := s.WithoutPass("propagate-constants"); err != nil || !s.leavesOut("propagate-constants") || s.leavesOut("fixed-globals") || !s.has(feature.Constants) {
		t.Errorf("%v %+v", err, s)
	}
}
