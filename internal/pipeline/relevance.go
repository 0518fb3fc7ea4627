package pipeline

import (
	"context"
	"time"

	"yogi/internal/certify"
	"yogi/internal/interproc"
	"yogi/internal/ir"
	"yogi/internal/verdict"
)

// relevance is the CD heuristic (YOGI-OPT section 5.2). The program is asked about without the conditions on which no event
// of the rule depends. A pass holds of the program: its certificate is checked about the program itself. The test of a fail,
// without the choices that stand for conditions, is run on the program; if it does not fail there, the conditions on its
// path are put back and the question is asked again. Where the paper asks whether any run along the path is feasible, this
// looks at the one run; the next search, with the path's conditions, finds another if there is one.
type relevance struct {
	program   *ir.Program
	options   interproc.Options
	left      *ir.LeftOut
	all, back int                // conditions left out, and put back
	spent     verdict.Statistics // the work of the questions that did not give the answer
}

// run returns the answer, or nil if it is the program itself that has to be asked about. All conditions are in their
// places then.
func (s *relevance) run(ctx context.Context) *verdict.Answer {
	s.options.Seeds, s.options.Planted = nil, nil // the cache is for tests of the program
	s.all = s.left.Len()
	for s.left.Len() > 0 && ctx.Err() == nil {
		answer := s.ask(ctx)
		s.left.Restore()
		if answer.Kind == verdict.Pass || answer.Kind == verdict.Fail && s.isReal(ctx, answer) {
			return answer
		}
		s.spent.AddWork(answer.Statistics)
		if answer.Kind != verdict.Fail || !s.putBack(answer.Test) {
			break
		}
		s.left.Change(s.program.Terms)
	}
	s.left.Restore()
	s.back = s.all
	return nil
}

// ask asks about the program as it is now, for half of the time that is left.
func (s *relevance) ask(ctx context.Context) *verdict.Answer {
	if deadline, ok := ctx.Deadline(); ok {
		limited, cancel := context.WithTimeout(ctx, time.Until(deadline)/2)
		defer cancel()
		ctx = limited
	}
	return interproc.Check(ctx, s.program, s.options)
}

// isReal says that the test of a fail is, without the choices in the places of conditions, one of the program, and makes it
// that. All conditions are in their places.
func (s *relevance) isReal(ctx context.Context, answer *verdict.Answer) bool {
	real := *answer.Test
	real.Inputs = nil
	for _, in := range answer.Test.Inputs {
		if !s.left.Has(in.Input) {
			real.Inputs = append(real.Inputs, in)
		}
	}
	if _, err := certify.Test(ctx, s.program, &real, traceLines); err != nil {
		return false
	}
	answer.Test = &real
	return true
}

// putBack puts the conditions on the path of a test back; false: there are none.
func (s *relevance) putBack(test *verdict.Test) bool {
	before := s.left.Len()
	for _, in := range test.Inputs {
		s.left.PutBack(in.Input)
	}
	s.back += before - s.left.Len()
	return s.left.Len() < before
}
