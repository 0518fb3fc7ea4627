package portfolio

import (
	"context"

	"yogi/internal/verdict"
)

// turns are what the rows of one choice do. The time of ready and judge is that of the row around them.
type turns interface {
	// ready prepares for a row.
	ready(ctx context.Context, row Row) error
	// take is the row's turn; the context ends with it. nil: there was nothing to ask.
	take(ctx context.Context, row Row) (*verdict.Answer, error)
	// judge says what the answer of a row tells of what was asked.
	judge(ctx context.Context, row Row, answer *verdict.Answer) (judgement, error)
}

// judgement is what a turn told of what was asked.
type judgement struct {
	answer *verdict.Answer // nil: nothing, so the next row has its turn
	again  bool            // the row has another turn
}

// inTurn gives each row of a choice that applies its time, in order, until one has an answer that no other would
// improve. The answer is the last that counts.
func (r *run) inTurn(ctx context.Context, of Choice, facts Facts, t turns) (*verdict.Answer, error) {
	var answer *verdict.Answer
	rows := rowsOf(r.table, of, facts)
	for n := 0; n < len(rows); {
		found, err := r.take(ctx, rows[n], t)
		if err != nil {
			return nil, err
		}
		judged, err := t.judge(ctx, rows[n], found)
		if err != nil {
			return nil, err
		}
		if judged.answer != nil {
			answer = judged.answer
			if !IsOpen(ctx, answer) {
				break
			}
		}
		if !judged.again {
			n++
		}
	}
	return answer, nil
}

// take gives a row one turn.
func (r *run) take(ctx context.Context, row Row, t turns) (*verdict.Answer, error) {
	if err := t.ready(ctx, row); err != nil {
		return nil, err
	}
	window, cancel := row.window(ctx)
	defer cancel()
	r.at[row.Of] = row
	return t.take(window, row)
}

// IsOpen says that another turn may have the answer that a search did not come to, and that there is time for it.
func IsOpen(ctx context.Context, answer *verdict.Answer) bool {
	return answer.Kind == verdict.Unknown && answer.Reason.IsOfSearch() && ctx.Err() == nil
}
