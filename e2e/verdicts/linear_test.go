package verdicts

import (
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"yogi/e2e/truth"
	"yogi/internal/assumption"
	"yogi/internal/load"
	"yogi/internal/pipeline"
	"yogi/internal/verdict"
)

// wraps are the programs whose error only a run reaches in which arithmetic leaves its type.
var wraps = map[string]bool{
	"examples/papers/smash_fig1.c":        true,
	"e2e/programs/unsigned_wrap_unsafe.c": true,
}

// TestLinear asks about the programs with mathematical integers. A fail is one of the machine,
// since it was run on it; a pass assumes that nothing wraps, says so, and is right of every program
// in which that is so.
func TestLinear(t *testing.T) {
	slots := make(chan struct{}, runtime.NumCPU())
	for _, folder := range []string{"examples/papers", "examples/synergy", "e2e/programs"} {
		for n, path := range programs(t, folder) {
			if testing.Short() && n%3 != 0 {
				continue
			}
			name := folder + "/" + filepath.Base(path)
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				slots <- struct{}{}
				defer func() { <-slots }()
				annotation, err := truth.Read(path)
				if err != nil {
					t.Fatal(err)
				}
				job := pipeline.Job{Files: []string{path}, Timeout: time.Second, Program: load.Program{Arith: "linear"}}
				outcome, err := pipeline.Run(t.Context(), job)
				if err != nil {
					t.Fatal(err)
				}
				checkLinear(t, outcome, annotation.Truth, wraps[name])
			})
		}
	}
}

func checkLinear(t *testing.T, outcome pipeline.Outcome, expected truth.Verdict, wraps bool) {
	t.Helper()
	says := outcome.Assumptions.Has(assumption.LinearArithmetic)
	switch {
	case outcome.Kind == verdict.Fail && (expected != truth.Unsafe || says),
		outcome.Kind == verdict.Pass && (expected != truth.Safe && !wraps || !says):
		t.Errorf("WRONG: %s, assuming %q, and the program is %s", outcome.Kind, outcome.Assumptions, expected)
	case outcome.Reason == verdict.Internal, outcome.Reason == verdict.EvidenceRejected:
		t.Errorf("%s: %.500s", outcome.Reason, outcome.Detail)
	}
}
