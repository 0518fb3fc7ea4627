//go:build cgo

package z3

/*
#include <z3.h>
*/
import "C"

import (
	"context"
	"time"

	"yogi/internal/deadline"
)

// interruptEvery is how often a search that is out of time is told so.
const interruptEvery = 20 * time.Millisecond

// watch interrupts the search after the limit, or once ctx is done, again and again until the returned
// function is called, which says whether there was an interrupt: a single one may come between two phases and
// be lost. The limit is one of the time on processors that the calling goroutine has, which calls that function,
// too, so that an answer does not depend on what else runs; it is never shorter than on the clock.
func (b *Backend) watch(ctx context.Context, limit time.Duration) (stop func() (interrupted bool)) {
	done, sent := false, false
	var interrupt, expire func()
	var again, timer *time.Timer
	z := b.context
	interrupt = func() {
		b.guard.Lock()
		defer b.guard.Unlock()
		if done {
			return
		}
		C.Z3_interrupt(z)
		sent = true
		again = time.AfterFunc(interruptEvery, interrupt)
	}
	thread := deadline.KeepThread()
	began, used := time.Now(), thread.Work()
	expire = func() {
		missed := limit - (thread.Work() - used)
		if missed > deadline.MissedAtLeast && time.Since(began) < deadline.LongestStretch*limit {
			b.guard.Lock()
			defer b.guard.Unlock()
			if !done {
				timer = time.AfterFunc(missed, expire)
			}
			return
		}
		interrupt()
	}
	b.guard.Lock()
	timer = time.AfterFunc(limit, expire)
	b.guard.Unlock()
	release := context.AfterFunc(ctx, interrupt)
	return func() bool {
		thread.Release()
		release()
		b.guard.Lock()
		defer b.guard.Unlock()
		done = true
		timer.Stop()
		if again != nil {
			again.Stop()
		}
		return sent
	}
}
