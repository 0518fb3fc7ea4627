package angelic

import (
	"context"

	"yogi/internal/induction"
	"yogi/internal/interproc"
	"yogi/internal/ir"
	"yogi/internal/portfolio"
	"yogi/internal/sem/concrete"
	"yogi/internal/unfold"
	"yogi/internal/verdict"
)

// subject is the program of an entry as the schedule of a search asks about it (package portfolio):
// that nothing fails any more has the proofs of any check, of which a search is one.
type subject struct {
	about   *analysis
	program *ir.Program
}

// Program implements portfolio.Subject.
func (s *subject) Program() *ir.Program { return s.program }

// AsWritten implements portfolio.Subject. No index is guessed.
func (s *subject) AsWritten(context.Context) (portfolio.Subject, error) { return s, nil }

// AboutElements implements portfolio.Subject.
func (s *subject) AboutElements(context.Context) (portfolio.Subject, error) { return nil, nil }

// Fails implements portfolio.Subject.
func (s *subject) Fails(_ context.Context, test *verdict.Test) bool {
	replayed, err := concrete.Run(s.program, test, concrete.Limits{})
	return err == nil && replayed.Kind == concrete.ReachedError
}

// Walk implements portfolio.Subject.
func (s *subject) Walk(how portfolio.Pick) portfolio.Walk {
	if how == portfolio.Unrolled {
		return &walk{subject: s}
	}
	limits := how.Limits()
	limits.States = true
	return &walk{subject: s, one: unfold.NewWalk(s.program, limits)}
}

// Induct implements portfolio.Subject.
func (s *subject) Induct(ctx context.Context) (*verdict.Answer, error) {
	found := induction.Run(ctx, s.program, s.about.solver, portfolio.EarlyClaims)
	if found.Certificate == nil {
		return nil, nil
	}
	return &verdict.Answer{Kind: verdict.Pass, Certificate: found.Certificate}, nil
}

// Ask implements portfolio.Subject.
func (s *subject) Ask(_ string, ask func(interproc.Options) (*verdict.Answer, error)) (*verdict.Answer, error) {
	return ask(s.about.engine())
}

// walk is a walk over the paths of a subject's program; where one is nil they are joined.
type walk struct {
	subject *subject
	one     *unfold.Walk
}

// Follow implements portfolio.Walk. A path that fails is no answer: the tests of a search are as short as it finds
// them, and a specification is made of a test.
func (w *walk) Follow(ctx context.Context) (*verdict.Answer, portfolio.Paths, error) {
	var found unfold.Outcome
	if w.one == nil {
		found = unfold.Joined(ctx, w.subject.program, w.subject.about.solver, portfolio.Unrolled.Limits())
	} else {
		found = w.one.Run(ctx, w.subject.about.solver)
	}
	paths := portfolio.Paths{Straight: found.Straight, Returning: found.Returning()}
	if found.Unfolding == nil && found.Unrolling == nil {
		return nil, paths, nil
	}
	return &verdict.Answer{Kind: verdict.Pass, Certificate: &verdict.Certificate{Unfolding: found.Unfolding, Unrolling: found.Unrolling}}, paths, nil
}
