package pipeline

import (
	"testing"
	"time"

	"yogi/internal/feature"
	"yogi/internal/verdict"
)

// untouched is a program in which no call can change the speed, and note nothing of the lock.
const untouched = `extern int nondet_int(void);
extern void reach_error(void);
int speed, count, log[4], locked;
static void note(int v)
{
	if (v > 0)
		log[v & 3] += v;
	else if (v < -5)
		log[-v & 3] -= 1;
	count++;
}
static void take(void) { if (locked) reach_error(); locked = 1; }
static void give(void) { if (!locked) reach_error(); locked = 0; }
int main(void)
{
	speed = nondet_int();
	if (speed <= 2) {
		take();
		note(nondet_int());
		note(nondet_int());
		if (speed > 5)
			reach_error();
		give();
	}
	return 0;
}
`

// TestModification: with modification analysis no call is asked about a variable that it cannot
// change. Without it each call may change all that any call changes, so there are more questions
// about functions; the verdict is the same, with a proof that is accepted.
func TestModification(t *testing.T) {
	file := write(t, "untouched.c", untouched)
	questions := map[bool]int{}
	for _, on := range []bool{true, false} {
		job := Job{Files: []string{file}, Timeout: 30 * time.Second, Search: Search{Features: feature.Without(feature.Unfolding, feature.Unrolling, feature.Induction, feature.Simulation)}}
		if !on {
			job = job.SwitchedOff(feature.Modification)
		}
		out, err := Run(t.Context(), job)
		if err != nil || out.Kind != verdict.Pass {
			t.Fatalf("modification %v: %s %s %s, %v", on, out.Kind, out.Reason, out.Detail, err)
		}
		questions[on] = out.Statistics.Questions
	}
	if questions[true] >= questions[false] {
		t.Errorf("%d questions with modification analysis, %d without", questions[true], questions[false])
	}
}
