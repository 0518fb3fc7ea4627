package pipeline

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"yogi/internal/assumption"
	"yogi/internal/feature"
	"yogi/internal/frontend/boogie"
	"yogi/internal/portfolio"
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

// Without is the table of every check with no time for the rows that pick something.
func without(pick portfolio.Pick) []portfolio.Row {
	table := slices.Clone(portfolio.Table)
	for n := range table {
		if table[n].Pick == pick {
			table[n].Share = 0
		}
	}
	return table
}

// TestOtherReading: what the other reading of free specifications shows of the program counts, and
// nothing else does. The evidence is that of the program which it is about.
func TestOtherReading(t *testing.T) {
	for _, c := range []struct {
		name, program, asked string
		want                 verdict.Kind
	}{
		{"with, a fail of both", failsInBoth, boogie.IgnoreFreeSpecs, verdict.Fail},
		{"without, a fail of both", strings.Replace(failsInBoth, "free ensures r > n;", "free ensures r > n || r == 0;", 1), boogie.UseFreeSpecs, verdict.Fail},
		{"with, a pass that believes", failsWithout, boogie.IgnoreFreeSpecs, verdict.Unknown},
		{"without, a fail of runs that are excluded", failsWithout, boogie.UseFreeSpecs, verdict.Unknown},
		{"with, a pass that need not believe", failsInNone, boogie.IgnoreFreeSpecs, verdict.Unknown},
		{"without, a pass", failsInNone, boogie.UseFreeSpecs, verdict.Pass},
		{"with, a free invariant", loopFails, boogie.IgnoreFreeSpecs, verdict.Unknown},
		{"without, a free invariant", loopFails, boogie.UseFreeSpecs, verdict.Unknown},
		{"with, a function", functionFails, boogie.IgnoreFreeSpecs, verdict.Fail},
		{"with, a guessed index", cellFails, boogie.IgnoreFreeSpecs, verdict.Fail},
	} {
		t.Run(c.name, func(t *testing.T) {
			job := Job{Files: []string{write(t, "free.bpl", c.program)}, Timeout: time.Minute, Out: filepath.Join(t.TempDir(), "evidence")}
			job.FreeSpecs, job.Off = c.asked, []string{string(feature.Unfolding), string(feature.Unrolling), string(feature.Induction)}
			out, err := runBy(t.Context(), job, without(portfolio.AsAsked))
			if err != nil || out.Kind != c.want {
				t.Fatalf("%v %s %s, %v", out.Kind, out.Reason, out.Detail, err)
			}
			if out.Statistics.ByKind["other readings asked about"] != 1 {
				t.Errorf("the other reading was not asked about: %v", out.Statistics.ByKind)
			}
			believes := slices.ContainsFunc(out.Assumptions, func(a assumption.Assumption) bool { return a.Kind == assumption.FreeSpecifications })
			if asked := c.asked == boogie.UseFreeSpecs; believes != (asked && c.want != verdict.Pass) {
				t.Errorf("the assumptions are %q", out.Assumptions)
			}
			if c.want == verdict.Unknown {
				return
			}
			if found, err := Validate(t.Context(), job.Out); err != nil || !slices.Equal(found.Assumptions.Texts(), out.Assumptions.Texts()) {
				t.Errorf("the evidence: %v, %v", found, err)
			}
		})
	}
}

// TestOwnReading: the reading that is asked for comes first, and alone where there are no free
// specifications or the other one is switched off.
func TestOwnReading(t *testing.T) {
	for _, c := range []struct {
		name, program, asked string
		setting              string
		want                 verdict.Kind
	}{
		{"without", failsWithout, boogie.IgnoreFreeSpecs, "both-readings=on", verdict.Fail},
		{"with", failsWithout, boogie.UseFreeSpecs, "both-readings=on", verdict.Pass},
		{"switched off", failsInNone, boogie.UseFreeSpecs, "both-readings=off", verdict.Pass},
		{"no free specifications", strings.Replace(failsInNone, "free ensures", "ensures", 1), boogie.UseFreeSpecs, "both-readings=on", verdict.Pass},
	} {
		t.Run(c.name, func(t *testing.T) {
			job := Job{Files: []string{write(t, "free.bpl", c.program)}, Timeout: time.Minute}
			job.FreeSpecs = c.asked
			var err error
			if job.Search, err = job.Switched(c.setting); err != nil {
				t.Fatal(err)
			}
			out, err := Run(t.Context(), job)
			if err != nil || out.Kind != c.want || out.Statistics.ByKind["other readings asked about"] != 0 {
				t.Errorf("%v %s %s %v, %v", out.Kind, out.Reason, out.Detail, out.Statistics.ByKind, err)
			}
		})
	}
}
