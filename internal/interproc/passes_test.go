package interproc_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand"
	"slices"
	"testing"
	"time"

	"yogi/internal/concolic"
	"yogi/internal/feature"
	"yogi/internal/interproc"
	"yogi/internal/ir"
	"yogi/internal/portfolio"
	"yogi/internal/refine"
	"yogi/internal/refine/baseline"
	"yogi/internal/solver"
	"yogi/internal/solver/chain"
	"yogi/internal/verdict"
)

var passedPrograms = flag.Int("passes.programs", 40, "number of random programs for combinations of passes and settings")

// rewrites are the passes that change a program before the search, in the order in which they run.
var rewrites = []struct {
	name string
	run  func(p *ir.Program)
}{
	{"simplify", ir.Simplify},
	{"fixed globals", ir.FixedGlobals},
	{"copies", func(p *ir.Program) { ir.CloneLeaves(p, 12) }},
	{"conditions", ir.MergeConditions},
	{"constants", func(p *ir.Program) { ir.ComputeModifies(p); ir.Constants(p) }},
	{"arms", func(p *ir.Program) { ir.JoinArms(p, ir.JoinOptions{Assigned: 8, Size: 400}) }},
	{"inline", func(p *ir.Program) { ir.ComputeModifies(p); ir.Inline(p, ir.InlineOptions{CalleeBlocks: 1}) }},
	{"loops", ir.LoopsToRecursion},
}

// allAlgorithms are those for programs with calls, and behind them those that work on one procedure.
var allAlgorithms = append(slices.Clone(algorithms), "synergy", "slam", "lee-yannakakis", "dart")

// setting is one way to check a program.
type setting struct {
	passes  []string
	options interproc.Options
}

func randomSetting(r *rand.Rand) setting {
	var s setting
	for _, pass := range rewrites {
		if r.Intn(2) == 0 {
			s.passes = append(s.passes, pass.name)
		}
	}
	s.options = interproc.Options{
		Algorithm: allAlgorithms[r.Intn(len(allAlgorithms))], Alias: baseline.Alias(r.Intn(2)), Initial: refine.Initial(r.Intn(3)), Features: randomFeatures(r),
		Check: r.Intn(3) == 0, MostSeeds: 64,
	}
	return s
}

// randomFeatures are the features that are on by default but for a few, whichever package reads
// them.
func randomFeatures(r *rand.Rand) feature.Set {
	var s feature.Set
	for _, row := range feature.Table {
		switch {
		case r.Intn(4) > 0:
		case row.On:
			s = s.Without(row.Name)
		default:
			s = s.With(row.Name)
		}
	}
	return s
}

func (s setting) String() string { return fmt.Sprintf("passes %v, %+v", s.passes, s.options) }

// prepared is the program after the passes of the setting; nil if the algorithm does not work on it.
func (s setting) prepared(t *testing.T, text string) *ir.Program {
	p := load(t, text)
	step := func(run func(p *ir.Program)) {
		run(p)
		ir.Normalize(p)
	}
	for _, pass := range rewrites {
		if slices.Contains(s.passes, pass.name) {
			step(pass.run)
		}
	}
	ir.ComputeModifies(p)
	if slices.Index(allAlgorithms, s.options.Algorithm) >= len(algorithms) {
		if slices.ContainsFunc(p.Functions, func(f *ir.Function) bool { return f.Recursive }) {
			return nil
		}
		step(func(p *ir.Program) { ir.Inline(p, ir.InlineOptions{CalleeBlocks: -1, CallerBlocks: 1000}) })
		ir.Simplify(p)
		ir.ComputeModifies(p)
	}
	if err := ir.CheckNormal(p); err != nil {
		t.Fatal(err)
	}
	return p
}

// TestSettingsOnRandomPrograms: whatever passes a program went through, with every algorithm, with parts of the search
// left out and with the tests of a run of another program (as a cache may hold them), the verdict is the truth about
// the program as it was written, or unknown, and its evidence is in order.
func TestSettingsOnRandomPrograms(t *testing.T) {
	counts := map[string]int{}
	given := map[verdict.Kind]int{}
	var seeds []concolic.Seed
	for n := range int64(*passedPrograms) {
		seed := *randomSeed + 5000 + n
		text := randomProgram(seed)
		want := verdict.Pass
		if enumerate(t, text) {
			want = verdict.Fail
		}
		r := randomOf(-seed)
		s := randomSetting(r)
		p := s.prepared(t, text)
		if p == nil {
			continue
		}
		if r.Intn(2) == 0 {
			s.options.Seeds = seeds
		}
		s.options.Planted = func(made []concolic.Seed) { seeds = made }
		answer := s.check(t, p)
		counts[fmt.Sprint(s.options.Algorithm, " ", answer.Kind, answer.Reason)]++
		switch {
		case answer.Kind == want:
			given[want]++
			confirm(t, p, answer)
		case answer.Kind != verdict.Unknown || answer.Reason == verdict.Internal:
			t.Errorf("%s %s, in truth %s", answer.Kind, answer.Detail, want)
		}
		if t.Failed() {
			t.Fatalf("seed %d, %s\n%s", seed, s, text)
		}
	}
	if given[verdict.Pass] == 0 || given[verdict.Fail] == 0 {
		t.Errorf("%d proofs, %d tests", given[verdict.Pass], given[verdict.Fail])
	}
	t.Log(counts)
}

func (s setting) check(t *testing.T, p *ir.Program) *verdict.Answer {
	t.Helper()
	backend, err := chain.New(p.Terms, solver.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer backend.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	s.options.Solver = backend
	return portfolio.Check(ctx, p, s.options)
}
