// Package interproc answers questions between functions: whether the program's entry can reach an
// error. It gives package refine its steps over calls (DASH Fig. 14): each is a question about the
// callee, with one region graph for every (function, exit, Post), kept between questions.
package interproc

import (
	"context"
	"strings"
	"time"

	"yogi/internal/bug"
	"yogi/internal/ir"
	"yogi/internal/journal"
	"yogi/internal/refine"
	"yogi/internal/region"
	"yogi/internal/solver"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// Options are the settings of a check.
type Options struct {
	// Algorithm says what is remembered of answered questions: "smash" (and ""): must and not-may
	// summaries; "may", "must": those only; "dash": nothing. "synergy" is smash on a single procedure. "slam",
	// "lee-yannakakis" and "dart" are the algorithms that SYNERGY is compared with.
	Algorithm     string
	Alias         refine.Alias // of slam
	TestSteps     int          // 0: 500
	Solver        solver.Solver
	SolverTimeout time.Duration // of one query; 0: 10 s
	MaxDepth      int           // of nested calls; 0: 200
	Check         bool          // re-check invariants after every step
	Referee       solver.Solver // answers what the checks ask; nil: Solver
	Journal       *journal.Journal
	Without       Without        // parts of the search that are left out
	Initial       refine.Initial // what region graphs begin with
	Memo          bool           // where graphs of answered questions are not kept, their answers no are
	Seeds         []refine.Seed  // tests of an earlier run, with which the forest begins
	// Planted receives the tests of every attempt, at most MostSeeds; nil: nobody asks.
	Planted       func([]refine.Seed)
	MostSeeds     int
	NoInvariants  bool           // loops that diverge are not searched for inductive facts
	SolverSeconds func() float64 // time spent in the solver so far, for the journal
	Dump          func(string)   // receives the final region graphs as text; nil: not made
	// Graphs receives the final region graphs of every attempt; nil: nobody asks for them.
	Graphs func([]*region.Graph)

	fault refine.Fault // planted by tests
	// contractsInVain is set when an attempt has tried all it knows of contracts.
	contractsInVain *bool
}

// Without are parts of the search that are left out, to measure what they are worth.
type Without struct {
	refine.Parts
	Modification    bool // what a callee cannot change is not looked at before it (YOGI-OPT section 6)
	MustSummaries   bool // known paths through callees are not tried
	NotMaySummaries bool // the graph of an answered question is not kept
	CarriedDanger   bool // what makes a region dangerous is not carried backwards by substitution
}

// longestTest bounds, in blocks, how far a test that was cut short is continued.
const longestTest = 30_000

type graphKey struct {
	function *ir.Function
	exit     verdict.Exit
	post     *term.Term
	rigid    string
}

// checker is one run.
type checker struct {
	program *ir.Program
	options Options
	engine  *refine.Engine
	graphs  map[graphKey]*region.Graph
	order   []*region.Graph
	stack   []*refine.Explorer
	must    mustSummaries
	// forgotten are the graphs of answered questions that are no longer among graphs.
	forgotten map[*region.Graph]bool
	// answeredNo are those of them, with Options.Memo, that may answer no again; what they do not answer is asked anew.
	answeredNo map[graphKey]*region.Graph
	denied     map[*region.Graph]bool // some question about the graph was answered no
	assumed    bool                   // some absent edge may rely on an assumption

	predicates refine.Predicates
}

// Check runs the algorithm. The program is frozen, lowered to assignments, normalized. A bug of ours
// becomes an Unknown(internal).
func Check(ctx context.Context, p *ir.Program, options Options) *verdict.Answer {
	var answer *verdict.Answer
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
	attempts := attempts
	if strategies[options.Algorithm] != refine.Frontiers {
		attempts = attempts[len(attempts)-1:]
	}
	options.contractsInVain = new(bool)
	diverging := "" // of the latest attempt that came so far as to know
	for i, attempt := range attempts {
		limit, cancel := attempt.limit(ctx)
		var lacks string
		answer, lacks = once(limit, p, options, attempt)
		cancel()
		if lacks != "" {
			diverging = lacks
		}
		last := i == len(attempts)-1
		if last || answer.Kind != verdict.Unknown || ctx.Err() != nil || !attempt.worthAnother(answer.Reason) {
			break
		}
	}
	if answer.Kind == verdict.Unknown && answer.Reason != verdict.Internal && answer.Reason != verdict.Unsupported {
		answer.Detail = strings.TrimSpace(answer.Detail + "\n" + diverging)
	}
	return answer
}

// attempt is one run of the search from scratch. No choice of predicates is best for all programs: the
// essence of a region keeps the partition small where conditions are independent of one another
// (locks), the solver's core generalises over loops. Nor is it always good to carry danger backwards: over calls
// and much that has nothing to do with it that saves accidental predicates, in one procedure with many modes it
// unrolls the loop backwards before tests have seen it. So the first attempts are given a share of the time
// each, and the last the rest.
type attempt struct {
	predicates refine.Predicates
	carry      bool
	share      time.Duration // part of the remaining time: 1/share; 0: all
	most       time.Duration // without a deadline
}

var attempts = []attempt{
	{refine.ByEssence, true, 4, 30 * time.Second},
	{refine.ByCore, false, 3, 30 * time.Second},
	{refine.ByEssence, false, 2, 30 * time.Second},
	{refine.ByEssence, true, 0, 0},
}

// strategies are what drives the baselines. They make one attempt, look for no invariants and carry nothing
// backwards over blocks that were not reached.
var strategies = map[string]refine.Strategy{
	"slam": refine.WholePaths, "lee-yannakakis": refine.Bisimulation, "dart": refine.AllPaths,
}

// limit is the context of an attempt.
func (a attempt) limit(ctx context.Context) (context.Context, context.CancelFunc) {
	if a.share == 0 {
		return context.WithCancel(ctx)
	}
	budget := a.most
	if deadline, ok := ctx.Deadline(); ok {
		budget = time.Until(deadline) / a.share
	}
	return context.WithTimeout(ctx, budget)
}

// worthAnother says which unknowns another choice of predicates may resolve.
func (a attempt) worthAnother(r verdict.Reason) bool {
	return r == verdict.Timeout || r == verdict.Divergence || r == verdict.SolverGaveUp || r == verdict.Recursion
}

// once runs the search with the choices of an attempt. It also says what facts were lacking.
func once(ctx context.Context, p *ir.Program, options Options, a attempt) (answer *verdict.Answer, lacking string) {
	if options.Without.Cores {
		a.predicates = refine.ByEssence
	}
	c := &checker{program: p, options: options, graphs: map[graphKey]*region.Graph{}, forgotten: map[*region.Graph]bool{}, answeredNo: map[graphKey]*region.Graph{}, denied: map[*region.Graph]bool{}, predicates: a.predicates}
	c.must = mustSummaries{of: map[*ir.Function][]*mustSummary{}, tried: map[mustUse]bool{}}
	defer func() {
		if b := bug.Recovered(recover()); b != nil {
			answer = &verdict.Answer{Kind: verdict.Unknown, Reason: verdict.Internal, Detail: b.Message + "\n" + b.Stack}
		}
		if c.engine != nil {
			c.fill(&answer.Statistics)
			lacking = c.engine.Diverging()
			*options.contractsInVain = *options.contractsInVain || c.engine.ContractsInVain()
		}
		if options.Planted != nil && c.engine != nil && plants(strategies[options.Algorithm]) {
			options.Planted(c.engine.Seeds(options.MostSeeds))
		}
		if options.Dump != nil {
			options.Dump(c.Describe())
		}
		if options.Graphs != nil {
			options.Graphs(c.order)
		}
	}()
	strategy := strategies[options.Algorithm]
	baseline := strategy != refine.Frontiers
	c.engine = refine.NewEngine(ctx, p, options.Solver, refine.Options{
		TestSteps: options.TestSteps, LongestTest: longestTest, QueryTimeout: options.SolverTimeout, Check: options.Check, Referee: options.Referee, MaxDepth: options.MaxDepth,
		Predicates: a.predicates, CarryDanger: a.carry && !baseline && !options.Without.CarriedDanger,
		Initial: initialOf(strategy, options), Without: options.Without.Parts, OnFrontier: c.progress(),
		NoGeneralisation: options.NoInvariants || baseline, NoContracts: *options.contractsInVain, Strategy: strategy, Alias: options.Alias, Fault: options.fault,
	})
	c.engine.Calls = c
	if plants(strategy) {
		c.plant()
	}
	return c.run(), ""
}

// initialOf is what graphs begin with: the baselines have first abstractions of their own.
func initialOf(s refine.Strategy, options Options) refine.Initial {
	if s != refine.Frontiers {
		return refine.InitialNone
	}
	return options.Initial
}

// plants reports whether a strategy works on a forest that tests of an earlier run may be in.
func plants(s refine.Strategy) bool { return s == refine.Frontiers || s == refine.AllPaths }

// plant runs the tests of an earlier run, until one finds an error.
func (c *checker) plant() {
	for _, seed := range c.options.Seeds {
		if c.engine.Stopped() != "" || c.engine.Failed() {
			return
		}
		if !c.engine.Plant(seed) {
			c.engine.Stats.ByKind["tests of the cache dropped"]++
		}
	}
}

func (c *checker) maxDepth() int { return c.options.MaxDepth }

func (c *checker) run() *verdict.Answer {
	main := c.graph(c.program.Entry, verdict.ErrorExit, c.engine.Terms().True(), nil)
	x := c.engine.NewExplorer(refine.Question{Graph: main, Activation: c.engine.Root()})
	c.stack = append(c.stack, x)
	result := x.Run()
	switch result.Kind {
	case refine.Must:
		found := c.engine.FoundAt(result.State)
		if found == nil {
			bug.Errorf("a test is in an error region but found no error")
		}
		if found.Unsupported != nil {
			return &verdict.Answer{Kind: verdict.Unknown, Reason: verdict.Unsupported, Diagnostic: found.Unsupported, Detail: found.Unsupported.String()}
		}
		return &verdict.Answer{Kind: verdict.Fail, Test: found.Test}
	case refine.NotMay:
		return &verdict.Answer{Kind: verdict.Pass, Certificate: certificate(main)}
	}
	return &verdict.Answer{Kind: verdict.Unknown, Reason: result.Reason, Detail: result.Detail}
}

func (c *checker) fill(s *verdict.Statistics) {
	*s = c.engine.Stats
	s.MeanSurvival = c.engine.MeanSurvival()
	for _, g := range c.order {
		s.Regions += g.Regions()
	}
	s.ByKind["graphs"] = len(c.order)
}

// Describe prints all region graphs, for debugging.
func (c *checker) Describe() string {
	out := ""
	for _, g := range c.order {
		out += g.String()
	}
	return out
}
