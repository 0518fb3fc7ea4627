package portfolio

import (
	"context"

	"yogi/internal/deadline"
)

// window is the time of a row's turn that begins now, a part of that of the row around it. The first of a run begins
// its time.
func (r *run) window(ctx context.Context, row Row) (context.Context, context.CancelFunc) {
	if !r.begun {
		r.begun = true
		r.give(0, deadline.NewSpan(ctx, r.settings.Slower))
	}
	around := r.time[row.Of-1]
	turn := deadline.Turn{Share: row.Share, Most: row.Most, Endless: row.Endless, Work: row.Work}
	window, time, cancel := around.Begin(ctx, turn)
	r.give(row.Of, time)
	return window, func() {
		cancel()
		r.give(row.Of, around)
	}
}

// give has a choice, and those inside, their parts of a time.
func (r *run) give(of Choice, time deadline.Span) {
	for ; of <= Engine; of++ {
		r.time[of] = time
	}
}
