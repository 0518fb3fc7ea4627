package pipeline

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"yogi/internal/feature"
	"yogi/internal/verdict"
)

const (
	// bitOperations says that BAND is the operation of C, as the axioms of drivers' programs do.
	bitOperations = `function BAND(a: int, b: int): int;
function POW2(a: int): bool;
axiom (forall x: int :: {POW2(x)} x == 0 || x == -2147483648 || x == 1 || x == 2 || x == 4 || x == 8 || x == 16 || x
  == 32 || x == 64 || x == 128 || x == 256 || x == 512 || x == 1024 || x == 2048 || x == 4096 || x == 8192 || x ==
  16384 || x == 32768 || x == 65536 || x == 131072 || x == 262144 || x == 524288 || x == 1048576 || x == 2097152 || x
  == 4194304 || x == 8388608 || x == 16777216 || x == 33554432 || x == 67108864 || x == 134217728 || x == 268435456 ||
  x == 536870912 || x == 1073741824 || x == 2147483648 ==> POW2(x));
`
	// behindAnotherMeaning has a loop that no run enters in which BAND is the operation of C. It is
	// right whatever BAND is.
	behindAnotherMeaning = bitOperations + `var locked: bool;
procedure Acquire() modifies locked; { assert !locked; locked := true; }
procedure Release() modifies locked; { assert locked; locked := false; }
procedure Work(flags: int) modifies locked;
{
  if (BAND(flags, 512) != 0) {
    while (*) { call Acquire(); call Release(); }
  }
}
procedure main() modifies locked;
{
  locked := false;
  while (*) { call Work(3); call Acquire(); call Release(); }
}
`
	// failsUnderAnotherMeaning fails in no run in which BAND is the operation of C.
	failsUnderAnotherMeaning = bitOperations + `procedure main()
{
  var flags: int;
  flags := 3;
  if (BAND(flags, 512) != 0) { assert false; }
}
`
	// failsUnderBoth has a shorter way to an error that only runs of another meaning take.
	failsUnderBoth = bitOperations + `procedure Step(i: int);
procedure main()
{
  var i, flags: int;
  flags := 3;
  if (BAND(flags, 512) != 0) { assert false; }
  i := 0;
  while (i < 10) {
    havoc flags;
    call Step(i);
    assert i != 5 || BAND(flags, 512) != 512;
    i := i + 1;
  }
}
`
)

// manyBehind leaves many conditions to get behind.
func manyBehind() string {
	calls := ""
	for flags := range 17 {
		calls += fmt.Sprintf("  call Work(%d);\n", flags)
	}
	return strings.Replace(behindAnotherMeaning, "call Work(3);", "\n"+calls, 1)
}

// TestOtherMeanings: tests under another meaning of functions show the way to proofs and are no evidence of a fail.
func TestOtherMeanings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, program, setting string
		want                   verdict.Kind
		detail                 string
	}{
		{"proof", behindAnotherMeaning, "on", verdict.Pass, ""},
		{"proof with many", manyBehind(), "on", verdict.Pass, ""},
		{"proof, switched off", behindAnotherMeaning, "off", verdict.Unknown, "another interpretation"},
		{"no fail", failsUnderAnotherMeaning, "on", verdict.Unknown, "only where functions mean something else than they stand for: BAND(3, 512) = "},
		{"no fail, switched off", failsUnderAnotherMeaning, "off", verdict.Unknown, "another interpretation"},
		{"fail", failsUnderBoth, "on", verdict.Fail, ""},
		{"fail, switched off", failsUnderBoth, "off", verdict.Fail, ""},
	} {
		for _, algorithm := range []string{"smash", "dash", "must", "may"} {
			if c.name == "proof with many" && algorithm != "smash" {
				continue
			}
			t.Run(c.name+"/"+algorithm, func(t *testing.T) {
				job := Job{Files: []string{write(t, "meaning.bpl", c.program)}, Timeout: time.Minute, DebugCheck: true, Out: filepath.Join(t.TempDir(), "evidence")}
				job.Algorithm = algorithm
				job.Search = job.SwitchedOff(feature.States, feature.Induction, feature.Simulation).Search // which need no tests
				var err error
				if job.Search, err = job.Switched("other-meanings=" + c.setting); err != nil {
					t.Fatal(err)
				}
				out, err := Run(t.Context(), job)
				if err != nil || out.Kind != c.want {
					t.Fatalf("%v %s %s, %v", out.Kind, out.Reason, out.Detail, err)
				}
				if c.want == verdict.Pass && out.Statistics.ByKind["models under another meaning"] == 0 {
					t.Error("no test was under another meaning")
				}
				if c.want == verdict.Unknown {
					if out.Reason != verdict.SolverGaveUp || !strings.Contains(out.Detail, c.detail) {
						t.Errorf("%s: %s", out.Reason, out.Detail)
					}
					return
				}
				if _, err := Validate(t.Context(), job.Out); err != nil {
					t.Error(err)
				}
			})
		}
	}
}
