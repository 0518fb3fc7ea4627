package portfolio

import (
	"slices"
	"time"

	"yogi/internal/interproc"
	"yogi/internal/refine"
)

// Choice names the decision that a row is an alternative of.
type Choice int

// The choices, the outermost first.
const (
	Method     Choice = iota + 1 // paths, claims, or a search
	Guess                        // of the index at which an assertion about an array fails
	Conditions                   // that are left out
	Engine                       // how the engine searches
)

// Pick is the alternative that a row stands for. Rows of Engine that search have none of their own
// (AsIs): how they search is their Attempt.
type Pick int

// The picks.
const (
	AsIs          Pick = iota // the program at hand: there is nothing to choose
	FewPaths                  // all paths are followed, while that is cheap
	FewStates                 // all paths are followed, which seem to come back to a few states
	Unrolled                  // loops are unrolled to their ends, with paths joined where they meet
	ByInduction               // each error is proved out of reach by claims found backwards from it
	ByInductionOn             // the same with more work for each
	BySimulation              // the states of the rule are followed through the program
	OnePath                   // the one path is followed, however long
	TakenUp                   // there is a search that begins with the regions of an earlier proof
	BySearch                  // there is a search, from its beginning
	AsWritten                 // no index is guessed
	Guessed                   // indices are guessed
	AboutElements             // facts about all nodes of lists are checked and taken for granted
	NoElements                // none is
	AllConditions             // none is left out
	Relevant                  // those are left out on which no event depends
	Testing                   // the engine makes tests that lead anywhere
)

// Row is a turn.
type Row struct {
	Of   Choice
	Name string
	Pick Pick
	When func(Facts) bool
	// Share is the part of the time that is left for the row; 1: all of it.
	Share float64
	// Most bounds the share; 0: nothing does. Endless takes the place of the share where the check
	// has no time limit and nothing bounds it; 0: the turn is over when its search gives up.
	Most, Endless time.Duration
	// Work bounds the share of a row of Method, too: in time on processors, so that what a row gets
	// done in a moment depends little on what else runs (deadline.Turn).
	Work time.Duration
	// Again bounds Work by a part of what the search for the earlier proof took, but not to less than leastAgain; 0:
	// nothing does.
	Again float64
	// Queries is the folder of a row of Guess inside that of the program's queries (--log-queries);
	// "": that itself.
	Queries string
	Attempt interproc.Attempt // of a row of Engine that searches
}

// Facts are the properties of the program at hand and of the question by which rows apply.
type Facts struct {
	Unfolds    bool // paths may be followed to their ends
	Unrolls    bool // loops may be unrolled
	Inducted   bool // all errors are known to be out of reach by claims found backwards
	Inducts    bool // such claims may be looked for
	Simulates  bool // the states of the rule may be followed
	Harmless   bool // nothing in the program ends a run with an error
	Promises   bool // such claims exclude most of the errors for which they were looked for
	Claimed    bool // such claims proved what the files held before
	Simulated  bool // the states of the rule did
	Earlier    bool // a search did, and of Engine: this one goes on with that proof
	Returning  bool // as far as paths were followed they often came back to states
	Straight   bool // as far as paths were followed there is one
	Witness    bool // a witness is asked for
	Failing    bool // failures are expected: the question is one of a row of them
	Elements   bool // there are nodes that lead to nodes, and facts about all of them may be looked for
	Guesses    int  // indices that are guessed
	Conditions int  // conditions on which no event depends
	Early      bool // these are left out from the beginning
	Late       bool // these are left out where the search does not come to an end
	Supposed   bool // the program has facts about elements
	Directed   bool // tests that lead anywhere may be made, and had no turn yet
	Baseline   bool // the algorithm is one that the others are compared with
}

// Table is the rows, those of a choice in the order in which they take turns. A choice of which no
// row applies is none.
var Table = []Row{
	// Where it is known that it has the answer.
	{Of: Method, Name: "induction", Pick: ByInduction, When: inducted, Share: 0.7},
	// Where there is no error there is nothing to claim: a rule of which no event can occur.
	{Of: Method, Name: "induction", Pick: ByInduction, When: harmless, Share: 0.1, Work: time.Second},
	// Where it had that of the same files before an edit, and the others had none.
	{Of: Method, Name: "induction", Pick: ByInduction, When: claimed, Share: 0.1, Work: time.Second},
	{Of: Method, Name: "simulation", Pick: BySimulation, When: simulated, Share: 0.15, Work: 10 * time.Second},
	// Where a search had it of the same files before an edit, it goes on with that proof's regions for a
	// part of the time that it took then.
	{Of: Method, Name: "earlier proof", Pick: TakenUp, When: takenUp, Share: 0.1, Work: 10 * time.Second, Again: 0.1},
	// Where failures are asked for, one after the other, most answers are tests, and the tests of the
	// question before are at hand: a search comes first for a moment.
	{Of: Method, Name: "search for failures", Pick: BySearch, When: failing, Share: 0.1, Most: time.Second},
	// All paths first, since it takes a moment; the one path last, since a search may find a short
	// proof. Checking a path takes as long as following it, and checking an unrolling longer than
	// finding it, so that gets a small share and comes before the search.
	{Of: Method, Name: "paths", Pick: FewPaths, When: unfolds, Share: 0.1, Work: time.Second},
	// Claims that need no more than what is compared on the way to an error take a moment, also in
	// a program of many errors, calls and loops; of these a search is over with the hardest error,
	// and it splits for each pair of two that have nothing to do with each other.
	{Of: Method, Name: "induction", Pick: ByInduction, When: inducts, Share: 0.1, Work: time.Second},
	// Where a rule depends on few values, the states of it are followed through a program of any size in a time
	// that grows with that, where a search goes from one failing path to the next.
	{Of: Method, Name: "simulation", Pick: BySimulation, When: simulates, Share: 0.15, Work: 10 * time.Second},
	// Where paths come back to states, or these are constants, all are followed for longer: whether
	// the states are few is seen when they are visited. Most that are few are so at once; where the
	// search does not come to an end they get more time behind it.
	{Of: Method, Name: "states", Pick: FewStates, When: returning, Share: 0.15, Work: 3 * time.Second},
	{Of: Method, Name: "unrolled", Pick: Unrolled, When: unrolls, Share: 0.25, Most: 15 * time.Second},
	// Where they exclude most of the errors for which there was time in that second they are looked for longer.
	{Of: Method, Name: "induction again", Pick: ByInductionOn, When: promising, Share: 0.15, Work: 4 * time.Second},
	{Of: Method, Name: "search", Pick: BySearch, When: branching, Share: 1},
	{Of: Method, Name: "search", Pick: BySearch, When: forStates, Share: 0.6},
	{Of: Method, Name: "states again", Pick: FewStates, When: forStates, Share: 0.6, Endless: time.Minute},
	{Of: Method, Name: "search", Pick: BySearch, When: straight, Share: 0.4},
	// Where indices are guessed the one path goes through a loop over an array, and a proof hardly
	// depends on how long that is.
	{Of: Method, Name: "search", Pick: BySearch, When: arrays, Share: 0.7},
	{Of: Method, Name: "one path", Pick: OnePath, When: onePath, Share: 0.45},
	// Where a witness is asked for the search comes first: what it proves has invariants.
	{Of: Method, Name: "search", Pick: BySearch, When: witnessed, Share: 0.4},
	{Of: Method, Name: "paths late", Pick: FewPaths, When: witnessed, Share: 0.45},
	{Of: Method, Name: "states late", Pick: FewStates, When: returned, Share: 0.7, Endless: time.Minute},

	// First for a moment without guesses, since loops of a few rounds are unrolled with less effort
	// where no index is a symbol.
	{Of: Guess, Name: "as written", Pick: AsWritten, When: untested, Share: 0.1, Most: 3 * time.Second},
	{Of: Guess, Name: "without elements", Pick: NoElements, When: listsUntested, Share: 0.15, Most: 2 * time.Second},
	// The same with a turn of tests alone in it.
	{Of: Guess, Name: "as written", Pick: AsWritten, When: tested, Share: 0.15, Most: 4 * time.Second},
	{Of: Guess, Name: "without elements", Pick: NoElements, When: listsTested, Share: 0.2, Most: 3 * time.Second},
	{Of: Guess, Name: "elements", Pick: AboutElements, When: elements, Share: 0.5, Queries: "elements"},
	{Of: Guess, Name: "without elements again", Pick: NoElements, When: lists, Share: 1, Queries: "again"},
	{Of: Guess, Name: "guessed", Pick: Guessed, When: guesses, Share: 0.5, Queries: "guessed-index"},
	{Of: Guess, Name: "as written again", Pick: AsWritten, When: guesses, Share: 1, Queries: "again"},

	// A row without conditions is taken again, with a share of what is left then, as long as
	// conditions are put back.
	{Of: Conditions, Name: "relevant", Pick: Relevant, When: early, Share: 0.5},
	{Of: Conditions, Name: "all", Pick: AllConditions, When: early, Share: 1},
	// Late, since without conditions proofs are shorter, or paths longer. Little comes behind, but
	// the check of a proof.
	{Of: Conditions, Name: "all", Pick: AllConditions, When: late, Share: 0.75},
	{Of: Conditions, Name: "relevant", Pick: Relevant, When: late, Share: 0.8},
	{Of: Conditions, Name: "all again", Pick: AllConditions, When: late, Share: 1},

	// Where facts about elements are in the program one attempt has most of the time: the facts are
	// the hard part of the proof, and little hangs on how predicates are made. The last of the four
	// others goes on with the graphs of the first. A baseline makes one attempt.
	{Of: Engine, Name: "obligations, carried", When: takenUp, Share: 1, Attempt: carried},
	{Of: Engine, Name: "supposed", When: supposed, Share: 0.7, Endless: 30 * time.Second, Attempt: carried},
	// Facts about a cell at a guessed index are all that the proof is made of, and splits by them need
	// no predicates beside them: those by cores are the fewest.
	{Of: Engine, Name: "core", When: guessed, Share: 1.0 / 2, Endless: 30 * time.Second, Attempt: core},
	{Of: Engine, Name: "obligations, carried", When: guessed, Share: 1.0 / 2, Endless: 30 * time.Second, Attempt: carried},
	{Of: Engine, Name: "obligations", When: guessed, Share: 1.0 / 2, Endless: 30 * time.Second, Attempt: obligations},
	{Of: Engine, Name: "obligations, carried, again", When: guessed, Share: 1, Attempt: carried},
	{Of: Engine, Name: "obligations, carried", When: frontiers, Share: 1.0 / 4, Endless: 30 * time.Second, Attempt: carried},
	// Tests that take one untaken branch after the other find what is behind a row of comparisons sooner than a
	// search that begins at the error. They find little more later.
	{Of: Engine, Name: "directed tests", Pick: Testing, When: directed, Share: 1.0 / 2, Most: time.Second},
	{Of: Engine, Name: "core", When: frontiers, Share: 1.0 / 3, Endless: 30 * time.Second, Attempt: core},
	{Of: Engine, Name: "obligations", When: frontiers, Share: 1.0 / 2, Endless: 30 * time.Second, Attempt: obligations},
	{Of: Engine, Name: "obligations, carried, again", When: frontiers, Share: 1, Attempt: carried},
	{Of: Engine, Name: "baseline", When: baseline, Share: 1, Attempt: obligations},
}

// The ways in which the engine searches (interproc.Attempt): what predicates are made of, and
// whether obligations are carried backwards.
var (
	carried     = interproc.Attempt{Predicates: refine.ByObligations, Carry: true}
	core        = interproc.Attempt{Predicates: refine.ByCore}
	obligations = interproc.Attempt{Predicates: refine.ByObligations}
)

// leastAgain is a moment in which proofs of small programs are mended.
const leastAgain = 50 * time.Millisecond

// manyConditions is how many conditions without events make it likely that a search drowns in them.
const manyConditions = 100

// The rows of Method apply by what following the paths has shown up to their turn: that there is one
// (straight, or arrays where indices are guessed), that they come back to states (returning before
// the search, forStates from it on), or neither (branching). Where a witness is asked for the search
// comes first (witnessed, and returned behind it).

func unfolds(f Facts) bool   { return f.Unfolds && !f.Witness }
func witnessed(f Facts) bool { return f.Unfolds && f.Witness }
func branching(f Facts) bool {
	return (unfolds(f) || unrolls(f) || inducted(f) || inducts(f) || simulates(f) || simulated(f) || claimed(f) || harmless(f) || takenUp(f)) && !f.Straight && !returning(f)
}
func forStates(f Facts) bool { return returning(f) && !f.Straight }
func inducted(f Facts) bool  { return f.Inducted && !f.Witness }
func harmless(f Facts) bool  { return f.Inducts && !f.Inducted && f.Harmless && !f.Witness }
func inducts(f Facts) bool {
	return f.Inducts && !f.Inducted && !f.Claimed && !f.Harmless && !f.Straight && !f.Witness
}
func simulates(f Facts) bool {
	return f.Simulates && !f.Inducted && !f.Simulated && !f.Harmless && !f.Straight && !f.Witness
}
func simulated(f Facts) bool {
	return f.Simulates && !f.Inducted && f.Simulated && !f.Harmless && !f.Witness
}
func promising(f Facts) bool { return inducts(f) && f.Promises && !returning(f) }
func claimed(f Facts) bool {
	return f.Inducts && !f.Inducted && f.Claimed && !f.Harmless && !f.Witness
}
func takenUp(f Facts) bool   { return f.Earlier && !f.Witness }
func failing(f Facts) bool   { return f.Failing && unfolds(f) }
func unrolls(f Facts) bool   { return f.Unrolls && !f.Straight && !f.Witness }
func returning(f Facts) bool { return unfolds(f) && f.Returning }
func returned(f Facts) bool  { return witnessed(f) && f.Returning }
func onePath(f Facts) bool   { return unfolds(f) && f.Straight }
func straight(f Facts) bool  { return onePath(f) && !guesses(f) }
func arrays(f Facts) bool    { return onePath(f) && guesses(f) }

// Those of the other choices.

func guesses(f Facts) bool       { return f.Guesses > 0 }
func tests(f Facts) bool         { return f.Directed && !f.Baseline }
func tested(f Facts) bool        { return guesses(f) && tests(f) }
func untested(f Facts) bool      { return guesses(f) && !tests(f) }
func elements(f Facts) bool      { return f.Elements && !f.Baseline }
func lists(f Facts) bool         { return elements(f) && !guesses(f) }
func listsTested(f Facts) bool   { return lists(f) && tests(f) }
func listsUntested(f Facts) bool { return lists(f) && !tests(f) }
func early(f Facts) bool         { return f.Early }
func late(f Facts) bool          { return f.Late && !f.Early && !f.Baseline && f.Conditions >= manyConditions }
func supposed(f Facts) bool      { return f.Supposed && !f.Baseline }
func guessed(f Facts) bool       { return guesses(f) && !f.Baseline }
func frontiers(f Facts) bool     { return !f.Baseline && !guesses(f) && !f.Earlier }
func baseline(f Facts) bool      { return f.Baseline }
func directed(f Facts) bool      { return f.Directed && frontiers(f) && !f.Supposed }

// rowsOf are the rows of a choice.
func rowsOf(table []Row, of Choice) []Row {
	return slices.DeleteFunc(slices.Clone(table), func(r Row) bool { return r.Of != of })
}
