package pipeline

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"yogi/internal/load"
	"yogi/internal/property"
)

const basisProgram = `#include <assert.h>
int __VERIFIER_nondet_int(void);
int outside(int);
static int unused(int x) { return x; }
static int low(int x) { return outside(x) > 0 ? x : 0; }
int main(void)
{
  int n = __VERIFIER_nondet_int();
  assert(n != 7);
  if (low(4) > 4) return 1;
  return n;
}
`

// basisOf is the basis of the verdict about a program, which lies in a folder of its own.
func basisOf(t *testing.T, text string, job Job) Basis {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.c")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	job.Files = []string{path}
	job.FilePrefixes = []string{filepath.Dir(path) + "/="}
	b, err := BasisOf(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestBasisIsTheSame: what no verdict depends on makes no difference, nor does the folder, which the assertion names.
func TestBasisIsTheSame(t *testing.T) {
	t.Parallel()
	want := basisOf(t, basisProgram, Job{})
	for _, change := range [][]string{
		nil,
		{"int main", "/* a comment\n */\n\nint main"},
		{"low(int x)", "lower(int number)", "low(4)", "lower(4)", "outside(x) > 0 ? x", "outside(number) > 0 ? number"},
		{"unused(int x) { return x; }", "more(int x) { return x / 7; }\nstruct pair { int a, b; };"},
	} {
		text := strings.NewReplacer(change...).Replace(basisProgram)
		if len(change) > 0 && text == basisProgram {
			t.Fatalf("%q is not there", change)
		}
		if got := basisOf(t, text, Job{}); got.Key != want.Key {
			t.Errorf("%q makes another basis", change)
		}
	}
}

// TestBasisDiffers: whatever a verdict or its words may depend on makes another basis.
func TestBasisDiffers(t *testing.T) {
	t.Parallel()
	keys := map[string]string{basisOf(t, basisProgram, Job{}).Key: "the program"}
	add := func(what, key string) {
		if keys[key] != "" {
			t.Errorf("%s has the basis of %s", what, keys[key])
		}
		keys[key] = what
	}
	for _, change := range [][2]string{
		{"x : 0", "x : 1"},
		{"low(4) > 4", "low(5) > 4"},
		{"n != 7", "n != 8"},
		{"outside", "further"},                   // the verdict names it
		{"> 0 ?", "> 0 && x ?"},                  // a branch
		{"return n;", "return n + 1;"},           // the checks of another job may look at it
		{"int n = _", "volatile int n = _"},      // what the outside sees
		{"assert(", "if (n > 0) assert("},        // when it is checked
		{"  return n;\n", "  for (;;) { n--; }"}, // no end
	} {
		text := strings.ReplaceAll(basisProgram, change[0], change[1])
		if text == basisProgram {
			t.Fatalf("%q is not there", change[0])
		}
		add(change[1], basisOf(t, text, Job{}).Key)
	}
	overflow := Job{}
	overflow.Checks = property.Reach | property.Overflow
	for what, job := range map[string]Job{
		"ILP32":             {Program: load.Program{DataModel: "ILP32"}},
		"may-fail":          {Program: load.Program{Malloc: "may-fail"}},
		"havoc-args":        {Program: load.Program{Undefined: "havoc-args"}},
		"linear":            {Program: load.Program{Arith: "linear"}},
		"--check overflow":  overflow,
		"strict":            {Search: load.Search{Strict: true}},
		"another algorithm": {Search: load.Search{Algorithm: "dash"}},
		"another product":   {Version: "another"},
		"an error function": {Program: load.Program{ErrorFunctions: []string{"outside"}}},
	} {
		add(what, basisOf(t, basisProgram, job).Key)
	}
}

// TestBasisReaches: the functions that the entry reaches, with their lines.
func TestBasisReaches(t *testing.T) {
	t.Parallel()
	var names []string
	for _, s := range basisOf(t, basisProgram, Job{}).Reached {
		names = append(names, s.Function)
		if s.Function == "main" && (s.First > 7 || s.Last < 10) {
			t.Errorf("main is said to be in the lines %d to %d", s.First, s.Last)
		}
	}
	slices.Sort(names)
	if !slices.Equal(names, []string{"low", "main"}) {
		t.Errorf("reached: %v", names)
	}
}
