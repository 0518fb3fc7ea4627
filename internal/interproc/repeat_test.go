package interproc_test

import (
	"fmt"
	"testing"

	"yogi/internal/interproc"
)

// TestRepeats: the search does the same each time, down to its regions.
func TestRepeats(t *testing.T) {
	for seed := int64(1); seed <= 40; seed++ {
		text := randomProgram(seed)
		describe := func() string {
			out := ""
			_, answer := checkWith(t, text, interproc.Options{Dump: func(graphs string) { out += graphs }})
			answer.Statistics.SolverTime = 0
			return fmt.Sprint(answer.Kind, answer.Reason, answer.Statistics) + "\n" + out
		}
		first := describe()
		for i := 0; i < 3; i++ {
			if again := describe(); again != first {
				t.Fatalf("seed %d: first\n%s\nthen\n%s", seed, first, again)
			}
		}
	}
}
