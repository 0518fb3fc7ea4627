package portfolio

import (
	"context"
	"errors"

	"yogi/internal/element"
	"yogi/internal/interproc"
	"yogi/internal/verdict"
)

// guessing is the turns of a program in which indices are guessed, and of the same without guesses.
// Each has a solver of its own. A pass or a fail of either is one of both: package certify/guess
// has checked that nothing but the guesses differs. A pass of the program with facts about elements
// is one of both, too (certify/element); a fail of it may be that a fact does not hold.
type guessing struct {
	run            *run
	guessed, plain Subject
	asked          Subject // by the row that has its turn
	about          Subject // that the answer so far is about; nil: there is none
	spent          verdict.Statistics
}

// askGuesses asks about a subject in which indices are guessed, if any are, and about the same
// without guesses. It returns the one that the answer is about.
func (r *run) askGuesses(ctx context.Context, subject Subject) (Subject, *verdict.Answer, error) {
	g := &guessing{run: r, guessed: subject}
	facts := Facts{Guesses: len(subject.Program().Guesses), Baseline: r.settings.Baseline, Directed: r.settings.Directed && !r.directed}
	facts.Elements = r.settings.Elements && !r.settings.Baseline && element.Worthwhile(subject.Program())
	answer, err := r.inTurn(ctx, Guess, func() Facts { return facts }, g)
	if g.about == nil {
		g.about = g.asked
	}
	return g.about, answer, err
}

func (g *guessing) ready(ctx context.Context, row Row) error {
	g.asked = g.guessed
	if row.Pick != AsWritten {
		return nil
	}
	if g.plain == nil {
		plain, err := g.guessed.AsWritten(ctx)
		if err != nil {
			return err
		}
		g.plain = plain
	}
	g.asked = g.plain
	return nil
}

func (g *guessing) take(ctx context.Context, row Row) (*verdict.Answer, error) {
	if row.Pick == AboutElements { // finding facts is a part of the turn
		about, err := g.guessed.AboutElements(ctx)
		switch {
		case err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err()):
			return nil, nil
		case err != nil || about == nil:
			return nil, err
		}
		g.asked = about
	}
	return g.asked.Ask(row.Queries, func(options interproc.Options) (*verdict.Answer, error) {
		return g.run.askConditions(ctx, g.asked, options)
	})
}

func (g *guessing) judge(_ context.Context, row Row, answer *verdict.Answer) (judgement, error) {
	if answer == nil {
		return judgement{}, nil
	}
	answer.Statistics.AddSearch(g.spent)
	g.spent = answer.Statistics
	if row.Pick == AboutElements && answer.Kind == verdict.Fail { // of the check of a fact, perhaps
		g.run.discount()
		return judgement{}, nil
	}
	g.about = g.asked
	return judgement{answer: answer}, nil
}
