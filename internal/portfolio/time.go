package portfolio

import (
	"context"

	"yogi/internal/deadline"
)

// window is the time of a row's turn that begins now.
func (r *run) window(ctx context.Context, row Row) (context.Context, context.CancelFunc) {
	if row.Work > 0 {
		return deadline.PartOfWork(ctx, row.Share, row.Work)
	}
	most := row.Most
	if _, limited := ctx.Deadline(); !limited && most == 0 {
		most = row.Endless
	}
	if r.settings.Stretch != nil && most > 0 {
		most = r.settings.Stretch(most)
	}
	return deadline.Part(ctx, row.Share, most)
}
