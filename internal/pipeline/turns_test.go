package pipeline

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"yogi/internal/deadline"
	"yogi/internal/feature"
	"yogi/internal/load"
	"yogi/internal/property"
	"yogi/internal/verdict"
)

// askedPlaces is a question that a run was asked, with the time that it had.
type askedPlaces struct {
	places []load.Place
	time   time.Duration
	tests  bool // alone
}

// turnsOf has places asked about, none of which has an answer in any time but those that are failures, after a
// moment. It returns the questions.
func turnsOf(t *testing.T, places, failures []load.Place, takesNull bool) (asked []askedPlaces, s *placesRun) {
	synctest.Test(t, func(t *testing.T) {
		const limit = 10 * time.Second
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		defer cancel()
		s = &placesRun{job: Job{Timeout: limit, Search: Search{}.Without(feature.Induction)}, found: map[load.Place]Finding{}, turn: limit / 25}
		s.run = func(ctx context.Context, job Job) (Outcome, error) {
			about := slices.DeleteFunc(slices.Clone(places), func(p load.Place) bool { return slices.Contains(job.Given, p) })
			began := time.Now()
			defer func() { asked = append(asked, askedPlaces{about, time.Since(began), job.Has(feature.DirectedTests)}) }()
			for _, p := range about {
				if slices.Contains(failures, p) {
					time.Sleep(min(limit/50, job.Timeout))
					return Outcome{Verdict: verdict.Verdict{Answer: verdict.Answer{Kind: verdict.Fail, Test: &verdict.Test{Pos: p.Pos(), Property: p.Property, What: p.What}}}, Seconds: map[string]float64{}}, nil
				}
			}
			took := job.Timeout
			if job.Briefly {
				took = min(deadline.Of(took, briefShare), briefMost)
			}
			time.Sleep(took)
			return Outcome{Verdict: unknown(verdict.Timeout, "")}, nil
		}
		if err := s.all(ctx, places, takesNull); err != nil {
			t.Fatal(err)
		}
	})
	return asked, s
}

func placesAt(lines int, what string) (out []load.Place) {
	for line := range lines {
		out = append(out, load.Place{File: "f.c", Line: line + 1, Property: what, What: what})
	}
	return out
}

// TestTurns: where many places are hard there are few questions, none of them so short that no search gets anywhere,
// and the places of checks have most of the time.
func TestTurns(t *testing.T) {
	places := slices.Concat(placesAt(60, property.Bounds.SubProperty()), placesAt(80, load.NotModelled))
	for _, takesNull := range []bool{false, true} {
		asked, s := turnsOf(t, places, nil, takesNull)
		var checks, all time.Duration
		for i, q := range asked {
			of, others := partition(q.places, canFail)
			if len(of) > 0 && len(others) > 0 {
				t.Errorf("question %d is about %d checks and %d that are not modelled", i, len(of), len(others))
			}
			if all += q.time; len(of) > 0 {
				checks += q.time
			}
			if q.time < s.job.Timeout/25 && checks == all {
				t.Errorf("question %d of %d places has %v", i, len(q.places), q.time)
			}
		}
		if len(asked) > 30 || checks < s.job.Timeout/2 || all < s.job.Timeout*9/10 {
			t.Errorf("%d questions, %v for checks, %v for all", len(asked), checks, all)
		}
		if len(s.found) != len(places) {
			t.Errorf("there are findings of %d of %d places", len(s.found), len(places))
		}
	}
}

// TestTurnsOfFailures: a failure is no reason for the places beside it to have no time.
func TestTurnsOfFailures(t *testing.T) {
	places := placesAt(60, property.Bounds.SubProperty())
	_, s := turnsOf(t, places, places[20:32], false)
	for i, p := range places {
		if fails := s.found[p].Kind == verdict.Fail; fails != (i >= 20 && i < 32) {
			t.Errorf("place %d: %v", i, s.found[p].Kind)
		}
	}
}

// TestTestsOnce: tests alone, which lead to any place, have a turn in the first question and in no other.
func TestTestsOnce(t *testing.T) {
	places := placesAt(20, property.Bounds.SubProperty())
	asked, _ := turnsOf(t, places, places[3:5], false)
	for i, q := range asked {
		if q.tests != (i == 0) {
			t.Errorf("question %d of %d: tests alone %v", i, len(asked), q.tests)
		}
	}
	if len(asked) < 3 {
		t.Errorf("%d questions", len(asked))
	}
}

// TestFailingFirst: the first question is about all checks together, with most of its time kept for the check of a run
// that it finds; a failure found there is asked about no more.
func TestFailingFirst(t *testing.T) {
	places := slices.Concat(placesAt(40, property.Bounds.SubProperty()), placesAt(10, load.NotModelled))
	asked, s := turnsOf(t, places, places[7:8], false)
	if f := s.found[places[7]]; f.Kind != verdict.Fail {
		t.Errorf("the place that fails is %v", f.Kind)
	}
	if first := asked[0]; len(first.places) != 40 {
		t.Errorf("the first question is about %d places", len(first.places))
	}
	for i, q := range asked[1:] {
		if slices.Contains(q.places, places[7]) {
			t.Errorf("question %d is about the place that is known to fail", i+2)
		}
	}
	asked, s = turnsOf(t, places, nil, false)
	if most := deadline.Of(s.job.Timeout, failingShare*briefShare) + time.Millisecond; asked[0].time > most || len(asked[0].places) != 40 {
		t.Errorf("a first question of %d places without an answer takes %v, more than %v", len(asked[0].places), asked[0].time, most)
	}
	if len(s.found) != len(places) {
		t.Errorf("there are findings of %d of %d places", len(s.found), len(places))
	}
}

// TestBriefly: a brief search ends with its part of the time, not with all of it.
func TestBriefly(t *testing.T) {
	t.Parallel()
	const text = `void reach_error(void);
unsigned long long nondet(void);
int main(void) {
  unsigned long long x = nondet(), y = nondet(), h = 14695981039346656037ull;
  if (x < 2 || y < 2 || x > 4294967295u || y > 4294967295u) return 0;
  for (int i = 0; i < 40; i++) h = (h ^ (x >> i)) * 1099511628211ull + (y ^ h >> 7) * h;
  if (x * y == 18446743979220271189ull && h % 1000003 == 17) reach_error();
  return 0;
}
`
	began := time.Now()
	out, err := Run(t.Context(), Job{Files: []string{write(t, "hard.c", text)}, Timeout: time.Minute, Briefly: true})
	if took := time.Since(began); err != nil || out.Reason != verdict.Timeout || took > 40*time.Second {
		t.Errorf("%v %s after %v, %v", out.Kind, out.Reason, took, err)
	}
}
