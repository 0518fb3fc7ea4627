package portfolio

import (
	"context"
	"time"

	"yogi/internal/deadline"
	"yogi/internal/induction"
	"yogi/internal/interproc"
	"yogi/internal/ir"
	"yogi/internal/verdict"
)

// Subject is a program that is asked about, and what makes others of it.
type Subject interface {
	Program() *ir.Program
	// AsWritten is the program without guessed indices.
	AsWritten(ctx context.Context) (Subject, error)
	// AboutElements is the program with facts about all nodes of lists by which it cannot fail;
	// nil: none were found.
	AboutElements(ctx context.Context) (Subject, error)
	// Fails says that a test fails when it is run on the program.
	Fails(ctx context.Context, test *verdict.Test) bool
	// Walk is the beginning of a walk over all paths of the program (FewPaths, FewStates, Unrolled),
	// or over one however long it is (OnePath).
	Walk(how Pick) Walk
	// Induct looks for a proof by claims that are found backwards from each error; nil: there is none. They promise
	// something where they exclude most of the errors for which there was time.
	Induct(ctx context.Context, limits induction.Limits) (answer *verdict.Answer, promises bool, err error)
	// Simulate looks for a proof by following the states of the rule; nil: there is none.
	Simulate(ctx context.Context) *verdict.Answer
	// Ask gives ask the options of the engine for the program. Queries are logged in a folder
	// inside that of the subject. The answer has the work of the solver then.
	Ask(queries string, ask func(interproc.Options) (*verdict.Answer, error)) (*verdict.Answer, error)
}

// Walk is a walk over the paths of a program.
type Walk interface {
	// Follow follows paths, from where it was when its time was over. The answer is nil unless all
	// of them end without an error, or one in an error and its limits ask for a test (Pick.Limits).
	Follow(ctx context.Context) (answer *verdict.Answer, paths Paths, err error)
}

// Paths says of what kind those of a program are, as far as they were followed.
type Paths struct {
	Straight  bool // there is one: no branch was taken in more ways than one, but for a few orders of evaluation
	Returning bool // they often came to loops in states in which others had come there
}

// Settings say which attempts a check allows.
type Settings struct {
	Unfolding  bool // paths may be followed to their ends
	Unrolling  bool // loops may be unrolled
	Induction  bool // claims may be looked for backwards from each error
	Simulation bool // the states of the rule may be followed
	Inducted   bool // they are known to prove all
	// Earlier is how long the search for the proof took that the engine's options have of an earlier state; 0: there is
	// none.
	Earlier   time.Duration
	Claimed   bool // claims proved what the files held before
	Simulated bool // the states of the rule did
	Witness   bool // a witness is asked for
	Failing   bool // failures are expected: the question is one of a row of them
	Early     bool // conditions without events are left out from the beginning
	Late      bool // they are left out late, if there are many
	Elements  bool // facts about all nodes of lists may be looked for
	Directed  bool // tests may be made that lead anywhere
	Baseline  bool // the algorithm is one that the others are compared with
	Jobs      int  // how many attempts may be made beside one another; 0: one
	// Scarce says so when memory runs short: the last of the lanes ends then. nil: it never does.
	Scarce <-chan struct{}
	// Slower is the factor by which the machine was slower so far than a quiet one (deadline.Slower); nil: it is quiet.
	Slower func() float64
	// Table is of tests; nil: that of the package.
	Table []Row
}

// search is one search of a program, which several attempts share in turns: interproc.Search.
type search interface {
	Begin(ctx context.Context)
	Run(ctx context.Context, a interproc.Attempt) *verdict.Answer
	Iterations() int
	Finish(answer *verdict.Answer)
}

// run is the attempts at one question.
type run struct {
	table    []Row
	settings Settings
	at       [Engine + 1]Row // the row of each choice that has its turn
	// time is that of the row of each choice that has its turn, or of the choice around it, and before Method that of
	// all, which begins with the first turn (begun).
	time     [Engine + 1]deadline.Span
	begun    bool
	attempts []verdict.Attempt
	// takesUp: the search begins with the regions of an earlier proof of the program that was asked about.
	takesUp bool
	asked   *ir.Program
	// directed: tests that lead anywhere had their turn.
	directed bool
	lane     string // whose part of the schedule this is (Lanes); isIdle: where no row applies it makes no attempt
	isIdle   bool
	begin    func(*ir.Program, interproc.Options) search
}

func newRun(settings Settings) *run {
	r := &run{table: settings.Table, settings: settings}
	if r.table == nil {
		r.table = Table
	}
	r.begin = func(p *ir.Program, options interproc.Options) search { return interproc.New(p, options) }
	return r
}

// Run makes the attempts at a subject until one has an answer. It returns the subject that the
// answer is about: the same, as written, or with facts about elements.
func Run(ctx context.Context, subject Subject, settings Settings) (Subject, *verdict.Answer, error) {
	return newRun(settings).run(ctx, subject)
}

func (r *run) run(ctx context.Context, subject Subject) (Subject, *verdict.Answer, error) {
	r.asked = subject.Program()
	ask := r.askMethods
	if r.settings.inLanes() {
		ask = r.askLanes
	}
	subject, answer, err := ask(ctx, subject)
	if err != nil {
		return nil, nil, err
	}
	answer.Statistics.Attempts = r.attempts
	return subject, answer, nil
}

// Check makes the attempts of the engine alone at a program as it is. The program is frozen,
// lowered to assignments, normalized. A bug of ours becomes an Unknown(internal).
func Check(ctx context.Context, p *ir.Program, options interproc.Options) *verdict.Answer {
	r := newRun(Settings{Baseline: interproc.IsBaseline(options.Algorithm)})
	return r.askEngine(ctx, p, options)
}
