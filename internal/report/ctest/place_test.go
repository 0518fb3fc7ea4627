package ctest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"yogi/internal/source"
	"yogi/internal/verdict"
)

// TestFailsElsewhere: a compiled run reaches the error of a test if it fails at the end of the test.
func TestFailsElsewhere(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("gcc is not installed")
	}
	const accesses = "#include <stdlib.h>\n" +
		"int main(void) {\n" +
		"  char *p = malloc(4), *q = malloc(4);\n" +
		"  if (p && q) {\n" +
		"    p[4] = 1;\n" +
		"    q[4] = 2;\n" +
		"  }\n" +
		"}\n"
	const inLibrary = "#include <stdlib.h>\n#include <string.h>\n" +
		"static void copy(char *to, const char *text) {\n" +
		"  memset(to, 0, 2);\n" +
		"  memcpy(to,\n" +
		"    text, strlen(text) + 1);\n" +
		"}\n" +
		"int main(void) {\n" +
		"  char *p = malloc(4);\n" +
		"  if (p) copy(p, \"long text\");\n" +
		"}\n"
	const freed = "#include <stdlib.h>\n" +
		"int main(void) {\n" +
		"  char *p = malloc(4), *q = p;\n" +
		"  free(p);\n" +
		"  free(q);\n" +
		"}\n"
	const compared = "#include <stdlib.h>\n" +
		"static int compare(const void *a, const void *b) {\n" +
		"  return *(const int *)a - *((const int *)b + 100);\n" +
		"}\n" +
		"int main(void) {\n" +
		"  int *p = calloc(2, sizeof *p);\n" +
		"  if (p) qsort(p, 2, sizeof *p, compare);\n" +
		"}\n"
	const pointer = "int a[4];\n" +
		"int main(void) {\n" +
		"  int i = 6;\n" +
		"  int *p = &a[i];\n" +
		"  return *p;\n" +
		"}\n"
	const sums = "int big = 0x7fffffff;\n" +
		"int main(void) {\n" +
		"  int a = big + 1;\n" +
		"  int b = big +\n" +
		"    2;\n" +
		"  return a + b;\n" +
		"}\n"
	const marked = "# 40 \"a.h\"\n" +
		"int a[4];\n" +
		"# 7 \"other.c\"\n" +
		"int main(void) { int i = 4;\n" +
		"  return a[i]; }\n"
	const calls = "static int (*none)(int);\nint main(void) { int n = 0;\n  n = none(3);\n  return n; }\n"
	const included = "#include \"inner.h\"\n" +
		"int main(void) { return take(9); }\n"
	folder := t.TempDir()
	header := filepath.Join(folder, "inner.h")
	if err := os.WriteFile(header, []byte("static int a[4];\nstatic int take(int i) {\n  return a[i];\n}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, s := range []struct {
		name     string
		text     string
		property string
		model    string
		end      source.Pos // without a file: in the program
		want     int        // the line at which the run fails if that is not the end; 0: at the end
	}{
		{name: "at the line", text: accesses, property: "valid-deref", end: source.Pos{Line: 5, Column: 6}},
		{name: "before", text: accesses, property: "valid-deref", end: source.Pos{Line: 6, Column: 6}, want: 5},
		{name: "before, in 32 bits", text: accesses, model: "ILP32", property: "valid-deref", end: source.Pos{Line: 6, Column: 6}, want: 5},
		{name: "in a function of the library called at the line", text: inLibrary, property: "valid-deref", end: source.Pos{Line: 5, Column: 3}},
		{name: "in one called on another", text: inLibrary, property: "valid-deref", end: source.Pos{Line: 4, Column: 3}, want: 5},
		{name: "in a function of the program called at the line", text: inLibrary, property: "valid-deref", end: source.Pos{Line: 10, Column: 10}, want: 5},
		{name: "in a function that the library calls", text: compared, property: "valid-deref", end: source.Pos{Line: 3, Column: 30}},
		{name: "in one, and not at the call", text: compared, property: "valid-deref", end: source.Pos{Line: 7, Column: 10}, want: 3},
		{name: "null in a function of the library", property: "valid-deref", end: source.Pos{Line: 3, Column: 33},
			text: "#include <string.h>\nchar *none;\nint main(void) { return (int)strlen(none); }\n"},
		{name: "null", property: "valid-deref", end: source.Pos{Line: 3, Column: 3}, want: 4,
			text: "int *none;\nint main(void) {\n  int a = 1;\n  return *none + a;\n}\n"},
		{name: "call through a null pointer", text: calls, property: "valid-deref", end: source.Pos{Line: 3, Column: 3}},
		{name: "call through a null pointer, elsewhere", text: calls, property: "valid-deref", end: source.Pos{Line: 2, Column: 3}, want: 3},
		{name: "call through a null pointer in 32 bits", text: calls, model: "ILP32", property: "valid-deref", end: source.Pos{Line: 3, Column: 3}},
		{name: "free at the line", text: freed, property: "valid-free", end: source.Pos{Line: 5, Column: 3}},
		{name: "free on another", text: freed, property: "valid-free", end: source.Pos{Line: 4, Column: 3}, want: 5},
		{name: "an address that is none of an object, and its use", text: pointer, property: "valid-deref", end: source.Pos{Line: 5, Column: 10}},
		{name: "overflow at the line", text: sums, property: "no-overflow", end: source.Pos{Line: 3, Column: 15}},
		{name: "overflow on another", text: sums, property: "no-overflow", end: source.Pos{Line: 4, Column: 15}, want: 3},
		{name: "line markers", text: marked, property: "valid-deref", end: source.Pos{File: "other.c", Line: 8, Column: 11}},
		{name: "line markers, on another line", text: marked, property: "valid-deref", end: source.Pos{File: "other.c", Line: 7, Column: 23}, want: 8},
		{name: "in a header", text: included, property: "valid-deref", end: source.Pos{File: header, Line: 3, Column: 11}},
		{name: "in a header, and not at the call", text: included, property: "valid-deref", end: source.Pos{Line: 2, Column: 25}, want: 3},
	} {
		t.Run(s.name, func(t *testing.T) {
			if s.model == "" {
				s.model = "LP64"
			}
			if s.end.File == "" {
				s.end.File = "t.c"
			}
			unit := Unit{File: "t.c", Text: s.text, Flags: []string{"-I", folder}}
			setting := Setting{Property: s.property, DataModel: s.model, Entry: "main", Units: []Unit{unit}}
			got := runPlan(t, setting, s.end)
			switch {
			case got.Unplaced:
				t.Error("where the run fails is not known")
			case s.want == 0 && got.Ending != Reached:
				t.Errorf("ended with %d at %s (%s), want the error of the test", got.Ending, got.At, got.Detail)
			case s.want != 0 && (got.Ending != Missed || got.At.Line != s.want):
				t.Errorf("ended with %d at %s (%s), want a failure in line %d", got.Ending, got.At, got.Detail, s.want)
			}
		})
	}
}

// TestFailsOtherwise: a run that violates a check in the line of a test's end shows the failure of the test only where
// that is of the same kind, and what a condition controls is another statement than the condition.
func TestFailsOtherwise(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("gcc is not installed")
	}
	const null = "access through a null pointer: `p` is NULL"
	const far = "access outside of every object: 1 byte at offset 4611686018427387904 of an object of 4 bytes"
	const bounds = "access outside of every object: 1 byte at offset 4 of an object of 4 bytes"
	const ended = "access to an object whose lifetime has ended: 1 byte at offset 0"
	program := func(init, body string) string {
		return "#include <stdlib.h>\nint main(void) {\n  volatile char *p = " + init + ";\n  " + body + "\n}\n"
	}
	for _, s := range []struct {
		name, text, what string
		want             Ending
	}{
		{"what a condition controls", program("calloc(1, 4)", "if (*p == 0)\n    return p[4];"), "", Missed},
		{"a condition of several lines", program("calloc(1, 4)", "if (*p == 0 &&\n    p[4])\n    return 1;"), "", Reached},
		{"a condition with a call", program("calloc(1, 4)", "if (abs(\n    p[4]) + abs(p[4]))\n    return 1;"), "", Reached},
		{"bounds in the line of a null pointer", program("calloc(1, 4)", "if (*p == 0) return p[4];"), null, Missed},
		{"an index in the line of a null pointer", program("0", "int i = 5, a[5] = {0}; return i > 4 ? a[i] : *p;"), null, Missed},
		{"a null pointer in the line of bounds", program("calloc(1, 4)", "int *q = 0; return *q ? p[4] : 0;"), bounds, Missed},
		{"bounds", program("calloc(1, 4)", "return p[4];"), bounds, Reached},
		{"bounds, far away", program("calloc(1, 4)", "return p[0x4000000000000000];"), far, Reached},
		{"a null pointer", program("0", "return *p;"), null, Reached},
		{"behind a null pointer", program("0", "return p[70000];"), null, Reached},
		{"before a null pointer", program("0", "return p[-3];"), null, Reached},
		{"bounds in the line of a use after free", program("calloc(1, 4)", "char *q = malloc(1); free(q); return p[4] + *q;"), ended, Missed},
		{"a null pointer in the line of a use after free", program("0", "char *q = malloc(1); free(q); return *p + *q;"), ended, Missed},
		{"a use after free", program("calloc(1, 4)", "free((void *)p); return *p;"), ended, Reached},
		{"a use of a local after its function", program("calloc(1, 4)", "extern char *local(void); p = local(); return *p;") + "char *local(void) { char here[2] = \"a\", *volatile at = here; return at; }\n", ended, Reached},
	} {
		t.Run(s.name, func(t *testing.T) {
			unit := Unit{File: "t.c", Text: s.text}
			setting := Setting{Property: "valid-deref", DataModel: "LP64", Entry: "main", Units: []Unit{unit}}
			got := outcomeOf(t, setting, &verdict.Test{Pos: source.Pos{File: "t.c", Line: 4, Column: 7}, What: s.what})
			if got.Ending != s.want || got.Unplaced {
				t.Errorf("ended with %d at %s (%s), want %d", got.Ending, got.At, got.Detail, s.want)
			}
		})
	}
}

// TestUnplaced: that a run reaches the error of the test is not known where its lines are not.
func TestUnplaced(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("gcc is not installed")
	}
	const text = "int *none;\nint main(void) { return *none; }\n"
	for name, flags := range map[string][]string{"a program without lines": {"-g0"}, "a test without a place": nil} {
		t.Run(name, func(t *testing.T) {
			end := source.Pos{File: "t.c", Line: 2, Column: 25}
			if flags == nil {
				end = source.Pos{}
			}
			setting := Setting{Property: "valid-deref", DataModel: "LP64", Entry: "main", Units: []Unit{{File: "t.c", Text: text, Flags: flags}}}
			if got := runPlan(t, setting, end); got.Ending != Reached || !got.Unplaced {
				t.Errorf("ended with %d, unplaced %v (%s)", got.Ending, got.Unplaced, got.Detail)
			}
		})
	}
}

// runPlan builds and runs a test without inputs that ends at a place.
func runPlan(t *testing.T, setting Setting, end source.Pos) Outcome {
	t.Helper()
	return outcomeOf(t, setting, &verdict.Test{Pos: end})
}

// outcomeOf runs a test without inputs and returns how it ended.
func outcomeOf(t *testing.T, setting Setting, test *verdict.Test) Outcome {
	t.Helper()
	plan := NewPlan(sample{setting: setting}.program(), test, setting, ByFunction)
	folder := t.TempDir()
	if err := plan.Write(folder, plan.Generate(), nil); err != nil {
		t.Fatal(err)
	}
	outcome, err := plan.BuildAndRun(t.Context(), folder, t.TempDir())
	if err != nil {
		t.Fatal(fmt.Errorf("running the test: %w", err))
	}
	return outcome
}
