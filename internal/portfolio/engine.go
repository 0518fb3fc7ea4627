package portfolio

import (
	"context"
	"time"

	"yogi/internal/bug"
	"yogi/internal/interproc"
	"yogi/internal/ir"
	"yogi/internal/verdict"
)

// attempts are the turns of the engine on one search: each goes on with what the others found (interproc.Search).
type attempts struct {
	run    *run
	search search
}

// askEngine asks about a program as it is now.
func (r *run) askEngine(ctx context.Context, p *ir.Program, options interproc.Options) *verdict.Answer {
	if !r.takesUp || p != r.asked {
		options.Earlier = nil
	}
	s := r.begin(p, options)
	answer, err := r.inTurn(ctx, Engine, func() Facts {
		return Facts{Baseline: r.settings.Baseline, Supposed: p.Elements != nil, Guesses: len(p.Guesses), Earlier: options.Earlier != nil}
	}, &attempts{r, s})
	if err != nil {
		bug.Errorf("an attempt of the engine: %v", err)
	}
	s.Finish(answer)
	return answer
}

func (a *attempts) ready(ctx context.Context, _ Row) error {
	a.search.Begin(ctx)
	return nil
}

func (a *attempts) take(ctx context.Context, row Row) (*verdict.Answer, error) {
	began, before := time.Now(), a.search.Iterations()
	answer := a.search.Run(ctx, row.Attempt)
	a.run.record(ctx, row, began, a.search.Iterations()-before, answer)
	return answer, nil
}

func (a *attempts) judge(_ context.Context, _ Row, answer *verdict.Answer) (judgement, error) {
	return judgement{answer: answer}, nil
}
