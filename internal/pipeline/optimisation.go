package pipeline

import (
	"fmt"
	"slices"
	"strings"

	"yogi/internal/interproc"
	"yogi/internal/prepare"
	"yogi/internal/refine"
)

// Optimisations are the parts of the search that can be switched off to measure what they are worth, each
// with what it does. No verdict depends on them.
var Optimisations = []struct{ Name, Meaning string }{
	{conditionsOption, "a short-circuit condition is one branch"},
	{constantsOption, "variables that hold one constant at a point are replaced by it"},
	{addressesOption, "a pointer that only one object can be at is its address, and a map whose addresses are all constants a variable for each cell"},
	{unfoldingOption, "before the search all paths are followed to their ends, as long as that is cheap: a program with few paths needs no facts"},
	{largeBlocksOption, "branches that only choose between values are one block, and calls of functions of one block its body"},
	{guessOption, "the index at which an assertion about an array fails is guessed, so that its proof is about one cell"},
	{invariantsOption, "loops and recursive functions that diverge are searched for inductive facts"},
	{modificationOption, "what a callee cannot change is looked at before the callee (YOGI-OPT section 6)"},
	{mustSummariesOption, "known paths through a callee are tried before a question about it"},
	{notMaySummariesOption, "the regions of an answered question are kept for the next one"},
	{branchPredicatesOption, "a predicate leaves the condition of a branch out if it separates without (DASH section 5(b), YOGI-OPT's SP)"},
	{coresOption, "splits are guided by the cores of refutations"},
	{dangerOption, "what makes a region dangerous is carried backwards by substitution, without a query"},
	{modelsOption, "recent models are tried before the solver"},
	{raceOption, "the other solvers that are installed (see yogi doctor) race Z3 on queries that it does not answer in a moment"},
	{symbolicStatesOption, "the symbolic states of a path are kept"},
	{meaningsOption, "where no test keeps to what the functions of a Boogie program stand for (bit operations), one under another meaning shows the way"},
	{memoOption, "an algorithm that keeps no regions of answered questions keeps their answers no (off unless switched on; smash and may keep the regions, so nothing changes for them)"},
	{relevanceOption, "conditions on which no event of the rule depends are left out until a failing path needs them (YOGI-OPT's CD; off unless switched on)"},
	{lateRelevanceOption, "where the search of a program with many such conditions does not come to an end they are left out then"},
	{readingsOption, "where the search of a Boogie program with free specifications does not come to an end the program is read in the other way of --free-specs"},
	{definedRunsOption, "where the run of the test that was found is undefined before it gets to the error another one is looked for"},
	{loopsOption, "every loop is made a function that calls itself (off unless switched on)"},
}

// offByDefault are those that show something and make no search better, or not the default one.
var offByDefault = []string{memoOption, relevanceOption, loopsOption}

const (
	conditionsOption  = prepare.Conditions
	constantsOption   = prepare.Constants
	addressesOption   = prepare.Addresses
	unfoldingOption   = "unfolding"
	largeBlocksOption = prepare.LargeBlocks
	guessOption       = prepare.GuessIndex
	invariantsOption  = "invariants"

	modificationOption     = "modification"
	mustSummariesOption    = "must-summaries"
	notMaySummariesOption  = "not-may-summaries"
	branchPredicatesOption = "branch-predicates"
	coresOption            = "cores"
	dangerOption           = "danger"
	modelsOption           = "models"
	raceOption             = "solver-race"
	symbolicStatesOption   = "symbolic-states"
	meaningsOption         = "other-meanings"
	memoOption             = "memo"
	relevanceOption        = "relevance"
	lateRelevanceOption    = "late-relevance"
	readingsOption         = "both-readings"
	definedRunsOption      = "defined-runs"
	loopsOption            = prepare.Loops
)

// without are the parts of the engine that the search leaves out.
func (s *Search) without() interproc.Without {
	return interproc.Without{
		Parts:           refine.Parts{BranchPredicates: !s.has(branchPredicatesOption), Cores: !s.has(coresOption), SymbolicStates: !s.has(symbolicStatesOption), Deviations: !s.has(meaningsOption)},
		Modification:    !s.has(modificationOption),
		MustSummaries:   !s.has(mustSummariesOption),
		NotMaySummaries: !s.has(notMaySummariesOption),
		CarriedDanger:   !s.has(dangerOption),
	}
}

// layers are those of the solver of the search.
func (s *Search) layers() string {
	if s.has(modelsOption) {
		return "all"
	}
	return "log,shortcut,cache,finite,core"
}

// Switch sets an optimisation by its name and on or off.
func (s *Search) Switch(setting string) error {
	name, value, ok := strings.Cut(setting, "=")
	if !ok || value != "on" && value != "off" {
		return fmt.Errorf("%q is not NAME=on or NAME=off", setting)
	}
	names := make([]string, 0, len(Optimisations))
	for _, o := range Optimisations {
		names = append(names, o.Name)
	}
	if !slices.Contains(names, name) {
		return fmt.Errorf("there is no optimisation %q; there are %s", name, strings.Join(names, ", "))
	}
	is := func(other string) bool { return other == name }
	s.Off, s.On = slices.DeleteFunc(s.Off, is), slices.DeleteFunc(s.On, is)
	switch {
	case value == "off":
		s.Off = append(s.Off, name)
	case slices.Contains(offByDefault, name):
		s.On = append(s.On, name)
	}
	return nil
}

func (s *Search) has(optimisation string) bool {
	if slices.Contains(offByDefault, optimisation) && !slices.Contains(s.On, optimisation) {
		return false
	}
	return !slices.Contains(s.Off, optimisation)
}
