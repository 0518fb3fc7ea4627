package deadline

import (
	"math"
	"syscall"
	"time"
)

const (
	// LongestStretch bounds by how much a busy machine may prolong a limit of processor time, as a
	// factor; MissedAtLeast is what is worth waiting for.
	LongestStretch = 4
	MissedAtLeast  = 5 * time.Millisecond
)

// ProcessorTime is the time on processors that this process has had, without its children.
func ProcessorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return time.Duration(math.MaxInt64) // as if it had all it wanted
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// AfterWork calls f when this process has had so much processor time from now on, or LongestStretch
// times as much has gone by on the clock, so that what is done in it depends little on what else
// the machine runs. f may be on its way when stop is called.
func AfterWork(limit time.Duration, f func()) (stop func()) {
	began, used := time.Now(), ProcessorTime()
	var timer *time.Timer
	ready, stopped := make(chan struct{}), make(chan struct{})
	expire := func() {
		<-ready
		select {
		case <-stopped:
			return
		default:
		}
		missed := limit - (ProcessorTime() - used)
		if missed > MissedAtLeast && time.Since(began) < LongestStretch*limit {
			timer.Reset(missed)
			return
		}
		f()
	}
	timer = time.AfterFunc(limit, expire)
	close(ready)
	return func() {
		close(stopped)
		timer.Stop()
	}
}
