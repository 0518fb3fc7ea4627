package rules_test

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"yogi/internal/property/slic"
	"yogi/internal/source"
	"yogi/internal/verdict"
	"yogi/rules"
)

// A rule that an automaton can say says the same as an automaton: read again, it is kept and broken
// by the same programs. Of the others it is said what an automaton cannot say, with a place in the
// rule.
func TestExport(t *testing.T) {
	exported := 0
	for _, r := range rules.All() {
		rule, err := slic.Parse(r.Path, rules.Read)
		if err != nil {
			t.Fatal(err)
		}
		text, err := rule.Automaton()
		var refused source.Diagnostics
		switch {
		case errors.As(err, &refused):
			if refused[0].Code != slic.CodeExport || !refused[0].Pos.IsValid() {
				t.Errorf("%s: %v", r.Name, err)
			}
			continue
		case err != nil:
			t.Errorf("%s: %v", r.Name, err)
			continue
		case slices.ContainsFunc(rule.Handlers, func(h *slic.Handler) bool { return h.Watch != nil }):
			t.Errorf("%s: an automaton has no state for each object", r.Name)
		}
		exported++
		t.Run(r.Name, func(t *testing.T) {
			automaton, err := slic.Again([]slic.Source{{Path: "exported.spc", Text: text}})
			if err != nil {
				t.Fatalf("%v in\n%s", err, text)
			}
			if automaton.Name != rule.Name {
				t.Errorf("the automaton is called %s", automaton.Name)
			}
			base := strings.TrimSuffix(r.Path, ".slic")
			expect(t, automaton, base+".good.c", verdict.Pass)
			expect(t, automaton, base+".bad.c", verdict.Fail)
		})
	}
	if exported < 5 {
		t.Errorf("only %d rules are exported", exported)
	}
}

// Conditions on what a handler has changed speak of the state before it, several handlers act in
// their order, and choices stay free.
func TestExportMeaning(t *testing.T) {
	const rule = `#define FULL 6
#define BUSY (s == Busy)
#define STUCK (BUSY && WANTED == 4)
#define WANTED $2
#define MORE 1 + NOTHING
#define NOTHING 0
state { enum { Idle = 3, Busy } s = Idle; int n = 1; int m; }
f.call { n++; if (n > 2) s = Busy; m = n; }
f.call [guard $2 == 4] { if (STUCK) abort "busy"; n += m * (MORE); }
g.return [guard $return < 0] { if (*) reset; else halt; }
program.end { if (n == FULL && m == 3) abort "the end"; }
`
	programs := map[string]verdict.Kind{
		`void f(int, int); int main(void) { f(1, 4); return 0; }`:                                                              verdict.Pass,
		`void f(int, int); int main(void) { f(1, 3); f(1, 4); return 0; }`:                                                     verdict.Fail,
		`void f(int, int); int main(void) { f(1, 4); f(1, 3); return 0; }`:                                                     verdict.Pass,
		`void f(int, int); int main(void) { f(0, 0); f(1, 3); return 0; }`:                                                     verdict.Pass,
		`void f(int, int); int g(int x) { return x; } int main(void) { f(0, 0); g(-1); f(1, 4); return 0; }`:                   verdict.Pass,
		`void f(int, int); int g(int x) { return x; } int main(void) { f(0, 0); g(1); f(1, 4); return 0; }`:                    verdict.Fail,
		`void f(int, int); int g(int x) { return x; } int main(void) { f(0, 0); g(-1); f(1, 4); f(0, 0); f(0, 4); return 0; }`: verdict.Fail,
	}
	original, err := slic.Again([]slic.Source{{Path: "r.slic", Text: rule}})
	if err != nil {
		t.Fatal(err)
	}
	text, err := original.Automaton()
	if err != nil {
		t.Fatal(err)
	}
	exported, err := slic.Again([]slic.Source{{Path: "r.spc", Text: text}})
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	file := t.TempDir() + "/p.c"
	for program, want := range programs {
		if err := os.WriteFile(file, []byte(program), 0o600); err != nil {
			t.Fatal(err)
		}
		expect(t, original, file, want)
		expect(t, exported, file, want)
	}
}
