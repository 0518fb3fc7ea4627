// Package deadline divides the time that is left of a check.
package deadline

import (
	"context"
	"time"
)

// Part ends at a share of the time that is left, or after most if that is not zero and comes
// before. Where there is no limit and no most it has none either.
func Part(ctx context.Context, share float64, most time.Duration) (context.Context, context.CancelFunc) {
	deadline, limited := ctx.Deadline()
	switch {
	case limited && share < 1:
		part := time.Duration(float64(time.Until(deadline)) * share)
		if most == 0 || part < most {
			most = part
		}
	case most == 0:
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, most)
}
