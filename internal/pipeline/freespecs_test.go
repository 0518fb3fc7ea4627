package pipeline

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"yogi/internal/assumption"
	"yogi/internal/frontend/boogie"
	"yogi/internal/verdict"
)

// Programs whose runs free specifications make fewer, by what these change.
const (
	// failsInBoth has runs that fail with the free specification kept, and such with it broken.
	failsInBoth = `procedure step(n: int) returns (r: int)
  free ensures r > n;
{
  havoc r;
}
procedure main()
{
  var a, b: int;
  havoc a;
  call b := step(a);
  assert b != 7 || a != 3;
}
`
	// failsWithout fails only where the free specification is broken.
	failsWithout = `procedure step(n: int) returns (r: int)
  free ensures r > n;
{
  havoc r;
}
procedure main()
{
  var a, b: int;
  havoc a;
  call b := step(a);
  assert b > a;
}
`
	// failsInNone needs no free specification to be right.
	failsInNone = `procedure step(n: int) returns (r: int)
  free ensures r == n + 1;
{
  r := n + 1;
}
procedure main()
{
  var a, b: int;
  havoc a;
  call b := step(a);
  assert b > a;
}
`
	// loopFails is failsWithout with a free invariant.
	loopFails = `procedure main()
{
  var i, x: int;
  i := 0;
  havoc x;
  while (i < 2)
    free invariant x > 3;
  {
    i := i + 1;
  }
  assert x > 3;
}
`
	// functionFails fails under an interpretation of f that the test has to say.
	functionFails = `function f(x: int) returns (r: int);
procedure step(n: int) returns (r: int)
  free ensures f(r) > 4;
{
  r := n;
}
procedure main()
{
  var a, b: int;
  havoc a;
  call b := step(a);
  assert f(b) != 5;
}
`
	// cellFails asserts something of all cells, so the index at which it fails is guessed.
	cellFails = `procedure step(m: [int]int) returns (r: [int]int)
  free ensures r[2] == 0;
{
  havoc r;
}
procedure main()
{
  var m: [int]int;
  var i: int;
  call m := step(m);
  i := 0;
  while (i < 5) {
    assert m[i] == 0;
    i := i + 1;
  }
}
`
)

// TestFreeSpecifications: free specifications are believed where that is asked for. The runs that they exclude are not
// looked at then, and the verdict says so; else they say nothing.
func TestFreeSpecifications(t *testing.T) {
	for _, c := range []struct {
		name, program string
		ignored, with verdict.Kind
	}{
		{"fails in both", failsInBoth, verdict.Fail, verdict.Fail},
		{"fails without", failsWithout, verdict.Fail, verdict.Pass},
		{"fails in none", failsInNone, verdict.Pass, verdict.Pass},
		{"a free invariant", loopFails, verdict.Fail, verdict.Pass},
		{"a function", functionFails, verdict.Fail, verdict.Fail},
		{"a guessed index", cellFails, verdict.Fail, verdict.Fail},
	} {
		for setting, want := range map[string]verdict.Kind{boogie.IgnoreFreeSpecs: c.ignored, boogie.UseFreeSpecs: c.with} {
			t.Run(c.name+", "+setting, func(t *testing.T) {
				job := Job{Files: []string{write(t, "free.bpl", c.program)}, Timeout: time.Minute, Out: filepath.Join(t.TempDir(), "evidence")}
				job.FreeSpecs = setting
				out, err := Run(t.Context(), job)
				if err != nil || out.Kind != want {
					t.Fatalf("%v %s %s, %v", out.Kind, out.Reason, out.Detail, err)
				}
				believes := slices.ContainsFunc(out.Assumptions, func(a assumption.Assumption) bool { return a.Kind == assumption.FreeSpecifications })
				if believes != (setting == boogie.UseFreeSpecs) {
					t.Errorf("the assumptions are %q", out.Assumptions)
				}
				if found, err := Validate(t.Context(), job.Out); err != nil || !slices.Equal(found.Assumptions.Texts(), out.Assumptions.Texts()) {
					t.Errorf("the evidence: %v, %v", found, err)
				}
			})
		}
	}
}
