package pipeline

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"yogi/internal/verdict"
)

// failing are programs with defects.
func failing(t *testing.T) []string {
	var found []string
	for _, pattern := range []string{"synergy/*.c", "papers/*.c", "drivers/*.c"} {
		paths, err := filepath.Glob(filepath.Join("../../examples", pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasPrefix(string(text), "// UNSAFE") {
				found = append(found, path)
			}
		}
	}
	return found
}

func cached(t *testing.T, path, folder string) Outcome {
	t.Helper()
	outcome, err := Run(t.Context(), Job{Files: []string{path}, Timeout: 30 * time.Second, Cache: folder})
	if err != nil {
		t.Fatal(err)
	}
	return outcome
}

// With the tests of the run before, failing programs take at most a third of the solver's queries.
func TestCacheSavesQueries(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	cold, warm := 0, 0
	for _, path := range failing(t) {
		first, second := cached(t, path, folder), cached(t, path, folder)
		if first.Kind != verdict.Fail || second.Kind != verdict.Fail {
			t.Errorf("%s: %s, then %s", path, first.Kind, second.Kind)
		}
		if second.Statistics.ByKind["tests from the cache"] == 0 {
			t.Errorf("%s: no test from the cache", path)
		}
		cold, warm = cold+first.Statistics.SolverQueries, warm+second.Statistics.SolverQueries
	}
	t.Logf("queries: %d without tests, %d with", cold, warm)
	if cold == 0 || 3*warm > cold {
		t.Errorf("queries: %d without tests, %d with", cold, warm)
	}
}

// What is in the cache is never trusted: values that lead elsewhere, inputs of another program, text that is none.
func TestCacheIsNotTrusted(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	unsafe, safe := "../../examples/papers/synergy_fig7.c", "../../examples/papers/synergy_fig3.c"
	cached(t, unsafe, folder)
	cached(t, safe, folder)
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil || len(files) != 2 {
		t.Fatalf("%v %v: the two programs have %d files", files, err, len(files))
	}
	texts := make([]string, 2)
	for i, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[i] = string(text)
	}
	damages := map[string]func(i int) string{
		"exchanged": func(i int) string { return texts[1-i] },
		"cut":       func(i int) string { return texts[i][:len(texts[i])/2] },
		"empty":     func(int) string { return "[{}]" },
		"values":    func(i int) string { return strings.ReplaceAll(texts[i], "#x0000000", "#x7000000") },
		"lengths":   func(i int) string { return strings.ReplaceAll(texts[i], `"blocks":`, `"blocks":-`) },
	}
	for name, damage := range damages {
		if damage(0) == texts[0] && damage(1) == texts[1] {
			t.Fatalf("%s: no file is damaged", name)
		}
		for i, file := range files {
			if err := os.WriteFile(file, []byte(damage(i)), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if got := cached(t, unsafe, folder).Kind; got != verdict.Fail {
			t.Errorf("%s: %s for the program with a defect", name, got)
		}
		if got := cached(t, safe, folder).Kind; got != verdict.Pass {
			t.Errorf("%s: %s for the program without", name, got)
		}
	}
}

// TestCacheLeavesFunctionsOut: what a test under one interpretation of a function shows is nothing under another.
func TestCacheLeavesFunctionsOut(t *testing.T) {
	folder := t.TempDir()
	for range 2 {
		if got := cached(t, "../../e2e/boogie/axiom_value_safe.bpl", folder).Kind; got != verdict.Pass {
			t.Fatal(got)
		}
	}
	if files, _ := filepath.Glob(filepath.Join(folder, "*.json")); len(files) != 0 {
		t.Errorf("%v is kept", files)
	}
}
