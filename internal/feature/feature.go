// Package feature is the registry of what a search can do without: each row is a part of it that
// can be switched on and off, to measure what it is worth. A verdict may be missing without one; none is
// wrong with or without it.
//
// Names are positive: a feature that a set has is there. The zero Set has what is on by default.
// The registry makes the values of --opt and their help, the list in docs/developing.md, random
// settings (load.RandomSearch), the parts of yogi bisect, and the table "options" of yogi
// bench. A new feature is a constant and a row, and a place that asks for it.
package feature

import (
	"fmt"
	"slices"
	"strings"

	"yogi/internal/bug"
)

// Feature is a part of the search, by the name that users know.
type Feature string

// The features, in the order of Table.
const (
	Conditions           Feature = "conditions"
	Constants            Feature = "constants"
	Unfolding            Feature = "unfolding"
	States               Feature = "states"
	Unrolling            Feature = "unrolling"
	Induction            Feature = "induction"
	LargeBlocks          Feature = "large-blocks"
	GuessedIndex         Feature = "guessed-index"
	ElementFacts         Feature = "element-facts"
	Invariants           Feature = "invariants"
	Tables               Feature = "tables"
	Modification         Feature = "modification"
	MustSummaries        Feature = "must-summaries"
	NotMaySummaries      Feature = "not-may-summaries"
	BranchPredicates     Feature = "branch-predicates"
	Cores                Feature = "cores"
	BackwardSubstitution Feature = "backward-substitution"
	Models               Feature = "models"
	SolverRace           Feature = "solver-race"
	SymbolicStates       Feature = "symbolic-states"
	SparingContinuations Feature = "sparing-continuations"
	OtherMeanings        Feature = "other-meanings"
	Memo                 Feature = "memo"
	Relevance            Feature = "relevance"
	LateRelevance        Feature = "late-relevance"
	DefinedRuns          Feature = "defined-runs"
	OtherRuns            Feature = "other-runs"
	FilledMemory         Feature = "filled-memory"
	SteadyInputs         Feature = "steady-inputs"
	EarlierProofs        Feature = "earlier-proofs"
	EarlierRegions       Feature = "earlier-regions"
	LoopsAsRecursion     Feature = "loops-as-recursion"
)

// Row describes a feature: what it does, its default, where it is from and who reads it.
type Row struct {
	Name Feature
	Does string // what there is with it
	On   bool   // by default
	From string // the paper and its section, or Ours
	Read string // the folder of internal whose package asks for it
}

// Ours is where a feature is from that no paper has.
const Ours = "ours"

// off says that a feature is off by default.
const off = false

// Table are all features.
var Table = []Row{
	{Conditions, "a short-circuit condition is one branch", true, Ours, "prepare"},
	{Constants, "variables that hold one constant at a point are replaced by it", true, Ours, "prepare"},
	{Unfolding, "before the search all paths are followed to their ends, as long as that is cheap: a program with few paths needs no facts", true, Ours, "pipeline"},
	{States, "of paths that are followed to their ends one that comes to a loop in a state in which another came there before is over; where paths do so more often all are followed for longer, and one to an error is a test", true, Ours, "pipeline"},
	{Unrolling, "loops are unrolled as far as runs go around them, with paths that meet joined to one; that no run goes on is proved", off, Ours, "pipeline"},
	{Induction, "errors are proved out of reach by claims that are found backwards from each and are inductive: of a program all together before the search, and with --all those that are easy", true, Ours, "pipeline"},
	{LargeBlocks, "branches that only choose between values are one block, and calls of functions of one block its body", true, "large-block encoding", "prepare"},
	{GuessedIndex, "the index at which an assertion about an array fails is guessed, so that its proof is about one cell", true, Ours, "prepare"},
	{ElementFacts, "where the search of a program with lists does not come to an end, facts about all nodes are looked for, and made facts about one that is chosen before the run", true, Ours, "pipeline"},
	{Invariants, "loops and recursive functions whose regions are split again and again are searched for inductive facts", true, "SYNERGY section 5, in kind", "refine"},
	{Tables, "what a recursive function does is tabulated by the values that its branches depend on, and the table proved as a contract", true, Ours, "refine"},
	{Modification, "what a callee cannot change is known, and looked at before the callee; without, a call changes all that any call changes", true, "YOGI-OPT section 6", "interproc"},
	{MustSummaries, "known paths through a callee are tried before a question about it", true, "SMASH section 4.2", "interproc"},
	{NotMaySummaries, "the regions of an answered question are kept for the next one", true, "SMASH section 4.1", "interproc"},
	{BranchPredicates, "a predicate leaves the condition of a branch out if it separates without (SP)", true, "DASH section 5(b), YOGI-OPT section 5", "refine"},
	{Cores, "splits are guided by the cores of refutations", true, Ours, "refine"},
	{BackwardSubstitution, "preconditions of the error are carried backwards over blocks that no test has reached, by substitution and without a query", true, Ours, "interproc"},
	{Models, "recent models are tried before the solver", true, Ours, "pipeline"},
	{SolverRace, "the other solvers that are installed (see yogi doctor) race Z3 on queries that it does not answer in a moment", off, Ours, "pipeline"},
	{SymbolicStates, "the symbolic states of a path are kept", true, Ours, "refine"},
	{SparingContinuations, "once running tests on that were cut short has led to nothing new of late, only the longest is run on, others now and then", true, Ours, "refine"},
	{OtherMeanings, "where no test keeps to what the functions of a Boogie program stand for (bit operations), one under another meaning shows the way", true, Ours, "refine"},
	{Memo, "an algorithm that keeps no regions of answered questions keeps their answers no; smash and may keep the regions, so nothing changes for them", off, Ours, "interproc"},
	{Relevance, "conditions on which no event of the rule depends are left out until a failing path needs them (CD)", off, "YOGI-OPT section 5.2", "pipeline"},
	{LateRelevance, "where the search of a program with many such conditions does not come to an end they are left out then", true, Ours, "pipeline"},
	{DefinedRuns, "where the run of the test that was found is undefined before it gets to the error another one is looked for", true, Ours, "pipeline"},
	{OtherRuns, "where the test that was found needs results that the C library does not give or bytes of addresses, or gets to what is not modelled, one without is looked for", true, Ours, "pipeline"},
	{FilledMemory, "some of the long random runs begin with memory full of characters, where nothing is said of its contents", true, Ours, "refine"},
	{SteadyInputs, "in some of the long random runs an input that is asked for again mostly has the same value, so that loops go round often", true, "swarm testing, in kind", "refine"},
	{EarlierProofs, "before the search the failing test or the proof of what the files held when they were checked last is tried", true, Ours, "pipeline"},
	{EarlierRegions, "where the proof of what the files held before does not hold any more a search begins with its regions", true, Ours, "pipeline"},
	{LoopsAsRecursion, "every loop is made a function that calls itself", off, Ours, "prepare"},
}

// index is the number of a feature's row, or -1.
func index(f Feature) int {
	return slices.IndexFunc(Table, func(r Row) bool { return r.Name == f })
}

// Exists reports whether a name is that of a feature.
func Exists(name string) bool { return index(Feature(name)) >= 0 }

// Other is the row's switch to what is not its default, as --opt takes it.
func (r Row) Other() string { return switchTo(r.Name, !r.On) }

func switchTo(f Feature, on bool) string {
	if on {
		return string(f) + "=on"
	}
	return string(f) + "=off"
}

// Parse reads NAME=on or NAME=off.
func Parse(text string) (f Feature, on bool, err error) {
	name, value, ok := strings.Cut(text, "=")
	if !ok || value != "on" && value != "off" {
		return "", false, fmt.Errorf("%q is not NAME=on or NAME=off", text)
	}
	if !Exists(name) {
		return "", false, fmt.Errorf("there is no feature %q; there are %s", name, strings.Join(names(), ", "))
	}
	return Feature(name), value == "on", nil
}

func names() []string {
	all := make([]string, len(Table))
	for i, r := range Table {
		all[i] = string(r.Name)
	}
	return all
}

// Set are features. The zero value has those that are on by default.
type Set struct {
	changed uint64 // from the default, a bit for each row
}

// bit is that of a feature.
func bit(f Feature) uint64 { return 1 << row(f) }

// row is the number of the row of a feature that there is.
func row(f Feature) int {
	i := index(f)
	if i < 0 {
		bug.Errorf("there is no feature %q", f)
	}
	return i
}

// Has reports whether a feature is in the set.
func (s Set) Has(f Feature) bool {
	return Table[row(f)].On != (s.changed&bit(f) != 0)
}

// With is the set with features more.
func (s Set) With(more ...Feature) Set {
	for _, f := range more {
		if !s.Has(f) {
			s.changed ^= bit(f)
		}
	}
	return s
}

// Without is the set without some features.
func (s Set) Without(less ...Feature) Set {
	for _, f := range less {
		if s.Has(f) {
			s.changed ^= bit(f)
		}
	}
	return s
}

// String lists what is not as by default.
func (s Set) String() string {
	var words []string
	for _, r := range Table {
		if s.Has(r.Name) != r.On {
			words = append(words, r.Other())
		}
	}
	return strings.Join(words, " ")
}
