package pipeline

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"yogi/internal/assumption"
	"yogi/internal/feature"
	"yogi/internal/ir"
	"yogi/internal/store"
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
	return cachedWith(t, path, folder, nil)
}

// cachedWith is cached for somebody who wants to be told the tests of the search. The time is for a busy machine:
// lock_ok.c takes fifteen seconds alone.
func cachedWith(t *testing.T, path, folder string, told func(*ir.Program, []*verdict.Test)) Outcome {
	t.Helper()
	search := Search{Features: feature.Without(feature.States, feature.Induction, feature.Simulation)} // which search for nothing
	outcome, err := Run(t.Context(), Job{Files: []string{path}, Timeout: 2 * time.Minute, Cache: folder, Search: search, Ran: told})
	if err != nil {
		t.Fatal(err)
	}
	return outcome
}

// The test that a check ended with is all that the next one needs.
func TestCacheKeepsFailures(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, path := range append(failing(t)[:3], "../../e2e/boogie/axiom_value_unsafe.bpl") {
		first, second := cached(t, path, folder), cached(t, path, folder)
		if first.Kind != verdict.Fail || second.Kind != verdict.Fail || first.Class != second.Class || first.Test.Pos != second.Test.Pos {
			t.Errorf("%s: %s (%s), then %s (%s)", path, first.Kind, first.Class, second.Kind, second.Class)
		}
		if second.Statistics.ByKind[failuresFromCache] != 1 || second.Statistics.Iterations != 0 || second.Statistics.SolverQueries != 0 {
			t.Errorf("%s: searched again in %d iterations", path, second.Statistics.Iterations)
		}
	}
}

// With the tests of the run before, a search of failing programs takes at most a third of the solver's queries.
func TestCacheSavesQueries(t *testing.T) {
	notShort(t)
	t.Parallel()
	folder := t.TempDir()
	cold, warm := 0, 0
	for _, path := range failing(t) {
		told := func(*ir.Program, []*verdict.Test) {}
		first, second := cachedWith(t, path, folder, told), cachedWith(t, path, folder, told)
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

// With the proof of the run before, a program without a defect is not searched.
func TestCacheKeepsProofs(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, path := range []string{"../../examples/papers/synergy_fig3.c", "../../examples/drivers/serial_ok.c", "../../examples/drivers/pool.bpl"} {
		first, second := cached(t, path, folder), cached(t, path, folder)
		if first.Kind != verdict.Pass || second.Kind != verdict.Pass || second.Class != verdict.ByProof {
			t.Errorf("%s: %s, then %s (%s)", path, first.Kind, second.Kind, second.Class)
		}
		if second.Statistics.ByKind["proofs from the cache"] != 1 || second.Statistics.Iterations != 0 {
			t.Errorf("%s: searched again in %d iterations", path, second.Statistics.Iterations)
		}
		if !slices.EqualFunc(first.Assumptions, second.Assumptions, assumption.Assumption.Same) {
			t.Errorf("%s: assumed %v, then %v", path, first.Assumptions, second.Assumptions)
		}
	}
}

// What is in the cache is never trusted: values that lead elsewhere, inputs and proofs of another program, text
// that is none. A store that is damaged behind its back is as an empty one.
func TestCacheIsNotTrusted(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	unsafe, safe := "../../examples/papers/synergy_fig7.c", "../../examples/papers/synergy_fig3.c"
	cached(t, unsafe, folder)
	cached(t, safe, folder)
	kept, err := store.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	var keys []store.Key
	var texts []string
	for _, path := range []string{unsafe, safe} {
		s, err := subjectOf(t.Context(), Job{Files: []string{path}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, key := range []store.Key{store.KeyOf("tests", s.canonical().Text), proofKey(s), recentKey(s.job), failureKey(s), recentFailureKey(s.job)} {
			var text json.RawMessage
			if kept.Get(key, &text); len(text) > 0 {
				texts = append(texts, string(text))
			}
			keys = append(keys, key)
		}
	}
	if len(texts) != 6 {
		t.Fatalf("%d entries of two programs", len(texts))
	}
	numbers := regexp.MustCompile(`\b1\b`)
	damages := map[string]func(text string) string{
		"another kind": func(string) string { return texts[0] },
		"a failure":    func(string) string { return texts[1] },
		"a proof":      func(string) string { return texts[4] },
		"empty":        func(string) string { return "[{}]" },
		"nothing":      func(string) string { return "{}" },
		"values":       func(text string) string { return strings.ReplaceAll(text, "#x0000000", "#x7000000") },
		"seconds":      func(text string) string { return strings.ReplaceAll(text, `"seconds":`, `"seconds":-1`) },
		"lengths":      func(text string) string { return strings.ReplaceAll(text, `"blocks":`, `"blocks":-`) },
		"numbers":      func(text string) string { return numbers.ReplaceAllString(text, "0") },
		"relations":    func(text string) string { return strings.ReplaceAll(text, "bvsle", "bvsge") },
	}
	for name, damage := range damages {
		for _, key := range keys {
			for _, text := range texts {
				kept.Put(key, json.RawMessage(damage(text)))
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
	s, err := subjectOf(t.Context(), Job{Files: []string{"../../e2e/boogie/axiom_value_safe.bpl"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if kept, err := store.Open(folder); err != nil || testsOf(kept, s) != nil {
		t.Errorf("%v: tests are kept", err)
	}
}

// word is an identifier of C. Those of the language, of the outside and of the preprocessor stay as they are.
var word = regexp.MustCompile(`(?m)"[^"]*"|//.*$|^ *#.*$|\b[A-Za-z_][A-Za-z_0-9]*\b`)

var unnamed = strings.Fields(`auto break case char const continue default do double else enum extern float for goto if inline int long register
	return short signed sizeof static struct switch typedef union unsigned void volatile while _Bool
	main reach_error malloc free assert abort NULL size_t`)

// renamed is a C program with other names for all that is its own: the last one by the alphabet becomes the first one.
func renamed(text string) string {
	numbers := map[string]int{}
	return word.ReplaceAllStringFunc(text, func(name string) string {
		if strings.ContainsAny(name[:1], `"/# `) || strings.HasPrefix(name, "__") || slices.Contains(unnamed, name) {
			return name
		}
		if _, ok := numbers[name]; !ok {
			numbers[name] = len(numbers)
		}
		return fmt.Sprintf("n%d_%s", 9999-numbers[name], strings.ToUpper(name))
	})
}

// A program with other names, and with more functions and comments, finds what was kept: tests in its own names that
// still fail, proofs in its own names that still hold.
func TestCacheFindsRenamed(t *testing.T) {
	t.Parallel()
	var paths []string
	for _, pattern := range []string{"papers/synergy_fig*.c", "papers/smash_fig[134].c", "papers/dash_fig[36].c", "drivers/*.c"} {
		found, err := filepath.Glob(filepath.Join("../../examples", pattern))
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, found...)
	}
	proofs, tests, least := 0, 0, sampled(5)
	for n, path := range paths {
		if testing.Short() && n%3 != 0 {
			continue
		}
		folder, other := t.TempDir(), filepath.Join(t.TempDir(), "other.c")
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		more := renamed(string(text)) + "\n/* more */\nint unused_before;\nint unused(int a) { return a / 0; }\n"
		if err := os.WriteFile(other, []byte(more), 0o600); err != nil {
			t.Fatal(err)
		}
		first, second := cached(t, path, folder), cached(t, other, folder)
		if first.Kind != second.Kind {
			t.Errorf("%s: %s, then %s (%s)", path, first.Kind, second.Kind, second.Detail)
		}
		counts := second.Statistics.ByKind
		proofs, tests = proofs+counts[proofsFromCache], tests+counts[failuresFromCache]
		if counts[proofsFromCache] == 0 && counts[failuresFromCache] == 0 {
			t.Errorf("%s: nothing from the cache for %s", path, second.Kind)
		}
		if test := second.Test; test != nil {
			for _, in := range test.Inputs {
				if in.Input.Pos.File != other {
					t.Errorf("%s: an input at %s", path, in.Input.Pos)
				}
			}
		}
	}
	if proofs < least || tests < least {
		t.Errorf("%d proofs and %d tests were found", proofs, tests)
	}
}

// Programs of one form in which names have changed places are not taken for each other.
func TestCacheTellsRolesApart(t *testing.T) {
	t.Parallel()
	const text = `void reach_error(void); int __VERIFIER_nondet_int(void);
int one, two;
static void step(int a, int b) { if (a > 0) one = a; else two = b; }
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  step(a, b);
  if (a > 0 && %s != a) reach_error();
  return 0;
}
`
	folder, of := t.TempDir(), t.TempDir()
	for round := range 2 {
		for i, name := range []string{"one", "two", "one"} {
			path := filepath.Join(of, fmt.Sprintf("%d.c", i))
			if err := os.WriteFile(path, fmt.Appendf(nil, text, name), 0o600); err != nil {
				t.Fatal(err)
			}
			want := map[string]verdict.Kind{"one": verdict.Pass, "two": verdict.Fail}[name]
			got := cached(t, path, folder)
			if got.Kind != want {
				t.Errorf("%s: %s, want %s", name, got.Kind, want)
			}
			if counts := got.Statistics.ByKind; round > 0 && counts[proofsFromCache]+counts[failuresFromCache] == 0 {
				t.Errorf("%s: nothing from the cache", name)
			}
		}
	}
}

// A proof of what a file held before is tried on what it holds now: after an edit that it does not rest on nothing is
// searched, and after one that breaks the program the break is found.
func TestCacheTriesProofsOfBefore(t *testing.T) {
	t.Parallel()
	const text = `void reach_error(void); int __VERIFIER_nondet_int(void);
int locked, count;
static void lock(void) { if (locked) reach_error(); locked = 1; }
static void unlock(void) { if (!locked) reach_error(); locked = 0; }
static void work(int n) { count = count + %s; if (n > 5) count = n; }
int main(void) {
  while (__VERIFIER_nondet_int()) { lock(); work(__VERIFIER_nondet_int()); %s }
  return 0;
}
`
	folder, path := t.TempDir(), filepath.Join(t.TempDir(), "edited.c")
	for _, step := range []struct {
		added, end             string
		want                   verdict.Kind
		before, stored, failed int // proofs of before, proofs that are kept, failing tests of before
	}{
		{"1", "unlock();", verdict.Pass, 0, 0, 0},
		{"2", "unlock();", verdict.Pass, 1, 0, 0},
		{"n", "unlock();", verdict.Pass, 1, 0, 0},
		{"n", "", verdict.Fail, 0, 0, 0},
		{"3", "", verdict.Fail, 0, 0, 1},
		{"3", "unlock();", verdict.Pass, 1, 0, 0},
		{"1", "unlock();", verdict.Pass, 0, 1, 0},
		{"5", "", verdict.Fail, 0, 0, 0}, // what it held before did not fail
	} {
		if err := os.WriteFile(path, fmt.Appendf(nil, text, step.added, step.end), 0o600); err != nil {
			t.Fatal(err)
		}
		got := cached(t, path, folder)
		counts := got.Statistics.ByKind
		if got.Kind != step.want || counts[proofsFromBefore] != step.before || counts[proofsFromCache] != step.stored || counts[failuresFromBefore] != step.failed {
			t.Errorf("%q, %q: %s with %v", step.added, step.end, got.Kind, counts)
		}
		if step.before+step.failed > 0 && got.Statistics.Iterations != 0 {
			t.Errorf("%q, %q: searched in %d iterations", step.added, step.end, got.Statistics.Iterations)
		}
	}
}

// Without the feature no proof of before is tried.
func TestCacheWithoutEarlierProofs(t *testing.T) {
	t.Parallel()
	const text = "void reach_error(void); int __VERIFIER_nondet_int(void);\nint main(void) { int i = 0, n = __VERIFIER_nondet_int(), k = %d; while (i < n) i++; if (n > 0 && i != n) reach_error(); return k; }\n"
	for value, want := range map[string]int{"on": 1, "off": 0} {
		search, err := Job{}.Switched(string(feature.EarlierProofs) + "=" + value)
		if err != nil {
			t.Fatal(err)
		}
		folder, path := t.TempDir(), filepath.Join(t.TempDir(), "edited.c")
		for k := range 2 {
			if err := os.WriteFile(path, fmt.Appendf(nil, text, k), 0o600); err != nil {
				t.Fatal(err)
			}
			got, err := Run(t.Context(), Job{Files: []string{path}, Timeout: 30 * time.Second, Cache: folder, Search: search})
			if err != nil || got.Kind != verdict.Pass || got.Statistics.ByKind[proofsFromBefore] != k*want {
				t.Errorf("%s, %d: %v, %s with %v", value, k, err, got.Kind, got.Statistics.ByKind)
			}
		}
	}
}
