package refine

import (
	"context"
	"time"

	"yogi/internal/concolic"
	"yogi/internal/feature"
	"yogi/internal/invariant"
	"yogi/internal/ir"
	"yogi/internal/query"
	"yogi/internal/region"
	"yogi/internal/sem"
	"yogi/internal/solver"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// Predicates says of which demands the predicate of a split is made.
type Predicates uint8

// The choices. ByObligations takes the obligations of the region behind the frontier, with the branch
// condition if need be; ByCore what the solver needed for its refutation.
const (
	ByObligations Predicates = iota
	ByCore
)

// Turn are the settings that may differ between the turns of one search.
type Turn struct {
	Predicates Predicates
	// Carry: obligations are carried backwards over blocks that no test has reached, before a
	// frontier is worked on.
	Carry bool
}

// Options are the settings of the algorithm.
type Options struct {
	// TestSteps is the number of blocks a test runs past its frontier (YOGI-OPT, test threshold).
	TestSteps int
	// LongestTest is the number of blocks beyond which a test that was cut short is not continued.
	LongestTest int
	// Strategy answers the program's question in the place of the main loop; nil: none does.
	Strategy Strategy
	// TestsAsPlanned runs tests with no dry runs before.
	TestsAsPlanned bool
	// Initial says what the region graphs begin with.
	Initial Initial
	// Features are the parts of the search that are not left out.
	Features feature.Set
	// QueryTimeout bounds one solver query.
	QueryTimeout time.Duration
	// Check re-checks the invariants after every step.
	Check bool
	// Referee answers what the checks ask; nil: the solver of the search.
	Referee solver.Solver
	// OnFrontier is told of each frontier that is worked on: the block before it; nil: nobody.
	OnFrontier func(before *ir.Block)
	// Watcher is told of the main loop's steps; nil: nobody watches.
	Watcher Watcher
	// SolverSeconds is the time spent in the solver so far; nil: nobody measures it.
	SolverSeconds func() float64
	// ContractsExhausted: a run before this one has tried all it knows of contracts.
	ContractsExhausted bool
	// Fault is planted by tests.
	Fault Fault
}

// Calls decides steps that lead through a call.
type Calls interface {
	// Cross extends the frontier from region s to region t along e, which leaves the call block where at
	// is. It either makes progress (a test, a split, a removed edge) or gives the reason why not.
	Cross(x *Explorer, at *concolic.State, s, t *region.Node, e region.Edge) Step
	// Discharge is called before x answers no: it retracts what was assumed about x's question and does not
	// hold, and reports whether anything was.
	Discharge(x *Explorer) bool
	// Assumed reports whether an absence relies on an assumption that is not discharged yet.
	Assumed(why *region.Absence) bool
	// Main is the graph of the program's question.
	Main() *region.Graph
	// GraphOf is the graph of a question, made if need be.
	GraphOf(f *ir.Function, exit verdict.Exit, post *term.Term, rigid []*term.Term) *region.Graph
	// Revalidate retracts whatever relies on claims that do not hold and that nobody works on.
	Revalidate()
	// CheckClaims re-checks what questions rely on of one another (Options.Check).
	CheckClaims() error
}

// Engine is one run of the algorithm on one program: the forest, the solver, the counters.
type Engine struct {
	Program *ir.Program
	Options Options
	Calls   Calls
	Stats   verdict.Statistics
	Solver  solver.Solver
	// Forest is the must side: the tests.
	Forest *concolic.Forest

	turn     Turn
	queries  *query.Session
	terms    *term.Builder
	slots    *sem.Slots
	overhead overhead
	effort   map[effortKey]int
	started  time.Time
	initials *initial                 // nil: no graph has a first abstraction
	checked  map[*region.Absence]bool // absences that CheckAbsent looked at

	generalisations map[*ir.Function]*generalisation
	contracts       contracts
	samples         map[invariant.Point][]term.Assignment // of random runs; nil: not made yet
	continuations   continuations
	broken          map[*term.Term]bool // negations of facts by which regions were split
}

// NewEngine prepares a run. The program has been lowered to assignments and normalized.
func NewEngine(ctx context.Context, p *ir.Program, s solver.Solver, options Options) *Engine {
	p.MustBeNumbered()
	e := &Engine{
		Program: p, Options: options, Solver: s, terms: p.Terms, slots: sem.NewSlots(p), started: time.Now(),
		effort: map[effortKey]int{}, checked: map[*region.Absence]bool{},
		generalisations: map[*ir.Function]*generalisation{}, broken: map[*term.Term]bool{},
	}
	e.Stats.ByKind = map[string]int{}
	e.contracts.none = options.ContractsExhausted
	evaluator := term.NewEvaluator()
	e.queries = query.NewSession(ctx, p, s, evaluator, &e.Stats, query.Options{
		Timeout: options.QueryTimeout, OtherMeanings: options.Features.Has(feature.OtherMeanings),
	})
	e.Forest = concolic.NewForest(p, e.queries, e.slots, evaluator, &e.Stats, concolic.Options{
		TestSteps: options.TestSteps, LongestTest: options.LongestTest, AsPlanned: options.TestsAsPlanned, Check: options.Check,
		Steady: options.Features.Has(feature.SteadyInputs), Filled: options.Features.Has(feature.FilledMemory),
	})
	return e
}

// Resume goes on within another limit and with other choices. What was found stays.
func (e *Engine) Resume(ctx context.Context, t Turn) {
	e.queries.Turn(ctx)
	e.turn = t
	e.contracts.none = e.contracts.none || e.contracts.exhausted
}

// Root is the activation of the program's entry.
func (e *Engine) Root() *concolic.Activation { return e.Forest.Root().Activation }

// Terms is the program's term builder.
func (e *Engine) Terms() *term.Builder { return e.terms }

// Stop says that the search has to stop.
func (e *Engine) Stop() bool { return e.queries.Stop() }

// Stopped returns the reason to stop, or "".
func (e *Engine) Stopped() verdict.Reason { return e.queries.Stopped() }

// Deviate lets tests deviate from what the program's functions mean, and reports whether they did
// not before, but had reason to.
func (e *Engine) Deviate() bool { return e.queries.Deviate() }

// ask poses a query about a path from the start of the program.
func (e *Engine) ask(path, assume []*term.Term, label string) solver.Answer {
	return e.queries.Ask(query.Query{Path: path, Assume: assume, Label: label}).Answer
}

// optionalQuery bounds a question that only saves later work.
const optionalQuery = time.Second

// AskNear is ask on the path p, of which base is a test: where a model has to agree with the interpretation of
// functions, one near the test is tried.
func (e *Engine) AskNear(p *concolic.Path, base *concolic.Plan, path, assume []*term.Term, label string) query.PathAnswer {
	return e.queries.Ask(query.Query{Path: path, Assume: assume, Label: label, Near: e.Forest.Near(p, base, assume)})
}

// AskAnywhere poses a query about an arbitrary state.
func (e *Engine) AskAnywhere(path, assume []*term.Term, label string) solver.Answer {
	return e.queries.AskAnywhere(query.Query{Path: path, Assume: assume, Label: label})
}
