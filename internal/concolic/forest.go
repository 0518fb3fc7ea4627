package concolic

import (
	"time"

	"yogi/internal/invariant"
	"yogi/internal/ir"
	"yogi/internal/query"
	"yogi/internal/sem"
	"yogi/internal/source"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// Options are the settings of tests.
type Options struct {
	// TestSteps is the number of blocks a test runs past the path that it was made for (YOGI-OPT,
	// test threshold).
	TestSteps int
	// LongestTest is the number of blocks beyond which a test that was cut short is not continued.
	LongestTest int
	// AsPlanned runs tests as they were planned, with no dry runs before (DART).
	AsPlanned bool
	// Steady: in some of the long random runs an input mostly keeps the value that it had before.
	Steady bool
	// Filled: some of the long random runs begin with memory full of characters.
	Filled bool
	// Check compares each test with the symbolic execution of its path (invariant I2).
	Check bool
}

// Forest is the tests of a run and the tree of the paths that they took.
//
// What it consists of are types, each in the next: the paths over symbols, the record of tests and the dry runs.
type Forest struct {
	dryRuns
	started time.Time
	longest int64 // blocks of the longest test that ran to its end, or as far as any may
	// unfinished are the tests that were stopped at their step limit.
	unfinished []*unfinished

	originPlan  *Plan // see Origin
	originKnown bool
	longRuns    *longRuns // nil: no long random runs yet
	// failedAtRandom: a random run reached an error and is in the forest as a test.
	failedAtRandom bool
}

// NewForest plants the forest of a program: one path, at the start, and no test. What it does is
// counted in stats.
func NewForest(p *ir.Program, queries *query.Session, slots *sem.Slots, evaluator *term.Evaluator, stats *verdict.Statistics, options Options) *Forest {
	f := &Forest{started: time.Now()}
	f.symbolicPaths = symbolicPaths{
		program: p, options: options, stats: stats, queries: queries, terms: p.Terms, slots: slots, root: newRoot(p.Entry),
		inputs: map[*term.Term]int{}, openIndices: map[*term.Term]openIndices{},
	}
	f.testRecord.evaluator, f.found, f.meanings = evaluator, map[*State]*Found{}, map[int]*query.Meaning{}
	f.plans, f.lengths, f.reached = map[int]*Plan{}, map[int]int64{}, map[*ir.Block]bool{}
	f.visits, f.repaired = map[*ir.Block]int{}, map[*ir.Input]term.Value{}
	f.root.point = sem.NewRoot(queries.SymbolicStart(), zeros(p))
	return f
}

// testRecord has the states of each test on the paths, and what each was given and found.
type testRecord struct {
	symbolicPaths
	evaluator *term.Evaluator
	found     map[*State]*Found
	meanings  map[int]*query.Meaning // of functions, by test
	plans     map[int]*Plan          // by test: all that it was given
	lengths   map[int]int64          // by test: the blocks that it ran
	reached   map[*ir.Block]bool     // by a test
	survived  int64                  // blocks that tests ran past the paths that they were made for
}

// PlanOf is all that a test was given; nil: there is no such test.
func (f *testRecord) PlanOf(test int) *Plan { return f.plans[test] }

// Found is a test that reached an error, or something unsupported.
type Found struct {
	Test        *verdict.Test
	Unsupported *source.Diagnostic
	// Deviation is the interpretation of functions under which this happens, where it is not the
	// program's: it is no evidence then. nil: it happens under the program's.
	Deviation *query.Meaning
}

// FoundAt returns what the test that ended at s found, or nil.
func (f *testRecord) FoundAt(s *State) *Found { return f.found[s] }

// FailedAtRandom reports whether a random run reached an error. The test that it became answers the
// program's question wherever the search is.
func (f *Forest) FailedAtRandom() bool { return f.failedAtRandom }

// Reached is the number of blocks, of all functions, that some test has been at.
func (f *testRecord) Reached() int { return len(f.reached) }

// MeanSurvival is the mean number of blocks that a test ran past its frontier.
func (f *testRecord) MeanSurvival() float64 {
	if f.stats.Tests == 0 {
		return 0
	}
	return float64(f.survived) / float64(f.stats.Tests)
}

// StatesByPoint lists the states of all tests by function and block.
func (f *testRecord) StatesByPoint() map[invariant.Point][]*State {
	out := map[invariant.Point][]*State{}
	work := []*Path{f.root}
	for len(work) > 0 {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		at := invariant.Point{Function: p.Activation.Function, Block: p.Location}
		switch {
		case p.Location >= 0:
			out[at] = append(out[at], p.States...)
		case p.Exit == verdict.ReturnExit:
			at.Block = invariant.AtReturn
			out[at] = append(out[at], p.States...)
		}
		for c := range p.Children {
			work = append(work, c)
		}
	}
	return out
}

// Assignment evaluates terms over a state of a test; it is an invariant.Entered.
func (f *testRecord) Assignment(s *State) term.Assignment { return &stateAssignment{f, s, nil} }

// stateAssignment evaluates terms over a state and rigid symbols.
type stateAssignment struct {
	tests *testRecord
	state *State
	rigid map[*term.Term]term.Value
}

func (a *stateAssignment) Lookup(sym *term.Term) (term.Value, bool) {
	if v, ok := sem.Value(a.tests.slots, a.state.Point, sym); ok {
		return v, true
	}
	v, ok := a.rigid[sym]
	return v, ok
}

var _ invariant.Entered = (*stateAssignment)(nil)

// Entry implements invariant.Entered.
func (a *stateAssignment) Entry() term.Assignment {
	s := a.state
	for s.Previous != nil {
		s = s.Previous
	}
	return &stateAssignment{a.tests, s, nil}
}

func (a *stateAssignment) Apply(f *term.Func, args []term.Value) (term.Value, bool) {
	return a.tests.functionsOf(a.state.Test)(f, args)
}

// functionsOf gives the meaning of uninterpreted functions in a test.
func (f *testRecord) functionsOf(test int) func(f *term.Func, args []term.Value) (term.Value, bool) {
	return f.queries.FunctionsIn(f.meanings[test])
}

// ValueAt is the value of a variable in a state; there is none if the variable is not in scope.
func (f *testRecord) ValueAt(s *State, sym *term.Term) (term.Value, bool) {
	return sem.Value(f.slots, s.Point, sym)
}

// EvalAt evaluates a term in a test's state.
func (f *testRecord) EvalAt(s *State, rigid map[*term.Term]term.Value, t *term.Term) (term.Value, error) {
	return f.evaluator.Eval(t, &stateAssignment{f, s, rigid})
}
