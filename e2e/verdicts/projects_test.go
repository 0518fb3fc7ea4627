package verdicts

import (
	"path/filepath"
	"strings"
	"testing"

	"yogi/e2e/truth"
	"yogi/internal/pipeline"
	"yogi/internal/verdict"
)

// TestProjects checks the programs of several files: each folder of e2e/projects holds the files that a safe and
// an unsafe program share, and a main_safe.c and a main_unsafe.c. A fail must run compiled, and the evidence
// must show the verdict again.
func TestProjects(t *testing.T) {
	mains, err := filepath.Glob(filepath.Join(root, "e2e/projects/*/main_*.c"))
	if err != nil || len(mains) < 2 {
		t.Fatal("no projects", err)
	}
	for _, path := range mains {
		for _, model := range []string{"LP64", "ILP32"} {
			name := filepath.Base(filepath.Dir(path)) + "/" + filepath.Base(path) + "/" + model
			t.Run(name, func(t *testing.T) { checkProject(t, path, model) })
		}
	}
}

func checkProject(t *testing.T, path, model string) {
	files, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*.c"))
	if err != nil {
		t.Fatal(err)
	}
	var shared []string
	for _, file := range files {
		if !strings.HasPrefix(filepath.Base(file), "main_") {
			shared = append(shared, file)
		}
	}
	job := pipeline.Job{Files: append(shared, path), Timeout: timeToDecide, Out: t.TempDir()}
	job.DataModel = model
	outcome, err := pipeline.Run(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	want, class := verdict.Pass, "proved"
	if strings.HasSuffix(path, "_unsafe.c") {
		want, class = verdict.Fail, "executed"
		if !truth.HasCompiler() {
			class = "interpreted"
		}
	}
	if outcome.Kind != want || outcome.Class != class {
		t.Fatalf("%s (%s), want %s (%s): %s %s", outcome.Kind, outcome.Class, want, class, outcome.Reason, outcome.Detail)
	}
	if _, err := pipeline.Validate(t.Context(), job.Out); err != nil {
		t.Errorf("the evidence is rejected: %v", err)
	}
}
