package pipeline

import (
	"slices"
	"strings"
	"testing"
	"time"

	"yogi/internal/assumption"
	"yogi/internal/verdict"
)

// TestLeavingOut: a check without an assumption says whether a pass rests on it, and the evidence holds what was found.
func TestLeavingOut(t *testing.T) {
	const program = `extern void reach_error(void); extern void *malloc(unsigned long); extern int other(int *);
int main(void) {
	int *p = malloc(4), a[2] = { 1, 2 };
	a[other(a) & 1] = 5;
	if (CONDITION) reach_error();
	return 0;
}
`
	for condition, want := range map[string]map[*assumption.Kind]assumption.Use{
		"!p":                         {assumption.MallocNeverFails: assumption.Used, assumption.AccessInside: assumption.NotUsed, assumption.DataModel: assumption.NotChecked},
		"a[0] == 7":                  {assumption.MallocNeverFails: assumption.NotUsed, assumption.UndefinedResult: assumption.Used},
		"p && a[0] == 7 && a[1] > 7": {assumption.MallocNeverFails: assumption.NotUsed},
	} {
		t.Run(condition, func(t *testing.T) {
			job := Job{Files: []string{write(t, "program.c", strings.Replace(program, "CONDITION", condition, 1))}, Timeout: time.Minute, Out: t.TempDir()}
			job.Assumptions = CheckAssumptions
			out, err := Run(t.Context(), job)
			if err != nil || out.Kind != verdict.Pass {
				t.Fatalf("%v %s %s %v", out.Kind, out.Reason, out.Detail, err)
			}
			for kind, use := range want {
				if found := out.Assumptions.Only(kind); len(found) != 1 || found[0].Use != use {
					t.Errorf("%s: %v, not %s", kind.Name, found, use)
				}
			}
			found, err := Validate(t.Context(), job.Out)
			if err != nil || !slices.Equal(found.Assumptions.Texts(), out.Assumptions.Texts()) {
				t.Errorf("%v %v", found, err)
			}
		})
	}
}

// TestStrict: what may rest on more than the data model is no verdict.
func TestStrict(t *testing.T) {
	for name, test := range map[string]struct {
		text string
		want verdict.Kind
	}{
		"a pass":                     {"procedure main() { var x: int; assert x == x; }", verdict.Pass},
		"a pass that assumes":        {"procedure other() returns (r: int); ensures r > 0;\nprocedure main() { var x: int; call x := other(); assert x != 0; }", verdict.Unknown},
		"a fail":                     {"procedure other() returns (r: int); ensures r > 0;\nprocedure main() { var x: int; call x := other(); assert x != 1; }", verdict.Fail},
		"a fail if axioms are sound": {"function f(x: int): int; axiom (forall x: int :: f(f(x)) == x + 1);\nprocedure main() { assert false; }", verdict.Unknown},
	} {
		t.Run(name, func(t *testing.T) {
			job := Job{Files: []string{write(t, "program.bpl", test.text)}, Timeout: time.Minute}
			job.Strict = true
			out, err := Run(t.Context(), job)
			if err != nil || out.Kind != test.want || out.Kind == verdict.Unknown && out.Reason != verdict.Assumptions {
				t.Errorf("%v %s %s %v", out.Kind, out.Reason, out.Detail, err)
			}
		})
	}
}
