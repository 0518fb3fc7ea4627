package portfolio

import (
	"context"
	"time"

	"yogi/internal/verdict"
)

// turns runs the rows of one choice. The time of ready and judge is that of the row around them.
type turns interface {
	// ready prepares for a row.
	ready(ctx context.Context, row Row) error
	// take is the row's turn; the context ends with it. nil: there was nothing to ask.
	take(ctx context.Context, row Row) (*verdict.Answer, error)
	// judge says what the answer of a row tells of what was asked.
	judge(ctx context.Context, row Row, answer *verdict.Answer) (judgement, error)
}

// judgement is the use of a turn's result for the question that was asked.
type judgement struct {
	answer *verdict.Answer // nil: nothing, so the next row has its turn
	again  bool            // the row has another turn
}

// inTurn gives each row of a choice that applies its time, in order, until one has an answer that
// no other would improve. The answer is the last that counts. Where no row applies there is one
// turn, which leaves all as it is, but in a lane without searches, which has nothing to do then.
func (r *run) inTurn(ctx context.Context, of Choice, facts func() Facts, t turns) (*verdict.Answer, error) {
	var answer *verdict.Answer
	taken := false
	for _, row := range rowsOf(r.table, of) {
		if !row.When(facts()) {
			continue
		}
		taken = true
		found, err := r.repeat(ctx, row, t)
		if err != nil {
			return nil, err
		}
		if found == nil {
			continue
		}
		if answer = found; !isOpen(ctx, answer) {
			break
		}
	}
	if !taken && !r.isIdle {
		return r.repeat(ctx, Row{Of: of, Share: 1}, t)
	}
	return answer, nil
}

// repeat gives a row its turns. The answer is nil if none counts.
func (r *run) repeat(ctx context.Context, row Row, t turns) (*verdict.Answer, error) {
	for {
		found, err := r.take(ctx, row, t)
		if err != nil {
			return nil, err
		}
		judged, err := t.judge(ctx, row, found)
		if err != nil || !judged.again {
			return judged.answer, err
		}
	}
}

// take gives a row one turn.
func (r *run) take(ctx context.Context, row Row, t turns) (*verdict.Answer, error) {
	if err := t.ready(ctx, row); err != nil {
		return nil, err
	}
	if row.Again > 0 {
		row.Work = min(row.Work, max(leastAgain, time.Duration(row.Again*float64(r.settings.Earlier))))
	}
	window, cancel := r.window(ctx, row)
	defer cancel()
	r.at[row.Of] = row
	return t.take(window, row)
}

// isOpen says that another turn may have the answer that a search did not come to, and that there
// is time for it.
func isOpen(ctx context.Context, answer *verdict.Answer) bool {
	return answer.Kind == verdict.Unknown && answer.Reason.IsOfSearch() && ctx.Err() == nil
}
