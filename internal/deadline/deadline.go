// Package deadline divides the time that is left of a check. There is one unit: a share, a part of
// what is left when something begins, or of a limit. Nothing else asks how much is left or works it
// out (e2e/layering), but what hands a limit to another process. A few bounds are a part of time that
// has passed; docs/architecture.md lists them.
package deadline

import (
	"context"
	"time"
)

// Part ends at a share of the time that is left, or after most if that is not zero and comes
// before. Where there is no limit and no most it has none either.
func Part(ctx context.Context, share float64, most time.Duration) (context.Context, context.CancelFunc) {
	part, limited := Left(ctx, share)
	switch {
	case limited && share < 1:
		if most == 0 || part < most {
			most = part
		}
	case most == 0:
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, most)
}

// Exceeded says that a context is over since its time is: that on the clock, or of work.
func Exceeded(ctx context.Context) bool {
	return ctx.Err() == context.DeadlineExceeded || context.Cause(ctx) == context.DeadlineExceeded
}

// Equal is the Part of the next of count things that have equal parts: what one leaves over the
// others have.
func Equal(ctx context.Context, count int) (context.Context, context.CancelFunc) {
	return Part(ctx, 1/float64(count), 0)
}

// Left is a share of the time that is left; false: there is no limit.
func Left(ctx context.Context, share float64) (time.Duration, bool) {
	end, limited := ctx.Deadline()
	if !limited {
		return 0, false
	}
	return Of(time.Until(end), share), true
}

// Rest is the part that is left of a limit of something that began at a time; it may be negative.
func Rest(limit time.Duration, began time.Time) time.Duration {
	return limit - time.Since(began)
}

// Of is a share of a time.
func Of(whole time.Duration, share float64) time.Duration {
	return time.Duration(float64(whole) * share)
}
