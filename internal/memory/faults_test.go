package memory_test

import (
	"math/rand"
	"testing"

	"yogi/internal/certify/split"
	"yogi/internal/ir"
	"yogi/internal/memory"
	"yogi/internal/term"
)

// TestFaults makes mistakes in the analysis. A program that then runs differently from the one with one
// map must be rejected by the checker of splits; that it rejects some that run the same is fine.
func TestFaults(t *testing.T) {
	rejected, caught, accepted := 0, 0, 0
	for seed := int64(1); seed <= int64(*programs); seed++ {
		text := generate(seed)
		one, _ := lowerAndRun(t, text, memory.Options{})
		p := mustParse(t, text)
		ir.Normalize(p)
		ir.Simplify(p)
		before := split.Take(p)
		claim := memory.LowerFaulty(p, rand.New(rand.NewSource(seed)))
		if claim == nil {
			continue
		}
		err := split.Check(before, p, claim)
		ir.Normalize(p)
		m := run(t, p, 0, 0xaaaaaaaaaaaaaaaa)
		differs := m.end != ""
		for sym, v := range m.values {
			if want, ok := one[sym.Name()]; ok && v.Kind() == term.KindBV && v.String() != want {
				differs = true
			}
		}
		switch {
		case err == nil && differs:
			t.Fatalf("seed %d: a wrong split is accepted\n%s\n%s", seed, text, p)
		case err == nil:
			accepted++
		case differs:
			caught++
		default:
			rejected++
		}
	}
	t.Logf("%d wrong and rejected, %d rejected, %d accepted", caught, rejected, accepted)
	if caught < *programs/50 {
		t.Errorf("only %d mistakes led to a wrong program", caught)
	}
}
