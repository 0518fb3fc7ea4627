package pipeline

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"yogi/internal/verdict"
)

// longLoop is a loop whose rounds each go one of many ways; broken, the lock is not released on one of them.
func longLoop(ways int, broken bool) string {
	var cases strings.Builder
	for i := range ways {
		release := "unlock();"
		if broken && i == ways/2 {
			release = ""
		}
		fmt.Fprintf(&cases, "    case %d: lock(); s += %d; %s break;\n", i, i, release)
	}
	return `extern void reach_error(void);
extern int nondet_int(void);
int locked;
void lock(void) { if (locked) reach_error(); locked = 1; }
void unlock(void) { if (!locked) reach_error(); locked = 0; }
int main(void)
{
  int s = 0;
  for (int i = 0; i < 100; i++) {
    switch (nondet_int()) {
` + cases.String() + `    default: if (locked) reach_error();
    }
  }
  return s;
}
`
}

// TestSparingContinuations: where one test has been run to the end of a loop, those that take other ways round it are
// not all run on, and the verdict is the same.
func TestSparingContinuations(t *testing.T) {
	t.Parallel()
	steps := map[string]int64{}
	for _, c := range []struct {
		setting string
		broken  bool
		want    verdict.Kind
	}{
		{"on", false, verdict.Pass},
		{"off", false, verdict.Pass},
		{"on", true, verdict.Fail},
	} {
		job := Job{Files: []string{write(t, "loop.c", longLoop(80, c.broken))}, Timeout: time.Minute}
		job.Algorithm, job.TestSteps = "smash", 50
		var err error
		if job.Search, err = job.Switched("sparing-continuations=" + c.setting); err != nil {
			t.Fatal(err)
		}
		out, err := Run(t.Context(), job)
		if err != nil || out.Kind != c.want {
			t.Fatalf("%s, broken %v: %v %s %s, %v", c.setting, c.broken, out.Kind, out.Reason, out.Detail, err)
		}
		if !c.broken {
			steps[c.setting] = out.Statistics.Steps
		}
	}
	if steps["on"]*3 > steps["off"]*2 {
		t.Errorf("%d blocks, and %d with all tests continued", steps["on"], steps["off"])
	}
}
