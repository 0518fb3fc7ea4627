package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"yogi/internal/bench/family"
)

// TestLoad: a check makes the same attempts on a busy machine as on a quiet one, with the same ends: a turn that is
// over before its search is has as much more time on the clock, and so has the one with the proof.
func TestLoad(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes twenty seconds")
	}
	text, err := family.Text("table", 10)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "table.c")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	quiet := attemptsOf(t, file)
	if n := len(quiet); n < 2 || quiet[n-1].Gave != "TRUE" || quiet[n-2].Gave != "UNKNOWN(timeout)" {
		t.Fatalf("no attempt but the last was over before it had an answer: %v", quiet)
	}
	for range runtime.NumCPU() {
		busy := exec.Command("sh", "-c", "while :; do :; done")
		if err := busy.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _, _ = busy.Process.Kill(), busy.Wait() })
	}
	if loaded := attemptsOf(t, file); !slices.Equal(loaded, quiet) {
		t.Errorf("on a busy machine %v\non a quiet one %v", loaded, quiet)
	}
}

// attempt is what is the same of an attempt whatever else the machine does.
type attempt struct{ Method, Guess, Conditions, Engine, Gave string }

// attemptsOf checks a program in a process of its own.
func attemptsOf(t *testing.T, file string) []attempt {
	t.Helper()
	// What comes before the search and between its attempts is left out: it takes seconds and has no part in this.
	command := exec.Command("yogi", "check", "--json", "--no-store", "--jobs", "1", "--timeout", "20s",
		"--without-pass", "fixed-tables", "--opt", "unfolding=off", "--opt", "directed-tests=off", file)
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var answer struct{ Attempts []attempt }
	if err := json.Unmarshal(out, &answer); err != nil {
		t.Fatal(err)
	}
	return answer.Attempts
}
