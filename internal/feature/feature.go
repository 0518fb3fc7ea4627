// Package feature is the registry of what a check can do without. Each row of Table is a part of the
// search that can be switched on and off, to measure what it is worth; Passes are passes over the
// program. A verdict may be missing without one; none is wrong with or without it.
//
// Names are positive: a feature that a set has is there. The zero Set has what is on by default.
// The registry makes the values of --opt and their help, the list in docs/developing.md, random
// settings (load.RandomSearch), the parts of yogi bisect, and the table "options" of yogi
// bench. A new feature is a constant and a row, and a place that asks for it; where the papers' algorithms
// are compared each is without what is from none of them (package bench/tables). A Set is the one form in
// which anything is told what there is.
package feature

import (
	"fmt"
	"slices"
	"strings"

	"yogi/internal/bug"
)

// Feature is a part of the search or a pass, by the name that users know.
type Feature string

// The features, in the order of Table.
const (
	Conditions           Feature = "conditions"
	Constants            Feature = "constants"
	Unfolding            Feature = "unfolding"
	States               Feature = "states"
	Unrolling            Feature = "unrolling"
	Induction            Feature = "induction"
	ConditionalClaims    Feature = "conditional-claims"
	Simulation           Feature = "simulation"
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
	DirectedTests        Feature = "directed-tests"
	FixedIndices         Feature = "fixed-indices"
	EarlierProofs        Feature = "earlier-proofs"
	EarlierRegions       Feature = "earlier-regions"
	EarlierUnknowns      Feature = "earlier-unknowns"
	LoopsAsRecursion     Feature = "loops-as-recursion"
)

// The passes that can be left out by their own names, in the order of Passes.
const (
	Simplify           Feature = "simplify"
	FixedGlobals       Feature = "fixed-globals"
	Copies             Feature = "copies"
	AllocationSites    Feature = "allocation-sites"
	UnreadObjects      Feature = "unread-objects"
	ScalarReplacement  Feature = "scalar-replacement"
	MemoryMaps         Feature = "memory-maps"
	SimplifyMaps       Feature = "simplify-maps"
	FixedTables        Feature = "fixed-tables"
	DeleteLoops        Feature = "delete-loops"
	PropagateConstants Feature = "propagate-constants"
)

// Passes are the passes that a check can do without and that are no features of the search, to find out which of
// them a verdict depends on (yogi bisect, --without-pass). All are on by default. prepare.Table says what each does.
var Passes = []Feature{Simplify, FixedGlobals, ScalarReplacement, Copies, AllocationSites, UnreadObjects, MemoryMaps, SimplifyMaps, FixedTables, DeleteLoops, PropagateConstants}

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

// byRequest says that a feature is off by default.
const byRequest = false

// Table are all features.
var Table = []Row{
	{Conditions, "a short-circuit condition is one branch", true, Ours, "prepare"},
	{Constants, "variables that hold one constant at a point are replaced by it", true, Ours, "prepare"},
	{Unfolding, "before the search all paths are followed to their ends, as long as that is cheap: a program with few paths needs no facts", true, Ours, "pipeline"},
	{States, "of paths that are followed to their ends one that comes to a loop in a state in which another came there before is over; where paths do so more often all are followed for longer, and one to an error is a test", true, Ours, "pipeline"},
	{Unrolling, "loops are unrolled as far as runs go around them, with paths that meet joined to one; that no run goes on is proved", byRequest, Ours, "pipeline"},
	{Induction, "errors are proved out of reach by claims that are found backwards from each and are inductive: of a program all together before the search, and with --all those that are easy", true, Ours, "pipeline"},
	{ConditionalClaims, "a claim that a block makes true under a condition, as closing what is watched does, is one under that condition before it; and of a claim behind a call what is not about its results is tried alone before it", true, Ours, "pipeline"},
	{Simulation, "before the search the states of a rule are followed through the program, with the constants that are known in each: what they keep out of errors needs no search", true, "property simulation: ESP", "pipeline"},
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
	{SolverRace, "the other solvers that are installed (see yogi doctor) race Z3 on queries that it does not answer in a moment", byRequest, Ours, "pipeline"},
	{SymbolicStates, "the symbolic states of a path are kept", true, Ours, "refine"},
	{SparingContinuations, "once running tests on that were cut short has led to nothing new of late, only the longest is run on, others now and then", true, Ours, "refine"},
	{OtherMeanings, "where no test keeps to what the functions of a Boogie program stand for (bit operations), one under another meaning shows the way", true, Ours, "refine"},
	{Memo, "an algorithm that keeps no regions of answered questions keeps their answers no; smash and may keep the regions, so nothing changes for them", byRequest, Ours, "interproc"},
	{Relevance, "conditions on which no event of the rule depends are left out until a failing path needs them (CD)", byRequest, "YOGI-OPT section 5.2", "pipeline"},
	{LateRelevance, "where the search of a program with many such conditions does not come to an end they are left out then", true, Ours, "pipeline"},
	{DefinedRuns, "where the run of the test that was found is undefined before it gets to the error another one is looked for", true, Ours, "pipeline"},
	{OtherRuns, "where the test that was found needs results that the C library does not give or bytes of addresses, or gets to what is not modelled, one without is looked for", true, Ours, "pipeline"},
	{FilledMemory, "some of the long random runs begin with memory full of characters, where nothing is said of its contents", true, Ours, "refine"},
	{SteadyInputs, "in some of the long random runs an input that is asked for again mostly has the same value, so that loops go round often", true, "swarm testing, in kind", "refine"},
	{DirectedTests, "between searches tests are made for a moment that take branches which no test has taken, wherever these lead", true, "DART, in kind", "pipeline"},
	{FixedIndices, "directed tests behind writes to places that are not known first access memory where the test before did", true, "DART, in kind", "refine/baseline"},
	{EarlierProofs, "before the search the failing test or the proof of what the files held when they were checked last is tried", true, Ours, "pipeline"},
	{EarlierRegions, "where the proof of what the files held before does not hold any more a search begins with its regions", true, Ours, "pipeline"},
	{EarlierUnknowns, "a search of which an earlier check of the same program says that it comes to no answer in the time has a tenth of it", true, Ours, "pipeline"},
	{LoopsAsRecursion, "every loop is made a function that calls itself", byRequest, Ours, "prepare"},
}

// index is the number of a feature's row, of a pass its number behind all rows, or -1.
func index(f Feature) int {
	if i := slices.IndexFunc(Table, func(r Row) bool { return r.Name == f }); i >= 0 {
		return i
	}
	if i := slices.Index(Passes, f); i >= 0 {
		return len(Table) + i
	}
	return -1
}

// Exists reports whether a name is that of a feature of the search.
func Exists(name string) bool {
	return slices.ContainsFunc(Table, func(r Row) bool { return r.Name == Feature(name) })
}

// isOn reports whether there is by default what has a number.
func isOn(i int) bool { return i >= len(Table) || Table[i].On }

// Other is the row's switch to what is not its default, as --opt takes it.
func (r Row) Other() string {
	if r.On {
		return r.Name.SwitchedOff()
	}
	return r.Name.SwitchedOn()
}

// SwitchedOn and SwitchedOff are switches as --opt takes them.
func (f Feature) SwitchedOn() string  { return string(f) + on }
func (f Feature) SwitchedOff() string { return string(f) + off }

// How a switch ends.
const (
	on  = "=on"
	off = "=off"
)

// Switched is the set with a feature of the search as NAME=on or NAME=off says.
func (s Set) Switched(text string) (Set, error) {
	name, _, _ := strings.Cut(text, "=")
	f := Feature(name)
	if text != f.SwitchedOn() && text != f.SwitchedOff() {
		return s, fmt.Errorf("%q is not NAME=on or NAME=off", text)
	}
	if !Exists(name) {
		return s, fmt.Errorf("there is no feature %q; there are %s", name, List(names()))
	}
	return s.switched(f, text), nil
}

func (s Set) switched(f Feature, text string) Set {
	if text == f.SwitchedOn() {
		return s.With(f)
	}
	return s.Without(f)
}

// WithoutPass is the set without one of Passes.
func (s Set) WithoutPass(name string) (Set, error) {
	if !slices.Contains(Passes, Feature(name)) {
		return s, fmt.Errorf("there is no pass %q that can be left out; there are %s", name, List(Passes))
	}
	return s.Without(Feature(name)), nil
}

func names() []Feature {
	all := make([]Feature, len(Table))
	for i, r := range Table {
		all[i] = r.Name
	}
	return all
}

// List names features with commas between them.
func List(features []Feature) string {
	var words []string
	for _, f := range features {
		words = append(words, string(f))
	}
	return strings.Join(words, ", ")
}

// Set are features and passes. The zero value has those that are on by default.
type Set struct {
	changed uint64 // from the default, a bit for each row and each pass
}

// Without are all that are on by default but for some.
func Without(less ...Feature) Set { return Set{}.Without(less...) }

// number is that of a feature that there is.
func number(f Feature) int {
	i := index(f)
	if i < 0 {
		bug.Errorf("there is no feature %q", f)
	}
	return i
}

// Has reports whether a feature is in the set.
func (s Set) Has(f Feature) bool {
	n := number(f)
	return isOn(n) != (s.changed&(1<<n) != 0)
}

// HasAll reports whether all of some features are in the set.
func (s Set) HasAll(features ...Feature) bool {
	return !slices.ContainsFunc(features, func(f Feature) bool { return !s.Has(f) })
}

// With is the set with features more.
func (s Set) With(more ...Feature) Set {
	for _, f := range more {
		if !s.Has(f) {
			s.changed ^= 1 << number(f)
		}
	}
	return s
}

// Without is the set without some features.
func (s Set) Without(less ...Feature) Set {
	for _, f := range less {
		if s.Has(f) {
			s.changed ^= 1 << number(f)
		}
	}
	return s
}

// Flags are those of the command line that make the set of the default.
func (s Set) Flags() []string {
	var flags []string
	for _, r := range Table {
		if s.Has(r.Name) != r.On {
			flags = append(flags, "--opt", r.Other())
		}
	}
	for _, pass := range s.leftOut() {
		flags = append(flags, "--without-pass", string(pass))
	}
	return flags
}

// leftOut are the passes that are not in the set.
func (s Set) leftOut() []Feature {
	return slices.DeleteFunc(slices.Clone(Passes), s.Has)
}

// String lists what is not as by default.
func (s Set) String() string {
	var words []string
	for _, r := range Table {
		if s.Has(r.Name) != r.On {
			words = append(words, r.Other())
		}
	}
	for _, pass := range s.leftOut() {
		words = append(words, pass.SwitchedOff())
	}
	return strings.Join(words, " ")
}

// MarshalText implements encoding.TextMarshaler: the text is that of String.
func (s Set) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler. A folder of evidence may name what there is no more, which is
// passed over.
func (s *Set) UnmarshalText(text []byte) error {
	*s = Set{}
	for _, word := range strings.Fields(string(text)) {
		name, _, _ := strings.Cut(word, "=")
		f := Feature(name)
		if word != f.SwitchedOn() && word != f.SwitchedOff() {
			return fmt.Errorf("%q is not NAME=on or NAME=off", word)
		}
		if index(f) >= 0 {
			*s = s.switched(f, word)
		}
	}
	return nil
}
