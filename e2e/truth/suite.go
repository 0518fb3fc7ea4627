package truth

// This file holds the test that every folder of annotated C programs runs.

import (
	"path/filepath"
	"strings"
	"testing"
)

// CheckPrograms runs one subtest for each C file that matches pattern: its annotation must hold in
// compiled runs. A pattern that matches nothing fails, so that a moved folder is noticed.
func CheckPrograms(t *testing.T, pattern string) {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("no programs match %s (%v)", pattern, err)
	}
	if !HasCompiler() {
		t.Skip("gcc is not installed")
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".c"), func(t *testing.T) {
			t.Parallel()
			checkProgram(t, path)
		})
	}
}

func checkProgram(t *testing.T, path string) {
	annotation, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	program, err := Compile(t.Context(), path, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if annotation.Truth == Unsafe {
		checkUnsafe(t, program, annotation.Inputs)
		return
	}
	checkSafe(t, program)
}

func checkUnsafe(t *testing.T, program Compiled, inputs string) {
	reached, err := program.ReachesErrorOn(t.Context(), inputs)
	if err != nil {
		t.Fatal(err)
	}
	if !reached {
		t.Errorf("annotated UNSAFE, but the run on inputs %q does not reach the error", inputs)
	}
}

func checkSafe(t *testing.T, program Compiled) {
	runs := 200
	if testing.Short() {
		runs = 40
	}
	reached, inputs, err := program.ReachesErrorOnRandom(t.Context(), runs)
	if err != nil {
		t.Fatal(err)
	}
	if reached {
		t.Errorf("annotated SAFE, but the run on inputs %q reaches the error", inputs)
	}
}

// LeftOut says that the n-th program of a folder has no turn: every other one where tests are to be short. Twins lie
// beside each other, so of two pairs it is the second of the one and the first of the other.
func LeftOut(n int) bool { return testing.Short() && (n%4 == 1 || n%4 == 2) }
