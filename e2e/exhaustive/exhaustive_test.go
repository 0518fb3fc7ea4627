package exhaustive

import (
	_ "embed"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"yogi/internal/pipeline"
	"yogi/internal/verdict"
)

//go:embed run.c.txt
var runner string

const declarations = `extern unsigned char __VERIFIER_nondet_uchar(void); extern void reach_error(void); extern void abort(void); extern void exit(int);
extern void *malloc(__SIZE_TYPE__); extern void free(void *); extern void *memcpy(void *, const void *, __SIZE_TYPE__);
#define ROUND
`

// truth runs the program on all inputs: whether it fails, and whether that is known.
func truth(t *testing.T, text, mode string) (fails, known bool) {
	t.Helper()
	dir := t.TempDir()
	for name, content := range map[string]string{"program.h": text, "run.c": runner} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	binary := filepath.Join(dir, "run")
	build := exec.Command("gcc", "-w", "-std=gnu11", mode, "-O0", "-fwrapv", "-fno-strict-aliasing", "-fsanitize=address", "-o", binary, filepath.Join(dir, "run.c"))
	if out, err := build.CombinedOutput(); err != nil {
		if strings.Contains(string(out), "error: ") {
			t.Fatalf("%s", out)
		}
		t.Skipf("%v\n%s", err, out)
	}
	run := exec.Command(binary)
	run.Env = []string{"ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=0"}
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	switch text := string(out); {
	case strings.HasPrefix(text, "fails"):
		return true, true
	case strings.HasPrefix(text, "holds"):
		return false, true
	case strings.HasPrefix(text, "unknown"):
		return false, false
	default:
		t.Fatalf("the program has undefined behaviour: %s", out)
	}
	return false, false
}

// randomSearch is one way to search.
func randomSearch(r *rand.Rand) pipeline.Search {
	s := pipeline.Search{
		Algorithm: []string{"smash", "smash", "may", "must", "dash", "synergy", "slam", "lee-yannakakis", "dart"}[r.IntN(9)],
		Initial:   []string{"none", "state", "state+args"}[r.IntN(3)],
	}
	for _, o := range pipeline.Optimisations {
		if r.IntN(4) == 0 {
			value := "=off"
			if r.IntN(2) == 0 {
				value = "=on"
			}
			if err := s.Switch(o.Name + value); err != nil {
				panic(err)
			}
		}
	}
	return s
}

// found are programs of which something wrong was said once, or nothing for a bad reason.
var found = []int64{2008, 2017, 2061, 2063}

// TestVerdictsAreTheTruth: what is said of random programs, with random settings of the search and the tests of earlier runs
// in a cache, is what running them on all inputs shows, or unknown. PROGRAMS=N tries so many, from SEED on, for SECONDS each.
func TestVerdictsAreTheTruth(t *testing.T) {
	seeds := append(found, 1, 2, 4)
	if programs := number("PROGRAMS", 0); programs > 0 {
		seeds = nil
		for n := range programs {
			seeds = append(seeds, number("SEED", 1)+n)
		}
	}
	counts := map[string]int{}
	cache := t.TempDir()
	for _, seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { counts[check(t, seed, cache)]++ })
	}
	t.Log(counts)
}

// check holds the verdict of one program against the truth and returns both.
func check(t *testing.T, seed int64, cache string) string {
	text := Program(seed)
	r := rand.New(rand.NewPCG(uint64(seed), 8))
	search, model, mode := randomSearch(r), "LP64", "-m64"
	if r.IntN(3) == 0 {
		model, mode = "ILP32", "-m32"
	}
	fails, known := truth(t, text, mode)
	want := verdict.Pass
	if fails {
		want = verdict.Fail
	}
	file := filepath.Join(t.TempDir(), "program.c")
	if err := os.WriteFile(file, []byte(declarations+text), 0o600); err != nil {
		t.Fatal(err)
	}
	job := pipeline.Job{
		Files: []string{file}, Timeout: time.Duration(number("SECONDS", 3)) * time.Second, Search: search,
		Program: pipeline.Program{DataModel: model}, Cache: cache,
	}
	outcome, err := pipeline.Run(t.Context(), job)
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	said := fmt.Sprintf("%s %s, in truth %s (known: %v)", outcome.Kind, outcome.Reason, want, known)
	t.Logf("seed %d, %s, %s: %s", seed, model, job.Algorithm, said)
	switch {
	case outcome.Kind != verdict.Unknown:
		if known && outcome.Kind != want {
			t.Errorf("WRONG: seed %d, %+v\n%s", seed, job.Search, text)
		}
	case outcome.Reason == verdict.Internal, outcome.Reason == verdict.EvidenceRejected, outcome.Reason == verdict.Unsupported:
		t.Errorf("seed %d, %+v: %.2000s\n%s", seed, job.Search, outcome.Detail, text)
	}
	return said
}

func number(variable string, otherwise int64) int64 {
	if n, err := strconv.ParseInt(os.Getenv(variable), 10, 64); err == nil {
		return n
	}
	return otherwise
}
