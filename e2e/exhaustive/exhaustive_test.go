package exhaustive

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
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

const declarations = `extern unsigned char __VERIFIER_nondet_uchar(void); extern void reach_error(void); extern void abort(void); extern void exit(int);
extern void *malloc(__SIZE_TYPE__); extern void free(void *); extern void *memcpy(void *, const void *, __SIZE_TYPE__); extern void *memset(void *, int, __SIZE_TYPE__);
#include <stdarg.h>
#define ROUND
`

// run runs the program on all inputs.
func run(t *testing.T, text, mode string) string {
	t.Helper()
	ending, err := Build{Text: text, Flags: []string{mode, "-O0", "-fsanitize=address,null"}}.Run(t.Context(), t.TempDir())
	var refused *Refused
	switch {
	case errors.As(err, &refused) && refused.Text:
		t.Fatal(err)
	case errors.As(err, &refused):
		t.Skip(err)
	case err != nil:
		t.Fatal(err)
	}
	return ending
}

// TestVerdictsAreTheTruth: what is said of random programs, with random settings of the search and
// the tests of earlier runs in a cache, is what running them on all inputs shows, or unknown.
// PROGRAMS=N tries so many, from SEED on, for SECONDS each (3; see truth.Decided).
func TestVerdictsAreTheTruth(t *testing.T) {
	each(t, []int64{1, 2, 4}, func(t *testing.T, seed int64, how setting) said {
		return check(t, seed, cProgram(seed, Program(seed)), how, reachable)
	})
}

// TestLinkedVerdictsAreTheTruth does the same for programs whose pointers are kept in memory.
func TestLinkedVerdictsAreTheTruth(t *testing.T) {
	each(t, []int64{1, 2, 3, 4}, func(t *testing.T, seed int64, how setting) said {
		return check(t, seed, cProgram(seed, Linked(seed)), how, reachable)
	})
}

// reachable are the words for programs whose only error is a call.
var reachable = map[string]verdict.Kind{Holds: verdict.Pass, Fails: verdict.Fail}

// TestFound: programs without an error in which a first abstraction may have conditions on what has no value yet.
func TestFound(t *testing.T) {
	for name, search := range map[string]pipeline.Search{
		"first_abstraction_1": {Algorithm: "must", Initial: "state+args", Features: feature.Without(feature.Constants, feature.Cores, feature.Models)},
		"first_abstraction_2": {Algorithm: "smash", Initial: "state+args", Features: feature.Without(feature.LargeBlocks)},
		"first_abstraction_3": {Algorithm: "smash", Initial: "state+args", Features: feature.Without(feature.MustSummaries).With(feature.LoopsAsRecursion)},
	} {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("testdata", name+".c"))
			if err != nil {
				t.Fatal(err)
			}
			if s := check(t, 0, cProgram(0, string(text)), setting{search: search, limit: time.Minute}, reachable); s.kind != verdict.Pass || s.ending != Holds {
				t.Errorf("it is %s", s)
			}
		})
	}
}

// TestMemoryVerdictsAreTheTruth does the same for the checks of memory and what sanitizers notice.
func TestMemoryVerdictsAreTheTruth(t *testing.T) {
	each(t, []int64{1, 2, 3, 4, 1027}, func(t *testing.T, seed int64, how setting) said {
		p := cProgram(seed, Careless(seed))
		p.runs = noneLeftOut.Replace(p.runs)
		p.checks = property.Reach | property.Null | property.Bounds | property.UseAfterFree | property.InvalidFree
		wanted := map[string]verdict.Kind{Holds: verdict.Pass, Fails: verdict.Fail, Undefined: verdict.Fail}
		return check(t, seed, p, how, wanted)
	})
}

// noneLeftOut makes a compiler keep accesses of whose value nothing depends, as that in *p && gs.y > 3.
var noneLeftOut = strings.NewReplacer(
	"typedef unsigned char u8;", "typedef volatile unsigned char u8;",
	"signed char y : 3; unsigned z : 2;", "volatile signed char y : 3; volatile unsigned z : 2;",
)

// TestBoogieVerdictsAreTheTruth does the same for programs in Boogie, whose truth is that of the same program in C.
func TestBoogieVerdictsAreTheTruth(t *testing.T) {
	each(t, []int64{1, 2, 3, 4, 5, 6}, func(t *testing.T, seed int64, how setting) said {
		p := program{name: "program.bpl", mode: "-m64", free: []string{"ignore", "use"}[seed%2]}
		p.text, p.runs = Twin(seed, p.free)
		return check(t, seed, p, how, reachable)
	})
}

// program holds what is checked, and the C program that is run for the truth.
type program struct {
	name, text string
	runs, mode string
	model      string
	checks     property.Checks
	free       string // what is done with free specifications
}

func cProgram(seed int64, text string) program {
	p := program{name: "program.c", text: declarations + text, runs: text, mode: "-m64", model: "LP64"}
	if seed%3 == 1 {
		p.mode, p.model = "-m32", "ILP32"
	}
	return p
}

// setting is how a program is checked.
type setting struct {
	search pipeline.Search
	cache  string
	limit  time.Duration
}

// said holds the verdict of a program, and what running it shows.
type said struct {
	kind   verdict.Kind
	reason verdict.Reason
	ending string
}

func (s said) String() string { return fmt.Sprintf("%s %s, in truth %s", s.kind, s.reason, s.ending) }

// each checks programs with random settings; most must be decided.
func each(t *testing.T, seeds []int64, check func(t *testing.T, seed int64, how setting) said) {
	if programs := number("PROGRAMS", 0); programs > 0 {
		seeds = nil
		for n := range programs {
			seeds = append(seeds, number("SEED", 1)+n)
		}
	}
	counts := map[said]int{}
	decided := &truth.Decided{}
	how := setting{cache: t.TempDir()}
	for _, seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			how.search = load.RandomSearch(rand.New(rand.NewPCG(uint64(seed), 8)))
			how.limit = decided.Limit(time.Duration(number("SECONDS", 3)) * time.Second)
			s := check(t, seed, how)
			counts[s]++
			decided.Add(s.kind)
		})
	}
	t.Log(counts)
	decided.Check(t)
}

// check holds the verdict of one program against the truth, by what the verdict should be at each
// ending, and returns both.
func check(t *testing.T, seed int64, p program, how setting, wanted map[string]verdict.Kind) said {
	ending := run(t, p.runs, p.mode)
	want, known := wanted[ending]
	if !known && ending != Open {
		t.Fatalf("seed %d: the program is %s\n%s", seed, ending, p.text)
	}
	file := filepath.Join(t.TempDir(), p.name)
	if err := os.WriteFile(file, []byte(p.text), 0o600); err != nil {
		t.Fatal(err)
	}
	job := pipeline.Job{
		Files: []string{file}, Timeout: how.limit, Search: how.search,
		Program: load.Program{DataModel: p.model, Checks: p.checks, FreeSpecs: p.free, Volatile: "ordinary"}, Cache: how.cache,
	}
	outcome, err := pipeline.Run(t.Context(), job)
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	s := said{outcome.Kind, outcome.Reason, ending}
	t.Logf("seed %d, %s, %s: %s", seed, p.model, job.Algorithm, s)
	_, careless := wanted[Undefined]
	switch {
	case careless && strings.HasPrefix(outcome.Detail, "the compiled test does not reach the error"):
		// The compiled test is of the program as it is, and lacks what compilers leave out.
	case outcome.Kind != verdict.Unknown:
		if known && outcome.Kind != want {
			t.Errorf("WRONG: seed %d, %+v\n%s", seed, job.Search, p.text)
		}
	case outcome.Reason == verdict.Internal, outcome.Reason == verdict.EvidenceRejected, outcome.Reason == verdict.Unsupported:
		t.Errorf("seed %d, %+v: %.2000s\n%s", seed, job.Search, outcome.Detail, p.text)
	}
	return s
}

func number(variable string, otherwise int64) int64 {
	if n, err := strconv.ParseInt(os.Getenv(variable), 10, 64); err == nil {
		return n
	}
	return otherwise
}
