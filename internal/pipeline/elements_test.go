package pipeline

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"yogi/internal/element"
	"yogi/internal/invariant"
	"yogi/internal/query"
	"yogi/internal/solver"
	"yogi/internal/solver/chain"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// hasty is an oracle that does not answer some questions, as one that runs out of time.
type hasty struct {
	anywhere
	random *rand.Rand
}

func (h hasty) Ask(path, assume []*term.Term, label string) solver.Answer {
	if h.random.IntN(4) == 0 {
		return solver.UnknownBecause("timeout")
	}
	return h.anywhere.Ask(path, assume, label)
}

func (h hasty) AskAnywhere(path, assume []*term.Term, label string) solver.Answer {
	if h.random.IntN(4) == 0 {
		return solver.UnknownBecause("timeout")
	}
	return h.anywhere.AskAnywhere(path, assume, label)
}

// TestElementFactsOfFewAnswers: whatever the solver leaves open, the facts that are found can be put into
// the program.
func TestElementFactsOfFewAnswers(t *testing.T) {
	job := Job{Files: []string{"../../e2e/lists/testdata/length_safe.c"}}
	ready, err := subjectOf(t.Context(), job.WithElements(nil), nil)
	if err != nil {
		t.Fatal(err)
	}
	some := false
	for _, seed := range []uint64{1, 3}[:sampled(2)] {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			main, err := chain.New(ready.program.Terms, solver.Config{Layers: layersOf(job)})
			if err != nil {
				t.Fatal(err)
			}
			defer main.Close()
			stats := &verdict.Statistics{ByKind: map[string]int{}}
			session := query.NewSession(t.Context(), ready.program, main, term.NewEvaluator(), stats, query.Options{Timeout: elementQuery, OtherMeanings: true})
			oracle := hasty{anywhere{session}, rand.New(rand.NewPCG(seed, 1))}
			facts := invariant.FindElementFacts(ready.program, element.FindKinds(ready.program), oracle, func() bool { return false })
			some = some || len(facts) > 0
			if _, err := subjectOf(t.Context(), job.WithElements(facts), nil); err != nil {
				t.Error(err)
			}
		})
	}
	if !some {
		t.Error("no facts were found at all")
	}
}
