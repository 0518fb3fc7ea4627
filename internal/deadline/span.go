package deadline

import (
	"context"
	"math"
	"sync"
	"time"
)

// mostOfClock is how much of the time that is left on the clock a turn has at most for the machine being busy: what
// comes behind it has a turn too.
const mostOfClock = 0.5

// Span is time that turns have parts of, as long as it takes on a quiet machine. On one that is so busy that a turn
// gets half as much done, the turn has twice as long on the clock, so that what it gets done depends little on what
// else runs. The end of all is on the clock: what there is no time for then are the last turns. A Span is not changed.
type Span struct {
	pace *pace
	end  time.Duration // when it is over, of the quiet time since the pace began; forever: never
}

// forever is the end of a span that has none.
const forever = time.Duration(math.MaxInt64)

// pace tells how much time went by as a quiet machine would have it.
type pace struct {
	began  time.Time
	slower func() float64 // by which factor the machine was slower so far, 1 for one that is quiet
}

func (p *pace) now() time.Duration { return time.Duration(float64(time.Since(p.began)) / p.slower()) }

// NewSpan is the time that there is until a context ends, on a machine that was slower by a factor so far than a quiet
// one: Slower, or nil for one that never is.
func NewSpan(ctx context.Context, slower func() float64) Span {
	if slower == nil {
		slower = func() float64 { return 1 }
	}
	s := Span{&pace{time.Now(), slower}, forever}
	if left, limited := Left(ctx, 1); limited {
		s.end = left
	}
	return s
}

// Turn is a part of a span.
type Turn struct {
	// Share is the part of what is left; 1: all of it.
	Share float64
	// Most bounds it; 0: nothing does. Endless does where the context has no end and Most is 0.
	Most, Endless time.Duration
	// Work bounds it, too: in time on processors that the goroutine has from now on, which begins the turn and ends it.
	// It keeps its thread in between, so that the work of others in the process does not count. 0: nothing does.
	Work time.Duration
}

// Begin begins a turn, with a context inside that of the span. For a machine that is busy a turn has no more than half
// of what is left on the clock, where its share is not more. The cause of its end is that of a deadline.
func (s Span) Begin(ctx context.Context, t Turn) (context.Context, Span, context.CancelFunc) {
	onClock, limited := Left(ctx, 1)
	slower, now := s.pace.slower(), s.pace.now()
	most := t.Most
	if !limited && most == 0 {
		most = t.Endless
	}
	if s.end != forever && t.Share < 1 {
		if part := Of(max(s.end-now, 0), t.Share); most == 0 || part < most {
			most = part
		}
	}
	bounded := t.Share < 1 && s.end != forever || most > 0
	inside, cancel := context.WithCancel(ctx)
	if bounded {
		s.end = min(s.end, now+most)
		clock := Of(most, slower)
		if limited {
			clock = min(clock, Of(onClock, max(t.Share, mostOfClock)))
		}
		cancel()
		inside, cancel = context.WithTimeout(ctx, clock)
	}
	if t.Work == 0 {
		return inside, s, cancel
	}
	work, cancelWork := context.WithCancelCause(inside)
	stop := AfterWork(t.Work, func() { cancelWork(context.DeadlineExceeded) })
	return work, s, sync.OnceFunc(func() {
		stop()
		cancelWork(nil)
		cancel()
	})
}
