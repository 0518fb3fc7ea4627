package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"yogi/internal/report"
	"yogi/internal/verdict"
)

// TestChecksBeside: as many checks are made at once as there are processors for, each with its part of them, and one
// that lacks memory beside others is made again when there is none.
func TestChecksBeside(t *testing.T) {
	for _, c := range []struct{ jobs, memory, entries, atOnce, each int }{
		{1, 4, 5, 1, 1},
		{2, 4, 5, 2, 1},
		{4, 4, 2, 2, 2},
		{8, 4, 1, 1, 8},
		{3, 4, 2, 2, 1},
		{64, 4, 100, 4, 16},
		{64, 0, 100, 64, 1},
	} {
		o := &checkOptions{memory: byteSize(c.memory) << 30}
		o.job.Jobs = c.jobs
		s := &checks{options: o, here: make(chan struct{}, 1)}
		s.divide(c.entries)
		if cap(s.here) != c.atOnce || o.job.Jobs != c.each {
			t.Errorf("%d processors and %d entries: %d at once with %d each, want %d with %d", c.jobs, c.entries, cap(s.here), o.job.Jobs, c.atOnce, c.each)
		}
	}

	o := &checkOptions{memory: defaultMemory}
	o.job.Jobs = 2
	s := &checks{options: o, here: make(chan struct{}, 1)}
	s.divide(6)
	var going, most atomic.Int32
	var both sync.WaitGroup
	both.Add(2)
	var mu sync.Mutex
	var done []string
	err := s.each(t.Context(), 6, func(_ context.Context, i int) error {
		r, err := hereOrAlone(s, func() (*report.Result, error) {
			now := going.Add(1)
			defer going.Add(-1)
			most.Store(max(most.Load(), now))
			if i < 2 {
				mu.Lock()
				first := !slices.Contains(done, fmt.Sprint("began ", i))
				done = append(done, fmt.Sprint("began ", i))
				mu.Unlock()
				if first { // both are made at once, and there is too little memory for them
					both.Done()
					both.Wait()
					return &report.Result{Reason: string(verdict.Memory)}, nil
				}
				if now != 1 {
					t.Errorf("%d is made again beside %d others", i, now-1)
				}
			}
			return &report.Result{Verdict: "TRUE"}, nil
		}, theOne)
		if err == nil && r.Verdict != "TRUE" {
			t.Errorf("entry %d: %+v", i, r)
		}
		return err
	})
	if err != nil || most.Load() != 2 {
		t.Errorf("at most %d at once, and %v", most.Load(), err)
	}

	failed := errors.New("failed")
	if err := s.each(t.Context(), 6, func(context.Context, int) error { return failed }); !errors.Is(err, failed) {
		t.Errorf("%v", err)
	}
}
