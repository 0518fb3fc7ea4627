package pipeline

import (
	"fmt"
	"testing"
	"time"

	"yogi/internal/verdict"
)

// TestWarnings: what a pass did not look at is said, and nothing else.
func TestWarnings(t *testing.T) {
	t.Parallel()
	const head = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n"
	for name, test := range map[string]struct {
		text string
		want string // ID and line of each warning
	}{
		"nothing":              {"int main(void) { return 4; }", "nothing-to-check:2"},
		"nothing in reach":     {"static void f(void) { reach_error(); }\nint main(void) { void (*p)(void) = 0; return p == 0; }", "nothing-to-check:3"},
		"an assertion":         {"void __VERIFIER_assert(int);\nint main(void) { __VERIFIER_assert(1); return 0; }", ""},
		"a check":              {"int main(void) { int x = __VERIFIER_nondet_int();\nif (x * x == 2) reach_error(); return 0; }", ""},
		"no way out":           {"int main(void) { int x = 1;\nwhile (1) x = !x;\nif (x == 2)\n reach_error(); return 0; }", "behind-endless-loop:4"},
		"for without an end":   {"int main(void) {\nfor (;;) { if (__VERIFIER_nondet_int()) continue; }\nreach_error(); }", "behind-endless-loop:4"},
		"a constant condition": {"int g; int main(void) { int x = 3;\ndo { g++; } while (x == 3);\nreach_error(); }", "behind-endless-loop:4"},
		"a proof":              {"int main(void) { int x = 3, y = 0;\nwhile (x < 10) { if (x > 5) x = 2; else x++; y = !y; }\nreach_error(); }", "behind-endless-loop:4"},
		"behind a call":        {"static void wait(int *p) {\nwhile (*p < 10) { if (*p > 5) *p = 2; else *p += 1; } }\nint main(void) { int x = 3; wait(&x);\nreach_error(); }", "behind-endless-loop:5"},
		"another call is left": {`int g;
static void wait(int n) {
while (n < 10) { if (n > 5) n = 2; else n++; }
g = 1; }
int main(void) {
if (__VERIFIER_nondet_int()) { wait(3);
reach_error(); }
wait(20); return 0; }`, ""},
		"a break":              {"int main(void) { int x = 1;\nfor (;;) { if (__VERIFIER_nondet_int()) break; x = !x; }\nif (x == 2)\n reach_error(); return 0; }", ""},
		"a return":             {"static int f(void) {\nfor (;;) { int x = __VERIFIER_nondet_int();\nif (x) return x; }\n}\nint main(void) { if (f() == 2)\n return 1; if (__VERIFIER_nondet_int() * 2 == 3) reach_error(); return 0; }", ""},
		"no loop":              {"int main(void) { int x = 1;\nwhile (0) x = 2;\nif (x == 2)\n reach_error(); return 0; }", ""},
		"loops of a macro":     {"#define BOTH do { if (x == 3) break; x = !x; } while (0); do { if (__VERIFIER_nondet_int()) return 1; } while (1);\nint main(void) { int x = 1;\nBOTH\nif (x == 2)\n reach_error(); return 0; }", ""},
		"dead in a macro":      {"#define ONCE(x) do { if (!(sizeof (x) == 4)) x = 2; } while (0)\nint main(void) { int x = 1;\nONCE(x);\nif (x == 2)\n reach_error(); return 0; }", ""},
		"breaks of a macro":    {"#define TRY(x) do { switch (x) { case 1: x = 3; break; default: return 1; } } while (0)\nint main(void) { int x = 1;\nwhile (__VERIFIER_nondet_int()) {\nTRY(x); x = 1; }\nif (x == 2)\n reach_error(); return 0; }", ""},
		"left by a goto":       {"int main(void) { int x = __VERIFIER_nondet_int(), y = 0;\nif (x == 1) do { y = 1; goto out; } while (0);\nif (x == 1)\n reach_error();\nout: return y; }", ""},
		"left by an exit":      {"void exit(int); int main(void) { int x = __VERIFIER_nondet_int();\nif (x == 1) do { exit(1); } while (0);\nif (x == 1)\n reach_error(); return 0; }", ""},
		"a goto behind":        {"int main(void) { int x = __VERIFIER_nondet_int(), y = 0;\nif (x) goto behind;\nfor (;;) y = !y;\nbehind: y = x; if (!y) reach_error(); return y; }", ""},
		"nothing behind":       {"int main(void) { int x = 1;\nfor (;;) { x = !x; if (x == 2) reach_error(); }\nreturn 0; }", ""},
		"all runs stop":        {"void __VERIFIER_assume(int);\nint main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x * x == 2);\nif (x > 8) reach_error(); return 0; }", "no-run-ends:3"},
		"all stop in a call":   {"void __VERIFIER_assume(int); static void need(int x) { __VERIFIER_assume(x > 3); }\nint main(void) { int x = __VERIFIER_nondet_int(); if (x > 2) x = 2; need(x);\nif (x == 1) reach_error(); return 0; }", "no-run-ends:3"},
		"one run goes on":      {"void __VERIFIER_assume(int);\nint main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x * x == 49 && x > 0);\nif (x > 8 && x < 100) reach_error(); return 0; }", ""},
		"all runs exit":        {"void __VERIFIER_assume(int); void exit(int);\nint main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 3); if (x < 3) reach_error(); exit(0); }", ""},
		"an error in the loop": {"int main(void) { int x = 1, y = 2;\nwhile (__VERIFIER_nondet_int()) { x = !x; if (x == 2)\n reach_error(); }\ny = x; return y; }", ""},
	} {
		t.Run(name, func(t *testing.T) {
			out, err := Run(t.Context(), Job{Files: []string{write(t, "program.c", head+test.text)}, Timeout: time.Minute})
			if err != nil || out.Kind != verdict.Pass {
				t.Fatalf("%v %s %s %v", out.Kind, out.Reason, out.Detail, err)
			}
			got := ""
			for _, w := range out.Warnings {
				got += fmt.Sprintf("%s:%d", w.ID, w.Pos.Line)
			}
			if got != test.want {
				t.Errorf("warned of %q, not %q", got, test.want)
			}
		})
	}
}
