package refine

import (
	"context"
	"time"

	"yogi/internal/invariant"
	"yogi/internal/ir"
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
	// Deviations are tests under another meaning of functions than the program's (meaning.go).
	Deviations bool
}

// Found is a test that reached an error, or something unsupported.
type Found struct {
	Test        *verdict.Test
	Unsupported *source.Diagnostic
	// Deviation is what functions have to mean for this to happen where they mean something else in the program: it is no
	// evidence then. nil: it happens as they are.
	Deviation *Meaning
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

	ctx         context.Context
	overhead    overhead
	terms       *term.Builder
	slots       *sem.Slots
	evaluator   *term.Evaluator
	root        *Path
	initial     []*term.Term
	start       map[int]term.Value // globals fixed at the start
	quantified  *quantified
	expansion   *expansion
	meanings    map[int]*Meaning // of functions, by test
	constrained map[*term.Func]bool
	wholeVain   int // queries with quantifiers without an answer, since the last refutation
	modelled    modelled
	deviates    bool // tests deviate from what functions mean
	leftAlone   int  // frontiers, as they do not
	visits      map[*ir.Block]int
	habits      map[*ir.Input]term.Value // the last value that a repair gave an input
	effort      map[effortKey]int
	survived    int64
	facts       *startFacts
	initials    *initial // nil: no graph has a first abstraction
	cuts        []*cut
	plans       map[int]*Plan // by test: all that it was given
	lengths     map[int]int64 // by test: the blocks that it ran
	originPlan  *Plan         // see origin
	originKnown bool
	began       time.Time
	index       *pathIndex // of the path that the latest question was about
	// sliced are the symbols of the latest query about a path.
	sliced    term.Set
	inputs    map[*term.Term]int          // the number of an input on its path, by symbol
	functions map[*term.Term][]*term.Func // per term: its functions without a fixed meaning
	fixed     map[*term.Func]bool         // functions with one
	checked   map[*region.Absence]bool    // absences that CheckAbsent looked at

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
		Program: p, Options: options, Solver: s, ctx: ctx, terms: p.Terms, slots: sem.NewSlots(p),
		evaluator: term.NewEvaluator(), found: map[*State]*Found{}, visits: map[*ir.Block]int{},
		plans: map[int]*Plan{}, lengths: map[int]int64{}, habits: map[*ir.Input]term.Value{}, effort: map[effortKey]int{}, functions: map[*term.Term][]*term.Func{}, fixed: map[*term.Func]bool{},
		start: map[int]term.Value{}, meanings: map[int]*Meaning{},
		checked: map[*region.Absence]bool{}, generalisations: map[*ir.Function]*generalisation{}, broken: map[*term.Term]bool{},
	}
	e.Stats.ByKind = map[string]int{}
	e.index = newPathIndex(e.openFunctions)
	e.began, e.contracts.none = time.Now(), options.NoContracts
	e.constrained = constrained(p.UncheckedAxioms)
	e.root = newRoot(p.Entry)
	e.initialise()
	return e
}

// Turn goes on within another limit and with other choices. What was found stays.
func (e *Engine) Turn(ctx context.Context, predicates Predicates, carryDanger bool) {
	e.ctx, e.Options.Predicates, e.Options.CarryDanger = ctx, predicates, carryDanger
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

func (e *Engine) stop() bool { return e.ctx.Err() != nil || e.tooFaithful() }

// Stopped returns the reason to stop, or "".
func (e *Engine) Stopped() verdict.Reason {
	switch e.ctx.Err() {
	case nil:
		if e.tooFaithful() {
			return verdict.SolverGaveUp
		}
		return ""
	case context.DeadlineExceeded:
		return verdict.Timeout
	}
	return verdict.Interrupted
}

// Ask poses a query about a path from the start of the program: symbols of globals stand for their
// values at the start.
func (e *Engine) Ask(path, assume []*term.Term, label string) solver.Answer {
	return e.askNear(nil, nil, path, assume, label)
}

// askNear is Ask on the path p, of which base is a test: where a model has to agree with the interpretation
// of functions, one near the test is tried.
func (e *Engine) askNear(p *Path, base *Plan, path, assume []*term.Term, label string) solver.Answer {
	path = e.slice(path, assume)
	var near func([]*term.Term) []*term.Term
	if p != nil && base != nil {
		near = func(applications []*term.Term) []*term.Term { return e.pins(p, base, applications, assume) }
	}
	path = e.facts.complete(e, path, assume)
	e.quantified.also = e.facts.reads
	defer func() { e.quantified.also = nil }()
	return e.ask(path, assume, label, near)
}

// AskAnywhere poses a query about an arbitrary state: symbols of variables stand for their values there,
// so nothing that is known of the start may be added.
func (e *Engine) AskAnywhere(path, assume []*term.Term, label string) solver.Answer {
	return e.ask(path, assume, label, nil)
}

// ask poses a query with the time that a query has; near may name facts that lead to a model that agrees
// with the interpretation of the functions in these applications.
func (e *Engine) ask(path, assume []*term.Term, label string, near func(applications []*term.Term) []*term.Term) solver.Answer {
	return e.askWithin(e.Options.QueryTimeout, path, assume, label, near)
}

// askWithin is ask with a bound on the time.
func (e *Engine) askWithin(limit time.Duration, path, assume []*term.Term, label string, near func(applications []*term.Term) []*term.Term) solver.Answer {
	e.Stats.SolverQueries++
	began := time.Now()
	defer func() { e.Stats.SolverTime += time.Since(began).Seconds() }()
	written, demanded := path, assume
	path, assume, applications := e.quantified.rewrite(path, assume)
	path, assume = e.expansion.all(path), e.expansion.all(assume)
	whole := path
	var latest *solver.Model
	for n := 0; ; n++ {
		answer := e.Solver.Check(e.ctx, solver.Query{Path: path, Assume: assume, Label: label, Timeout: limit})
		if answer.Status == solver.Unsat && n > 0 {
			return e.deviate(latest, applications, near != nil, "satisfiable only under another interpretation of the functions")
		}
		if answer.Status != solver.Sat {
			return answer
		}
		if n == 0 {
			if whole, decided := e.askWhole(written, demanded, label); decided && whole.Status == solver.Unsat {
				return whole
			} else if decided {
				answer = whole
			}
		}
		facts := e.interpret(answer.Model, applications, n >= interpretFree)
		if len(facts) == 0 {
			e.modelled = modelled{answer.Model, applications, false}
			return answer
		}
		if n == interpretLimit {
			return e.deviate(answer.Model, applications, near != nil, "no model agrees with the interpretation of the functions")
		}
		latest = answer.Model
		if n+1 == interpretFree && near != nil {
			path, facts = whole, near(applications)
		}
		path = append(path[:len(path):len(path)], facts...)
	}
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

// functionsOf gives the meaning of uninterpreted functions in a test: what it deviates in, else the program's fixed
// interpretation, else what the model said that the test was made from, else zero.
func (e *Engine) functionsOf(test int) func(f *term.Func, args []term.Value) (term.Value, bool) {
	return e.functionsIn(e.meanings[test])
}

// functionsIn is the same for a meaning.
func (e *Engine) functionsIn(m *Meaning) func(f *term.Func, args []term.Value) (term.Value, bool) {
	recorded := e.recordedIn(m)
	return func(f *term.Func, args []term.Value) (term.Value, bool) {
		if e.constrained[f] && !m.deviates() {
			if v, ok := e.fill(m, f, args); ok {
				return v, true
			}
		}
		return recorded(f, args)
	}
}

// recordedIn is the same when the search is over: nothing is chosen any more.
func (e *Engine) recordedIn(m *Meaning) func(f *term.Func, args []term.Value) (term.Value, bool) {
	return func(f *term.Func, args []term.Value) (term.Value, bool) {
		if v, ok := m.deviation(f, args); ok {
			return v, true
		}
		if e.Program.Interpretation != nil {
			if v, ok := e.Program.Interpretation(f, args); ok {
				return v, true
			}
		}
		if v, ok := m.chosen(f, args); ok {
			return v, true
		}
		if v, ok := m.lookup(f, args); ok {
			return v, true
		}
		return term.ZeroValue(f.Result), true
	}
}

// EvalAt evaluates a term in a test's state.
func (e *Engine) EvalAt(s *State, rigid map[*term.Term]term.Value, t *term.Term) (term.Value, error) {
	return e.evaluator.Eval(t, &stateAssignment{e, s, rigid})
}

var _ concrete.Observer = (*recorder)(nil)
