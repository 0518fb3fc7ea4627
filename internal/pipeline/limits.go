package pipeline

import (
	"context"
	"errors"
	"os"
	"runtime/debug"
	"sync"
	"time"

	"yogi/internal/sandbox"
	"yogi/internal/verdict"
)

// grace is how long the stages get to notice that time is up. With the time to print, a check ends
// within two seconds.
const grace = 1200 * time.Millisecond

// spacious and economical say how much garbage is let lie, in percent of what lives: the search makes
// much of it, and collecting at the usual rate takes a quarter of the time.
const (
	spacious   = 400
	economical = 100
)

// scarceFrom is at how many percent of the limit memory is scarce.
const scarceFrom = 70

var (
	errTimeout = errors.New("the time limit is reached")
	errMemory  = errors.New("the memory limit is reached")
)

// watch returns a context that ends at the job's time limit or when the processes grow past the job's
// memory; its cause says which. The channel tells when memory runs short.
func watch(parent context.Context, job Job) (context.Context, <-chan struct{}, func()) {
	ctx, cancel := context.WithCancelCause(parent)
	scarce := make(chan struct{})
	stop := func() { cancel(nil) }
	if job.Timeout > 0 {
		// A deadline and not a timer that cancels: the search divides the time that is left.
		limited, release := context.WithTimeoutCause(ctx, job.Timeout, errTimeout)
		ctx, stop = limited, func() { release(); cancel(nil) }
	}
	if job.Memory > 0 {
		// The collector works harder near the limit; the watcher is for what it cannot give back.
		debug.SetMemoryLimit(int64(job.Memory / 10 * 9))
		debug.SetGCPercent(spacious)
		go watchMemory(ctx, job.Memory, scarce, cancel)
	}
	return ctx, scarce, stop
}

// watchMemory looks at the memory in use ten times a second, that of solvers and other processes of the check
// included. Half-way to the limit garbage is collected more often, since the solver's memory is not the collector's to
// give back. Where little is left that is told, once a second at most, and whoever listens gives something up.
func watchMemory(ctx context.Context, limit uint64, scarce chan<- struct{}, cancel context.CancelCauseFunc) {
	var told time.Time
	ticker := time.NewTicker(100 * time.Millisecond)
	defer ticker.Stop()
	saving := false
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			size := sandbox.TreeBytes(os.Getpid())
			if size > limit {
				cancel(errMemory)
				return
			}
			if size > limit/2 && !saving {
				saving = true
				debug.SetGCPercent(economical)
				debug.FreeOSMemory()
			}
			if size > limit/100*scarceFrom && time.Since(told) > time.Second {
				select {
				case scarce <- struct{}{}:
					told = time.Now()
				default: // nobody has anything to give up
				}
			}
		}
	}
}

// reasonOf is why a context ended.
func reasonOf(ctx context.Context) verdict.Reason {
	switch context.Cause(ctx) {
	case errTimeout, context.DeadlineExceeded: // the job's, or that of a part of its time
		return verdict.Timeout
	case errMemory:
		return verdict.Memory
	}
	return verdict.Interrupted
}

// stopwatch measures stages. The main goroutine may read it while a stage is still running.
type stopwatch struct {
	mu      sync.Mutex
	started time.Time
	begun   time.Time
	current string
	done    map[string]float64
}

func newStopwatch() *stopwatch {
	return &stopwatch{started: time.Now(), done: map[string]float64{}}
}

func (w *stopwatch) begin(stage string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.end()
	w.current, w.begun = stage, time.Now()
}

func (w *stopwatch) end() {
	if w.current != "" {
		w.done[w.current] += time.Since(w.begun).Seconds()
	}
	w.current = ""
}

// seconds ends the current stage and returns the time of each, and the total.
func (w *stopwatch) seconds() map[string]float64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.end()
	out := map[string]float64{"total": time.Since(w.started).Seconds()}
	for stage, t := range w.done {
		out[stage] = t
	}
	return out
}
