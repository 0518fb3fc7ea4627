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
	run     *run
	search  search
	program *ir.Program
	options interproc.Options
	tests   verdict.Statistics // of the turn that made tests alone
}

// askEngine asks about a program as it is now.
func (r *run) askEngine(ctx context.Context, p *ir.Program, options interproc.Options) *verdict.Answer {
	if !r.takesUp || p != r.asked {
		options.Earlier = nil
	}
	s := r.begin(p, options)
	a := &attempts{run: r, search: s, program: p, options: options}
	answer, err := r.inTurn(ctx, Engine, func() Facts {
		return Facts{
			Baseline: r.settings.Baseline, Supposed: p.Elements != nil, Guesses: len(p.Guesses), Earlier: options.Earlier != nil,
			Directed: r.settings.Directed && !r.directed,
		}
	}, a)
	if err != nil {
		bug.Errorf("an attempt of the engine: %v", err)
	}
	s.Finish(answer)
	answer.Statistics.AddWork(a.tests)
	return answer
}

func (a *attempts) ready(ctx context.Context, row Row) error {
	if row.Pick != Testing {
		a.search.Begin(ctx)
	}
	return nil
}

func (a *attempts) take(ctx context.Context, row Row) (*verdict.Answer, error) {
	if row.Pick == Testing {
		return a.test(ctx, row), nil
	}
	began, before := time.Now(), a.search.Iterations()
	answer := a.search.Run(ctx, row.Attempt)
	a.run.record(ctx, row, began, a.search.Iterations()-before, answer)
	return answer, nil
}

// test is the turn of tests alone, a search of its own, of which the others see nothing: they have few tests, and those
// that lead to what they ask about. The answer is nil unless a test fails.
func (a *attempts) test(ctx context.Context, row Row) *verdict.Answer {
	a.run.directed = true
	began, s := time.Now(), a.run.begin(a.program, directedOf(a.options))
	answer := takeTests(ctx, s)
	a.run.record(ctx, row, began, s.Iterations(), answer)
	a.tests = answer.Statistics
	if answer.Kind != verdict.Fail {
		return nil
	}
	answer.Statistics = verdict.Statistics{}
	return answer
}

// Test makes tests alone, which lead anywhere, of a program as it is. The answer is a failure or none.
func Test(ctx context.Context, p *ir.Program, options interproc.Options) *verdict.Answer {
	options.SolverTimeout = testQuery
	return takeTests(ctx, interproc.New(p, directedOf(options)))
}

// testQuery is the time of a query for a test where there are tests alone: another branch is as good.
const testQuery = 200 * time.Millisecond

// directedOf are the options of a search that makes tests alone.
func directedOf(options interproc.Options) interproc.Options {
	options.Algorithm, options.Seeds, options.Earlier, options.Planted, options.Graphs, options.Journal = interproc.Directed, nil, nil, nil, nil, nil
	return options
}

func takeTests(ctx context.Context, s search) *verdict.Answer {
	s.Begin(ctx)
	answer := s.Run(ctx, interproc.Attempt{})
	s.Finish(answer)
	return answer
}

func (a *attempts) judge(_ context.Context, _ Row, answer *verdict.Answer) (judgement, error) {
	return judgement{answer: answer}, nil
}
