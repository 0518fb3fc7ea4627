package trace

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"yogi/internal/journal"
)

// events are those of two searches of which the first is over soon.
func events() []journal.Line {
	graph := journal.Graph{ID: 1, Function: "main", Exit: "error", Post: "true", Locations: []journal.Location{
		{Block: 0, Pos: "dir/a.c:1:1", Regions: []int{0}}, {Block: 1, Pos: "dir/a.c:3:5", Regions: []int{1}}, {Block: -1, Regions: []int{2}},
	}}
	all := []journal.Event{
		journal.Phase{Name: "search"}, journal.Search{Algorithm: "smash"}, graph, journal.Test{Number: 1, Steps: 2, End: "return"},
		journal.Iteration{Number: 1, Graph: 1, Depth: 1, Block: 1, From: 1, To: 2, Pos: "dir/a.c:3:5"},
		journal.Query{Label: "extend main/error", Status: "unsat", Seconds: 0.002, Conjuncts: 3}, journal.Tactic{Name: "extend the frontier"},
		journal.Split{Graph: 1, Block: 1, Region: 1, Yes: 3, No: 4, Predicate: "</script><b>(< x 1)"},
		journal.Removed{Graph: 1, Block: 1, From: 4, To: 2},
		journal.Search{Algorithm: "smash"}, graph,
		journal.Iteration{Number: 1, Graph: 1, Depth: 1, Block: 0, From: 0, To: 1, Pos: "dir/a.c:1:1"},
		journal.Split{Graph: 1, Block: 0, Region: 0, Yes: 3, No: 4, Predicate: "(= y 2)"},
		journal.Split{Graph: 1, Block: 0, Region: 4, Yes: 5, No: 6, Predicate: "(= z 3)"},
		journal.Test{Number: 1, Steps: 4, End: "dir/a.c:3:5"}, journal.Test{Number: 2, Parent: 1, Shared: 3, Steps: 5, End: "error"},
		journal.Iteration{Number: 2, Graph: 1, Depth: 1, Block: -1, From: -1, To: -1}, journal.Closed{Graph: 1, Answer: "must"}, journal.Verdict{Kind: "fail"},
	}
	return at(all)
}

func at(events []journal.Event) []journal.Line {
	var lines []journal.Line
	for i, e := range events {
		lines = append(lines, journal.Line{At: float64(i) / 100, Event: e})
	}
	return lines
}

const program = "int main(void)\n{\n  if (x < 1 && \"<b>\") fail();\n}\n"

func text(name string) string {
	if name == "dir/a.c" {
		return program
	}
	return ""
}

func TestBuild(t *testing.T) {
	run := Build("a.c", events(), text)
	if run.Iterations() != 3 || len(run.Graphs) != 2 || !run.HasSearch() || run.Verdict != "fail" {
		t.Fatalf("%+v", run)
	}
	if len(run.Files) != 1 || run.Files[0].Text != program || run.Rows[1].Place != (Place{0, 3}) {
		t.Errorf("%+v", run)
	}
	// The graph of the second search has the number of the first one's, and is another.
	first, second := run.Rows[1], run.Rows[2]
	if first.Graph != 0 || second.Graph != 1 || second.Changes[0].Graph != 1 || run.Graphs[1].Search != 2 {
		t.Errorf("%+v and %+v", first, second)
	}
	if len(run.Rows[0].Tests) != 1 || len(second.Tests) != 2 || second.Tests[0].End != "a.c:3:5" || len(first.Queries) != 1 {
		t.Errorf("%+v", run.Rows)
	}
	if empty := Build("", nil, text); empty.HasSearch() || empty.Iterations() != 0 {
		t.Errorf("%+v", empty)
	}
}

// TestSelfContained: a page loads nothing, and what a program says does not end its script.
func TestSelfContained(t *testing.T) {
	var out bytes.Buffer
	if err := Build("a.c", events(), text).Write(&out); err != nil {
		t.Fatal(err)
	}
	page := out.String()
	if strings.Count(page, "</script>") != 1 || strings.Contains(page, "<b>") || !strings.Contains(page, `\u003c/script\u003e`) {
		t.Error("the text of the program is a part of the page's script")
	}
	for _, outside := range []string{"http:", "https:", "src=", "@import", "url(", "fetch("} {
		if strings.Contains(page, outside) {
			t.Errorf("the page has %s", outside)
		}
	}
	if strings.Contains(page, string(dataMark)) {
		t.Error("the page has no data")
	}
}

// profileFolder is a folder that goes with the test. A browser's last processes may still write
// there when it has ended.
func profileFolder(t *testing.T) string {
	folder, err := os.MkdirTemp("", "yogi-browser-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for range 50 {
			if err = os.RemoveAll(folder); err == nil {
				return
			}
			time.Sleep(100 * time.Millisecond)
		}
		t.Error(err)
	})
	return folder
}

// browser returns what a page is in a real browser after its script has run, with the state in its address.
func browser(t *testing.T, run *Run) func(state string) string {
	t.Helper()
	program, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("there is no chromium: apt-get install chromium")
	}
	folder := profileFolder(t)
	path := filepath.Join(folder, "page.html")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Write(file); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	return func(state string) string {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		command := exec.CommandContext(ctx, program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--user-data-dir="+filepath.Join(folder, "profile"),
			"--virtual-time-budget=10000", "--dump-dom", "file://"+path+"#"+state)
		command.WaitDelay = time.Second
		dom, err := command.Output()
		if err != nil {
			t.Fatalf("chromium: %v", err)
		}
		_, body, _ := strings.Cut(string(dom), "<tbody")
		body, _, _ = strings.Cut(body, "<noscript>")
		head, _, _ := strings.Cut(string(dom), "<table>")
		return head[strings.Index(head, "<h1"):] + body
	}
}

func has(t *testing.T, page string, wanted ...string) {
	t.Helper()
	for _, w := range wanted {
		if !strings.Contains(page, w) {
			t.Errorf("no %q in\n%s", w, page)
		}
	}
}

func TestInBrowser(t *testing.T) {
	show := browser(t, Build("a.c", events(), text))
	page := show("")
	has(t, page, "a.c: fail", "3 iterations; 3 tests; 3 splits; 1 query in 2.0 ms; 2 graphs", "rows 0 to 3, 1 to 4 of 4", "before the first iteration",
		"main/error: 3 → 4 regions", "main/error: 3 → 5 regions", "region 1 split into 3 and 4 by &lt;/script&gt;&lt;b&gt;(&lt; x 1)", "no step from 4 to 2",
		"if (x &lt; 1 &amp;&amp; \"&lt;b&gt;\") fail();", "test 2 leaves test 1 after 3 steps: 5 steps, ends in error", "answered must", "1 unsat", "<div>extend the frontier</div>", "no frontier: the entry", "search 2, 1")
	if strings.Contains(page, "class=\"details\"") {
		t.Error("a row is open that nobody opened")
	}
	// Regions before and after, the forest of this search, the source with its line.
	page = show("open=2")
	has(t, page, `<h2>main/error, before</h2>`, `<h2>main/error, after</h2>`, `<div class="old here">region 0: true</div>`, `<div class="new">region 3: (= y 2)</div>`,
		`<div class="new">region 6: not (= y 2) and not (= z 3)</div>`, `<div class=" here">region 1: true</div>`, `<div class="here">    1  int main(void)</div>`,
		`<ul class="forest"><li><span class="new">test 2 leaves test 1`)
	if _, after, _ := strings.Cut(page, ", after</h2>"); strings.Contains(after, "region 4: ") {
		t.Error("a region is there after it was split")
	}
	has(t, show("function=main&changed=1&row=2"), "rows 1 to 2, 1 to 2 of 2")
	has(t, show("function=none"), "No row is as chosen.")
	has(t, show("row=99&open=99"), "rows 0 to 3")
}

// TestLongRunInBrowser: a run of ten thousand iterations shows fifty rows at a time, and the last one with its regions.
func TestLongRunInBrowser(t *testing.T) {
	const iterations = 10_000
	all := []journal.Event{journal.Search{}, journal.Graph{ID: 1, Function: "main", Exit: "error", Post: "true", Locations: []journal.Location{{Block: 0, Pos: "dir/a.c:1:1", Regions: []int{0}}}}}
	for i := range iterations {
		all = append(all, journal.Iteration{Number: i + 1, Graph: 1, Depth: 1, From: 2 * i, To: 1, Pos: "dir/a.c:1:1"},
			journal.Query{Label: "extend", Status: "unsat", Seconds: 0.001}, journal.Test{Number: i + 1, Parent: i, Shared: i, Steps: i + 1, End: "return"},
			journal.Split{Graph: 1, Region: 2 * i, Yes: 2*i + 1, No: 2*i + 2, Predicate: fmt.Sprintf("(= x %d)", i)})
	}
	show := browser(t, Build("long", at(all), text))
	page := show("")
	has(t, page, "10000 iterations", "rows 0 to 49, 1 to 50 of 10001", "cut off before the verdict")
	if rows := strings.Count(page, `<tr class="row`); rows != 50 {
		t.Errorf("%d rows at a time", rows)
	}
	page = show("row=10000&open=10000")
	has(t, page, "of 10001", `id="row10000"`, "main/error: 10000 → 10001 regions", "the latest 400 of 10000", "more")
	if rows := strings.Count(page, `<tr class="row`); rows > 50 {
		t.Errorf("%d rows at a time", rows)
	}
}
