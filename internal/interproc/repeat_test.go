package interproc_test

import (
	"fmt"
	"strings"
	"testing"

	"yogi/internal/interproc"
	"yogi/internal/region"
)

// textOf is the text of region graphs, one behind the other.
func textOf(graphs []*region.Graph) string {
	var text strings.Builder
	for _, g := range graphs {
		text.WriteString(g.String())
	}
	return text.String()
}

// TestRepeats: the search does the same each time, down to its regions.
func TestRepeats(t *testing.T) {
	for seed := int64(1); seed <= 40; seed++ {
		text := randomProgram(seed)
		describe := func() string {
			out := ""
			_, answer := checkWith(t, text, interproc.Options{Graphs: func(graphs []*region.Graph) { out += textOf(graphs) }})
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
