package pipeline

import (
	"context"

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
	share     float64            // of the time that is left, for each question
	all, back int                // conditions left out, and put back
	spent     verdict.Statistics // the work of the questions that did not give the answer
}

// answer is the answer about the program, in the end of the program as it is. All conditions are in their places afterwards.
func (s *relevance) answer(ctx context.Context) *verdict.Answer {
	answer := s.withoutConditions(ctx)
	if answer == nil {
		answer = interproc.Check(ctx, s.program, s.options)
	}
	answer.Statistics.AddWork(s.spent)
	answer.Statistics.Set("conditions left out", s.all)
	answer.Statistics.Set("conditions put back", s.back)
	return answer
}

// withoutConditions returns the answer, or nil if it is the program itself that has to be asked about. All conditions are in
// their places then.
func (s *relevance) withoutConditions(ctx context.Context) *verdict.Answer {
	options := s.options
	options.Seeds, options.Planted = nil, nil // the cache is for tests of the program
	s.all = s.left.Len()
	for s.left.Len() > 0 && ctx.Err() == nil {
		answer := askFor(ctx, s.share, s.program, options)
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

// askFor asks about the program for a share of the time that is left.
func askFor(ctx context.Context, share float64, program *ir.Program, options interproc.Options) *verdict.Answer {
	limited, cancel := partOf(ctx, share, 0)
	defer cancel()
	return interproc.Check(limited, program, options)
}

// manyConditions is how many conditions without events make it likely that a search drowns in them; a variable for tests.
var manyConditions = 100

// lateRelevance asks about the program as it is, and where the search does not come to an end about the program without the
// conditions on which no event depends. Without them proofs are shorter, or paths longer: which of the two is seen afterwards.
// Where there is no limit the search has come to an end when it is stuck.
func lateRelevance(ctx context.Context, program *ir.Program, options interproc.Options) *verdict.Answer {
	left := ir.LeaveOut(program)
	left.Restore()
	if left.Len() < manyConditions {
		return interproc.Check(ctx, program, options)
	}
	answer := askFor(ctx, asItIs, program, options)
	if !isOpen(ctx, answer) {
		return answer
	}
	left.Change(program.Terms)
	search := relevance{program: program, options: options, left: left, share: lateShare}
	search.spent.AddWork(answer.Statistics)
	late := search.answer(ctx)
	if late.Kind == verdict.Unknown {
		late.Reason, late.Detail = answer.Reason, answer.Detail // of the longer search
	}
	return late
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
	if _, err := certify.Test(ctx, s.program, &real, testOptions(s.program)); err != nil {
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
