package refine

import (
	"context"
	"time"

	"yogi/internal/invariant"
	"yogi/internal/ir"
	"yogi/internal/query"
	"yogi/internal/region"
	"yogi/internal/sem"
	"yogi/internal/sem/concrete"
	"yogi/internal/solver"
	"yogi/internal/source"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// Predicates says of which demands the predicate of a split is made.
type Predicates uint8

// The choices. ByEssence takes what makes the region behind the frontier dangerous, with the branch
// condition if need be; ByCore what the solver needed for its refutation.
const (
	ByEssence Predicates = iota
	ByCore
)

// Options are the settings of the algorithm.
type Options struct {
	// TestSteps is the number of blocks a test runs past its frontier (YOGI-OPT, test threshold).
	TestSteps int
	// LongestTest is the number of blocks beyond which a test that was cut short is not continued.
	LongestTest int
	Predicates  Predicates
	// Strategy drives the search; the zero value is SYNERGY's.
	Strategy Strategy
	// Alias is what SLAM tracks of reads after writes.
	Alias Alias
	// Initial says what the region graphs begin with.
	Initial Initial
	// Without are parts of the search that are left out, to measure what they are worth.
	Without Parts
	// CarryDanger carries what makes a region dangerous backwards over blocks that no test has reached, before a
	// frontier is worked on.
	CarryDanger bool
	// QueryTimeout bounds one solver query.
	QueryTimeout time.Duration
	// Check re-checks the invariants after every step.
	Check bool
	// Referee answers what the checks ask; nil: the solver of the search.
	Referee solver.Solver
	// MaxDepth bounds the depth of calls that are explored; deeper ones are given up.
	MaxDepth int
	// OnFrontier is told of each frontier that is worked on: the block before it; nil: nobody.
	OnFrontier func(before *ir.Block)
	// SolverSeconds is the time spent in the solver so far; nil: nobody measures it.
	SolverSeconds func() float64
	// NoGeneralisation leaves loops that diverge alone.
	NoGeneralisation bool
	// NoContracts: no contracts are looked for.
	NoContracts bool
	// Fault is planted by tests.
	Fault Fault
}

// Parts of the search that can be left out. No verdict depends on them.
type Parts struct {
	// BranchPredicates are predicates that leave the condition of a branch out (DASH section 5(b); the SP heuristic
	// of YOGI-OPT section 5).
	BranchPredicates bool
	// Cores guide splits by what the solver needed for a refutation.
	Cores bool
	// SymbolicStates are kept along paths; without them a path is executed from its start for each frontier.
	SymbolicStates bool
	// Deviations are tests under another meaning of functions than the program's (package query, meaning.go).
	Deviations bool
}

// Found is a test that reached an error, or something unsupported.
type Found struct {
	Test        *verdict.Test
	Unsupported *source.Diagnostic
	// Deviation is what functions have to mean for this to happen where they mean something else in the program: it is no
	// evidence then. nil: it happens as they are.
	Deviation *query.Meaning
}

// Calls decides steps that lead through a call.
type Calls interface {
	// Cross extends the frontier from region s to region t along e, which leaves the call block where at
	// is. It either makes progress (a test, a split, a removed edge) or gives the reason why not.
	Cross(x *Explorer, at *State, s, t *region.Node, e region.Edge) Step
	// Settle is called before x answers no: it retracts what was assumed about x's question and does not
	// hold, and reports whether anything was.
	Settle(x *Explorer) bool
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
	// Found maps the states where tests ended in an error to what was found.
	found map[*State]*Found

	queries     *query.Session
	overhead    overhead
	terms       *term.Builder
	slots       *sem.Slots
	evaluator   *term.Evaluator
	root        *Path
	meanings    map[int]*query.Meaning // of functions, by test
	visits      map[*ir.Block]int
	habits      map[*ir.Input]term.Value // the last value that a repair gave an input
	effort      map[effortKey]int
	survived    int64
	initials    *initial // nil: no graph has a first abstraction
	cuts        []*cut
	plans       map[int]*Plan // by test: all that it was given
	lengths     map[int]int64 // by test: the blocks that it ran
	originPlan  *Plan         // see origin
	originKnown bool
	began       time.Time
	sliced      term.Set                 // scratch space: the symbols of a slice
	inputs      map[*term.Term]int       // the number of an input on its path, by symbol
	checked     map[*region.Absence]bool // absences that CheckAbsent looked at

	generalisations map[*ir.Function]*generalisation
	contracts       contracts
	// surfaced: a random run reached an error and is in the forest as a test, which answers the program's question
	// wherever the search is.
	surfaced bool
	samples  map[invariant.Point][]term.Assignment // of random runs; nil: not made yet
	probing  *probing                              // nil: no long random runs yet
	broken   map[*term.Term]bool                   // negations of facts by which regions were split
}

// NewEngine prepares a run. The program has been lowered to assignments and normalized.
func NewEngine(ctx context.Context, p *ir.Program, s solver.Solver, options Options) *Engine {
	p.Number()
	e := &Engine{
		inputs:  map[*term.Term]int{},
		Program: p, Options: options, Solver: s, terms: p.Terms, slots: sem.NewSlots(p),
		evaluator: term.NewEvaluator(), found: map[*State]*Found{}, visits: map[*ir.Block]int{},
		plans: map[int]*Plan{}, lengths: map[int]int64{}, habits: map[*ir.Input]term.Value{}, effort: map[effortKey]int{},
		meanings: map[int]*query.Meaning{}, checked: map[*region.Absence]bool{}, generalisations: map[*ir.Function]*generalisation{}, broken: map[*term.Term]bool{},
	}
	e.Stats.ByKind = map[string]int{}
	e.queries = query.NewSession(ctx, p, s, e.evaluator, &e.Stats, query.Options{
		Timeout: options.QueryTimeout, OnlyAsInterpreted: options.Without.Deviations,
	})
	e.began, e.contracts.none = time.Now(), options.NoContracts
	e.root = newRoot(p.Entry)
	e.root.point = sem.NewRoot(e.queries.SymbolicStart(), zeros(p))
	return e
}

// zeros gives the variables of the entry at the start.
func zeros(p *ir.Program) []*term.Term {
	var out []*term.Term
	for _, v := range p.Entry.Variables() {
		out = append(out, p.Terms.Const(term.ZeroValue(v.Sort)))
	}
	return out
}

// Turn goes on within another limit and with other choices. What was found stays.
func (e *Engine) Turn(ctx context.Context, predicates Predicates, carryDanger bool) {
	e.queries.Turn(ctx)
	e.Options.Predicates, e.Options.CarryDanger = predicates, carryDanger
	e.contracts.none = e.contracts.none || e.contracts.vain
}

// Root is the activation of the program's entry.
func (e *Engine) Root() *Activation { return e.root.Activation }

// FoundAt returns what the test that ended at s found, or nil.
func (e *Engine) FoundAt(s *State) *Found { return e.found[s] }

// Terms is the program's term builder.
func (e *Engine) Terms() *term.Builder { return e.terms }

// MeanSurvival is the mean number of blocks that a test ran past its frontier.
func (e *Engine) MeanSurvival() float64 {
	if e.Stats.Tests == 0 {
		return 0
	}
	return float64(e.survived) / float64(e.Stats.Tests)
}

func (e *Engine) stop() bool { return e.queries.Stop() }

// Stopped returns the reason to stop, or "".
func (e *Engine) Stopped() verdict.Reason { return e.queries.Stopped() }

// Deviate lets tests deviate from what the program's functions mean, and reports whether they did not before, but had
// reason to.
func (e *Engine) Deviate() bool { return e.queries.Deviate() }

// ask poses a query about a path from the start of the program.
func (e *Engine) ask(path, assume []*term.Term, label string) solver.Answer {
	return e.queries.Ask(query.Query{Path: path, Assume: assume, Label: label}).Answer
}

// askNear is ask on the path p, of which base is a test: where a model has to agree with the interpretation of
// functions, one near the test is tried.
func (e *Engine) askNear(p *Path, base *Plan, path, assume []*term.Term, label string) query.PathAnswer {
	return e.queries.Ask(query.Query{Path: path, Assume: assume, Label: label, Near: e.near(p, base, assume)})
}

// askAnywhere poses a query about an arbitrary state.
func (e *Engine) askAnywhere(path, assume []*term.Term, label string) solver.Answer {
	return e.queries.AskAnywhere(query.Query{Path: path, Assume: assume, Label: label})
}

// stateAssignment evaluates terms over a state and rigid symbols.
type stateAssignment struct {
	engine *Engine
	state  *State
	rigid  map[*term.Term]term.Value
}

func (a *stateAssignment) Lookup(sym *term.Term) (term.Value, bool) {
	if v, ok := sem.Value(a.engine.slots, a.state.Point, sym); ok {
		return v, true
	}
	v, ok := a.rigid[sym]
	return v, ok
}

// Entry implements invariant.Entered.
func (a *stateAssignment) Entry() term.Assignment {
	s := a.state
	for s.Previous != nil {
		s = s.Previous
	}
	return &stateAssignment{a.engine, s, nil}
}

func (a *stateAssignment) Apply(f *term.Func, args []term.Value) (term.Value, bool) {
	return a.engine.functionsOf(a.state.Test)(f, args)
}

// functionsOf gives the meaning of uninterpreted functions in a test.
func (e *Engine) functionsOf(test int) func(f *term.Func, args []term.Value) (term.Value, bool) {
	return e.queries.FunctionsIn(e.meanings[test])
}

// EvalAt evaluates a term in a test's state.
func (e *Engine) EvalAt(s *State, rigid map[*term.Term]term.Value, t *term.Term) (term.Value, error) {
	return e.evaluator.Eval(t, &stateAssignment{e, s, rigid})
}

var _ concrete.Observer = (*recorder)(nil)
