package interproc_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"yogi/internal/interproc"
	"yogi/internal/ir"
	"yogi/internal/refine"
	"yogi/internal/solver"
	"yogi/internal/solver/chain"
	"yogi/internal/verdict"
)

// TestTurns checks that attempts which take short turns, so that each goes on with what the others have left, come to
// the answers that one attempt comes to, with the invariants re-checked after every step and the evidence checked.
func TestTurns(t *testing.T) {
	compare := func(t *testing.T, text, algorithm string) {
		t.Helper()
		options := interproc.Options{Check: true, Algorithm: algorithm}
		_, alone := checkWith(t, text, options)
		p, answer := checkInTurns(t, text, options)
		if answer.Kind != alone.Kind {
			t.Errorf("in turns: %s %s, one attempt: %s %s", answer.Kind, answer.Reason, alone.Kind, alone.Reason)
			return
		}
		confirm(t, p, answer)
	}
	files, err := filepath.Glob("testdata/*.ir")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".ir"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			compare(t, string(text), "smash")
		})
	}
	t.Run("random", func(t *testing.T) {
		for seed := int64(1); seed <= 15; seed++ {
			for _, algorithm := range []string{"smash", "may", "must", "dash"} {
				compare(t, randomProgram(seed), algorithm)
			}
		}
	})
}

// checkInTurns lets attempts take turns of four iterations on one search, for twenty rounds, and then one go on.
func checkInTurns(t *testing.T, text string, options interproc.Options) (*ir.Program, *verdict.Answer) {
	t.Helper()
	p := load(t, text)
	s, err := chain.New(p.Terms, solver.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	options.Solver = s
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	search := interproc.New(p, options)
	var answer *verdict.Answer
	for n := range 61 {
		ways := []interproc.Attempt{{Predicates: refine.ByObligations, Carry: true}, {Predicates: refine.ByCore}, {Predicates: refine.ByObligations}}
		attempt := ways[n%len(ways)]
		if n < 60 {
			attempt.Effort = 4
		}
		search.Begin(ctx)
		answer = search.Run(ctx, attempt)
		if answer.Kind != verdict.Unknown || !answer.Reason.IsOfSearch() || ctx.Err() != nil {
			break
		}
	}
	search.Finish(answer)
	return p, answer
}
