package portfolio

import (
	"context"

	"yogi/internal/interproc"
	"yogi/internal/ir"
	"yogi/internal/verdict"
)

// conditions is the CD heuristic (YOGI-OPT section 5.2). The program is asked about without the conditions on which no
// event of the rule depends. A pass holds of the program: its certificate is checked about the program itself. The test
// of a fail, without the choices that stand for conditions, is run on the program; if it does not fail there, the
// conditions on its path are put back and the question is asked again. Where the paper asks whether any run along the
// path is feasible, this looks at the one run; the next search, with the path's conditions, finds another if there is
// one.
type conditions struct {
	run       *run
	subject   Subject
	options   interproc.Options
	left      *ir.LeftOut // nil: no condition may be left out
	asked     bool        // a question without conditions had its turn
	all, back int         // conditions left out, and put back
	// first is the answer with all conditions, if it came first.
	first *verdict.Answer
	spent verdict.Statistics // the work of the questions that did not give the answer
}

// askConditions asks about a subject as it is, or with fewer conditions.
func (r *run) askConditions(ctx context.Context, subject Subject, options interproc.Options) (*verdict.Answer, error) {
	c := &conditions{run: r, subject: subject, options: options}
	facts := Facts{Early: r.settings.Early, Late: r.settings.Late, Baseline: r.settings.Baseline}
	if facts.Early || facts.Late && !facts.Baseline {
		c.left = ir.LeaveOut(subject.Program())
		c.all = c.left.Len()
		facts.Conditions = c.all
	}
	answer, err := r.inTurn(ctx, Conditions, func() Facts { return facts }, c)
	if err != nil || !c.asked {
		return answer, err
	}
	answer.Statistics.AddWork(c.spent)
	answer.Statistics.Set("conditions left out", c.all)
	answer.Statistics.Set("conditions put back", c.back)
	if c.first != nil && answer.Kind == verdict.Unknown && answer.Reason.IsOfSearch() {
		answer.Reason, answer.Detail = c.first.Reason, c.first.Detail // of the longer search
	}
	return answer, nil
}

func (c *conditions) ready(_ context.Context, row Row) error {
	if row.Pick == Relevant {
		c.asked = true
	}
	return nil
}

func (c *conditions) take(ctx context.Context, row Row) (*verdict.Answer, error) {
	program, options := c.subject.Program(), c.options
	if row.Pick == Relevant {
		if c.left.Len() == 0 || ctx.Err() != nil {
			return nil, nil
		}
		options.Seeds, options.Planted = nil, nil // the cache is for tests of the program
		program = c.left.Program()
	}
	return c.run.askEngine(ctx, program, options), nil
}

// judge: what is found without conditions counts if it holds of the program. A pass does, a fail if its test fails
// there; where it does not, the conditions of its path come back for another turn.
func (c *conditions) judge(ctx context.Context, row Row, answer *verdict.Answer) (judgement, error) {
	switch {
	case row.Pick != Relevant && c.asked:
		c.back = c.all
	case row.Pick == AllConditions:
		c.first = answer
		c.spent.AddWork(answer.Statistics)
	case row.Pick == Relevant && answer == nil:
		return judgement{}, nil
	case row.Pick == Relevant && answer.Kind != verdict.Pass && !(answer.Kind == verdict.Fail && c.isReal(ctx, answer)):
		c.run.discount()
		c.spent.AddWork(answer.Statistics)
		return judgement{again: answer.Kind == verdict.Fail && c.putBack(answer.Test)}, nil
	}
	return judgement{answer: answer}, nil
}

// isReal says that the test of a fail is, without the choices in the places of conditions, one of the program, and
// makes it that.
func (c *conditions) isReal(ctx context.Context, answer *verdict.Answer) bool {
	real := *answer.Test
	real.Inputs = nil
	for _, in := range answer.Test.Inputs {
		if !c.left.Has(in.Input) {
			real.Inputs = append(real.Inputs, in)
		}
	}
	if !c.subject.Fails(ctx, &real) {
		return false
	}
	answer.Test = &real
	return true
}

// putBack puts the conditions on the path of a test back; false: there are none.
func (c *conditions) putBack(test *verdict.Test) bool {
	before := c.left.Len()
	var choices []*ir.Input
	for _, in := range test.Inputs {
		choices = append(choices, in.Input)
	}
	c.left = c.left.PutBack(choices...)
	c.back += before - c.left.Len()
	return c.left.Len() < before
}
