// Package verdict holds the answers of the checker and the evidence they carry.
//
// A Fail carries a Test, a Pass a Certificate, an Unknown a reason. The engine makes Answers; package
// confirm turns them into Verdicts, after package certify has accepted the evidence.
package verdict

import (
	"slices"

	"yogi/internal/assumption"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// Kind is the kind of answer. The zero value is invalid, so a forgotten assignment is never Pass.
type Kind uint8

// The kinds.
const (
	Invalid Kind = iota
	Pass
	Fail
	Unknown
)

func (k Kind) String() string { return [...]string{"invalid", "pass", "fail", "unknown"}[k] }

// Reason says why an answer is unknown. The list is closed: these are the words of the command line.
type Reason string

// The reasons.
const (
	Timeout          Reason = "timeout"
	Memory           Reason = "memory"
	Interrupted      Reason = "interrupted"
	Setup            Reason = "setup"
	Unsupported      Reason = "unsupported"
	UndefinedReason  Reason = "undefined"
	ModelReason      Reason = "model"
	Divergence       Reason = "divergence"
	Recursion        Reason = "recursion"
	SolverGaveUp     Reason = "solver"
	Assumptions      Reason = "assumptions"
	EvidenceRejected Reason = "evidence-rejected"
	Internal         Reason = "internal"
)

// IsOfSearch says that a search did not come to an end: another one, or a program that is easier to
// search, may have an answer.
func (r Reason) IsOfSearch() bool {
	return r == Timeout || r == Divergence || r == SolverGaveUp || r == Recursion
}

// Answer holds the findings of the engine, which sets exactly the field that belongs to Kind. A verdict that became
// unknown later may still have the test.
type Answer struct {
	Kind        Kind
	Test        *Test
	Certificate *Certificate
	Reason      Reason
	Detail      string             // for Unknown: what would unblock it, in words
	Diagnostic  *source.Diagnostic // for Unsupported
	Statistics  Statistics
}

// Statistics counts the engine's work.
type Statistics struct {
	Iterations    int // of the main loop, all questions together
	Tests         int
	Steps         int64 // basic blocks executed by tests
	Splits        int
	Regions       int
	Questions     int
	GraphsReused  int // region graphs that a question found where an earlier one left them
	SolverQueries int
	SolverTime    float64 // seconds
	// MeanSurvival is the mean number of blocks a test ran past its frontier.
	MeanSurvival float64
	// Overhead is the median of the seconds that an iteration took outside the solver; 0: not measured.
	Overhead float64
	ByKind   map[string]int // further counters by name
	Attempts []Attempt      // what was tried, in order, that of a lane together
}

// Attempt is one attempt at a question: a row of each choice of package portfolio, "" where there was none to make.
type Attempt struct {
	Lane                              string // beside others (package portfolio); "": one attempt came after the other
	Method, Guess, Conditions, Engine string
	Share                             float64 // of the time left of the row around, to the last choice
	Given, Used                       float64 // seconds; 0 given: as many as it took; of work where the row bounds that
	Iterations                        int
	Gave                              Kind
	Reason                            Reason // of an unknown; "": it said nothing
	Counts                            bool   // what it gave holds of the program that was asked about
}

// AddWork adds the work of an earlier search to the counters of work.
func (s *Statistics) AddWork(earlier Statistics) {
	s.Iterations += earlier.Iterations
	s.Tests += earlier.Tests
	s.Steps += earlier.Steps
	s.Splits += earlier.Splits
	s.Questions += earlier.Questions
	s.GraphsReused += earlier.GraphsReused
}

// AddSearch adds the work of an earlier search that had a solver of its own.
func (s *Statistics) AddSearch(earlier Statistics) {
	s.AddWork(earlier)
	s.SolverQueries += earlier.SolverQueries
	s.SolverTime += earlier.SolverTime
	s.Attempts = slices.Concat(earlier.Attempts, s.Attempts)
}

// Set sets a further counter.
func (s *Statistics) Set(name string, n int) {
	if s.ByKind == nil {
		s.ByKind = map[string]int{}
	}
	s.ByKind[name] = n
}

// Test is an execution: the values of the inputs in the order in which the run consumed them. Running
// the program on them (package sem/concrete) is deterministic and ends in an Error terminator.
type Test struct {
	Inputs []InputValue
	// Globals are initial values of globals that no Initial fact fixes (Boogie), and the cells of memory
	// (map variables) that the run read before anything wrote them. What is missing is zero.
	Globals []GlobalValue
	// Functions interprets uninterpreted functions (Boogie); nil: they are zero everywhere. Applied
	// are the values that matter to the run, once it was replayed: those that were asked for and
	// are not zero.
	Functions func(f *term.Func, args []term.Value) (term.Value, bool)
	Applied   []FunctionValue
	Trace     []Step
	Omitted   int    // lines of the trace that were left out since the end does not depend on them
	What      string // what went wrong
	About     string // what the check that fails is about, in words of the source: "index 4 of `buf`"
	Property  string // the violated sub-property, as ir.Error has it
	Pos       source.Pos
	Called    source.Pos // where Pos is in what the front end made: the program's call that led there
}

// InputValue is the value given to one execution of a Havoc (or of a Goto with a Choice, whose value is
// the index of the target).
type InputValue struct {
	Input *ir.Input
	Value term.Value
}

// GlobalValue sets a global, or one cell of a map variable when Cell is valid.
type GlobalValue struct {
	Variable *ir.Variable
	Cell     term.Value
	Value    term.Value
}

// Step is one line of the trace a person reads.
type Step struct {
	Function string
	Pos      source.Pos
	Text     string
	Depth    int // call depth
	// Variable and Value are those of the text where it says what something of the source holds; "" else.
	Variable, Value string
}

// Undefined is a function without a body, with the number of places that call it and how many of them have a
// part in the verdict: those whose results can reach a condition; for a fail, of these those that the test ran.
type Undefined struct {
	Name            string
	Calls, Mattered int
	Places          []source.Pos // of those with a part
}

// Invariant holds of a loop in C whenever its condition is about to be evaluated.
type Invariant struct {
	Function string
	Pos      source.Pos
	Text     string // an expression of C
}

// Warning is something that a reader of a verdict may not expect.
type Warning struct {
	ID   string // kebab-case; stable across releases
	Pos  source.Pos
	Text string
}

// The classes of evidence.
const (
	Executed    = "executed"    // a fail: compiled and run
	Interpreted = "interpreted" // a fail: run by the checker's interpreter
	ByProof     = "proved"      // a pass: the certificate was checked again
)

// Verdict is a checked Answer.
type Verdict struct {
	Answer
	// Unconfirmed is, of an unknown, the run to an error that was found and that is not shown to be
	// one of the machine's; nil: there is none.
	Unconfirmed *Test
	// Property is the violated one for Fail, else the checked one: "unreach-call".
	Property string
	// Class says how the evidence was checked: one of the classes of evidence.
	Class       string
	Assumptions assumption.List
	// Warnings say what the verdict is not about.
	Warnings []Warning
	// Watched are, of an unknown, functions with bodies that the rule watches, in or below which the search stands.
	Watched []string
	// Needed are, of an unknown, the functions whose results no machine is known to give as the test that was found
	// needs them.
	Needed []string
	// NullArguments are, of an unknown whose run is not one of the machine's, the parameters of its entry that are null
	// pointers there.
	NullArguments []string
	// Undefined are the functions without a body that the program calls.
	Undefined []Undefined
	// Invariants of loops are what the proof of a C program says of them, where that was asked for.
	Invariants []Invariant
	// Evidence are paths of files written, by role: "driver", "certificate", "witness".
	Evidence map[string]string
}
