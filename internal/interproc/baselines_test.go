package interproc_test

import (
	"context"
	"flag"
	"fmt"
	"testing"
	"time"

	"yogi/internal/interproc"
	"yogi/internal/ir"
	"yogi/internal/portfolio"
	"yogi/internal/refine/baseline"
	"yogi/internal/solver"
	"yogi/internal/solver/chain"
	"yogi/internal/verdict"
)

var baselinePrograms = flag.Int("baseline.programs", 40, "number of random programs for the baselines")

// TestBaselinesOnRandomPrograms compares the verdicts of SLAM, LEE-YANNAKAKIS and DART on small random programs
// with those of an enumeration of all states, checks their evidence, and the invariants at every step.
func TestBaselinesOnRandomPrograms(t *testing.T) {
	counts := map[string]int{}
	for n := range *baselinePrograms {
		seed := *randomSeed + int64(n)
		text := randomProgram(seed)
		want := verdict.Pass
		if enumerate(t, text) {
			want = verdict.Fail
		}
		for _, algorithm := range []string{"slam", "lee-yannakakis", "dart"} {
			p, answer := checkSingle(t, text, interproc.Options{Check: true, Algorithm: algorithm, Alias: baseline.Alias(seed % 2)})
			if answer == nil {
				continue
			}
			counts[fmt.Sprint(algorithm, " ", answer.Kind, answer.Reason)]++
			switch {
			case answer.Kind == want:
				confirm(t, p, answer)
			case answer.Kind != verdict.Unknown:
				t.Errorf("%s: %s, in truth %s", algorithm, answer.Kind, want)
			case answer.Reason == verdict.Internal:
				t.Errorf("%s: %s", algorithm, answer.Detail)
			}
			if t.Failed() {
				t.Fatalf("seed %d\n%s", seed, text)
			}
		}
	}
	t.Log(counts)
}

// checkSingle checks a program with every call replaced by the body; nil if that is not possible.
func checkSingle(t *testing.T, text string, options interproc.Options) (*ir.Program, *verdict.Answer) {
	p := load(t, text)
	for _, f := range p.Functions {
		if f.Recursive {
			return nil, nil
		}
	}
	ir.Inline(p, ir.InlineOptions{CalleeBlocks: -1, CallerBlocks: 1000})
	ir.Normalize(p)
	ir.Simplify(p)
	ir.ComputeModifies(p)
	s, err := chain.New(p.Terms, solver.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	limit := 5 * time.Second
	if options.Algorithm == "dart" { // loops have too many paths
		limit = 200 * time.Millisecond
	}
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	options.Solver = s
	return p, portfolio.Check(ctx, p, options)
}
