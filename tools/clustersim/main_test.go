package main

import (
	"math"
	"testing"
)

// TestSimulation: where one place is busy all the time, what it takes for a check says how many are made.
func TestSimulation(t *testing.T) {
	base := setting{workers: 4, clients: 2, window: 256, clientCores: 8, serverCores: 4, check: 2, pose: 0.01, validate: 0.1, server: 0.001, checks: 20_000, seed: 1}
	for name, c := range map[string]struct {
		change func(*setting)
		rate   float64 // checks a second
	}{
		"workers": {func(*setting) {}, 4 / 2.0},
		"clients": {func(s *setting) { s.workers = 5000; s.window = 5000 }, 16 / 0.11},
		"server":  {func(s *setting) { s.workers, s.window, s.check, s.server, s.validate = 5000, 5000, 0.1, 0.1, 0.001 }, 4 / 0.1},
		"window":  {func(s *setting) { s.workers, s.window, s.check = 5000, 8, 1000 }, 16 / 1000.0},
	} {
		s := base
		c.change(&s)
		r := s.simulate()
		if got := float64(s.checks) / r.seconds; math.Abs(got-c.rate) > c.rate/20 {
			t.Errorf("%s: %.3f checks a second, want %.3f", name, got, c.rate)
		}
		for _, busy := range []float64{r.workers, r.server, r.clients} {
			if busy > 1.0001 {
				t.Errorf("%s: a place is busy for %f of the time", name, busy)
			}
		}
	}
}
