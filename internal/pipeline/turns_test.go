package pipeline

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

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
			time.Sleep(job.Timeout)
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

// TestTestsOnce: tests alone, which lead to any place, have a turn in each question until one does not end with a fail,
// and in no other.
func TestTestsOnce(t *testing.T) {
	places := placesAt(20, property.Bounds.SubProperty())
	asked, _ := turnsOf(t, places, places[3:5], false)
	for i, q := range asked {
		if q.tests != (i <= 2) { // two places fail
			t.Errorf("question %d of %d: tests alone %v", i, len(asked), q.tests)
		}
	}
	if len(asked) < 3 {
		t.Errorf("%d questions", len(asked))
	}
}
