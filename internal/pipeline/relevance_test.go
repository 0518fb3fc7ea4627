package pipeline

import (
	"slices"
	"testing"
	"time"

	"yogi/internal/portfolio"
	"yogi/internal/verdict"
)

// relevant is YOGI-OPT's Figure 5, with a defect where DEFECT says. The function that works has
// nothing to do with the lock.
const relevant = `extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int lock, done;
static void acquire(void) { if (lock) reach_error(); lock = 1; }
static void release(void) { if (!lock) reach_error(); lock = 0; }
static void work(int n)
{
  for (int i = 0; i < n; i++)
    if (i > 2)
      done += i;
}
int main(void)
{
  int protect = __VERIFIER_nondet_int(), taken = 0;
  if (protect) {
    acquire();
    taken = 1;
  }
  work(__VERIFIER_nondet_int());
#if DEFECT == 1
  if (taken || done > 2)
#elif DEFECT == 2
  done = 0;
  if (protect > 5)
    work(4);
  if (done == 3)
    acquire();
  if (taken)
#else
  done = 0;
  work(2);
  if (done)
    acquire();
  if (taken)
#endif
    release();
  return 0;
}
`

// TestRelevance: with conditions left out verdicts are what they are, of the program as it was
// written: a proof is checked about it, a test fails in it, and a test that only fails without
// conditions brings them back.
func TestRelevance(t *testing.T) {
	t.Parallel()
	for defect, want := range map[string]verdict.Kind{"0": verdict.Pass, "1": verdict.Fail, "2": verdict.Fail} {
		for _, algorithm := range []string{"smash", "dash"} {
			job := Job{Files: []string{write(t, "lock.c", relevant)}}
			job.Defines = []string{"DEFECT=" + defect}
			job.Algorithm = algorithm
			for _, setting := range []string{"relevance=on", "large-blocks=off", "states=off", "steady-inputs=off", "simulation=off"} {
				var err error
				if job.Search, err = job.Switched(setting); err != nil {
					t.Fatal(err)
				}
			}
			out, err := Run(t.Context(), job)
			if err != nil || out.Kind != want || out.Kind == verdict.Fail && out.Class != verdict.Executed {
				t.Errorf("%s %s: %v %s %s %s, %v", defect, algorithm, out.Kind, out.Reason, out.Class, out.Detail, err)
			}
			by := out.Statistics.ByKind
			if by["conditions left out"] == 0 || defect != "1" && by["conditions put back"] == 0 {
				t.Errorf("%s %s: %d left out, %d put back", defect, algorithm, by["conditions left out"], by["conditions put back"])
			}
		}
	}
}

// TestLateRelevance: what the search of the program as it is leaves open is decided without
// conditions, or with those that a failing path needs.
func TestLateRelevance(t *testing.T) {
	notShort(t)
	t.Parallel()
	table := slices.Clone(portfolio.Table)
	for n := range table { // the program as it is has no time, and any number of conditions is many
		if when := table[n].When; table[n].Of == portfolio.Conditions {
			table[n].When = func(f portfolio.Facts) bool { f.Conditions *= 1000; return when(f) }
		}
		if table[n].Name == "all" {
			table[n].Share = 0
		}
	}
	for defect, want := range map[string]verdict.Kind{"0": verdict.Pass, "1": verdict.Fail, "2": verdict.Fail} {
		for _, setting := range []string{"late-relevance=on", "late-relevance=off"} {
			job := Job{Files: []string{write(t, "lock.c", relevant)}, Timeout: time.Minute}
			job.Defines = []string{"DEFECT=" + defect}
			for _, setting := range []string{setting, "large-blocks=off", "states=off", "simulation=off"} {
				var err error
				if job.Search, err = job.Switched(setting); err != nil {
					t.Fatal(err)
				}
			}
			out, err := runBy(t.Context(), job, table)
			if err != nil || out.Kind != want || out.Kind == verdict.Fail && out.Class != verdict.Executed {
				t.Errorf("%s %s: %v %s %s %s, %v", defect, setting, out.Kind, out.Reason, out.Class, out.Detail, err)
			}
			if left := out.Statistics.ByKind["conditions left out"]; (left > 0) != (setting == "late-relevance=on") {
				t.Errorf("%s %s: %d left out", defect, setting, left)
			}
		}
	}
}
