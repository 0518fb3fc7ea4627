package concolic

import (
	"context"
	"testing"

	"yogi/internal/ir"
	"yogi/internal/query"
	"yogi/internal/sem"
	"yogi/internal/solver"
	"yogi/internal/solver/chain"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

const adder = `global g (_ BitVec 8)
entry main
function main {
  local |main::x| (_ BitVec 8)
  block 0 ""
    havoc |main::x| input 0 nondet "f" type "char"
    g := (bvadd |main::x| #x01)
    goto (bvult g #x05) 1 (not (bvult g #x05)) 2
  block 1 ""
    error "small"
  block 2 ""
    return
}
`

// forestOf is the forest of a program that is given as text.
func forestOf(t *testing.T, text string) *Forest {
	t.Helper()
	p, err := ir.Parse(text, term.NewBuilder())
	if err != nil {
		t.Fatal(err)
	}
	ir.Normalize(p)
	ir.ComputeModifies(p)
	p.Number()
	s, err := chain.New(p.Terms, solver.Config{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	stats := &verdict.Statistics{ByKind: map[string]int{}}
	evaluator := term.NewEvaluator()
	queries := query.NewSession(context.Background(), p, s, evaluator, stats, query.Options{OtherMeanings: true})
	return NewForest(p, queries, sem.NewSlots(p), evaluator, stats, Options{TestSteps: 100, Check: true})
}

// TestReachableFindsDamage runs a test and then claims that it had other inputs, or another start: the
// states are not what such a run comes to.
func TestReachableFindsDamage(t *testing.T) {
	f := forestOf(t, adder)
	end, err := f.RunTest(&Plan{Inputs: []verdict.InputValue{{Value: term.BVValue(8, 3)}}, Length: 1})
	if err != nil {
		t.Fatal(err)
	}
	var states []*State
	for _, s := range f.Root().Activation.States {
		if s.Test == end.Test {
			states = append(states, s)
		}
	}
	start := []term.Value{term.BVValue(8, 0)}
	inputs := func(x uint64) []verdict.InputValue { return []verdict.InputValue{{Value: term.BVValue(8, x)}} }
	if err := f.checkReachable(states, start, inputs(3)); err != nil {
		t.Error(err)
	}
	for _, x := range []uint64{2, 4, 100} {
		if f.checkReachable(states, start, inputs(x)) == nil {
			t.Errorf("the states are not those of input %d", x)
		}
	}
	if f.checkReachable(states, []term.Value{term.BVValue(8, 9)}, inputs(3)) == nil {
		t.Error("the start state is not that of the test")
	}
	if f.checkReachable(append(states[:1:1], states[2:]...), start, inputs(3)) == nil {
		t.Error("a state is missing")
	}
}
