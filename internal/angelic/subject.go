package angelic

import (
	"context"

	"yogi/internal/induction"
	"yogi/internal/interproc"
	"yogi/internal/ir"
	"yogi/internal/portfolio"
	"yogi/internal/sem/concrete"
	"yogi/internal/solver"
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

// Walk implements portfolio.Subject. Loops are unrolled, too, other than by default: here each entry is a small program
// of its own, and docs/results.md has what that gives.
func (s *subject) Walk(how portfolio.Pick) portfolio.Walk {
	if how == portfolio.Unrolled {
		return &walk{program: s.program, solver: s.about.solver}
	}
	limits := how.Limits()
	limits.States = limits.States || how == portfolio.FewPaths
	return &walk{s.program, s.about.solver, unfold.NewWalk(s.program, limits)}
}

// Induct implements portfolio.Subject.
func (s *subject) Induct(ctx context.Context, limits induction.Limits) (*verdict.Answer, bool, error) {
	found := induction.Run(ctx, s.program, s.about.solver, limits)
	if found.Certificate == nil {
		return nil, found.Promises(), nil
	}
	return &verdict.Answer{Kind: verdict.Pass, Certificate: found.Certificate}, true, nil
}

// Simulate implements portfolio.Subject. The errors of entries are about memory, not about states of a rule, and no
// settings here ask for it.
func (s *subject) Simulate(context.Context) *verdict.Answer { return nil }

// Ask implements portfolio.Subject.
func (s *subject) Ask(_ string, ask func(interproc.Options) (*verdict.Answer, error)) (*verdict.Answer, error) {
	return ask(s.about.engine())
}

// walk is a walk over the paths of a subject's program.
type walk struct {
	program *ir.Program
	solver  solver.Solver
	paths   *unfold.Walk // nil: loops are unrolled, and paths that meet are joined
}

// Follow implements portfolio.Walk.
func (w *walk) Follow(ctx context.Context) (*verdict.Answer, portfolio.Paths, error) {
	var found unfold.Outcome
	if w.paths == nil {
		found = unfold.Joined(ctx, w.program, w.solver, portfolio.Unrolled.Limits())
	} else {
		found = w.paths.Run(ctx, w.solver)
	}
	answer, paths := portfolio.AnswerOf(found)
	return answer, paths, nil
}
