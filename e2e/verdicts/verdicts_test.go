// Package verdicts checks every shipped program and compares with what its first line expects.
//
// A verdict against the annotation's truth is an error, always. A program annotated SAFE or UNSAFE must be
// decided, unless testdata/undecided.txt lists it; one listed there is given little time, and must not be decided
// in that: then it does not belong there any more.
package verdicts

import (
	"bufio"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"yogi/e2e/truth"
	"yogi/internal/feature"
	"yogi/internal/golden"
	"yogi/internal/load"
	"yogi/internal/pipeline"
	"yogi/internal/source"
	"yogi/internal/verdict"
)

const root = "../.."

// folders hold annotated programs.
var folders = []string{"examples/papers", "examples/synergy", "examples/drivers", "e2e/programs", "e2e/boogie"}

const (
	timeToDecide  = time.Minute // for a busy machine
	timeUndecided = 2 * time.Second
)

func TestVerdicts(t *testing.T) {
	undecided := readUndecided(t)
	slots := make(chan struct{}, runtime.NumCPU())
	for _, folder := range folders {
		for n, path := range programs(t, folder) {
			if truth.LeftOut(n) {
				continue
			}
			name := folder + "/" + filepath.Base(path)
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				slots <- struct{}{}
				defer func() { <-slots }()
				checkProgram(t, path, undecided[name])
			})
		}
	}
	for name := range undecided {
		if _, err := os.Stat(filepath.Join(root, name)); err != nil {
			t.Errorf("testdata/undecided.txt lists %s, which is not there", name)
		}
	}
}

// TestSettings checks the shipped programs with random settings of the search: no verdict is wrong, no evidence is
// rejected, and most programs are decided. ROUNDS=N checks each of them N times; else a sample is checked.
func TestSettings(t *testing.T) {
	rounds, sample := 1, 12
	if testing.Short() {
		sample = 36
	}
	if n, err := strconv.Atoi(os.Getenv("ROUNDS")); err == nil {
		rounds, sample = n, 1
	}
	r := rand.New(rand.NewPCG(uint64(rounds), 3))
	decided := &truth.Decided{}
	for range rounds {
		for _, folder := range folders {
			for _, path := range programs(t, folder) {
				search := load.RandomSearch(r)
				if r.IntN(sample) > 0 {
					continue
				}
				t.Run(filepath.Base(path), func(t *testing.T) { checkSettings(t, path, search, decided) })
			}
		}
	}
	decided.Check(t)
}

func checkSettings(t *testing.T, path string, search pipeline.Search, decided *truth.Decided) {
	annotation, err := truth.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	outcome := check(t, path, decided.Limit(3*time.Second), search)
	decided.Add(outcome.Kind)
	want := map[truth.Verdict]verdict.Kind{truth.Safe: verdict.Pass, truth.Unsafe: verdict.Fail}[annotation.Truth]
	t.Logf("%s: %s %s", search.Algorithm, outcome.Kind, outcome.Reason)
	switch {
	case outcome.Kind == want:
	case outcome.Kind != verdict.Unknown:
		t.Errorf("WRONG: %s, and the program is %s: %+v", outcome.Kind, annotation.Truth, search)
	case outcome.Reason == verdict.Internal, outcome.Reason == verdict.EvidenceRejected:
		t.Errorf("%+v: %s: %.1000s", search, outcome.Reason, outcome.Detail)
	}
}

// TestPasses: what is said of a program holds behind every pass, also where one that can be left out
// is missing.
func TestPasses(t *testing.T) {
	left := append(slices.Clone(feature.Passes), "", "", "", "", "")
	var all []string
	for _, folder := range folders {
		all = append(all, programs(t, folder)...)
	}
	for n, path := range all {
		if testing.Short() && n%3 != 0 {
			continue
		}
		job := load.Job{Files: []string{path}, DebugCheck: true}
		if name := left[n%len(left)]; name != "" {
			job.Features = feature.Without(name)
		}
		program, err := load.Read(t.Context(), job)
		var refused source.Diagnostics
		if errors.As(err, &refused) {
			continue // it needs flags
		}
		if err == nil {
			_, err = load.Prepare(program, job)
		}
		if err != nil {
			t.Errorf("%s %s: %v", path, job.Features, err)
		}
	}
}

// TestDumped: the text of a program as the search reads it is a program of which the same is said.
func TestDumped(t *testing.T) {
	for name, want := range map[string]verdict.Kind{
		"static_local_safe": verdict.Pass, "static_local_unsafe": verdict.Fail, "list_malloc_unsafe": verdict.Fail,
		"struct_assignment_safe": verdict.Pass, "pointer_order_safe": verdict.Pass, "union_bytes_unsafe": verdict.Fail,
	} {
		path := filepath.Join(root, "e2e/programs", name+".c")
		program, err := load.Read(t.Context(), pipeline.Job{Files: []string{path}})
		if err != nil {
			t.Fatal(err)
		}
		if program, err = load.Prepare(program, load.Job{Search: load.Search{}, DebugCheck: true}); err != nil {
			t.Fatal(err)
		}
		text := filepath.Join(t.TempDir(), name+".ir")
		if err := os.WriteFile(text, []byte(program.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		if outcome := check(t, text, timeToDecide, pipeline.Search{}); outcome.Kind != want {
			t.Errorf("%s: %s %s: %s", name, outcome.Kind, outcome.Reason, outcome.Detail)
		}
	}
}

func programs(t *testing.T, folder string) []string {
	var all []string
	for _, ending := range []string{"*.c", "*.bpl"} {
		paths, err := filepath.Glob(filepath.Join(root, folder, ending))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, paths...)
	}
	if len(all) == 0 {
		t.Fatalf("no programs in %s", folder)
	}
	return all
}

// readUndecided reads the names of programs that are not expected to be decided yet.
func readUndecided(t *testing.T) map[string]bool {
	file, err := os.Open("testdata/undecided.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	names := map[string]bool{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if fields := strings.Fields(lines.Text()); len(fields) > 0 && fields[0] != "#" {
			names[fields[0]] = true
		}
	}
	return names
}

func checkProgram(t *testing.T, path string, mayBeUndecided bool) {
	annotation, err := truth.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	mayBeUndecided = mayBeUndecided || annotation.Expected == truth.Unknown
	limit := timeToDecide
	if mayBeUndecided {
		limit = timeUndecided
	}
	outcome := check(t, path, limit, pipeline.Search{})
	if strings.HasSuffix(path, ".c") {
		truth.CheckWords(t, outcome.Verdict, []string{path})
	}
	want := map[truth.Verdict]verdict.Kind{truth.Safe: verdict.Pass, truth.Unsafe: verdict.Fail}[annotation.Truth]
	switch {
	case outcome.Kind == want && mayBeUndecided:
		t.Errorf("%s after %v: it is decided, and testdata/undecided.txt or its first line says that it is not", outcome.Kind, limit)
	case outcome.Kind == want:
	case outcome.Kind != verdict.Unknown:
		t.Errorf("WRONG: %s, and the program is %s", outcome.Kind, annotation.Truth)
	case outcome.Reason == verdict.Internal, outcome.Reason == verdict.EvidenceRejected:
		t.Errorf("%s: %.500s", outcome.Reason, outcome.Detail)
	case !mayBeUndecided:
		t.Errorf("unknown (%s): %s", outcome.Reason, outcome.Detail)
	}
}

func check(t *testing.T, path string, limit time.Duration, search pipeline.Search) pipeline.Outcome {
	outcome, err := pipeline.Run(t.Context(), pipeline.Job{Files: []string{path}, Timeout: limit, Search: search})
	if err != nil {
		t.Fatal(err)
	}
	return outcome
}

// asThePapers switches off what answers figures of the papers before any search. A basic block is an edge then.
var asThePapers = feature.Without(feature.LargeBlocks, feature.Constants, feature.Unfolding, feature.Induction, feature.Simulation, feature.DeleteLoops, feature.ElementFacts)

// withoutSearch are the figures that need no search, and why.
var withoutSearch = map[string]string{
	"synergy_fig6.c": "there is no abstract error path (SYNERGY section 4)",
}

// TestPapers keeps the work that the papers' programs take: iterations, tests and regions are golden, so
// lost speed shows in a diff. All but those in withoutSearch take the algorithm more than one step.
func TestPapers(t *testing.T) {
	f := golden.Open(t, "testdata/papers.txtar")
	undecided := readUndecided(t)
	var table strings.Builder
	for _, path := range programs(t, "examples/papers") {
		name := filepath.Base(path)
		annotation, err := truth.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		if undecided["examples/papers/"+name] || annotation.Expected == truth.Unknown {
			continue
		}
		o := check(t, path, timeToDecide, pipeline.Search{Features: asThePapers})
		s := o.Statistics
		if why, immediate := withoutSearch[name]; (s.Iterations <= 1) != immediate {
			t.Errorf("%s took %d iterations (expected without a search: %v %s)", name, s.Iterations, immediate, why)
		}
		fmt.Fprintf(&table, "%-22s %-7s %-11s iterations %3d  tests %3d  splits %3d  regions %3d\n", name, o.Kind, o.Class, s.Iterations, s.Tests, s.Splits, s.Regions)
	}
	f.Expect(t, "work", table.String())
	f.Close(t)
}
