package angelic

import (
	"slices"
	"time"

	"yogi/internal/angelic/trace"
	"yogi/internal/bug"
	"yogi/internal/concolic"
	"yogi/internal/deadline"
	"yogi/internal/interproc"
	"yogi/internal/ir"
	"yogi/internal/portfolio"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// The questions about one entry are about nearly the same program: from one to the next, one
// assumption or one assertion less has been put in. So the tests of the last one begin the next,
// which often holds the next failure, or a way to a place, already. They are run again, and nothing
// of what they showed before is believed.

// mostSeeds bounds the tests that are kept.
const mostSeeds = 64

// ask asks for a failing test of the program at hand, by all that a check has: the proof that there is none need not be
// one of a search. Tests that lead anywhere come first: many failures are a few branches away.
func (a *analysis) ask() *verdict.Answer {
	if answer := a.test(a.program, firstShare, mostForFirst); answer != nil {
		return answer
	}
	_, answer, err := portfolio.Run(a.ctx, &subject{a, a.program}, portfolio.Settings{
		Unfolding: true, Unrolling: true, Induction: true, Failing: true, Slower: deadline.Slower,
	})
	if err != nil {
		bug.Errorf("an attempt at an entry: %v", err)
	}
	return answer
}

// test makes tests of a program that lead anywhere, for a moment; nil: none fails.
func (a *analysis) test(p *ir.Program, share float64, most time.Duration) *verdict.Answer {
	if !a.options.Directed {
		return nil
	}
	part, cancel := deadline.Part(a.ctx, share, most)
	defer cancel()
	if answer := portfolio.Test(part, p, a.engine()); answer.Kind == verdict.Fail {
		return answer
	}
	return nil
}

// search asks for a test that fails in a variant, which there is in most cases: tests that lead anywhere for a
// moment, then the engine.
func (a *analysis) search(p *ir.Program) *verdict.Answer {
	if answer := a.test(p, reachShare, mostForReach); answer != nil {
		return answer
	}
	part, cancel := deadline.Part(a.ctx, searchShare, 0)
	defer cancel()
	return portfolio.Check(part, p, a.engine())
}

func (a *analysis) engine() interproc.Options {
	return interproc.Options{
		Solver: a.solver, Seeds: a.withGhosts(a.seeds), MostSeeds: mostSeeds,
		Planted: func(seeds []concolic.Seed) { a.seeds = seeds },
	}
}

// withGhosts gives the ghosts of specifications that came after a test the values that it foretells.
func (a *analysis) withGhosts(seeds []concolic.Seed) []concolic.Seed {
	ghosts := map[string]*ir.Variable{}
	for _, v := range a.base.Globals {
		if isGhost(v) {
			ghosts[v.Name] = v
		}
	}
	if len(ghosts) == 0 {
		return seeds
	}
	out := make([]concolic.Seed, len(seeds))
	for n, seed := range seeds {
		test := *seed.Test
		test.Globals = slices.Clone(test.Globals)
		for _, s := range a.specs {
			for _, u := range s.spec.Unknowns {
				g := ghosts[ghostPrefix+u.Symbol.Name()]
				isSet := slices.ContainsFunc(test.Globals, func(v verdict.GlobalValue) bool { return v.Variable == g })
				if value, ok := taken(test.Inputs, u); ok && g != nil && !isSet {
					test.Globals = append(test.Globals, verdict.GlobalValue{Variable: g, Value: value})
				}
			}
		}
		out[n] = concolic.Seed{Test: &test, Blocks: seed.Blocks}
	}
	return out
}

// taken is the input that a test takes in at an occurrence.
func taken(inputs []verdict.InputValue, u trace.Occurrence) (v term.Value, ok bool) {
	number := 0
	for _, in := range inputs {
		if in.Input.ID == u.Input.ID {
			if number++; number == u.Number {
				return in.Value, true
			}
		}
	}
	return v, false
}
