package portfolio

import (
	"context"
	"errors"
	"time"

	"yogi/internal/ir"
	"yogi/internal/verdict"
)

// methods are the turns of what needs no search, following paths to their ends and claims that are
// inductive, and of the search. A program with few paths is decided in a moment, whatever facts a
// search would need; one whose paths come back to a few states gets more time for that. Where no
// branch was taken in two ways until the limit of that was reached, but for a few orders of
// evaluation, there is one path, and if the search does not come to an end it is followed on. What
// has two turns goes on where it was.
type methods struct {
	run      *run
	about    Subject
	paths    Paths
	walks    map[Pick]walkOf
	searched *verdict.Answer // of the search
	promises bool            // claims found backwards exclude most of the errors that they were looked for
}

// walkOf is a walk over the paths of a subject.
type walkOf struct {
	subject Subject
	walk    Walk
}

// walk is the walk of a row, where it was in an earlier turn at the same subject.
func (m *methods) walk(how Pick) Walk {
	if begun := m.walks[how]; begun.subject == m.about && begun.walk != nil {
		return begun.walk
	}
	m.walks[how] = walkOf{m.about, m.about.Walk(how)}
	return m.walks[how].walk
}

// askMethods asks about a subject by all methods. It returns the subject that the answer is about.
func (r *run) askMethods(ctx context.Context, subject Subject) (Subject, *verdict.Answer, error) {
	m := &methods{run: r, about: subject, walks: map[Pick]walkOf{}}
	facts := func() Facts {
		return Facts{
			Inducted: r.settings.Inducted && !r.settings.Baseline, Inducts: r.settings.Induction && !r.settings.Baseline,
			Simulates: r.settings.Simulation && !r.settings.Baseline,
			Harmless:  isHarmless(subject.Program()), Claimed: r.settings.Claimed, Simulated: r.settings.Simulated, Earlier: r.settings.Earlier > 0 && !r.settings.Baseline,
			Unrolls: r.settings.Unrolling && !r.settings.Baseline, Promises: m.promises,
			Unfolds: r.settings.Unfolding && !r.settings.Baseline, Straight: m.paths.Straight, Returning: m.paths.Returning,
			Witness: r.settings.Witness, Failing: r.settings.Failing, Guesses: len(subject.Program().Guesses),
		}
	}
	answer, err := r.inTurn(ctx, Method, facts, m)
	return m.about, answer, err
}

// isHarmless says that no block of a program ends a run with an error, or with what is not modelled.
func isHarmless(p *ir.Program) bool {
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			switch b.Terminator.(type) {
			case *ir.Error, *ir.Unsupported:
				return false
			}
		}
	}
	return true
}

func (m *methods) ready(context.Context, Row) error { return nil }

func (m *methods) take(ctx context.Context, row Row) (*verdict.Answer, error) {
	switch row.Pick {
	case ByInduction, ByInductionOn:
		began := time.Now()
		limits := EarlyClaims
		if m.run.settings.Inducted || row.Pick == ByInductionOn {
			limits = PlaceClaims
		}
		answer, promises, err := m.about.Induct(ctx, limits)
		m.promises = promises
		m.run.record(ctx, row, began, 0, answer)
		return answer, err
	case BySimulation:
		began := time.Now()
		answer := m.about.Simulate(ctx)
		m.run.record(ctx, row, began, 0, answer)
		return answer, nil
	case FewPaths, FewStates, OnePath, Unrolled:
		began := time.Now()
		answer, paths, err := m.walk(row.Pick).Follow(ctx)
		m.paths.Straight = m.paths.Straight || paths.Straight
		m.paths.Returning = m.paths.Returning || paths.Returning
		m.run.record(ctx, row, began, 0, answer)
		return answer, err
	}
	m.run.takesUp = row.Pick == TakenUp
	found, answer, err := m.run.askGuesses(ctx, m.about)
	m.run.takesUp = false
	switch {
	case err == nil:
		m.about = found
	case row.Share < 1 && ctx.Err() != nil && errors.Is(err, ctx.Err()):
		return &verdict.Answer{Kind: verdict.Unknown, Reason: verdict.Timeout}, nil
	}
	return answer, err
}

// judge: paths that were not all followed say nothing, and what the search said before stands.
func (m *methods) judge(_ context.Context, row Row, answer *verdict.Answer) (judgement, error) {
	switch {
	case row.Pick != BySearch && row.Pick != TakenUp && answer != nil && m.searched != nil:
		answer.Statistics.AddSearch(m.searched.Statistics)
	case row.Pick == BySearch && m.searched != nil && answer != nil: // that of a proof's regions came before
		answer.Statistics.AddSearch(m.searched.Statistics)
		m.searched = answer
	case row.Pick == BySearch || row.Pick == TakenUp:
		m.searched = answer
	}
	if row.Pick == TakenUp && answer.Kind == verdict.Unknown { // which says nothing of the search without the regions
		return judgement{}, nil
	}
	return judgement{answer: answer}, nil
}
