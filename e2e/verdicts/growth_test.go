package verdicts

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"yogi/internal/bench/family"
	"yogi/internal/feature"
	"yogi/internal/pipeline"
	"yogi/internal/verdict"
)

// TestGrowth: programs of one shape are decided, and what a program of twice the size costs is less than three times as
// much, where a square would be four times. What is counted is work and states kept, never time; which of two solvers
// answers first still shows in it.
func TestGrowth(t *testing.T) {
	for _, c := range []struct {
		family  string
		size    int  // and twice that
		inducts bool // by claims from each error, else by the search
	}{
		{family: "apart", size: 60},
		{family: "depth", size: 130}, // 260 is deeper than a recursion is followed
		{family: "structs", size: 60},
		{family: "switch", size: 20}, // tests that go round a long loop
		{family: "table", size: 10},
		{family: "locks", size: 20, inducts: true}, // the search splits for each two of them
	} {
		t.Run(c.family, func(t *testing.T) {
			before, after := grown(t, c.family, c.size, c.inducts), grown(t, c.family, 2*c.size, c.inducts)
			for name, n := range before {
				if now := after[name]; now > 3*n {
					t.Errorf("%s grow from %d to %d", name, n, now)
				}
			}
			t.Logf("%v, %v", before, after)
		})
	}
}

// grown proves a program of a family, by claims or without what answers before the search, and says what that took.
func grown(t *testing.T, name string, size int, inducts bool) map[string]int64 {
	text, err := family.Text(name, size)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), fmt.Sprintf("%s%d.c", name, size))
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	features := feature.Without(feature.Unfolding, feature.Unrolling, feature.Simulation)
	if !inducts {
		features = features.Without(feature.Induction)
	}
	outcome := check(t, path, timeToDecide, pipeline.Search{Features: features})
	if outcome.Kind != verdict.Pass {
		t.Fatalf("%s of size %d: %s %s %s", name, size, outcome.Kind, outcome.Reason, outcome.Detail)
	}
	s := outcome.Statistics
	if inducts && (s.Iterations > 0 || s.ByKind["errors excluded by induction"] == 0) {
		t.Fatalf("%s of size %d took a search", name, size)
	}
	const always = 10_000 // blocks that tests run whatever the size
	return map[string]int64{
		"iterations": int64(s.Iterations), "splits": int64(s.Splits), "regions": int64(s.Regions),
		"questions": int64(s.Questions), "queries": int64(s.SolverQueries), "steps": always + s.Steps,
	}
}

// TestManyCells: that each cell of a large table holds a function is one fact about all of them.
func TestManyCells(t *testing.T) {
	const text = `extern unsigned nondet_uint(void);
static int next(int x) { return x + 1; }
static int (*table[])(int) = {%s};
int main(void) {
	int s = 0;
	for (unsigned n = nondet_uint(); n > 0; n--) {
		unsigned k = nondet_uint();
		if (k < 140)
			s = table[k](s);
	}
	return s;
}
`
	path := filepath.Join(t.TempDir(), "table.c")
	if err := os.WriteFile(path, fmt.Appendf(nil, text, strings.Repeat("next, ", 140)), 0o600); err != nil {
		t.Fatal(err)
	}
	if outcome := check(t, path, timeToDecide, pipeline.Search{}); outcome.Kind != verdict.Pass {
		t.Errorf("%s %s %s", outcome.Kind, outcome.Reason, outcome.Detail)
	}
}
