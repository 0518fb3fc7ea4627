package concolic

import (
	"maps"
	"slices"

	"yogi/internal/query"
	"yogi/internal/verdict"
)

// This file lets tests of an earlier run of the same program seed the forest (DASH section 4, procedure Test). They
// are run like any other test; nothing of what they showed then is believed.

// Seed is a test of an earlier run, and how many blocks it ran for.
type Seed struct {
	Test   *verdict.Test
	Blocks int64
}

// Plant runs a seed. It reports false, and leaves the forest alone, if the seed is no start of the program or the
// run draws other inputs than the seed has.
func (f *Forest) Plant(seed Seed) bool {
	plan := &Plan{Inputs: seed.Test.Inputs, Globals: seed.Test.Globals, Functions: query.MeaningOf(seed.Test.Functions)}
	limit := min(seed.Blocks, int64(f.options.LongestTest))
	trial := &dryRun{runs: &f.dryRuns, plan: plan, path: f.root}
	for _, g := range plan.Globals {
		if g.Cell.IsValid() { // plans have whole values
			return false
		}
	}
	m := f.machine(plan, trial, plan.Functions)
	if m.CheckStart() != nil {
		return false
	}
	if _, err := m.Run(trial, limit, f.queries.Stop); err != nil {
		return false
	}
	if !agree(trial.consumed, plan.Inputs) {
		return false
	}
	f.stats.Tests++
	f.stats.ByKind["tests from the cache"]++
	plan.Length = int(limit)
	_, err := f.run(&recorder{forest: f, plan: plan, test: f.stats.Tests}, limit)
	return err == nil
}

// Failed reports whether a test found an error.
func (f *testRecord) Failed() bool { return len(f.found) > 0 }

// agree reports whether a run consumed exactly these inputs.
func agree(consumed, inputs []verdict.InputValue) bool {
	return slices.EqualFunc(consumed, inputs, func(a, b verdict.InputValue) bool { return a.Input == b.Input && a.Value.Equal(b.Value) })
}

// Seeds are the tests of this run, those that found an error first, at most so many.
func (f *Forest) Seeds(most int) []Seed {
	failed := map[int]bool{}
	for s := range f.found {
		failed[s.Test] = true
	}
	var first, rest []Seed
	for _, n := range slices.Sorted(maps.Keys(f.plans)) {
		plan := f.plans[n]
		if plan.Functions.Deviates() {
			continue
		}
		seed := Seed{&verdict.Test{Inputs: plan.Inputs, Globals: plan.Globals}, f.lengths[n]}
		switch {
		case failed[n]:
			first = append(first, seed)
		default:
			rest = append(rest, seed)
		}
	}
	all := slices.Concat(first, rest)
	return all[:min(len(all), most)]
}
