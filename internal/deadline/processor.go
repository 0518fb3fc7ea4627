package deadline

import (
	"math"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
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

// threadTime is the time on processors that a thread of this process has had.
func threadTime(thread int) time.Duration {
	const ofThread = 4 | 2 // the clock of one thread, of the time that it was scheduled: clock_getcpuclockid(3)
	var t unix.Timespec
	if err := unix.ClockGettime(int32(^thread<<3|ofThread), &t); err != nil {
		return time.Duration(math.MaxInt64) // as if it had all it wanted
	}
	return time.Duration(t.Nano())
}

// AfterWork calls f when this process has had so much processor time from now on, or LongestStretch
// times as much has gone by on the clock, so that what is done in it depends little on what else
// the machine runs. f may be on its way when stop is called.
func AfterWork(limit time.Duration, f func()) (stop func()) { return after(limit, ProcessorTime, f) }

// after is AfterWork of a time that work takes.
func after(limit time.Duration, work func() time.Duration, f func()) (stop func()) {
	began, used := time.Now(), work()
	var timer *time.Timer
	ready, stopped := make(chan struct{}), make(chan struct{})
	expire := func() {
		<-ready
		select {
		case <-stopped:
			return
		default:
		}
		missed := limit - (work() - used)
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
