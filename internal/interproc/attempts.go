package interproc

import (
	"cmp"
	"context"
	"strings"
	"time"

	"yogi/internal/bug"
	"yogi/internal/ir"
	"yogi/internal/query"
	"yogi/internal/refine"
	"yogi/internal/region"
	"yogi/internal/verdict"
)

// attempt is a way to search. No choice of predicates is best for all programs: the
// essence of a region keeps the partition small where conditions are independent of one another
// (locks), the solver's core generalises over loops. Nor is it always good to carry danger backwards: over calls
// and much that has nothing to do with it that saves accidental predicates, in one procedure with many modes it
// unrolls the loop backwards before tests have seen it. So several attempts take turns on one checker. They share
// the tests, the paths through functions and the graphs of questions that were answered no; a graph that did not get
// there is what an attempt was lost in, and the others begin their own. An attempt whose turn comes again
// goes on where it was. An attempt that gets stuck before its time is over leaves nothing to the others: among the same
// tests and graphs they would get stuck at the same place.
type attempt struct {
	predicates refine.Predicates
	carry      bool
}

// turn is a part of the time for an attempt.
type turn struct {
	attempt attempt
	share   time.Duration // part of the remaining time: 1/share; 0: all
	most    time.Duration // without a deadline
	effort  int           // iterations; 0: as many as there is time for
}

var turns = []turn{
	{attempt: attempt{refine.ByEssence, true}, share: 4, most: 30 * time.Second},
	{attempt: attempt{refine.ByCore, false}, share: 3, most: 30 * time.Second},
	{attempt: attempt{refine.ByEssence, false}, share: 2, most: 30 * time.Second},
	{attempt: attempt{refine.ByEssence, true}},
}

// IsBaseline says that an algorithm is one that the others are compared with.
func IsBaseline(algorithm string) bool { return strategies[algorithm] != refine.Frontiers }

// strategies are what drives the baselines. They make one attempt, look for no invariants and carry nothing
// backwards over blocks that were not reached.
var strategies = map[string]refine.Strategy{
	"slam": refine.WholePaths, "lee-yannakakis": refine.Bisimulation, "dart": refine.AllPaths,
}

// Check runs the algorithm. The program is frozen, lowered to assignments, normalized. A bug of ours
// becomes an Unknown(internal).
func Check(ctx context.Context, p *ir.Program, options Options) *verdict.Answer {
	if options.Algorithm == "" {
		options.Algorithm = "smash"
	}
	if options.TestSteps == 0 {
		options.TestSteps = 500
	}
	if options.SolverTimeout == 0 {
		options.SolverTimeout = 10 * time.Second
	}
	if options.MaxDepth == 0 {
		options.MaxDepth = 200
	}
	s := &search{program: p, options: options}
	answer := guarded(func() *verdict.Answer { return s.takeTurns(ctx) })
	if s.checker != nil {
		s.report(answer)
	}
	return answer
}

// search is the attempts of one check.
type search struct {
	program *ir.Program
	options Options
	checker *checker
	// spent is the work of the checkers before, lacking what the latest of them that came so far as to know was lacking.
	spent   verdict.Statistics
	lacking string
	// deviation is what the program's functions would have to mean for a test to fail.
	deviation *query.Meaning
}

// begin begins a checker of which nothing is known yet.
func (s *search) begin(ctx context.Context) {
	if c := s.checker; c != nil {
		s.spent.AddWork(c.engine.Stats)
		s.lacking = cmp.Or(c.engine.Diverging(), s.lacking)
		s.options.contractsInVain = c.engine.ContractsInVain()
	}
	s.checker = newChecker(ctx, s.program, s.options)
}

// guarded turns a bug of ours into an answer.
func guarded(search func() *verdict.Answer) (answer *verdict.Answer) {
	defer func() {
		if b := bug.Recovered(recover()); b != nil {
			answer = &verdict.Answer{Kind: verdict.Unknown, Reason: verdict.Internal, Detail: b.Message + "\n" + b.Stack}
		}
	}()
	return search()
}

// takeTurns lets the attempts take their turns until one has an answer.
func (s *search) takeTurns(ctx context.Context) *verdict.Answer {
	turns := turns
	if s.options.turns != nil {
		turns = s.options.turns
	}
	if strategies[s.options.Algorithm] != refine.Frontiers {
		turns = turns[len(turns)-1:]
	}
	var answer *verdict.Answer
	for i, turn := range turns {
		if answer == nil || answer.Reason != verdict.Timeout {
			s.begin(ctx)
		}
		answer = s.take(ctx, turn)
		last := i == len(turns)-1
		if last || answer.Kind != verdict.Unknown || ctx.Err() != nil || !answer.Reason.IsOfSearch() {
			break
		}
	}
	return answer
}

// take gives an attempt its turn, anew where its tests have to mean something else. Tests keep to what the program's functions mean until that leads nowhere; if then a test
// fails that does not keep to it, only such that do are made from there on. Each time the search begins anew: what it has is what it
// was lost in.
func (s *search) take(ctx context.Context, t turn) *verdict.Answer {
	limit, cancel := t.limit(ctx)
	defer cancel()
	answer := s.checker.take(limit, t)
	if answer.Kind == verdict.Unknown && answer.Reason.IsOfSearch() && limit.Err() == nil && s.checker.engine.Deviate() {
		s.options.deviates = true
		s.begin(ctx)
		answer = s.checker.take(limit, t)
	}
	if s.checker.deviation != nil {
		s.deviation = s.checker.deviation
		s.options.Without.Deviations = true
		if limit.Err() == nil {
			s.begin(ctx)
			answer = s.checker.take(limit, t)
		}
	}
	return answer
}

// take runs the search of an attempt once, on the graphs that are its own, until the turn's time is over.
func (c *checker) take(ctx context.Context, t turn) *verdict.Answer {
	a := t.attempt
	if c.memos[a] == nil {
		c.memos[a] = map[graphKey]*region.Graph{}
	}
	c.graphs = c.memos[a]
	c.predicates = a.predicates
	if c.options.Without.Cores {
		c.predicates = refine.ByEssence
	}
	baseline := IsBaseline(c.options.Algorithm)
	c.engine.Turn(ctx, c.predicates, a.carry && !baseline && !c.options.Without.CarriedDanger)
	return c.run(t.effort)
}

// limit is the context of a turn.
func (t turn) limit(ctx context.Context) (context.Context, context.CancelFunc) {
	if t.share == 0 {
		return context.WithCancel(ctx)
	}
	budget := t.most
	if deadline, ok := ctx.Deadline(); ok {
		budget = time.Until(deadline) / t.share
	}
	return context.WithTimeout(ctx, budget)
}

// report completes the answer and tells whoever asked what the run has come to.
func (s *search) report(answer *verdict.Answer) {
	c := s.checker
	c.fill(&answer.Statistics)
	answer.Statistics.AddWork(s.spent)
	if answer.Kind == verdict.Unknown && answer.Reason != verdict.Internal && answer.Reason != verdict.Unsupported {
		if s.deviation != nil && answer.Reason == verdict.SolverGaveUp {
			answer.Detail = "an error is reached only where functions mean something else than they stand for: " + s.deviation.String()
		}
		answer.Detail = strings.TrimSpace(answer.Detail + "\n" + cmp.Or(c.engine.Diverging(), s.lacking))
	}
	if c.options.Planted != nil && plants(strategies[c.options.Algorithm]) {
		c.options.Planted(c.engine.Forest.Seeds(c.options.MostSeeds))
	}
	if c.options.Graphs != nil {
		c.options.Graphs(c.order)
	}
}
