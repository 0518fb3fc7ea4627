package portfolio

import (
	"context"

	"yogi/internal/deadline"
)

// window is the time of a row's turn that begins now.
func (r Row) window(ctx context.Context) (context.Context, context.CancelFunc) {
	if r.Work > 0 {
		return deadline.PartOfWork(ctx, r.Share, r.Work)
	}
	if _, limited := ctx.Deadline(); !limited && r.Most == 0 {
		return deadline.Part(ctx, r.Share, r.Endless)
	}
	return deadline.Part(ctx, r.Share, r.Most)
}
