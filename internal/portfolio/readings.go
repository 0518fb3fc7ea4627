package portfolio

import (
	"context"
	"errors"

	"yogi/internal/verdict"
)

// withoutFreeSpecs is the detail of a pass that does not rest on what it was allowed to believe.
const withoutFreeSpecs = "proved without believing free ensures clauses and free invariants"

// readings are the turns of a program as it is asked about and of its other reading: with the free specifications that
// it does not believe, or without those that it does. The runs with them are some of the runs without. So a pass
// without them is one with them that rests on less, and a pass with them says nothing of the runs that they exclude. A
// fail of one reading is one of the other if its test fails there too.
type readings struct {
	run    *run
	asked  Subject // in the reading asked for; which of its forms was asked about last
	other  Subject
	answer *verdict.Answer // of the reading asked for
	about  Subject         // what the answer is about
}

// askReadings asks about a subject, and where the search does not come to an end about its other reading. It returns
// the subject that the answer is about.
func (r *run) askReadings(ctx context.Context, subject Subject) (Subject, *verdict.Answer, error) {
	a := &readings{run: r, asked: subject}
	facts := Facts{FreeSpecs: subject.Program().FreeSpecs && r.settings.Readings, Believed: r.settings.Believed, Baseline: r.settings.Baseline}
	answer, err := r.inTurn(ctx, Reading, func() Facts { return facts }, a)
	return a.about, answer, err
}

// ready makes the other reading of what was asked about last: where no index was guessed in the end, none is there.
func (a *readings) ready(ctx context.Context, row Row) error {
	if row.Pick != OtherReading {
		return nil
	}
	other, err := a.asked.OtherReading(ctx)
	a.other = other
	return err
}

func (a *readings) take(ctx context.Context, row Row) (*verdict.Answer, error) {
	subject := &a.asked
	if row.Pick == OtherReading {
		subject = &a.other
	}
	found, answer, err := a.run.askGuesses(ctx, *subject)
	switch {
	case err == nil:
		*subject = found
	case row.Pick != AsIs && ctx.Err() != nil && errors.Is(err, ctx.Err()):
		return &verdict.Answer{Kind: verdict.Unknown, Reason: verdict.Timeout}, nil
	}
	return answer, err
}

// judge: this is where a wrong verdict would come from. Of the other reading a fail counts if its test fails in the
// reading that was asked for, which its own run decides. A pass counts where free specifications are believed in the
// reading asked for, so that the other one has more runs, and is one about the other reading: its certificate and its
// assumptions are. Where they are not believed it does not count: it says nothing of the runs that they exclude.
func (a *readings) judge(ctx context.Context, row Row, answer *verdict.Answer) (judgement, error) {
	if row.Pick != OtherReading {
		a.answer, a.about = answer, a.asked
		return judgement{answer: answer}, nil
	}
	spent := answer.Statistics
	switch {
	case answer.Kind == verdict.Pass && a.run.settings.Believed:
		a.about = a.other
		answer.Detail = withoutFreeSpecs
		a.answer, spent = answer, a.answer.Statistics
	case answer.Kind == verdict.Fail:
		here, test, err := a.asked.TestOf(ctx, a.other, answer.Test)
		if err != nil {
			return judgement{}, err
		}
		if test != nil {
			a.about, answer.Test = here, test
			a.answer, spent = answer, a.answer.Statistics
			break
		}
		a.run.discount()
	case answer.Kind == verdict.Pass:
		a.run.discount()
	}
	a.answer.Statistics.AddSearch(spent)
	a.answer.Statistics.Set("other readings asked about", 1)
	return judgement{answer: a.answer}, nil
}
