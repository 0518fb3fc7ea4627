package interproc

import (
	"context"
	"time"

	"yogi/internal/bug"
	"yogi/internal/concolic"
	"yogi/internal/feature"
	"yogi/internal/ir"
	"yogi/internal/journal"
	"yogi/internal/query"
	"yogi/internal/refine"
	"yogi/internal/refine/baseline"
	"yogi/internal/region"
	"yogi/internal/solver"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// Options are the settings of a check.
type Options struct {
	// Algorithm says what is remembered of answered questions: "smash" (and ""): must and not-may
	// summaries; "may", "must": those only; "dash": nothing. "synergy" is smash on a single procedure. "slam",
	// "lee-yannakakis" and "dart" are the algorithms that SYNERGY is compared with. Directed is a turn of tests alone.
	Algorithm     string
	Alias         baseline.Alias // of slam
	TestSteps     int            // 0: 500
	Solver        solver.Solver
	SolverTimeout time.Duration // of one query; 0: 10 s
	MaxDepth      int           // of nested calls of recursive functions; 0: 200
	Check         bool          // re-check invariants after every step
	Referee       solver.Solver // answers what the checks ask; nil: Solver
	Journal       *journal.Journal
	Features      feature.Set     // the parts of the search that are not left out
	Initial       refine.Initial  // what region graphs begin with
	Seeds         []concolic.Seed // tests of an earlier run, with which the forest begins
	// Planted receives the tests that the last attempt had when the run ended, at most MostSeeds;
	// those of an attempt that gave up before it are gone with it (see Search). nil: nobody asks.
	Planted       func([]concolic.Seed)
	MostSeeds     int
	Earlier       *Earlier       // a proof with whose regions graphs begin
	SolverSeconds func() float64 // time spent in the solver so far, for the journal
	// Graphs receives the final region graphs; nil: nobody asks for them.
	Graphs func([]*region.Graph)

	fault refine.Fault // planted by tests
}

// earlierAttempts say what the next checker has to know of those before it.
type earlierAttempts struct {
	// contractsExhausted: all that is known of contracts was tried.
	contractsExhausted bool
	// deviates: tests that keep to what the program's functions mean led nowhere.
	deviates bool
	// asInterpreted: a test failed that does not keep to it, and none is made any more.
	asInterpreted bool
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
	// graphsByTurn are the graphs of each attempt by their questions, which it refines further when the question comes
	// again; graphs are those of the attempt at hand.
	graphsByTurn map[refine.Turn]map[graphKey]*region.Graph
	graphs       map[graphKey]*region.Graph
	// proofs are the first graphs that answered their question no, of algorithms that keep not-may summaries. An
	// attempt that has no graph of the question takes that one and refines it further.
	proofs map[graphKey]*region.Graph
	// denied are all graphs about which some question was answered no, kept or not: what they were asked for is worth
	// asking for again (weaker).
	denied map[*region.Graph]bool
	// forgotten are the graphs that algorithms without not-may summaries have dropped from graphs behind an answer.
	// They are proofs of what relies on them, and nobody refines them.
	forgotten map[*region.Graph]bool
	// memo has, with feature.Memo, those of the forgotten that answered no, by their questions: they may answer no
	// again as they are; what they do not answer is asked anew (memo.go).
	memo    map[graphKey]*region.Graph
	order   []*region.Graph // all graphs, of all attempts, as they were made
	stack   []*refine.Explorer
	must    mustSummaries
	work    work
	assumed bool // some absent edge may rely on an assumption

	recorder *recorder // nil: nobody reads a journal
	turn     refine.Turn
	// deviation is the meaning of functions in a test that fails only under it; the answer is unknown then.
	deviation *query.Meaning
}

// newChecker prepares a run.
func newChecker(ctx context.Context, p *ir.Program, options Options, earlier earlierAttempts) *checker {
	c := &checker{
		program: p, options: options,
		graphsByTurn: map[refine.Turn]map[graphKey]*region.Graph{}, proofs: map[graphKey]*region.Graph{}, memo: map[graphKey]*region.Graph{},
		forgotten: map[*region.Graph]bool{}, denied: map[*region.Graph]bool{},
	}
	c.must = mustSummaries{of: map[*ir.Function][]*mustSummary{}, tried: map[mustUse]bool{}}
	c.work.passed = map[*ir.Function]bool{}
	c.recorder = newRecorder(c, options.Journal)
	features := options.Features
	if earlier.asInterpreted {
		features = features.Without(feature.OtherMeanings)
	}
	if IsBaseline(options.Algorithm) {
		features = features.Without(feature.OtherMeanings, feature.Invariants)
	}
	c.engine = refine.NewEngine(ctx, p, options.Solver, refine.Options{
		TestSteps: options.TestSteps, LongestTest: longestTest, QueryTimeout: options.SolverTimeout, Check: options.Check, Referee: options.Referee,
		Initial: initialOf(options), Features: features, OnFrontier: c.progress(), Watcher: c.recorder.watcher(), SolverSeconds: options.SolverSeconds,
		ContractsExhausted: earlier.contractsExhausted, Strategy: strategyOf(options), TestsAsPlanned: options.Algorithm == dart || options.Algorithm == Directed, Fault: options.fault,
	})
	c.engine.Calls = c
	if earlier.deviates {
		c.engine.Deviate()
	}
	if plants(options) {
		c.plant()
	}
	return c
}

// plant runs the tests of an earlier run, until one finds an error.
func (c *checker) plant() {
	for _, seed := range c.options.Seeds {
		if c.engine.Stopped() != "" || c.engine.Forest.Failed() {
			return
		}
		if !c.engine.Forest.Plant(seed) {
			c.engine.Stats.ByKind["tests of the cache dropped"]++
		}
	}
}

// tooDeep reports whether an activation is deeper in a recursion than the search follows.
func (c *checker) tooDeep(a *concolic.Activation) bool {
	return a.Function.Recursive && a.Recursions > c.options.MaxDepth
}

// run works on the program's question.
func (c *checker) run(effort int) *verdict.Answer {
	main := c.graph(c.program.Entry, verdict.ErrorExit, c.engine.Terms().True(), nil)
	x := c.engine.NewExplorer(refine.Question{Graph: main, Activation: c.engine.Root(), Effort: effort})
	c.stack = append(c.stack, x)
	result := x.Run()
	c.recorder.closed(x, result)
	c.pop()
	if c.options.Check {
		if err := c.engine.Terms().Intact(); err != nil {
			bug.Errorf("%v", err)
		}
	}
	switch result.Kind {
	case refine.Must:
		found := c.engine.Forest.FoundAt(result.State)
		if found == nil {
			bug.Errorf("a test is in an error region but found no error")
		}
		if found.Unsupported != nil {
			return &verdict.Answer{Kind: verdict.Unknown, Reason: verdict.Unsupported, Diagnostic: found.Unsupported, Detail: found.Unsupported.String()}
		}
		if found.Deviation != nil {
			c.deviation = found.Deviation
			return &verdict.Answer{Kind: verdict.Unknown, Reason: verdict.SolverGaveUp}
		}
		return &verdict.Answer{Kind: verdict.Fail, Test: found.Test}
	case refine.NotMay:
		return &verdict.Answer{Kind: verdict.Pass, Certificate: certificate(main)}
	}
	if result.Kind == refine.PutOff {
		result.Reason = verdict.Timeout
	}
	return &verdict.Answer{Kind: verdict.Unknown, Reason: result.Reason, Detail: result.Detail}
}

func (c *checker) fill(s *verdict.Statistics) {
	*s = c.engine.Stats
	s.MeanSurvival, s.Overhead = c.engine.Forest.MeanSurvival(), c.engine.Overhead()
	for _, g := range c.order {
		s.Regions += g.Regions()
	}
	s.ByKind["graphs"] = len(c.order)
}
