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

// watch interrupts Z3 after the limit, or once ctx is done, again and again until the returned function is
// called, once at least, which says whether there was an interrupt: a single one may come between two phases
// and be lost. The limit is one of the time on processors that the calling goroutine has, which calls that function,
// too, so that an answer depends little on what else runs; it is never shorter than on the clock.
func (b *Backend) watch(ctx context.Context, limit time.Duration) (stop func() (interrupted bool)) {
	b.over.Store(false)
	done, sent := false, false
	var interrupt func()
	var again *time.Timer
	z := b.context
	interrupt = func() {
		b.guard.Lock()
		defer b.guard.Unlock()
		if done {
			return
		}
		C.Z3_interrupt(z)
		sent = true
		b.over.Store(true)
		again = time.AfterFunc(interruptEvery, interrupt)
	}
	expired := deadline.AfterWork(limit, interrupt)
	release := context.AfterFunc(ctx, interrupt)
	ended := false
	return func() bool {
		if !ended {
			ended = true
			expired()
			release()
		}
		b.guard.Lock()
		defer b.guard.Unlock()
		done = true
		if again != nil {
			again.Stop()
		}
		return sent
	}
}
