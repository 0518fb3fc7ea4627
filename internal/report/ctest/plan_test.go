package ctest

import (
	"testing"

	"yogi/internal/verdict"
)

// TestTellsCallsApart: the order of a test's calls matters to its values where a function has them at two places.
func TestTellsCallsApart(t *testing.T) {
	inputs := func(second, column int) []verdict.InputValue {
		first := at(nondet("nondet", 32, 1), 3, 8)
		other := at(nondet("nondet", 32, 2), second, column)
		return []verdict.InputValue{first, other}
	}
	setting := Setting{DataModel: "LP64", Entry: "main", Units: []Unit{{File: "t.c", Text: "int main(void) { }\n"}}}
	for name, s := range map[string]struct {
		inputs []verdict.InputValue
		want   bool
	}{
		"two places":      {inputs(3, 18), true},
		"one, in a loop":  {inputs(3, 8), false},
		"two functions":   {[]verdict.InputValue{nondet("one", 32, 1), nondet("other", 32, 2)}, false},
		"nothing is told": {nil, false},
	} {
		plan := NewPlan(sample{setting: setting}.program(), &verdict.Test{Inputs: s.inputs}, setting, ByCallSite)
		if got := plan.TellsCallsApart(); got != s.want {
			t.Errorf("%s: %v, want %v", name, got, s.want)
		}
	}
}
