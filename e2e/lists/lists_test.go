// Package lists checks programs with lists of any length: the name of each says what it is.
package lists

import (
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"yogi/e2e/truth"
	"yogi/internal/feature"
	"yogi/internal/load"
	"yogi/internal/pipeline"
	"yogi/internal/property"
	"yogi/internal/verdict"
)

// plain are the programs that have assertions; the others are about accesses to memory.
var plain = []string{"prepended", "appended", "functions", "length"}

const timeToDecide = 4 * time.Minute

// TestLists: lists of any length are proved, and each has a twin with a defect that is found, as a
// test that was compiled and run. The evidence shows the verdict again. Without facts about
// elements no verdict is another.
func TestLists(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.c")
	if err != nil || len(paths) < 10 {
		t.Fatal("no programs", err)
	}
	slots := make(chan struct{}, runtime.NumCPU())
	for n, path := range paths {
		if truth.LeftOut(n) {
			continue
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			slots <- struct{}{}
			defer func() { <-slots }()
			job := load.Job{Files: []string{path}, Timeout: timeToDecide, Out: t.TempDir()}
			if name, _, _ := strings.Cut(filepath.Base(path), "_"); !strings.Contains(strings.Join(plain, " "), name) {
				job.Checks = property.Null | property.Bounds | property.UseAfterFree | property.InvalidFree
			}
			want, class := verdict.Pass, "proved"
			if strings.HasSuffix(path, "_unsafe.c") {
				want, class = verdict.Fail, "executed"
				if !truth.HasCompiler() {
					class = "interpreted"
				}
			}
			outcome, err := pipeline.Run(t.Context(), job)
			if err != nil {
				t.Fatal(err)
			}
			if outcome.Kind != want || outcome.Class != class {
				t.Fatalf("%s (%s), want %s (%s): %s %s", outcome.Kind, outcome.Class, want, class, outcome.Reason, outcome.Detail)
			}
			if _, err := pipeline.Validate(t.Context(), job.Out); err != nil {
				t.Errorf("the evidence is rejected: %v", err)
			}
			job.Features, job.Timeout, job.Out = feature.Without(feature.ElementFacts), 2*time.Second, ""
			if outcome, err = pipeline.Run(t.Context(), job); err != nil || outcome.Kind != want && outcome.Kind != verdict.Unknown {
				t.Errorf("without facts about elements: %s (%v)", outcome.Kind, err)
			}
		})
	}
}
