package interproc_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"yogi/internal/interproc"
	"yogi/internal/journal"
	"yogi/internal/region"
)

// TestRecordReplays: the recorded splits of each graph lead from the regions that it began with to
// those that it ended with, and a search that is recorded does what one does that is not.
func TestRecordReplays(t *testing.T) {
	files, err := filepath.Glob("testdata/*.ir")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	splits, tests, iterations, pictures := 0, 0, 0, 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		var graphs []*region.Graph
		_, recorded := checkWith(t, string(text), interproc.Options{Journal: journal.New(&out, nil), Graphs: func(all []*region.Graph) { graphs = all }})
		_, plain := checkWith(t, string(text), interproc.Options{})
		if recorded.Kind != plain.Kind || recorded.Statistics.Iterations != plain.Statistics.Iterations || recorded.Statistics.Splits != plain.Statistics.Splits {
			t.Errorf("%s: recorded %s %+v, else %s %+v", file, recorded.Kind, recorded.Statistics, plain.Kind, plain.Statistics)
		}
		told := bytes.Count(out.Bytes(), []byte(`"event":"iteration"`))
		if told != recorded.Statistics.Iterations {
			t.Errorf("%s: %d iterations of %d were told of", file, told, recorded.Statistics.Iterations)
		}
		lines, err := journal.Read(&out)
		if err != nil {
			t.Fatal(err)
		}
		ends := replayed(t, lines)
		for _, g := range graphs {
			if end := endOf(g); !slices.Contains(ends, end) {
				t.Errorf("%s: no replay ends as the graph did:\n%s\nbut\n%s", file, end, strings.Join(ends, "\n"))
			}
		}
		for _, l := range lines {
			switch e := l.Event.(type) {
			case journal.Iteration:
				iterations++
			case journal.Split:
				splits++
			case journal.Regions:
				pictures++
				checkRegions(t, e)
			case journal.Test:
				tests++
				if e.Steps < e.Shared || e.Parent >= e.Number || e.End == "" {
					t.Errorf("%s: %+v", file, e)
				}
			}
		}
	}
	if splits < 10 || tests < 10 || iterations < 10 || pictures < 10 {
		t.Errorf("%d iterations, %d splits, %d tests and %d graphs were recorded", iterations, splits, tests, pictures)
	}
}

// checkRegions: from a region steps lead to the target exactly if it is said to reach it.
func checkRegions(t *testing.T, e journal.Regions) {
	t.Helper()
	reaches := map[int]bool{}
	for _, r := range e.Of {
		if r.IsTarget {
			reaches[r.ID] = true
		}
	}
	for range e.Of {
		for _, s := range e.Steps {
			reaches[s.From] = reaches[s.From] || reaches[s.To]
		}
	}
	for _, r := range e.Of {
		if r.Reaches != reaches[r.ID] {
			t.Errorf("region %d of %+v is said to reach the target: %v", r.ID, e, r.Reaches)
		}
	}
}

// replayed returns what each graph of a journal ended as.
func replayed(t *testing.T, lines []journal.Line) []string {
	type graph struct {
		name   string
		leaves map[string]bool
	}
	graphs := map[int]*graph{}
	var ends []string
	finish := func() {
		for _, id := range slices.Sorted(maps.Keys(graphs)) {
			ends = append(ends, graphs[id].name+strings.Join(slices.Sorted(maps.Keys(graphs[id].leaves)), " "))
		}
		graphs = map[int]*graph{}
	}
	for _, l := range lines {
		switch e := l.Event.(type) {
		case journal.Search:
			finish()
		case journal.Graph:
			g := &graph{fmt.Sprintf("%s/%s %s: ", e.Function, e.Exit, e.Post), map[string]bool{}}
			for _, location := range e.Locations {
				for _, r := range location.Regions {
					g.leaves[leaf(location.Block, r)] = true
				}
			}
			graphs[e.ID] = g
		case journal.Split:
			g := graphs[e.Graph]
			if g == nil || !g.leaves[leaf(e.Block, e.Region)] {
				t.Fatalf("a split of what is no region: %+v", e)
			}
			delete(g.leaves, leaf(e.Block, e.Region))
			g.leaves[leaf(e.Block, e.Yes)], g.leaves[leaf(e.Block, e.No)] = true, true
		}
	}
	finish()
	return ends
}

func leaf(block, number int) string { return fmt.Sprintf("%d:%d", block, number) }

func endOf(g *region.Graph) string {
	var leaves []string
	for index, l := range g.Locations {
		l.Root.EachLeaf(func(n *region.Node) { leaves = append(leaves, leaf(index, n.ID)) })
	}
	slices.Sort(leaves)
	return fmt.Sprintf("%s/%s %s: %s", g.Function.Name, g.Exit, g.Post, strings.Join(leaves, " "))
}
