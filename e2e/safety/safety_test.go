// Package safety checks small programs for the built-in ways to go wrong, a safe and an unsafe twin for
// each.
//
// The first line of a program names the checks, the second one the verdict and, of a FALSE, the class of
// its evidence: "executed" means that gcc's own instrumentation confirmed the violation. Every TRUE was
// re-checked by package certify. Programs whose name ends in unknown have no twin: neither answer would be
// right for all readers. The flag after the checks, if there is one, is the data model.
package safety

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"yogi/e2e/truth"
	"yogi/internal/pipeline"
	"yogi/internal/property"
	"yogi/internal/report"
)

// expectation holds what the head of a program says.
type expectation struct {
	job     pipeline.Job
	verdict string
	class   string // "" for a TRUE
}

func TestSafety(t *testing.T) {
	if !truth.HasCompiler() {
		t.Skip("gcc is not installed")
	}
	paths, err := filepath.Glob("testdata/*.c")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	slots := make(chan struct{}, runtime.NumCPU())
	twins := map[string]int{}
	for n, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".c")
		feature, kind := name[:strings.LastIndexByte(name, '_')], name[strings.LastIndexByte(name, '_')+1:]
		if kind != "unknown" {
			twins[feature]++
		}
		if truth.LeftOut(n) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			slots <- struct{}{}
			defer func() { <-slots }()
			want := read(t, path)
			if isSafe := want.verdict == "TRUE"; isSafe != (kind == "safe") {
				t.Errorf("called %s and expected to be %s", kind, want.verdict)
			}
			check(t, want)
		})
	}
	for feature, number := range twins {
		if number != 2 {
			t.Errorf("%s: %d programs, want a safe and an unsafe one", feature, number)
		}
	}
}

func read(t *testing.T, path string) expectation {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitN(string(text), "\n", 3)
	asked, ok := strings.CutPrefix(lines[0], "// CHECK: ")
	if !ok {
		t.Fatalf("the first line is %q", lines[0])
	}
	words := strings.Fields(asked)
	out := expectation{job: pipeline.Job{Files: []string{path}, Timeout: 2 * time.Minute}} // for a busy machine
	if out.job.Checks, err = property.ParseChecks(strings.Split(words[0], ",")); err != nil {
		t.Fatal(err)
	}
	if len(words) > 1 {
		out.job.DataModel = words[1]
	}
	words = strings.Fields(strings.TrimPrefix(lines[1], "// "))
	out.verdict = words[0]
	if len(words) > 1 {
		out.class = words[1]
	}
	return out
}

func check(t *testing.T, want expectation) {
	outcome, err := pipeline.Run(t.Context(), want.job)
	if err != nil {
		t.Fatal(err)
	}
	if got := report.Words(outcome.Verdict); got != want.verdict {
		t.Fatalf("%s: %.500s, want %s", got, outcome.Detail, want.verdict)
	}
	truth.CheckWords(t, outcome.Verdict, want.job.Files)
	if want.class != "" && outcome.Class != want.class {
		t.Errorf("evidence: %s (%s), want %s", outcome.Class, outcome.Detail, want.class)
	}
}
