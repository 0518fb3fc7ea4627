package confirm_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"yogi/internal/feature"
	"yogi/internal/pipeline"
	"yogi/internal/report/ctest"
	"yogi/internal/report/witness"
	"yogi/internal/source"
	"yogi/internal/verdict"
)

// TestInvariantsHold checks that the invariants of correctness witnesses hold where they say, by asserting them in the
// program, and that they are about something: their negations fail.
func TestInvariantsHold(t *testing.T) {
	const head = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n"
	for name, body := range map[string]string{
		"sum": `int main(void) { int n = __VERIFIER_nondet_int(), i = 0, s = 0;
			while (i < 10) { i++; s += 2; } if (s != 20) reach_error(); return 0; }`,
		"for":      `int main(void) { unsigned char c = 0; for (int i = 0; i < 5; i++) c = c + 3; if (c > 15) reach_error(); return 0; }`,
		"shadowed": `int main(void) { int x = 1; { int x = 0; while (x < 9) x = x + 3; if (x != 9) reach_error(); } if (x != 1) reach_error(); return 0; }`,
		"state":    `int locked; int main(void) { for (;__VERIFIER_nondet_int();) { if (locked) reach_error(); locked = 1; if (!locked) reach_error(); locked = 0; } return 0; }`,
		"do":       `int main(void) { int x = 0; do x++; while (x < 5); if (x != 5) reach_error(); return 0; }`,
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			path := filepath.Join(folder, "p.c")
			check := func(text, out string) pipeline.Outcome {
				t.Helper()
				if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
				outcome, err := pipeline.Run(context.Background(), pipeline.Job{Files: []string{path}, Timeout: time.Minute, Out: out, Search: pipeline.Search{Features: feature.Without(feature.Unfolding)}})
				if err != nil {
					t.Fatal(err)
				}
				return outcome
			}
			out := filepath.Join(folder, "out")
			if o := check(head+body, out); o.Kind != verdict.Pass {
				t.Fatalf("%v: %s", o.Kind, o.Detail)
			}
			text, err := os.ReadFile(filepath.Join(out, "witness.yml"))
			if err != nil {
				t.Fatal(err)
			}
			w, err := witness.ReadCorrectness(text)
			if err != nil {
				t.Fatal(err)
			}
			if has := len(w.Content) > 0; has != (name == "sum" || name == "for") {
				t.Fatalf("%d invariants:\n%s", len(w.Content), text)
			}
			locator := ctest.NewLocator([]ctest.Unit{{File: path, Text: head + body}})
			for _, item := range w.Content {
				i := item.Invariant
				at := source.Pos{File: i.Location.File, Line: i.Location.Line, Column: i.Location.Column}
				for negation, want := range map[string]verdict.Kind{"!": verdict.Pass, "": verdict.Fail} {
					asserted, err := locator.WithConditions(map[source.Pos]string{at: "({ if (" + negation + "(" + i.Value + ")) reach_error(); })"})
					if err != nil {
						t.Fatal(err)
					}
					if o := check(asserted[0], ""); o.Kind != want {
						t.Errorf("%v, want %v: %s", o.Kind, want, strings.TrimPrefix(asserted[0], head))
					}
				}
			}
		})
	}
}
