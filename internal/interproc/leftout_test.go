package interproc_test

import (
	"testing"
	"time"

	"yogi/internal/interproc"
	"yogi/internal/ir"
	"yogi/internal/portfolio"
	"yogi/internal/solver"
	"yogi/internal/solver/chain"
	"yogi/internal/verdict"
)

// TestProofsWithLeftOutConditions: what is proved of a random program with fewer conditions is a
// proof about the program: its certificate is accepted about it, and enumeration agrees.
func TestProofsWithLeftOutConditions(t *testing.T) {
	out, proved := 0, 0
	for n := range int64(*randomPrograms) {
		seed := *randomSeed + 9000 + n
		text := randomProgram(seed)
		p := load(t, text)
		left := ir.LeaveOut(p)
		if left.Len() == 0 {
			continue
		}
		out++
		s, err := chain.New(p.Terms, solver.Config{})
		if err != nil {
			t.Fatal(err)
		}
		answer := portfolio.Check(t.Context(), left.Program(), interproc.Options{Solver: s, Check: true, SolverTimeout: time.Second})
		s.Close()
		if answer.Kind != verdict.Pass {
			continue
		}
		proved++
		if enumerate(t, text) {
			t.Errorf("seed %d is proved and fails\n%s", seed, text)
		}
		confirm(t, p, answer)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	if proved == 0 {
		t.Error("nothing was proved")
	}
	t.Logf("%d programs with conditions left out, %d proved", out, proved)
}
