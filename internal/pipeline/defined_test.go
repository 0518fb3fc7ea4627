package pipeline

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"yogi/internal/confirm"
	"yogi/internal/feature"
	"yogi/internal/ir"
	"yogi/internal/load"
	"yogi/internal/property"
	"yogi/internal/verdict"
)

// beyondFirst has a run to the error that reads beyond an array, which is found first, and behind
// CONDITION another one.
const beyondFirst = `extern unsigned nondet_uint(void);
extern void reach_error(void);
static int get(int *row, unsigned i) { return row[i]; }
int main(void)
{
  int a[4] = {1, 2, 3, 4}, b[4] = {5, 6, 7, 8};
  unsigned i = nondet_uint();
  unsigned long long x = nondet_uint(), y = nondet_uint();
  if (get(a, i) != get(b, i) - 4)
    reach_error();
  if (CONDITION)
    reach_error();
  return 0;
}
`

// hardFactors are hard to find: both factors are prime.
const hardFactors = "x > 1 && y > 1 && x * y == 8539734250799242291ULL"

func checkBeyond(t *testing.T, condition string, job Job) Outcome {
	job.Files = []string{write(t, "beyond.c", strings.Replace(beyondFirst, "CONDITION", condition, 1))}
	out, err := Run(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestDefinedRun: another run counts if it passes the checks, and its evidence is that of the program.
func TestDefinedRun(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "evidence")
	out := checkBeyond(t, "i == 2", Job{Timeout: time.Minute, Out: folder})
	if out.Kind != verdict.Fail || out.Statistics.ByKind["searches for defined runs"] != 1 {
		t.Fatalf("%v %s %s %v", out.Kind, out.Reason, out.Detail, out.Statistics.ByKind)
	}
	if found, err := Validate(t.Context(), folder); err != nil || found.Verdict != "FALSE(unreach-call)" {
		t.Errorf("the evidence: %v, %v", found, err)
	}
	job := Job{Timeout: time.Minute}
	var err error
	if job.Search, err = job.Switched(string(feature.DefinedRuns) + "=off"); err != nil {
		t.Fatal(err)
	}
	if out := checkBeyond(t, "i == 2", job); out.Reason != verdict.UndefinedReason || out.Statistics.ByKind["searches for defined runs"] != 0 {
		t.Errorf("switched off: %v %s %s %v", out.Kind, out.Reason, out.Detail, out.Statistics.ByKind)
	}
}

// TestNoDefinedRun: where no other run is found, since there is none or there is no time, the
// answer is about the first.
func TestNoDefinedRun(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		condition string
		timeout   time.Duration
	}{
		"none":        {"i > 3 && i < 3", time.Minute},
		"only beyond": {"i > 3", time.Minute},
		"no time":     {hardFactors, 6 * time.Second},
	} {
		out := checkBeyond(t, c.condition, Job{Timeout: c.timeout})
		if out.Kind != verdict.Unknown || out.Reason != verdict.UndefinedReason || !strings.Contains(out.Detail, "beyond.c:3:47: access outside of every object") {
			t.Errorf("%s: %v %s %q", name, out.Kind, out.Reason, out.Detail)
		}
		if out.Statistics.ByKind["searches for defined runs"] != 1 {
			t.Errorf("%s: %v", name, out.Statistics.ByKind)
		}
	}
}

// TestBlockedRuns: only what is asked about is an error of the program whose runs are all defined.
func TestBlockedRuns(t *testing.T) {
	path := write(t, "blocked.c", `#include <setjmp.h>
#include <stdlib.h>
extern void reach_error(void);
int main(int argc, char **argv)
{
  jmp_buf back;
  int *p = malloc(4), *q = p + argc;
  if (argc == 3)
    return setjmp(back);
  *q = 8 / *p >> argc;
  free(q);
  if (argc == 2)
    reach_error();
  return *p + argc;
}
`)
	for _, c := range []struct {
		checks  property.Checks
		without []string // properties that are no errors any more
		with    []string
	}{
		{0, []string{"valid-deref", "valid-free", "no-division-by-zero", "valid-shift"}, []string{""}},
		{property.Reach | property.Overflow | property.Division, []string{"valid-deref", "valid-free", "valid-shift"}, []string{"", "no-overflow", "no-division-by-zero"}},
	} {
		job := Job{Files: []string{path}}
		job.Checks = c.checks
		asked, unsupported := errorsOf(t, job.WithChecks(confirm.UndefinedChecks))
		if unsupported == 0 {
			t.Fatal("the program has nothing that is not modelled")
		}
		left, unsupported := errorsOf(t, definedOnly(job))
		if unsupported != 0 {
			t.Errorf("%d places that are not modelled are left", unsupported)
		}
		for _, name := range c.without {
			if asked[name] == 0 || left[name] != 0 {
				t.Errorf("%s: %d errors with the checks, %d where they end runs", name, asked[name], left[name])
			}
		}
		for _, name := range c.with {
			if left[name] == 0 || left[name] != asked[name] {
				t.Errorf("%s: %d errors with the checks, %d where they end runs", name, asked[name], left[name])
			}
		}
	}
}

// errorsOf counts the errors of a job's program by what they violate, and the places that are not modelled.
func errorsOf(t *testing.T, job Job) (errors map[string]int, unsupported int) {
	t.Helper()
	p, err := load.Read(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	errors = map[string]int{}
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			switch t := b.Terminator.(type) {
			case *ir.Error:
				errors[t.Property]++
			case *ir.Unsupported:
				unsupported++
			}
		}
	}
	return errors, unsupported
}

// otherwise has a run to the error that needs a result that the machine's function does not give, and
// behind CONDITION another one.
const otherwise = `#include <unistd.h>
extern int nondet_int(void);
extern void reach_error(void);
static int deep(int n)
{
  int i = 0;
  while (i < 9 && i - n > 70 * i)
    i++;
  return i == 9 && n % 71 == -3;
}
int main(void)
{
  int n = nondet_int();
  if (NEEDED)
    reach_error();
  if (CONDITION)
    reach_error();
  return 0;
}
`

// TestOtherRun: where the test that was found needs results that the C library does not give, one
// with other results is looked for, then one without its functions; what was found stands where there
// is none, and is never a proof.
func TestOtherRun(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		needed, condition string
		off               bool
		want              verdict.Kind
		searches          int
	}{
		"another result":     {"getppid() == 7", "n == 4711", false, verdict.Fail, 1},
		"without the result": {"n > 0 && getppid() > 4100000", "n < 0 && deep(n)", false, verdict.Fail, mostResults + 1},
		"none":               {"getppid() == 7", "n > 3 && n < 3", false, verdict.Unknown, 2},
		"only that":          {"getppid() > 4100000", "n > 3 && n < 3", false, verdict.Unknown, mostResults + 1},
		"switched off":       {"getppid() == 7", "n == 4711", true, verdict.Unknown, 0},
	} {
		job := Job{Timeout: time.Minute}
		if c.off {
			var err error
			if job.Search, err = job.Switched(string(feature.OtherRuns) + "=off"); err != nil {
				t.Fatal(err)
			}
		}
		job.Files = []string{write(t, "otherwise.c", strings.NewReplacer("NEEDED", c.needed, "CONDITION", c.condition).Replace(otherwise))}
		out, err := Run(t.Context(), job)
		if err != nil {
			t.Fatal(err)
		}
		found := out.Statistics.ByKind["searches for other runs"]
		if out.Kind != c.want || out.Kind == verdict.Unknown && out.Reason != verdict.ModelReason || found != c.searches {
			t.Errorf("%s: %v %s %s after %d searches", name, out.Kind, out.Reason, out.Detail, found)
		}
	}
}

// TestModelledRun: where a run gets to what is not modelled, another one that does not may fail. No proof comes of the
// runs that do not.
func TestModelledRun(t *testing.T) {
	t.Parallel()
	const text = `int __VERIFIER_nondet_int(void);
void reach_error(void);
int setjmp(void *);
int main(void)
{
  int n = __VERIFIER_nondet_int();
  if (n != 9)
    setjmp(&n);
  if (CONDITION)
    reach_error();
  return 0;
}
`
	for condition, want := range map[string]verdict.Kind{"n == 9": verdict.Fail, "n != 9": verdict.Unknown, "n == 8": verdict.Unknown} {
		job := Job{Timeout: time.Minute, Files: []string{write(t, "modelled.c", strings.ReplaceAll(text, "CONDITION", condition))}}
		out, err := Run(t.Context(), job)
		if err != nil {
			t.Fatal(err)
		}
		if out.Kind != want || out.Kind == verdict.Unknown && out.Reason != verdict.Unsupported {
			t.Errorf("%s: %v %s %s", condition, out.Kind, out.Reason, out.Detail)
		}
		if found := out.Statistics.ByKind["searches for other runs"]; found > 1 || out.Kind == verdict.Unknown && found != 1 {
			t.Errorf("%s: %d searches for other runs", condition, found)
		}
	}
}

// TestPlainBytes: of what may be bytes of an address the first test may take others than memory has. Then a run that
// reads what was written may fail; that others do shows nothing. What a byte was that a global variable kept is not
// known.
func TestPlainBytes(t *testing.T) {
	t.Parallel()
	const text = `#include <stdlib.h>
void reach_error(void);
int nondet_int(void);
struct pair { char *name; int size; char text[4]; };
int main(void)
{
  static char word[4], kept;
  struct pair *p = malloc(sizeof *p);
  if (!p)
    return 0;
  unsigned n = nondet_int();
  char *to = (char *)p + 8;
  if (n >= 4)
    return 0;
  p->name = word;
  p->text[0] = 'a';
  to[n] = 1;
  kept = p->text[0];
  p->text[0] = kept;
  if (CONDITION)
    reach_error();
  free(p);
  return 0;
}
`
	for condition, want := range map[string]verdict.Kind{"p->text[0] != 'a' || n == 2": verdict.Fail, "p->text[0] != 'a'": verdict.Unknown} {
		job := Job{Timeout: time.Minute, Files: []string{write(t, "bytes.c", strings.ReplaceAll(text, "CONDITION", condition))}}
		out, err := Run(t.Context(), job)
		if err != nil {
			t.Fatal(err)
		}
		if out.Kind != want || out.Kind == verdict.Unknown && out.Reason != verdict.UndefinedReason {
			t.Errorf("%s: %v %s %s", condition, out.Kind, out.Reason, out.Detail)
		}
		if found := out.Statistics.ByKind["searches for other runs"]; found != 1 {
			t.Errorf("%s: %d searches for other runs", condition, found)
		}
	}
}
