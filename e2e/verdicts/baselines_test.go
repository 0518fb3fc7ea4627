package verdicts

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"yogi/internal/feature"
	"yogi/internal/golden"
	"yogi/internal/pipeline"
	"yogi/internal/verdict"
)

// diverging says which algorithm does not answer on which figure of SYNERGY, as its sections 2, 4
// and 5 say: SLAM unrolls deterministic loops (Figures 1 and 4), LEE-YANNAKAKIS unrolls them too
// and does not find a finite quotient of Figure 6, DART takes one path of a loop after the other
// (and 2^n on Figure 8), and no algorithm but SYNERGY looks for invariants (Figure 9).
var diverging = map[string]string{
	"synergy": "", "slam": "1 4 9", "lee-yannakakis": "1 4 6 9", "dart": "3 6 9",
}

// timeToEnd bounds the searches that end by themselves. DART takes 4096 paths on Figure 8, each of
// which is checked, so that on a loaded machine minutes pass.
const timeToEnd = 15 * timeToDecide

// TestFiguresOfSYNERGY runs the algorithms that SYNERGY compares on its figures. Propagation of constants and
// large blocks are off: they answer some figures before any search.
func TestFiguresOfSYNERGY(t *testing.T) {
	slots := make(chan struct{}, runtime.NumCPU())
	var lines []*string
	t.Run("all", func(t *testing.T) {
		for _, algorithm := range []string{"synergy", "slam", "lee-yannakakis", "dart"} {
			for _, figure := range []string{"1", "3", "4", "6", "7", "8", "9"} {
				line := new(string)
				lines = append(lines, line)
				t.Run(algorithm+" "+figure, func(t *testing.T) {
					t.Parallel()
					slots <- struct{}{}
					defer func() { <-slots }()
					*line = figureLine(t, algorithm, figure)
				})
			}
		}
	})
	var table strings.Builder
	for _, line := range lines {
		table.WriteString(*line)
	}
	golden.ExpectFile(t, "testdata/baselines.txt", table.String())
}

func figureLine(t *testing.T, algorithm, figure string) string {
	path := filepath.Join(root, "examples/papers", "synergy_fig"+figure+".c")
	diverges := strings.Contains(diverging[algorithm], figure)
	job := pipeline.Job{
		Files: []string{path}, Timeout: timeToEnd, DebugCheck: !diverges,
		Search: pipeline.Search{Algorithm: algorithm, Features: feature.Without(feature.Constants, feature.LargeBlocks, feature.Unfolding, feature.Induction, feature.Simulation, feature.DeleteLoops)},
	}
	if diverges {
		job.Timeout = time.Second
	}
	o, err := pipeline.Run(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	name := fmt.Sprintf("%-15s Figure %s  ", algorithm, figure)
	if !diverges {
		s := o.Statistics
		return name + fmt.Sprintf("%-5s iterations %2d  tests %2d  splits %2d\n", o.Kind, s.Iterations, s.Tests, s.Splits)
	}
	if o.Kind != verdict.Unknown || o.Reason != verdict.Timeout && o.Reason != verdict.Divergence {
		return name + fmt.Sprintf("%s %s\n", o.Kind, o.Reason)
	}
	return name + "diverges\n"
}

// TestUnrolls: without generalisation SYNERGY unrolls the loop of Figure 9 again and again, as its section 5 says.
func TestUnrolls(t *testing.T) {
	job := pipeline.Job{
		Files: []string{filepath.Join(root, "examples/papers/synergy_fig9.c")}, Timeout: 2 * time.Second,
		Search: pipeline.Search{Algorithm: "synergy", Features: asThePapers.Without(feature.Invariants)},
	}
	o, err := pipeline.Run(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	if o.Kind != verdict.Unknown || o.Statistics.Splits < 20 {
		t.Errorf("%s %s after %d splits", o.Kind, o.Reason, o.Statistics.Splits)
	}
}
