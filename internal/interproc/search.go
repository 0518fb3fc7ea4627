package interproc

import (
	"cmp"
	"context"
	"strings"

	"yogi/internal/bug"
	"yogi/internal/feature"
	"yogi/internal/ir"
	"yogi/internal/query"
	"yogi/internal/refine"
	"yogi/internal/region"
	"yogi/internal/solver"
	"yogi/internal/verdict"
)

// Attempt is a way to search. No choice of predicates is best for all programs: obligations of a
// region keep the partition small where conditions are independent of one another (locks), the
// solver's core generalises over loops. Nor is it always good to carry obligations backwards: over
// calls and much that has nothing to do with it that saves accidental predicates, in one procedure
// with many modes it unrolls the loop backwards before tests have seen it. So several attempts take
// turns on one search (package portfolio says which, and divides the time).
type Attempt struct {
	Predicates refine.Predicates
	Carry      bool // obligations are carried backwards
	Effort     int  // iterations; 0: as many as there is time for
}

// Search is the search for the answer to a program's question, on which attempts take turns: each
// is made by Begin and Run, and Finish comes behind the last. They share the tests, the paths
// through functions and the graphs of questions that were answered no. A graph without that answer
// belongs to the attempt that got lost in it, and the others begin their own. An attempt whose turn
// comes again goes on where it was. An attempt that gives up before its time is over leaves
// nothing to the others: among the same tests and graphs they would give up at the same place. A
// bug of ours becomes an Unknown(internal).
type Search struct {
	program *ir.Program
	options Options
	earlier earlierAttempts
	checker *checker
	// spent is the work of the checkers before, lacking what the latest of them that came so far as to know was
	// lacking.
	spent   verdict.Statistics
	lacking string
	// deviation is the interpretation of the program's functions under which a test fails; nil: none is
	// known, or none is needed.
	deviation *query.Meaning
	gaveUp    bool            // the latest attempt gave up before its time was over
	broken    *verdict.Answer // the bug of ours that ended the search
}

// New is the search for the answer to a program's question. The program is frozen, lowered to
// assignments, normalized.
func New(p *ir.Program, options Options) *Search {
	if options.Algorithm == "" {
		options.Algorithm = "smash"
	}
	if options.TestSteps == 0 {
		options.TestSteps = 500
	}
	if options.SolverTimeout == 0 {
		options.SolverTimeout = solver.DefaultTimeout
	}
	if options.MaxDepth == 0 {
		options.MaxDepth = 200
	}
	return &Search{program: p, options: options}
}

// Begin prepares for an attempt: where nothing is known yet, or what is known is of no use, the search begins.
func (s *Search) Begin(ctx context.Context) {
	s.guarded(func() *verdict.Answer {
		if s.checker == nil || s.gaveUp {
			s.begin(ctx)
		}
		return nil
	})
}

// Run makes an attempt; the context ends with its turn.
func (s *Search) Run(ctx context.Context, a Attempt) *verdict.Answer {
	answer := s.guarded(func() *verdict.Answer { return s.take(ctx, a) })
	s.gaveUp = answer.Reason != verdict.Timeout
	return answer
}

// Iterations is the number of iterations of all attempts so far.
func (s *Search) Iterations() int {
	if s.checker == nil {
		return s.spent.Iterations
	}
	return s.spent.Iterations + s.checker.engine.Stats.Iterations
}

// begin begins a checker of which nothing is known yet.
func (s *Search) begin(ctx context.Context) {
	if c := s.checker; c != nil {
		s.spent.AddWork(c.engine.Stats)
		s.lacking = cmp.Or(c.engine.Lacking(), s.lacking)
		s.earlier.contractsExhausted = c.engine.ContractsExhausted()
	}
	s.checker = newChecker(ctx, s.program, s.options, s.earlier)
}

// guarded turns a bug of ours into an answer, after which there is no other.
func (s *Search) guarded(step func() *verdict.Answer) (answer *verdict.Answer) {
	if s.broken != nil {
		return s.broken
	}
	defer func() {
		if b := bug.Recovered(recover()); b != nil {
			s.broken = &verdict.Answer{Kind: verdict.Unknown, Reason: verdict.Internal, Detail: b.Message + "\n" + b.Stack}
			answer = s.broken
		}
	}()
	return step()
}

// take gives an attempt its turn, anew where its tests have to mean something else. Tests keep to
// what the program's functions mean until that leads nowhere; if then a test fails that does not
// keep to it, only such that do are made from there on. Each time the search begins anew,
// without the graphs in which it got lost.
func (s *Search) take(ctx context.Context, a Attempt) *verdict.Answer {
	answer := s.checker.take(ctx, a)
	if answer.Kind == verdict.Unknown && answer.Reason.IsOfSearch() && ctx.Err() == nil && s.checker.engine.Deviate() {
		s.earlier.deviates = true
		s.begin(ctx)
		answer = s.checker.take(ctx, a)
	}
	if s.checker.deviation != nil {
		s.deviation = s.checker.deviation
		s.earlier.asInterpreted = true
		if ctx.Err() == nil {
			s.begin(ctx)
			answer = s.checker.take(ctx, a)
		}
	}
	return answer
}

// take runs the search of an attempt once, on the graphs that are its own, until the turn's time is over.
func (c *checker) take(ctx context.Context, a Attempt) *verdict.Answer {
	c.turn = refine.Turn{Predicates: a.Predicates, Carry: a.Carry}
	if !c.options.Features.Has(feature.Cores) {
		c.turn.Predicates = refine.ByObligations
	}
	if IsBaseline(c.options.Algorithm) || !c.options.Features.Has(feature.BackwardSubstitution) {
		c.turn.Carry = false
	}
	// Attempts that differ in nothing but what is switched off are one: the later one goes on.
	if c.graphsByTurn[c.turn] == nil {
		c.graphsByTurn[c.turn] = map[graphKey]*region.Graph{}
	}
	isNew := len(c.graphsByTurn[c.turn]) == 0
	c.graphs = c.graphsByTurn[c.turn]
	c.engine.Resume(ctx, c.turn)
	if isNew {
		c.takeUp()
	}
	return c.run(a.Effort)
}

// Finish completes the last answer and tells whoever asked what the run has come to.
func (s *Search) Finish(answer *verdict.Answer) {
	c := s.checker
	if c == nil {
		return
	}
	c.fill(&answer.Statistics)
	answer.Statistics.AddWork(s.spent)
	if answer.Kind == verdict.Unknown && answer.Reason != verdict.Internal && answer.Reason != verdict.Unsupported {
		if s.deviation != nil && answer.Reason == verdict.SolverGaveUp {
			answer.Detail = "an error is reached only where functions mean something else than they stand for: " + s.deviation.String()
		}
		answer.Detail = strings.TrimSpace(answer.Detail + "\n" + cmp.Or(c.engine.Lacking(), s.lacking))
	}
	if c.options.Planted != nil && plants(c.options) {
		c.options.Planted(c.engine.Forest.Seeds(c.options.MostSeeds))
	}
	if c.options.Graphs != nil {
		c.options.Graphs(c.order)
	}
}
