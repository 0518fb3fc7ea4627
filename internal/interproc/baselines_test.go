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

// TestBaselinesOnRandomPrograms compares the verdicts of SLAM, LEE-YANNAKAKIS, DART and tests alone on small random
// programs with those of an enumeration of all states, checks their evidence, and the invariants at every step.
func TestBaselinesOnRandomPrograms(t *testing.T) {
	counts := map[string]int{}
	for n := range *baselinePrograms {
		seed := *randomSeed + int64(n)
		text := randomProgram(seed)
		want := verdict.Pass
		if enumerate(t, text) {
			want = verdict.Fail
		}
		for _, algorithm := range []string{"slam", "lee-yannakakis", "dart", interproc.Directed} {
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
	if options.Algorithm == "dart" || options.Algorithm == interproc.Directed { // loops have too many paths
		limit = 200 * time.Millisecond
	}
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	options.Solver = s
	return p, portfolio.Check(ctx, p, options)
}

// lock is a loop that takes an input in each round and opens a lock with four of them in a row.
const lock = `language "c"
model "ILP32" 32 32 12
entry main
function main {
  local |main::at| (_ BitVec 8)
  local |main::key| (_ BitVec 8)
  local |main::other| (_ BitVec 8)
  block 0 ""
    |main::at| := #x00
    |main::other| := #x00
    goto true 1
  block 1 ""
    havoc |main::key| input 0 nondet "key" type "unsigned char"
    goto (= |main::key| #x00) 2 (not (= |main::key| #x00)) 3
  block 2 ""
    return
  block 3 ""
    goto (and (= |main::at| #x00) (= |main::key| #x6f)) 4 (and (= |main::at| #x01) (= |main::key| #x70)) 4 (and (= |main::at| #x02) (= |main::key| #x65)) 4 (and (= |main::at| #x03) (= |main::key| #x6e)) 5 (not (or (and (= |main::at| #x00) (= |main::key| #x6f)) (and (= |main::at| #x01) (= |main::key| #x70)) (and (= |main::at| #x02) (= |main::key| #x65)) (and (= |main::at| #x03) (= |main::key| #x6e)))) 6
  block 4 ""
    |main::at| := (bvadd |main::at| #x01)
    goto true 1
  block 5 ""
    error "assertion"
  block 6 ""
    |main::other| := (bvadd |main::other| #x01)
    |main::at| := #x00
    goto true 1
}
`

// TestDirected: tests alone find what is behind a row of comparisons in a loop that goes on without end.
func TestDirected(t *testing.T) {
	p, answer := checkWith(t, lock, interproc.Options{Check: true, Algorithm: interproc.Directed})
	if answer.Kind != verdict.Fail || answer.Statistics.Iterations > 400 {
		t.Fatalf("%s (%s %s) after %d iterations", answer.Kind, answer.Reason, answer.Detail, answer.Statistics.Iterations)
	}
	confirm(t, p, answer)
}
