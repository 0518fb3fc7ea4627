package portfolio

import (
	"context"
	"time"

	"yogi/internal/verdict"
)

// record notes an attempt that a row made, which began at a time, with its iterations. answer may be nil.
func (r *run) record(ctx context.Context, row Row, began time.Time, iterations int, answer *verdict.Answer) {
	name := func(of Choice) string {
		if of > row.Of {
			return ""
		}
		return r.at[of].Name
	}
	attempt := verdict.Attempt{
		Lane:   r.lane,
		Method: name(Method), Guess: name(Guess), Conditions: name(Conditions), Engine: name(Engine),
		Share: row.Share, Used: time.Since(began).Seconds(), Iterations: iterations, Gave: verdict.Unknown, Counts: true,
	}
	if answer != nil {
		attempt.Gave, attempt.Reason = answer.Kind, answer.Reason
	}
	if deadline, limited := ctx.Deadline(); limited {
		attempt.Given = deadline.Sub(began).Seconds()
		if work := row.Work.Seconds(); work > 0 {
			attempt.Given = min(attempt.Given, work)
		}
	}
	r.attempts = append(r.attempts, attempt)
}

// discount says that what the latest attempt found does not count: it is not true of the program that was asked about.
func (r *run) discount() {
	if n := len(r.attempts); n > 0 && r.attempts[n-1].Gave != verdict.Unknown {
		r.attempts[n-1].Counts = false
	}
}
