package portfolio

import (
	"context"
	"time"

	"yogi/internal/verdict"
)

// record notes an attempt that began at a time, with the iterations that it made.
func (r *run) record(ctx context.Context, began time.Time, iterations int, answer *verdict.Answer) {
	attempt := verdict.Attempt{
		Reading: r.at[Reading].Name, Guess: r.at[Guess].Name, Conditions: r.at[Conditions].Name, Engine: r.at[Engine].Name,
		Share: r.at[Engine].Share, Used: time.Since(began).Seconds(), Iterations: iterations,
		Gave: answer.Kind, Reason: answer.Reason, Counts: true,
	}
	if deadline, limited := ctx.Deadline(); limited {
		attempt.Given = deadline.Sub(began).Seconds()
	}
	r.attempts = append(r.attempts, attempt)
}

// discount says that what the latest attempt found does not count: it is not true of the program that was asked about.
func (r *run) discount() {
	if n := len(r.attempts); n > 0 && r.attempts[n-1].Gave != verdict.Unknown {
		r.attempts[n-1].Counts = false
	}
}
