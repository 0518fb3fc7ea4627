package pipeline

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"yogi/internal/assumption"
	"yogi/internal/property"
	"yogi/internal/verdict"
)

const severalPlaces = `#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int table[4];
static void name(char *to, const char *from) { strcpy(to, from); }
int main(void)
{
  int i = __VERIFIER_nondet_int();
  char text[4];
  name(text, i > 5 ? "four" : "two");
  strcpy(text, "abc");
  if (i < 10)
    table[i] = 1;
  if (i < 0)
    reach_error();
  return 10 / i;
}
`

// TestPlaces: each place has its verdict, and evidence that validates, of which several may have one.
func TestPlaces(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "evidence")
	job := Job{Timeout: time.Minute, Out: folder}
	job.Files, job.Checks = []string{write(t, "several.c", severalPlaces)}, property.Reach|property.Bounds|property.Division
	findings, err := RunPlaces(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	want := map[int]verdict.Kind{
		5:  verdict.Fail, // the text is too long
		11: verdict.Pass, // another call of the function of the library that fails at line 5
		13: verdict.Fail,
		15: verdict.Pass, // a negative index fails before
		16: verdict.Fail,
	}
	failures := 0
	for _, f := range findings {
		if f.Kind == verdict.Fail {
			failures++
			if f.Test.Pos.Line != f.Line || f.Class != "executed" {
				t.Errorf("line %d: the test ends at %s and was %s", f.Line, f.Test.Pos, f.Class)
			}
		}
		if kind, known := want[f.Line]; !known || f.Kind != kind && strings.Contains(f.What, "outside") == (f.Line < 15) {
			t.Errorf("%s %s: %v %s %s", f.Pos(), f.What, f.Kind, f.Reason, f.Detail)
		}
		if f.Line == 15 {
			if given := f.Assumptions.Only(assumption.ChecksHold); len(given) != 1 || len(given[0].Places) != 3 {
				t.Errorf("line 15 is proved under %v", f.Assumptions.Texts())
			}
		}
	}
	kept, err := os.ReadDir(folder)
	if err != nil || len(kept) < failures+1 || len(kept) >= len(findings) || failures != 3 {
		t.Errorf("%d failures, %d folders, %v", failures, len(kept), err)
	}
	for _, k := range kept {
		if _, err := Validate(t.Context(), filepath.Join(folder, k.Name())); err != nil {
			t.Errorf("%s: %v", k.Name(), err)
		}
	}
}

// TestPlacesAgainstAllRuns: of random programs with two small inputs exactly those assertions fail that some run fails
// first.
func TestPlacesAgainstAllRuns(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for range sampled(8) {
		type step struct{ a, b, c, m, bound int } // if (x*a + y*b + c < m) assert(x*b + y*c + a != bound)
		var steps []step
		var text strings.Builder
		text.WriteString("extern unsigned char __VERIFIER_nondet_uchar(void);\nextern void __VERIFIER_assert(int);\nint main(void) {\n  int x = __VERIFIER_nondet_uchar() % 4, y = __VERIFIER_nondet_uchar() % 4;\n")
		for range 5 {
			s := step{r.IntN(4), r.IntN(4), r.IntN(4), r.IntN(16), r.IntN(16)}
			steps = append(steps, s)
			fmt.Fprintf(&text, "  if (x * %d + y * %d + %d < %d) __VERIFIER_assert(x * %d + y * %d + %d != %d);\n", s.a, s.b, s.c, s.m, s.b, s.c, s.a, s.bound)
		}
		text.WriteString("  return 0;\n}\n")
		fails := map[int]bool{}
		for n := range 16 {
			x, y := n/4, n%4
			for i, s := range steps {
				if x*s.a+y*s.b+s.c < s.m && x*s.b+y*s.c+s.a == s.bound {
					fails[5+i] = true
					break
				}
			}
		}
		job := Job{Timeout: time.Minute, Files: []string{write(t, "random.c", text.String())}}
		findings, err := RunPlaces(t.Context(), job)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range findings {
			if f.Kind == verdict.Unknown || (f.Kind == verdict.Fail) != fails[f.Line] {
				t.Errorf("line %d: %v %s, of the runs of\n%s", f.Line, f.Kind, f.Reason, text.String())
			}
		}
		if failed := len(fails); failed > 0 && len(findings) < failed {
			t.Errorf("%d places of\n%s", len(findings), text.String())
		}
	}
}

// TestPlacesWithNull: a failure that a null pointer alone explains is known from one that has another reason too.
func TestPlacesWithNull(t *testing.T) {
	t.Parallel()
	job := Job{Timeout: time.Minute}
	job.Files = []string{write(t, "null.c", "int get(int *p, int i) { int t[2] = {1, 2}; if (i > 7) return t[i]; return *p; }\n")}
	job.Entry, job.Checks = "get", property.Null|property.Bounds
	findings, err := RunPlaces(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	var failed []string
	for _, f := range findings {
		if f.Kind == verdict.Fail {
			failed = append(failed, fmt.Sprint(f.Column, f.NullOnly))
		}
	}
	if len(failed) != 2 || !strings.HasSuffix(failed[0], "false") || !strings.HasSuffix(failed[1], "true") {
		t.Errorf("%v", failed)
	}
}

// TestPlacesTogether: what a proof covers has one, though it was asked about together with what keeps a search busy.
func TestPlacesTogether(t *testing.T) {
	t.Parallel()
	const easy = 8
	var text strings.Builder
	text.WriteString("extern unsigned __VERIFIER_nondet_uint(void);\nextern void __VERIFIER_assert(int);\nint main(void)\n{\n")
	text.WriteString("  unsigned long long x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();\n")
	for n := range easy {
		fmt.Fprintf(&text, "  if (x > %d && y < %d) __VERIFIER_assert(x > y);\n", 10*n+9, 10*n+5)
	}
	text.WriteString("  __VERIFIER_assert(!(x > 1 && y > 1 && x * y == 8539734250799242291ULL));\n  return 0;\n}\n")
	job := Job{Timeout: 12 * time.Second, Out: t.TempDir(), Files: []string{write(t, "easy.c", text.String())}}
	findings, err := RunPlaces(t.Context(), job)
	if err != nil || len(findings) != easy+1 {
		t.Fatal(findings, err)
	}
	proofs := map[string]int{}
	for _, f := range findings[:easy] {
		if f.Kind != verdict.Pass {
			t.Errorf("line %d: %v %s %s", f.Line, f.Kind, f.Reason, f.Detail)
		}
		proofs[f.Evidence["evidence"]]++
	}
	if last := findings[easy]; last.Kind != verdict.Unknown || len(proofs) > 2 {
		t.Errorf("the last one is %v, the others have proofs %v", last.Kind, proofs)
	}
}

// TestPlacesUnconfirmed: a place with a test that is not shown to be one of the machine's is left out of the next
// question, as one that fails.
func TestPlacesUnconfirmed(t *testing.T) {
	t.Parallel()
	job := Job{Timeout: time.Minute}
	job.Files = []string{write(t, "draw.c", `extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
extern void reach_error(void);
double drand48(void);
int main(void)
{
  int x = __VERIFIER_nondet_int();
  if (drand48() == 0)
    reach_error();
  __VERIFIER_assert(x != 7);
  __VERIFIER_assert(x != 7 || x > 8);
  return 0;
}
`)}
	findings, err := RunPlaces(t.Context(), job)
	if err != nil || len(findings) != 3 {
		t.Fatal(findings, err)
	}
	for i, kind := range []verdict.Kind{verdict.Unknown, verdict.Fail, verdict.Pass} {
		if f := findings[i]; f.Kind != kind || kind == verdict.Unknown && f.Reason != verdict.ModelReason {
			t.Errorf("line %d: %v %s", f.Line, f.Kind, f.Reason)
		}
	}
}

// TestPlacesNotModelled: what is not modelled is a place, which has no verdict where a run gets there; those of others
// take for granted that it ends there. Where none gets there nothing is told of it.
func TestPlacesNotModelled(t *testing.T) {
	t.Parallel()
	const text = `extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
int main(void)
{
  int i = __VERIFIER_nondet_int();
  if (%s)
    __asm__ volatile ("jmp *%%0" : : "r"(&i));
  __VERIFIER_assert(i < 10);
  return 0;
}
`
	for _, c := range []struct {
		condition string
		kinds     []verdict.Kind
	}{
		{"i > 5", []verdict.Kind{verdict.Unknown, verdict.Pass}},
		{"i > 5 && i < 3", []verdict.Kind{verdict.Fail}},
	} {
		job := Job{Timeout: time.Minute, Files: []string{write(t, "assembly.c", fmt.Sprintf(text, c.condition))}}
		findings, err := RunPlaces(t.Context(), job)
		if err != nil || len(findings) != len(c.kinds) {
			t.Fatal(findings, err)
		}
		for i, f := range findings {
			if f.Kind != c.kinds[i] || f.Kind == verdict.Unknown && f.Reason != verdict.Unsupported {
				t.Errorf("%s, line %d: %v %s", c.condition, f.Line, f.Kind, f.Reason)
			}
			if given := f.Assumptions.Only(assumption.Modelled); f.Kind == verdict.Pass && (len(given) != 1 || given[0].Places[0].Line != 7) {
				t.Errorf("%s: line %d is proved under %v", c.condition, f.Line, f.Assumptions.Texts())
			}
		}
	}
}

// TestPlacesApart: where a proof of all places is not found in time, those that are easy have theirs.
func TestPlacesApart(t *testing.T) {
	t.Parallel()
	job := Job{Timeout: 10 * time.Second}
	job.Files = []string{write(t, "hard.c", `extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);
int main(void)
{
  unsigned long long x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  __VERIFIER_assert(x != 7);
  __VERIFIER_assert(!(x > 1 && y > 1 && x * y == 8539734250799242291ULL));
  __VERIFIER_assert(x < 1ULL << 32);
  return 0;
}
`)}
	findings, err := RunPlaces(t.Context(), job)
	if err != nil || len(findings) != 3 {
		t.Fatal(findings, err)
	}
	for i, kind := range []verdict.Kind{verdict.Fail, verdict.Unknown, verdict.Pass} {
		if findings[i].Kind != kind {
			t.Errorf("line %d: %v %s", findings[i].Line, findings[i].Kind, findings[i].Reason)
		}
	}
}
