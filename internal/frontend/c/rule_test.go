package c_test

import (
	"strings"
	"testing"

	"yogi/internal/frontend/c"
	"yogi/internal/property/slic"
	"yogi/internal/sem/concrete"
)

// ruleBehaviours are programs with a rule and the way in which the run on zero inputs ends.
var ruleBehaviours = []struct {
	name, rule, text string
	want             concrete.Kind
}{
	{"order of events", `state { int n = 0; }
		f.call { if (n != 0) abort; n = 1; } f.entry { if (n != 1) abort; n = 2; }
		f.exit { if (n != 3) abort; n = 4; } f.return { if (n != 4) abort; n = 5; } g.call { n = 3; }
		program.end { if (n != 5) abort; }`,
		`void g(void); void f(void) { g(); } int main(void) { f(); return 0; }`, concrete.Returned},
	{"order of events without a body", `state { int n = 0; }
		f.call { n = n * 10 + 1; } f.entry { n = n * 10 + 2; } f.exit { n = n * 10 + 3; } f.return { n = n * 10 + 4; }
		program.end { if (n == 1234) abort; }`,
		`int f(void); int main(void) { f(); return 0; }`, concrete.ReachedError},
	{"program start comes first", `state { int n = 5; } program.start { if (n == 5) n = 6; } main.entry { if (n == 6) abort; }`,
		`int main(void) { return 0; }`, concrete.ReachedError},
	{"exit ends the program", `program.end { abort; }`, `void exit(int); int main(void) { exit(1); }`, concrete.ReachedError},
	{"abort does not end it orderly", `program.end { abort; }`, `int main(void) { abort(); }`, concrete.Halted},
	{"arguments", `f.call { if ($1 == 3 && *$2 == 4 && $3.y == 5) abort; }`,
		`struct p { int x, y; }; void f(int a, int *b, struct p c) { } int main(void) { int n = 4; struct p p = { 1, 5 }; f(3, &n, p); return 0; }`, concrete.ReachedError},
	{"arguments at return are those of the call", `f.return { if ($1 != 3 || *$2 != 7 || $return != 4) abort; } f.exit { if ($1 != 3 || $return != 4) abort; }`,
		`int f(int a, int *b) { *b = 7; a++; return a; } int main(void) { int n = 0, a = 3; a = f(a, &n); return a; }`, concrete.Returned},
	{"a result that is dropped", `f.return { if ($return == 9) abort; }`, `int f(void) { return 9; } int main(void) { f(); return 0; }`, concrete.ReachedError},
	{"a struct as a result", `f.return { if ($return.x == 1 && $return.b[49] == 3) abort; } `,
		`struct s { int x; char b[50]; }; struct s f(void) { struct s s = { 1 }; s.b[49] = 3; return s; } int main(void) { f(); return 0; }`, concrete.ReachedError},
	{"through a pointer", `f.call { if ($1 == 2) abort; }`, `void f(int); void g(int x) { } int main(void) { void (*p)(int) = g; p(2); p = f; p(1); p(2); return 0; }`, concrete.ReachedError},
	{"through a pointer to another", `f.call { if ($1 == 2) abort; }`, `void f(int); void g(int x) { } int main(void) { void (*p)(int) = f; p = g; p(2); return 0; }`, concrete.Returned},
	{"a library function", `malloc.return { if ($1 == 4 && $return) abort; }`, `int main(void) { malloc(4); return 0; }`, concrete.ReachedError},
	{"a library function that is lowered in place", `memset.call { if ($2 == 0) abort; }`, `int main(void) { struct { int a, b; } x; memset(&x, 0, sizeof x); return x.a; }`, concrete.ReachedError},
	{"the program's state is read", `f.call { if (mode == WANTED) abort; }`, `enum { WANTED = 3 }; int mode; void f(void); int main(void) { mode = 3; f(); return 0; }`, concrete.ReachedError},
	{"the program's macros are read", `f.call { if (BAD($1)) abort; }`, "void f(int);\n#define BAD(x) ((x) > 4)\nint main(void) { f(5); return 0; }", concrete.ReachedError},
	{"the rule's names are its own", `state { enum { Idle, Busy } state = Idle; } f.call { if (state == Busy) abort; state = Busy; }`,
		`int state, Busy; void f(void); int main(void) { state = 1; f(); Busy = 0; return 0; }`, concrete.Returned},
	{"a member is not the rule's name", `state { int n = 1; } f.call { if ($1->n == n) abort; }`,
		`struct s { int n; }; void f(struct s *); int main(void) { struct s s = { 1 }; f(&s); return 0; }`, concrete.ReachedError},
	{"halt", `f.call { halt; }`, `void f(void); int main(void) { f(); return *(int *)0; }`, concrete.Halted},
	{"reset", `state { int n = 1; int m; } f.call { n = 2; m = 3; } g.call { reset; } h.call { if (n != 1 || m != 0) abort; }`,
		`void f(void); void g(void); void h(void); int main(void) { f(); g(); h(); return 0; }`, concrete.Returned},
	{"a guard", `f.call [guard $1 > 2] { abort; }`, `void f(int); int main(void) { f(2); return 0; }`, concrete.Returned},
	{"an else belongs to its if", `state { int n; } f.call { if (n == 0) if (n == 1) halt; else abort; }`, `void f(void); int main(void) { f(); return 0; }`, concrete.ReachedError},
	{"other errors only end the run", ``, `int main(void) { assert(0); return 0; }`, concrete.Halted},
	{"error functions end the run", ``, `int main(void) { reach_error(); return 0; }`, concrete.Halted},
	{"recursion", `state { int n; } f.entry { n++; } f.exit { n--; if (n < 0) abort; } program.end { if (n != 0) abort; }`,
		`int f(int x) { if (x > 0) return f(x - 1); return 0; } int main(void) { return f(4); }`, concrete.Returned},
	{"several returns", `state { int n; } f.exit { n = n * 10 + $return; } program.end { if (n == 12) abort; }`,
		`int f(int x) { if (x) return 1; else return 2; } int main(void) { f(1); f(0); return 0; }`, concrete.ReachedError},
	{"two handlers of one event", `state { int n; } f.call { n++; } f.call { if (n == 1) abort; }`, `void f(void); int main(void) { f(); return 0; }`, concrete.ReachedError},
	{"a name for another function", `g.call { abort; }`, "#define g f\nvoid f(void); int main(void) { f(); return 0; }", concrete.ReachedError},
	{"the object watched is chosen first", `state { int n; } f.call [watch $1] { n++; } f.call { if (n == 1) abort; }`,
		`void f(int *); int main(void) { int x; f(&x); f(0); return 0; }`, concrete.ReachedError},
	{"another object than the watched", `f.call [watch $1] { abort; }`, `void f(int *); int main(void) { int x; f(&x); return 0; }`, concrete.Returned},
	{"two names of one function", `state { int n; } g.call, f.call { n++; if (n == 2) abort; }`, "#define g f\nvoid f(void); int main(void) { g(); return 0; }", concrete.Returned},
	{"a definition of the rule", "#define LIMIT 4\n#define WORK f\nWORK.call { if ($1 == LIMIT) abort; }", `void f(int); int main(void) { f(4); return 0; }`, concrete.ReachedError},
	{"the program's definition comes first", "#define LIMIT 4\nf.call { if ($1 == LIMIT) abort; }", "#define LIMIT 5\nvoid f(int); int main(void) { f(4); return 0; }", concrete.Returned},
	{"static functions of one name", `f.call { if ($1 == 0) abort; }`,
		"static void f(int a) { } void q(void); int main(void) { f(1); q(); return 0; }" + nextFile + "static void f(long long a) { } void q(void) { f(1LL << 40); }", concrete.Returned},
	{"static functions of one name with other types", `f.call { if ($1->x == 5) abort; }`,
		"struct s { int x, y; }; static void f(struct s *a) { } void q(void); int main(void) { struct s s = { 1, 2 }; f(&s); q(); return 0; }" + nextFile +
			"struct t { int y, x; }; static void f(struct t *a) { } void q(void) { struct t t = { 1, 5 }; f(&t); }", concrete.ReachedError},
	{"one handler in two files", `state { int n; } f.call { n++; if (n == 2) abort; }`,
		"void f(int); void q(void); int main(void) { f(1); q(); return 0; }" + nextFile + "void f(int); void q(void) { }", concrete.Returned},
	{"a name for the linker", `h.call { abort; }`, "void h(int) __asm__(\"f\"); int main(void) { h(1); return 0; }" + nextFile + "void f(int a) { }", concrete.ReachedError},
	{"the body of an alias is entered", `f.entry { if ($1 == 4) abort; }`, `void f(int a) { } void g(int) __attribute__((alias("f"))); int main(void) { g(4); return 0; }`, concrete.ReachedError},
	{"an alias is called by its name", `f.call { abort; }`, `void f(int a) { } void g(int) __attribute__((alias("f"))); int main(void) { g(4); return 0; }`, concrete.Returned},
	{"a reference to another name", `f.entry { abort; }`, `void f(int a) { } static void g(int) __attribute__((weakref("f"))); int main(void) { g(4); return 0; }`, concrete.ReachedError},
	{"no list of parameters and no call", `f.call { if ($1) abort; }`, `void f(); void g(); int main(void) { return 0; }`, concrete.Returned},
	{"the other file knows the arguments", `f.call { if ($2 == 7) abort; }`,
		"void f(); void q(void (*)()); int main(void) { q(f); return 0; }" + nextFile + "void f(int a, int b) { } void q(void (*g)()) { g(1, 7); }", concrete.ReachedError},
	{"another call passes more", `state { int n; } f.call { n++; } f.call [guard n == 2] { if ($2 == 7) abort; }`,
		"void f(); void q(void); int main(void) { f(); q(); return 0; }" + nextFile + "void f(); void q(void) { f(1, 7); }", concrete.ReachedError},
	{"a function that is not there", `nowhere.call { if ($7->x) abort; }`, `int main(void) { return 0; }`, concrete.Returned},
}

func weave(t *testing.T, text string) string {
	t.Helper()
	if text == "" {
		text = "nowhere.call { }"
	}
	rule, err := slic.Again([]slic.Source{{Path: "rule.slic", Text: text}})
	if err != nil {
		t.Fatal(err)
	}
	return rule.Weave()
}

func TestRuleBehaviour(t *testing.T) {
	for _, test := range ruleBehaviours {
		t.Run(test.name, func(t *testing.T) {
			for _, model := range []string{"LP64", "ILP32"} {
				out := run(t, test.text, c.Options{Rule: weave(t, test.rule)}, model, true)
				if out.Kind != test.want {
					t.Errorf("%s: %v at %v: %s", model, out.Kind, out.Pos, out.What)
				}
			}
		})
	}
}

// What the C front end finds wrong in a rule has the rule's position.
func TestRuleDiagnostics(t *testing.T) {
	for rule, want := range map[string]string{
		"f.call {\n  if ($2 == 0)\n    abort;\n}": "rule.slic:2:7: ",
		"f.call { if ($1->none) abort; }":         "rule.slic:1:",
		"state { unknown_type x; } f.call { }":    "rule.slic:1:",
		"f.call { if (g($1)) abort; }":            "rule.slic:1:14: a rule calls no function of the program: g",
		"f.call { if ($1) abort; }\ng.return { if ($return) abort; } nothing.return { if ($return) abort; }": "rule.slic:2:",
	} {
		options := c.Options{
			DataModel: "LP64", Rule: weave(t, rule),
			Units: []c.Unit{{File: "test.c", Source: []byte("struct s { int x; }; void f(struct s *); int g(struct s *); void nothing(void); int main(void) { f(0); g(0); nothing(); }")}},
		}
		_, diagnostics, err := c.Load(t.Context(), options)
		if err != nil || diagnostics.Err() == nil || !strings.HasPrefix(diagnostics.Error(), want) {
			t.Errorf("%s: %v, %v", rule, err, diagnostics.Err())
		}
	}
}

// A function of which no file says what its arguments are has no events that a rule could look at: that is said, as the
// program calls it.
func TestRuleArguments(t *testing.T) {
	for _, program := range []string{
		"void f(); int main(void) { f(); return 0; }", "void f(); int main(void) { f(1); return 0; }",
		"void f(); int main(void) { void (*g)() = f; g(1, 2); return 0; }",
	} {
		options := c.Options{DataModel: "LP64", Rule: weave(t, "f.call { if ($2 == 0) abort; }"), Units: []c.Unit{{File: "test.c", Source: []byte(program)}}}
		_, diagnostics, err := c.Load(t.Context(), options)
		if want := "test.c:1:6: f is declared without parameters"; err != nil || diagnostics.Err() == nil || !strings.HasPrefix(diagnostics.Error(), want) {
			t.Errorf("%s: %v, %v", program, err, diagnostics.Err())
		}
	}
}

// Events that can happen are known; a macro in a function's place is said to have none.
func TestRuleEvents(t *testing.T) {
	p := load(t, "#define h(x) f(x)\nvoid f(int); void g(int); int main(void) { h(2); return 0; }", c.Options{Rule: weave(t, "f.call, g.call, h.call { abort; }")}, "LP64")
	if len(p.Events) != 1 || p.Events[0].Function != "f" || p.Events[0].Event != "call" || p.Events[0].Params[0] != "int" {
		t.Errorf("events %+v", p.Events)
	}
	if all := strings.Join(p.Assumptions.Texts(), "\n"); !strings.Contains(all, "h is a macro of the program") || strings.Contains(all, "f is a macro") {
		t.Errorf("assumptions %q", all)
	}
}
