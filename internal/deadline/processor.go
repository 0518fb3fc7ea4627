package deadline

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

const (
	// longestStretch bounds by how much a busy machine may prolong a limit of work, as a
	// factor; missedAtLeast is what is worth waiting for.
	longestStretch = 4
	missedAtLeast  = 5 * time.Millisecond
)

// Thread is the thread that a goroutine keeps while its work is measured, which is that of the C
// functions that it calls, too.
type Thread struct{ id int }

// KeepThread has the calling goroutine keep its thread until it calls Release. Others in the process
// (the collector, another check) have threads of their own.
func KeepThread() Thread {
	runtime.LockOSThread()
	return Thread{unix.Gettid()}
}

// Release ends what KeepThread began; the same goroutine calls it, once.
func (t Thread) Release() { runtime.UnlockOSThread() }

// Work is the time on processors that the thread has had.
func (t Thread) Work() time.Duration {
	const ofThread = 4 | 2 // the clock of one thread, of the time that it was scheduled: clock_getcpuclockid(3)
	var at unix.Timespec
	if err := unix.ClockGettime(int32(^t.id<<3|ofThread), &at); err != nil {
		return time.Duration(math.MaxInt64) // as if it had all it wanted
	}
	return time.Duration(at.Nano())
}

// AfterWork calls f when the calling goroutine, which keeps its thread until it calls stop, has had so
// much time on processors from now on, or four times as much has gone by on the clock, so
// that what is done in it depends little on what else runs. f may be on its way when stop is called.
func AfterWork(limit time.Duration, f func()) (stop func()) {
	thread := KeepThread()
	began, used := time.Now(), thread.Work()
	var timer *time.Timer
	ready, stopped := make(chan struct{}), make(chan struct{})
	expire := func() {
		<-ready
		select {
		case <-stopped:
			return
		default:
		}
		missed := limit - (thread.Work() - used)
		if missed > missedAtLeast && time.Since(began) < longestStretch*limit {
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
		thread.Release()
	}
}

// Worked is the time that this process has had of processors; 0 if that cannot be told.
func Worked() time.Duration {
	var at unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &at); err != nil {
		return 0
	}
	return time.Duration(at.Nano())
}

// Slower is the factor by which this process has been slower so far than it is on a quiet machine: what its threads
// waited for processors beside the time that they had on them, at most four. It is 1 where the system does not tell.
func Slower() float64 { return slower("/proc/self/task/*/schedstat") }

func slower(threads string) float64 {
	worked, waited := scheduled(threads)
	if worked <= 0 || waited <= 0 {
		return 1
	}
	return min(1+float64(waited)/float64(worked), longestStretch)
}

// scheduled returns how long threads had processors, and how long they waited for one while they could have gone on:
// the first two numbers of the file of each, schedstat of proc(5).
func scheduled(threads string) (worked, waited time.Duration) {
	files, err := filepath.Glob(threads)
	if err != nil {
		return 0, 0
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // the thread has ended
		}
		var on, off time.Duration
		if _, err := fmt.Sscan(string(text), &on, &off); err == nil {
			worked, waited = worked+on, waited+off
		}
	}
	return worked, waited
}
