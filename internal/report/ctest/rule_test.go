package ctest

import "testing"

// A function that a rule observes is declared before its definition, and that begins behind what calls of macros
// define there, not with them.
func TestDefinition(t *testing.T) {
	for text, want := range map[string]string{
		"MODULE(f)\nOTHER(f)\n#if 1\nstatic int f(int a) { return a; }": "static int f(int a)",
		"MODULE(\"x\", 1) /* ; */\nint f(void) {}":                      "int f(void)",
		"API(int) f(void) {}":                                           "API(int)f(void)",
		"API(int)\nf(void) {}":                                          "API(int)f(void)",
		"__attribute__((noinline))\nint f(void) {}":                     "__attribute__((noinline))int f(void)",
		"struct s { int a; } s; struct s *f(void)\n{}":                  "struct s*f(void)",
		"int g(void) { return f(1); } static\nint f(int a) {}":          "static int f(int a)",
	} {
		tokens := scan(text)
		begin, _, end := definition(text, tokens, "f")
		if begin < 0 {
			t.Errorf("%q: no definition", text)
		} else if got := joinTokens(tokens[begin : end+1]); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
