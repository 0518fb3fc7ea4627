package tables

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"yogi/internal/bench"
	"yogi/internal/bench/plot"
	"yogi/internal/feature"
)

// fakeChecker answers TRUE with counters that depend on whether a part is switched off, FALSE for a program that
// says so, and runs out of time under slam.
const fakeChecker = `#!/bin/sh
for last; do :; done
case "$*" in
*"--algorithm slam"*) echo '{"verdict":"UNKNOWN(timeout)","reason":"timeout","counts":{}}'; exit 3;;
*modification=off*) n=9;;
*) n=7;;
esac
if grep -q UNSAFE "$last"; then
  echo "{\"verdict\":\"FALSE(x)\",\"counts\":{\"iterations\":$n,\"other\":{\"must summaries used\":3,\"not-may summaries used\":1}}}"
  exit 1
fi
echo "{\"verdict\":\"TRUE\",\"counts\":{\"iterations\":$n,\"other\":{\"not-may summaries used\":4}}}"
`

func setup(t *testing.T) Options {
	dir := t.TempDir()
	write := func(name, text string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("examples/synergy/test1.c", "// SAFE\n// x\nint main;\n", 0o600)
	write("examples/synergy/test10.c", "// UNSAFE\nint main;\n", 0o600)
	write("examples/synergy/test2.c", "// UNKNOWN known-imprecision\n// Truth: SAFE\nint main;\n", 0o600)
	write("sdv/one.bpl", "procedure", 0o600)
	write("sdv/two.bpl", "// UNSAFE", 0o600)
	return Options{
		Sources: Sources{Examples: filepath.Join(dir, "examples"), SDV: filepath.Join(dir, "sdv")}, Docs: filepath.Join(dir, "docs"), Progress: io.Discard,
		Timeout: 10 * time.Second, Jobs: 2, Checker: write("checker", fakeChecker, 0o700), Origin: bench.Origin{Revision: "first", Cores: 2, Memory: 8},
	}
}

func run(t *testing.T, o Options, name string) string {
	table, err := Named(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := table.Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(o.Docs, name+".md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func contains(t *testing.T, text string, wanted ...string) {
	t.Helper()
	for _, want := range wanted {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

func TestPerTask(t *testing.T) {
	o := setup(t)
	text := run(t, o, "synergy-table1")
	contains(t, text, "Revision first; 2 cores, 8 GiB; 3 tasks", "| test10 | FALSE(x) | 7 |", "| * | * |")
	if strings.Index(text, "| test2 ") > strings.Index(text, "| test10 ") {
		t.Error("the programs are not in the order of their numbers")
	}
	lines, err := os.ReadFile(filepath.Join(o.Docs, "synergy-table1.csv"))
	if err != nil || strings.Count(string(lines), "\n") != 13 {
		t.Errorf("%v, %s", err, lines)
	}
	plots, err := plot.Read(filepath.Join(o.Docs, "raw", "synergy-table1.plots.json"))
	if err != nil || len(plots) != 2 || plots[0].Name != "synergy-table1-scatter" || plots[1].Name != "synergy-table1-quantile" {
		t.Fatalf("%+v, %v", plots, err)
	}
	if points := plots[0].Series[0].Points; len(points) != 3 || points[0].Y != o.Timeout.Seconds() {
		t.Errorf("SLAM, which gave no verdict, is at %v", points)
	}
	contains(t, text, "![synergy-table1-scatter](synergy-table1-scatter.svg)")
}

// The program that draws is started with the plots; without one the table says how they are drawn later.
func TestDraw(t *testing.T) {
	o := setup(t)
	var said strings.Builder
	o.Progress = &said
	run(t, o, "synergy-table1")
	contains(t, said.String(), "later: yogi-plots --out "+o.Docs+" "+filepath.Join(o.Docs, "raw", "synergy-table1.plots.json"))
	o.Plotter = filepath.Join(t.TempDir(), "yogi-plots")
	script := "#!/bin/sh\n[ \"$1\" = --out ] && grep -q synergy-table1-scatter \"$3\" && echo drawn > \"$2\"/drawn\n"
	if err := os.WriteFile(o.Plotter, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	run(t, o, "synergy-table1")
	if _, err := os.Stat(filepath.Join(o.Docs, "drawn")); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(o.Plotter, []byte("#!/bin/sh\nexit 2\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	table, err := Named("synergy-table1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := table.Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), "drawing the plots with yogi-plots") {
		t.Errorf("a plotter that fails: %v", err)
	}
}

// Algorithms are compared by themselves: where one variant of a table is another algorithm than the next, each is
// without what no paper has.
func TestAlgorithmsAlone(t *testing.T) {
	for f, leftOut := range map[feature.Feature]bool{feature.DirectedTests: true, feature.MustSummaries: false} {
		if slices.Contains(plainly, string(f)+"=off") != leftOut {
			t.Errorf("%s is left out: %v, of %q", f, !leftOut, plainly)
		}
	}
	for _, table := range all {
		algorithms := map[string]bool{}
		for _, v := range table.variants {
			algorithms[v.Algorithm] = true
		}
		for _, v := range table.variants {
			isAlone := strings.HasPrefix(strings.Join(v.Flags, " "), strings.Join(plainly, " "))
			if len(algorithms) > 1 && !isAlone && v.Name != "DASH, all passes" {
				t.Errorf("%s: %s has only %q", table.Name, v.Name, v.Flags)
			}
		}
	}
}

// A table is of one revision: at the next one all is run anew, and what is missing of it is run where it was begun.
func TestOneRevision(t *testing.T) {
	o := setup(t)
	contains(t, run(t, o, "smash-table1"), "Revision first; 2 cores, 8 GiB; 2 tasks")
	if err := os.WriteFile(filepath.Join(o.SDV, "three.bpl"), []byte("procedure"), 0o600); err != nil {
		t.Fatal(err)
	}
	raw := filepath.Join(o.Docs, "raw", "drivers.jsonl")
	for _, second := range []struct {
		revision string
		records  int
	}{{"second", 4 + 6}, {"first", 4 + 6 + 2}} {
		o.Origin.Revision = second.revision
		contains(t, run(t, o, "smash-table1"), "Revision "+second.revision+"; 2 cores, 8 GiB; 3 tasks")
		if records, err := bench.ReadRecords(raw); err != nil || len(records) != second.records {
			t.Errorf("%s: %d records, %v", second.revision, len(records), err)
		}
	}
}

func TestNotApplicable(t *testing.T) {
	text := run(t, setup(t), "options")
	contains(t, text, "| models off | 1 | 1 |", "not applicable (2 of 2 the same)")
	for _, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, "| modification off") && strings.Contains(line, "not applicable") {
			t.Error(line)
		}
	}
}

func TestPopulation(t *testing.T) {
	contains(t, run(t, setup(t), "smash-fig12"), "| TRUE | 1 | 4.0 | 0.0 | 100 % |", "| FALSE | 1 | 1.0 | 3.0 | 25 % |")
}

// All checks of a driver are one row, and answers are counted by the time they took.
func TestDrivers(t *testing.T) {
	o := setup(t)
	for name, text := range map[string]string{"disk_rule_1.bpl": "procedure\n\n\n", "disk_rule_0.bpl": "// UNSAFE\n"} {
		if err := os.WriteFile(filepath.Join(o.SDV, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	contains(t, run(t, o, "smash-table2"), "| driver | lines | checks | DASH: summaries | time-outs |", "| disk | 3 | 2 | 2.5 + 1.5 | 0 |", "| one | 0 | 1 | 4.0 + 0.0 | 0 |")
	contains(t, run(t, o, "smash-fig11"), "Checks of 4 that are answered", "| DASH | 4 | 4 | 4 | 4 | 4 | 4 | 4 |", "smash-fig11-checks.svg")
}

// The small programs are found by their identities, and a manifest that lacks one is not taken.
func TestSmallPrograms(t *testing.T) {
	var tasks []string
	for line := range strings.Lines(smallText) {
		if id := strings.TrimSpace(line); !strings.HasPrefix(id, "#") {
			tasks = append(tasks, fmt.Sprintf(`{"id": %q, "file": "x.c", "language": "c"}`, id))
		}
	}
	if len(tasks) != 95 {
		t.Errorf("%d small programs", len(tasks))
	}
	manifest := filepath.Join(t.TempDir(), "manifest.json")
	load := func(tasks []string) ([]bench.Task, error) {
		if err := os.WriteFile(manifest, []byte("["+strings.Join(tasks, ",")+"]"), 0o600); err != nil {
			t.Fatal(err)
		}
		return smallPrograms(Sources{Manifest: manifest})
	}
	found, err := load(tasks)
	if err != nil || len(found) != 95 || found[0].Root != filepath.Dir(manifest) {
		t.Errorf("%d tasks, %v", len(found), err)
	}
	if _, err := load(tasks[1:]); err == nil {
		t.Error("a task is missing and nothing is said")
	}
}

// Every table can be made, if only of two programs, or says what it needs.
func TestAllTables(t *testing.T) {
	o := setup(t)
	for _, name := range Names() {
		table, err := Named(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := table.Run(t.Context(), o); err != nil && !strings.Contains(err.Error(), "give ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Named("none"); err == nil || !strings.Contains(fmt.Sprint(err), "synergy-table1") {
		t.Errorf("%v", err)
	}
}
