package verdicts

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"yogi/e2e/truth"
	"yogi/internal/golden"
	"yogi/internal/pipeline"
	"yogi/internal/verdict"
)

// configurations are the four that SMASH compares in its section 5, by what they remember of answered questions.
var configurations = []string{"dash", "may", "must", "smash"}

// saves says for each program which kind of summary saves work on it: "may" not-may summaries,
// "must" must summaries. On the figures of SMASH neither does but on Figure 1: each calls a
// function once, or a test on the way to one error shows the way through all calls.
var saves = []struct{ program, by string }{
	{"examples/papers/smash_fig1.c", ""},
	{"examples/papers/smash_fig1_bounded.c", "may"},
	{"examples/papers/smash_fig2.c", ""},
	{"examples/papers/smash_fig3.c", ""},
	{"examples/papers/smash_fig4.c", ""},
	{"e2e/programs/summaries_must_safe.c", "must"},
	{"e2e/programs/summaries_must_unsafe.c", "must"},
	{"e2e/programs/summaries_not_may_safe.c", "may"},
	{"e2e/programs/summaries_both_safe.c", "may must"},
	{"e2e/programs/summaries_both_unsafe.c", "may must"},
}

// TestConfigurations runs SMASH's four configurations. Their counters are golden; and a
// configuration that keeps the summaries which save work takes fewer iterations and queries than
// one that does not, so that SMASH is best where both kinds do.
func TestConfigurations(t *testing.T) {
	var table strings.Builder
	for _, c := range saves {
		work := map[string]verdict.Statistics{}
		for _, algorithm := range configurations {
			s := runConfiguration(t, c.program, algorithm)
			work[algorithm] = s
			kinds := s.ByKind
			fmt.Fprintf(&table, "%-26s %-5s iterations %3d  tests %2d  splits %2d  questions %2d  queries %3d  not-may made %d used %d  must made %d used %d\n",
				strings.TrimSuffix(filepath.Base(c.program), ".c"), algorithm, s.Iterations, s.Tests, s.Splits, s.Questions, s.SolverQueries,
				kinds["not-may summaries made"], kinds["not-may summaries used"], kinds["must summaries made"], kinds["must summaries used"])
		}
		checkSavings(t, c.program, c.by, work)
	}
	golden.ExpectFile(t, "testdata/configurations.txt", table.String())
}

func runConfiguration(t *testing.T, program, algorithm string) verdict.Statistics {
	path := filepath.Join(root, program)
	annotation, err := truth.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	o := check(t, path, timeToDecide, pipeline.Search{Algorithm: algorithm, Features: asThePapers})
	want := map[truth.Verdict]verdict.Kind{truth.Safe: verdict.Pass, truth.Unsafe: verdict.Fail}[annotation.Truth]
	if o.Kind != want {
		t.Errorf("%s: %s: %s %s, want %s", program, algorithm, o.Kind, o.Reason, want)
	}
	return o.Statistics
}

// checkSavings compares every two configurations of which one keeps more of the summaries that save work.
func checkSavings(t *testing.T, program, by string, work map[string]verdict.Statistics) {
	kept := func(algorithm string) int {
		count := 0
		for _, kind := range strings.Fields(by) {
			if algorithm == kind || algorithm == "smash" {
				count++
			}
		}
		return count
	}
	for _, less := range configurations {
		for _, more := range configurations {
			a, b := work[less], work[more]
			if kept(less) < kept(more) && (a.Iterations <= b.Iterations || a.SolverQueries <= b.SolverQueries) {
				t.Errorf("%s: %s takes %d iterations and %d queries, %s %d and %d", program, less, a.Iterations, a.SolverQueries, more, b.Iterations, b.SolverQueries)
			}
		}
	}
	for _, kind := range strings.Fields(by) {
		name := map[string]string{"may": "not-may summaries used", "must": "must summaries used"}[kind]
		if work["dash"].ByKind[name] != 0 || work["smash"].ByKind[name] == 0 {
			t.Errorf("%s: dash and smash used %d and %d %s", program, work["dash"].ByKind[name], work["smash"].ByKind[name], name)
		}
	}
}
