package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

// TestLoad: a check makes the same attempts on a busy machine as on a quiet one, with the same ends, and one that is
// cut off got nearly as much done. The four at the program as it is written have no proof, the one with a guessed index
// has it.
func TestLoad(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes ten seconds and two processors")
	}
	file := filepath.Join(t.TempDir(), "array.c")
	const text = `extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);
int a[1000];
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 1000, i;
  for (i = 0; i < n; i++)
    a[i] = i % 2 ? 42 : 43;
  for (i = 0; i < n; i++)
    __VERIFIER_assert(a[i] >= 42 && a[i] <= 43);
  return 0;
}
`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	quiet := attemptsOf(t, file)
	first := -1 // that is cut off
	for i, a := range quiet {
		if a.Gave == "UNKNOWN(timeout)" && first < 0 {
			first = i
		}
	}
	if first < 0 || quiet[len(quiet)-1].Gave != "TRUE" {
		t.Fatalf("no attempt was cut off, or none had the proof: %v", quiet)
	}
	for range 2 * runtime.NumCPU() {
		busy := exec.Command("sh", "-c", "while :; do :; done")
		if err := busy.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _, _ = busy.Process.Kill(), busy.Wait() })
	}
	loaded := attemptsOf(t, file)
	same := len(loaded) == len(quiet)
	for i := range quiet {
		same = same && loaded[i].choices == quiet[i].choices
	}
	if !same {
		t.Fatalf("on a busy machine %v\non a quiet one %v", loaded, quiet)
	}
	// Turns on the clock are cut off after six tenths of this.
	if got, want := loaded[first].Iterations, quiet[first].Iterations; 4*got < 3*want {
		t.Errorf("%d iterations on a busy machine, %d on a quiet one", got, want)
	}
}

type attempt struct {
	choices
	Iterations int
}

// choices are what is the same of an attempt whatever else the machine does.
type choices struct{ Method, Guess, Conditions, Engine, Gave string }

// attemptsOf checks a program in a process of its own.
func attemptsOf(t *testing.T, file string) []attempt {
	t.Helper()
	// What comes before the search and between its attempts is left out: it takes seconds and has no part in this.
	command := exec.Command("yogi", "check", "--json", "--no-store", "--jobs", "1", "--timeout", "20s",
		"--opt", "unfolding=off", "--opt", "directed-tests=off", file)
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
