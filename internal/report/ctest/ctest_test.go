package ctest

import (
	"os/exec"
	"reflect"
	"strings"
	"testing"

	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// sample is a program, the inputs of a test of it, and how the compiled test must end.
type sample struct {
	name    string
	text    string
	inputs  []verdict.InputValue
	setting Setting
	order   Order
	want    Ending
	limits  string // a word of the plan's limits; "" for none
}

func nondet(function string, width int, value uint64) verdict.InputValue {
	in := &ir.Input{ID: len(function), Kind: ir.NondetCall, Name: function, Pos: source.Pos{File: "t.c", Line: 1}}
	return verdict.InputValue{Input: in, Value: term.BVValue(width, value)}
}

func local(name string, line, column, width int, value uint64) verdict.InputValue {
	in := &ir.Input{ID: 100*line + column, Kind: ir.UninitializedRead, Name: name, Pos: source.Pos{File: "t.c", Line: line, Column: column}}
	return verdict.InputValue{Input: in, Value: term.BVValue(width, value)}
}

func at(v verdict.InputValue, line, column int) verdict.InputValue {
	v.Input.Pos = source.Pos{File: "t.c", Line: line, Column: column}
	return v
}

func inFile(v verdict.InputValue, file string) verdict.InputValue {
	v.Input.Pos.File = file
	return v
}

var samples = []sample{
	{name: "overflow", want: Reached, setting: Setting{Property: "no-overflow"},
		text:   "int nondet(void);\nint main(void) { int a = nondet(); return a + 1 > 0; }\n",
		limits: "gcc may fold", inputs: []verdict.InputValue{nondet("nondet", 32, 0x7fffffff)}},
	{name: "no overflow", want: Missed, setting: Setting{Property: "no-overflow"}, limits: "gcc may fold",
		text:   "int nondet(void); void reach_error(void);\nint main(void) { int a = nondet(); if (a == 7) reach_error(); return a + 1; }\n",
		inputs: []verdict.InputValue{nondet("nondet", 32, 7)}},
	{name: "division by zero", want: Reached, setting: Setting{Property: "no-division-by-zero"},
		text:   "int nondet(void);\nint main(void) { return 7 % nondet(); }\n",
		inputs: []verdict.InputValue{nondet("nondet", 32, 0)}},
	{name: "shift", want: Reached, setting: Setting{Property: "valid-shift"},
		text:   "int nondet(void);\nint main(void) { return 7u << nondet(); }\n",
		inputs: []verdict.InputValue{nondet("nondet", 32, 32)}},
	{name: "overflow where shifts are looked at", want: Missed, setting: Setting{Property: "valid-shift"},
		text: "int main(void) { int x = 0x7fffffff; return (x << 1) + x; }\n"},
	{name: "null", want: Reached, setting: Setting{Property: "valid-deref"},
		text: "int main(void) { int *p = 0; return *p; }\n"},
	{name: "lifetime", want: Reached, setting: Setting{Property: "valid-deref"},
		text: "#include <stdlib.h>\nint main(void) { int *p = malloc(4); free(p); return *p; }\n"},
	{name: "lifetime in 32 bits", want: Reached, setting: Setting{Property: "valid-deref", DataModel: "ILP32"},
		text: "int *f(void) { int x = 1, *p = &x; return p; }\nint main(void) { return *f(); }\n"},
	{name: "valid accesses", want: Missed, setting: Setting{Property: "valid-deref"},
		text: "#include <stdlib.h>\n#include <string.h>\nint main(void) { char *p = malloc(4); strcpy(p, \"abc\"); free(p); return 0; }\n"},
	{name: "double free where accesses are looked at", want: Missed, setting: Setting{Property: "valid-deref"},
		text: "#include <stdlib.h>\nint main(void) { char *p = malloc(4), *q = p; free(p); free(q); return 0; }\n"},
	{name: "double free", want: Reached, setting: Setting{Property: "valid-free"},
		text: "#include <stdlib.h>\nint main(void) { char *p = malloc(4), *q = p; free(p); free(q); return 0; }\n"},
	{name: "free without a declaration", want: Reached, setting: Setting{Property: "valid-free"},
		text: "int main(void) { void *p = malloc(4), *q = p; free(p); free(q); return 0; }\n"},
	{name: "free near null", want: Reached, setting: Setting{Property: "valid-free"},
		text: "#include <stdlib.h>\nint main(void) { int *p = 0; free(p + 1); return 0; }\n"},
	{name: "leak", want: Reached, setting: Setting{Property: "valid-memtrack"},
		text: "#include <stdlib.h>\nint main(void) { char *p = malloc(4); p = realloc(p, 8); p = calloc(2, 2); free(p); return 0; }\n"},
	{name: "no leak", want: Missed, setting: Setting{Property: "valid-memtrack"},
		text: "#include <stdlib.h>\nint main(void) { char *p = malloc(4); p = realloc(p, 8); free(p); free(0); return 0; }\n"},
	{name: "leak at exit", want: Reached, setting: Setting{Property: "valid-memcleanup"},
		text: "#include <stdlib.h>\nint main(void) { char *p = malloc(4); if (p) exit(1); return 0; }\n"},
	{name: "calls in order", want: Reached,
		text:   "int nondet(void); void reach_error(void);\nint main(void) { int a = nondet(); int b = nondet(); if (a == 5 && b == -2) reach_error(); }\n",
		inputs: []verdict.InputValue{nondet("nondet", 32, 5), nondet("nondet", 32, 0xfffffffe)}},
	{name: "missed", want: Missed,
		text:   "int nondet(void); void reach_error(void);\nint main(void) { if (nondet() == 5) reach_error(); return 97; }\n",
		inputs: []verdict.InputValue{nondet("nondet", 32, 6)}},
	{name: "error function with a body", want: Reached,
		text:    "static void fail(int x) { }\nint main(void) { fail(1); return 0; }\n",
		setting: Setting{ErrorFunctions: []string{"fail"}}},
	{name: "error function with an old-style body", want: Reached,
		text:    "int other();\nvoid fail(x)\n  int x;\n{ }\nint main() { fail(1); return 0; }\n",
		setting: Setting{ErrorFunctions: []string{"fail"}}},
	{name: "label", want: Reached,
		text:    "int main(void) { int ERROR = 0; int x = 1 ? ERROR : 2; goto ERROR; ERROR: return 0; }\n",
		setting: Setting{Label: "ERROR"}},
	{name: "label of the only statement of a branch", want: Reached,
		text:    "int main(void) { for (int i = 0; i < 3; i++) { if (i != 1) ; else ERROR: { return 1; } } return 0; }\n",
		setting: Setting{Label: "ERROR"}},
	{name: "label that is passed by", want: Missed,
		text:    "int main(void) { if (0) ERROR: { return 1; } if (1) ; else ERROR2: ERROR3: return 2; return 0; }\n",
		setting: Setting{Label: "ERROR"}},
	{name: "assert", want: Reached, text: "#include <assert.h>\nint main(void) { assert(1 + 1 == 3); }\n"},
	{name: "undeclared assert", want: Reached, text: "int main() { assert(1 + 1 == 3); }\n"},
	{name: "assume ends the run", want: Missed, text: "void __VERIFIER_assume(int); void reach_error(void);\nint main(void) { __VERIFIER_assume(0); reach_error(); }\n"},
	{name: "local", want: Reached,
		text:   "void reach_error(void);\nint main(void)\n{ int a, *p, x; unsigned char c;\n  if (a == 0 && x == 7 && c == 200) reach_error(); }\n",
		inputs: []verdict.InputValue{local("a", 3, 7, 32, 0), local("x", 3, 14, 32, 7), local("c", 3, 31, 8, 200)}},
	{name: "local in a loop", want: Reached,
		text:   "void reach_error(void);\nint main(void) { for (int i = 0; i < 3; i++) {\n int x;\n if (i == 2 && x == 9) reach_error(); } }\n",
		inputs: []verdict.InputValue{local("x", 3, 6, 32, 1), local("x", 3, 6, 32, 2), local("x", 3, 6, 32, 9)}},
	{name: "local of a macro", want: Missed, limits: "initial value of x",
		text:   "#define DECLARE(v) int v\nvoid reach_error(void);\nint main(void) {\n DECLARE(x);\n if (x == 9) reach_error(); }\n",
		inputs: []verdict.InputValue{local("x", 4, 2, 32, 9)}},
	{name: "line markers", want: Reached,
		text:   "# 40 \"a.h\"\nvoid reach_error(void);\n# 3 \"t.c\"\nint main(void) {\nint x;\nif (x == 9) reach_error(); }\n",
		inputs: []verdict.InputValue{local("x", 4, 5, 32, 9)}},
	{name: "line marker with a space", want: Reached,
		text:   "#line 1 \"harness of t\"\nvoid reach_error(void);\nint main(void) {\nint x;\nif (x == 9) reach_error(); }\n",
		inputs: []verdict.InputValue{inFile(local("x", 3, 5, 32, 9), "harness of t")}},
	{name: "operands from right to left", order: ByCallSite, want: Reached,
		text:   "int nondet(void); void reach_error(void); int f(int a, int b) { return a == 1 && b == 2; }\nint main(void) {\n if (f(nondet(), nondet())) reach_error(); }\n",
		inputs: []verdict.InputValue{at(nondet("nondet", 32, 1), 3, 8), at(nondet("nondet", 32, 2), 3, 18)}},
	{name: "32 bits", want: Reached, setting: Setting{DataModel: "ILP32"},
		text:   "long long wide(void); float f(void); void reach_error(void);\nint main(void) { if (sizeof(long) == 4 && wide() == 0x123456789LL && f() == 1.5f) reach_error(); }\n",
		inputs: []verdict.InputValue{nondet("wide", 64, 0x123456789), floatInput("f", 0x3fc00000)}},
	{name: "no file is written", want: Missed,
		text: "#include <stdio.h>\nvoid reach_error(void);\nint main(void) { if (fopen(\"/tmp/yogi-sandbox-test\", \"w\")) reach_error(); }\n"},
	{name: "no build", want: NotBuilt, text: "int main(void) { return }\n"},
	{name: "entry with arguments", want: Reached, setting: Setting{Entry: "start"},
		text:   "void reach_error(void);\nstatic int start(int a, char c) { if (a == 3 && c == -1) reach_error(); return 0; }\nint main(void) { return 0; }\n",
		inputs: []verdict.InputValue{argumentInput("a", 32, 3), argumentInput("c", 8, 0xff)}},
	{name: "scanned values", want: Reached,
		text:   "#include <stdio.h>\nvoid reach_error(void);\nint main(void) { int x = 0; if (scanf(\"%d\", &x) == 1 && x == 77) reach_error(); }\n",
		inputs: []verdict.InputValue{undefinedCall("scanf", 32, 1), scanned("scanf", 32, 77)}},
	{name: "library function", want: Missed,
		text:   "int atoi(const char *); void reach_error(void);\nint main(void) { if (atoi(\"7\") == 5) reach_error(); }\n",
		inputs: []verdict.InputValue{nondet("atoi", 32, 5)}},
	{name: "fresh memory is zero", want: Reached,
		text: "#include <stdlib.h>\nvoid reach_error(void);\nint main(void) { free(malloc(64)); int *p = malloc(64); if (p[0] == 0 && p[3] == 0) reach_error(); }\n"},
}

func undefinedCall(function string, width int, value uint64) verdict.InputValue {
	in := &ir.Input{ID: 5, Kind: ir.UndefinedCall, Name: function}
	return verdict.InputValue{Input: in, Value: term.BVValue(width, value)}
}

func scanned(function string, width int, value uint64) verdict.InputValue {
	in := &ir.Input{ID: 6, Kind: ir.MemoryWrite, Name: function}
	return verdict.InputValue{Input: in, Value: term.BVValue(width, value)}
}

func floatInput(function string, bits uint64) verdict.InputValue {
	in := &ir.Input{ID: 7, Kind: ir.UndefinedCall, Name: function}
	return verdict.InputValue{Input: in, Value: term.FloatValue(8, 24, term.BVValue(32, bits))}
}

func argumentInput(name string, width int, value uint64) verdict.InputValue {
	in := &ir.Input{ID: 9, Kind: ir.EntryParameter, Name: name}
	return verdict.InputValue{Input: in, Value: term.BVValue(width, value)}
}

func TestCompiledTests(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("gcc is not installed")
	}
	for _, s := range samples {
		t.Run(s.name, func(t *testing.T) { s.check(t) })
	}
}

func (s sample) check(t *testing.T) {
	s.setting.Units = []Unit{{File: "t.c", Text: s.text}}
	if s.setting.DataModel == "" {
		s.setting.DataModel = "LP64"
	}
	if s.setting.Entry == "" {
		s.setting.Entry = "main"
	}
	order := s.order
	if order == 0 {
		order = ByFunction
	}
	plan := NewPlan(s.program(), &verdict.Test{Inputs: s.inputs}, s.setting, order)
	folder := t.TempDir()
	files := plan.Generate()
	if err := plan.Write(folder, files, nil); err != nil {
		t.Fatal(err)
	}
	if again := plan.Generate(); !reflect.DeepEqual(again, files) {
		t.Errorf("the driver of one test is\n%s\nand then\n%s", files.Driver, again.Driver)
	}
	got, err := plan.BuildAndRun(t.Context(), folder, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if got.Ending != s.want {
		t.Errorf("ended with %d (%s), want %d", got.Ending, got.Detail, s.want)
	}
	limits := strings.Join(plan.Limits, "; ")
	if (s.limits == "") != (limits == "") || !strings.Contains(limits, s.limits) {
		t.Errorf("limits %q, want %q", limits, s.limits)
	}
}

// program returns what a plan reads of the lowered program: the entry's parameters.
func (s sample) program() *ir.Program {
	terms := term.NewBuilder()
	p := ir.NewProgram(terms, nil)
	entry := p.NewFunction(s.setting.Entry, source.Pos{})
	for _, in := range s.inputs {
		if in.Input.Kind == ir.EntryParameter {
			entry.NewParameter(in.Input.Name, terms.BV(in.Value.Width()))
		}
	}
	return p
}

func TestPatch(t *testing.T) {
	got := patch("a.c", "program.c", "one\ntwo\nthree\nfour", "one\nTWO\nthree\nFOUR")
	want := "--- a.c\n+++ program.c\n@@ -2,1 +2,1 @@\n-two\n+TWO\n@@ -4,1 +4,1 @@\n-four\n\\ No newline at end of file\n+FOUR\n\\ No newline at end of file\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestScanHidesText(t *testing.T) {
	var words []string
	for _, token := range scan("#define A \\\n ERROR:\nint /* ERROR: */ x = '\"'; // ERROR:\nchar *s = \"a\\\"ERROR:\"; y") {
		words = append(words, token.text)
	}
	if got, want := strings.Join(words, " "), `int x = '"' ; char * s = "a\"ERROR:" ; y`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
