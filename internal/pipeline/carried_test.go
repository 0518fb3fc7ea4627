package pipeline

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"yogi/internal/verdict"
)

// A failing test is found again after an edit that gives inputs other numbers, and a program that does not fail any
// more is proved whatever the test of before did.
func TestCacheCarriesFailures(t *testing.T) {
	t.Parallel()
	const text = `void reach_error(void); int __VERIFIER_nondet_int(void); unsigned __VERIFIER_nondet_uint(void); char other(void);
void __VERIFIER_assume(int);
int total;
static int twice(void) { int one = __VERIFIER_nondet_int(); int two = __VERIFIER_nondet_int(); return one == 17 && two == 4711; }
int main(void) {
  int first = __VERIFIER_nondet_int();
  %s
  int second = __VERIFIER_nondet_int();
  int third = __VERIFIER_nondet_int();
  %s
  __VERIFIER_assume(third == first + 3);
  for (int i = 0; i < 3; i++) total += __VERIFIER_nondet_uint() == 5u + i;
  if (first == 1234567 && second == 7654321 && twice() && total == 3) { %s }
  return 0;
}
`
	folder, path := t.TempDir(), filepath.Join(t.TempDir(), "edited.c")
	for _, step := range []struct {
		before, behind, then string
		want                 verdict.Kind
		carried              bool
	}{
		{"", "", "reach_error();", verdict.Fail, false},
		{"other();", "", "reach_error();", verdict.Fail, true},
		{"", "", "reach_error();", verdict.Fail, false}, // it is kept
		{"int more = __VERIFIER_nondet_int();", "", "reach_error();", verdict.Fail, true},
		{"int more = __VERIFIER_nondet_int();", "__VERIFIER_nondet_int(); other();", "reach_error();", verdict.Fail, true},
		{"", "__VERIFIER_nondet_int();", "reach_error();", verdict.Fail, true},
		{"", "third--;", "reach_error();", verdict.Fail, true}, // repaired
		{"", "if (twice()) return 0; second = third;", "reach_error();", verdict.Pass, false},
	} {
		if err := os.WriteFile(path, fmt.Appendf(nil, text, step.before, step.behind, step.then), 0o600); err != nil {
			t.Fatal(err)
		}
		got := cached(t, path, folder)
		counts := got.Statistics.ByKind
		if got.Kind != step.want || (counts[failuresFromBefore] > 0) != step.carried {
			t.Errorf("%q, %q, %q: %s with %v", step.before, step.behind, step.then, got.Kind, counts)
		}
		if step.carried && got.Statistics.Iterations != 0 {
			t.Errorf("%q, %q: searched in %d iterations", step.before, step.behind, got.Statistics.Iterations)
		}
	}
}
