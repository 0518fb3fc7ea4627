package pipeline

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"yogi/internal/feature"
	"yogi/internal/store"
	"yogi/internal/verdict"
)

// cubes has no failing run, which takes a solver longer than anybody waits.
const cubes = `void reach_error(void); unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong(), c = __VERIFIER_nondet_ulong();
  if (a == 0 || b == 0 || c == 0 || a >> 20 || b >> 20 || c >> 20) return 0;
  if (a * a * a + b * b * b == c * c * c %s) reach_error();
  return 0;
}
`

// heldOf is what a store holds of the search of a job.
func heldOf(t *testing.T, kept *store.Store, j Job) (store.Key, unanswered, bool) {
	t.Helper()
	about, err := subjectOf(t.Context(), j, nil)
	if err != nil {
		t.Fatal(err)
	}
	key, ok := unansweredKey(about)
	if !ok {
		t.Fatal("a search has no key")
	}
	var held unanswered
	found := kept.Get(key, &held)
	return key, held, found
}

// A search is cut short where one of the same program, asked in the same way, had as much time and came to no answer.
func TestUnansweredSearchesAreCutShort(t *testing.T) {
	t.Parallel()
	folder, path := t.TempDir(), filepath.Join(t.TempDir(), "cubes.c")
	kept, err := store.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	job := Job{Files: []string{path}, Timeout: time.Second, Cache: folder}
	check := func(what, condition string, j Job, want int) {
		t.Helper()
		if err := os.WriteFile(path, fmt.Appendf(nil, cubes, condition), 0o600); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		got, err := Run(t.Context(), j)
		if err != nil || got.Kind != verdict.Unknown || got.Reason != verdict.Timeout {
			t.Fatalf("%s: %v(%s) %v", what, got.Kind, got.Reason, err)
		}
		if n := got.Statistics.ByKind[searchesCutShort]; n != want {
			t.Errorf("%s: %d searches cut short in %v, want %d", what, n, time.Since(began), want)
		}
		if isTold := strings.Contains(got.Detail, shortHint); isTold != (want == 1) {
			t.Errorf("%s: the user is told %q", what, got.Detail)
		}
	}
	check("the first check", "", job, 0)
	key, held, found := heldOf(t, kept, job)
	if !found || held.Seconds <= 0 || held.Seconds > 4 {
		t.Fatalf("of the first check is kept %v, %v", held, found)
	}
	if held.Limit != 1 {
		t.Errorf("of a check that had a second is kept %v", held)
	}
	kept.Put(key, unanswered{2, 1}) // however little the first one had of a busy machine
	check("the second check", "", job, 1)
	other := job
	other.Search.Features = feature.Without(feature.EarlierUnknowns)
	check("without the feature", "", other, 0)
	other = job
	other.Search.Features = feature.Without(feature.Induction)
	check("a search of another kind", "", other, 0)
	check("an edited program", "&& c > 7", job, 0)
	other = job
	other.Timeout = 3 * job.Timeout / 2
	check("a check with more time", "", other, 0)
	kept.Put(key, unanswered{0.2, 1})
	check("after one with much less time", "", job, 0)
	if _, held, _ := heldOf(t, kept, job); held.Seconds <= 0.2 {
		t.Errorf("of two checks %v is kept", held)
	}
	kept.Put(key, unanswered{2, 1})
	job.Paranoid = true
	check("a paranoid check", "", job, 0)
}

// An entry that says of a search what is not so changes no answer that it has in a tenth of its time.
func TestForgedUnansweredDecideNothing(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]verdict.Kind{"../../examples/papers/synergy_fig3.c": verdict.Pass, "../../examples/papers/synergy_fig7.c": verdict.Fail} {
		for _, seconds := range []float64{math.MaxFloat64, 1000, 0, -1} {
			job := Job{Files: []string{path}, Timeout: 100 * time.Second, Cache: t.TempDir()}
			kept, err := store.Open(job.Cache)
			if err != nil {
				t.Fatal(err)
			}
			key, _, _ := heldOf(t, kept, job)
			kept.Put(key, unanswered{seconds, math.MaxFloat64})
			got, err := Run(t.Context(), job)
			if err != nil || got.Kind != want || got.Statistics.ByKind[searchesCutShort] != 0 {
				t.Errorf("%s with %g seconds: %v, %v", path, seconds, got.Kind, err)
			}
		}
	}
}

// Where nothing may rest on the store a search that was cut short is made again.
func TestParanoidSearchesAsLong(t *testing.T) {
	for _, want := range []verdict.Kind{verdict.Pass, verdict.Fail, verdict.Unknown} {
		got, err := paranoid(t.Context(), Job{Cache: "folder", Out: "out"}, func(_ context.Context, j Job) (Outcome, error) {
			o := Outcome{Verdict: verdict.Verdict{Answer: verdict.Answer{Kind: verdict.Unknown, Reason: verdict.Timeout}}}
			if j.Cache == "" {
				o.Kind = want
				if j.Out != "out" {
					t.Error("the evidence of the verdict that is told is not kept")
				}
				return o, nil
			}
			o.Statistics.Set(searchesCutShort, 1)
			return o, nil
		})
		if err != nil || got.Kind != want {
			t.Errorf("%v, want %v: %v", got.Kind, want, err)
		}
	}
}
