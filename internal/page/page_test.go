package page

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"yogi/internal/assumption"
	"yogi/internal/browsertest"
	"yogi/internal/coverage"
	"yogi/internal/journal"
	"yogi/internal/report"
	"yogi/internal/source"
)

// hostile is a program whose text would like to be a part of the page.
const hostile = "int main(void)\n{\n  char *s = \"</script></code><script>document.title='taken'</script><img src=//x.test onerror=alert(1)>\";\n  // \u202e right to left\n  int n = 3;\n  fail(s, n);\n}\n"

func failing() Check {
	result := &report.Result{
		Verdict: "FALSE(unreach-call)", Class: "executed", Files: []string{"dir/a.c"},
		Error: &report.Place{File: "dir/a.c", Line: 6, Column: 3, What: "</p><script>document.title='taken'</script> is called"},
		Trace: []report.Line{
			{Function: "main", File: "dir/a.c", Line: 1, Text: "call main", Depth: 0},
			{Function: "main", File: "dir/a.c", Line: 3, Text: "s = \"<b>\"", Depth: 1, Variable: "s", Value: "\"<b>\""},
			{Function: "main", File: "dir/a.c", Line: 5, Text: "n = 3", Depth: 1, Variable: "n", Value: "3"},
			{Function: "main", File: "dir/a.c", Line: 5, Text: "... 9 more rounds of these lines, up to n = 12", Depth: 1},
		},
		Assumptions: assumption.List{{Kind: &assumption.Kind{Name: "x", Says: "{of} has no body"}, Of: "fail", Places: []source.Pos{{File: "dir/a.c", Line: 6, Column: 3}}}},
		Evidence:    map[string]string{"driver": "out/driver.c", "script": "out/run.sh"},
		Invariants:  []report.Place{{File: "dir/a.c", Line: 5, What: "n <= 3 && \"</td>\""}},
	}
	lines := &coverage.Report{Files: []*coverage.File{{Name: "dir/a.c", Lines: []coverage.Line{
		{Number: 1, State: coverage.Open, Count: 2, Runs: []int{0, 1}}, {Number: 3, State: coverage.Open, Count: 1, Runs: []int{1}},
		{Number: 5, State: coverage.Open}, {Number: 6, State: coverage.Dead},
	}}}}
	return Check{Version: "1", Results: []*report.Result{result}, Checked: []string{"reach"}, NotChecked: []string{"null"}, Coverage: lines,
		Text: func(name string) (string, bool) { return hostile, name == "dir/a.c" }}
}

func textOf(t *testing.T, write func(*bytes.Buffer) error) string {
	t.Helper()
	var out bytes.Buffer
	if err := write(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func checkPage(t *testing.T, c Check) string {
	return textOf(t, func(out *bytes.Buffer) error { return WriteCheck(out, c) })
}

func has(t *testing.T, page string, wanted ...string) {
	t.Helper()
	for _, w := range wanted {
		if !strings.Contains(page, w) {
			t.Errorf("no %q in the page", w)
		}
	}
}

func TestCheckPage(t *testing.T) {
	page := checkPage(t, failing())
	has(t, page, `<h1>FALSE(unreach-call)</h1>`, "compiled and executed", "<dd>reach</dd>", "<dd>null</dd>",
		`<tr id="f0-1" class="run"><td class="n">1</td><td class="c" title="executed 2 times, by the failing run, test 1">2</td><td class="w">run</td>`,
		`<tr id="f0-3" class="test">`, `<tr id="f0-5" class="open">`, `<td class="w">dead <b>assumed</b></td>`, `<tr id="f0-2">`,
		`<tr class="note invariant"><td colspan="3">invariant</td><td>n &lt;= 3 &amp;&amp; &#34;&lt;/td&gt;&#34;</td>`,
		"fail has no body", "⟨U&#43;202E⟩", "sh out/run.sh", `class="d1 fold"`, `data-variable="n" data-value="3"`)
	if strings.Count(page, "<script") != 1 || strings.Count(page, "</script>") != 1 || strings.Contains(page, "<img") {
		t.Error("the text of the program is a part of the page")
	}
	for _, outside := range []string{"http:", "https:", "<link", "@import", "url(", "fetch(", "style="} {
		if strings.Contains(page, outside) {
			t.Errorf("the page has %s", outside)
		}
	}
}

// TestProofClaimsNoMore: the words of lines are those of their states, and a line of which nothing is known has none.
func TestProofClaimsNoMore(t *testing.T) {
	c := failing()
	r := c.Results[0]
	r.Verdict, r.Trace, r.Error = "TRUE", nil, nil
	c.Coverage.Files[0].Lines[0].State = coverage.Safe
	page := checkPage(t, c)
	has(t, page, "this is proved", `<tr id="f0-1" class="safe">`, "by test 1, test 2", `<tr id="f0-3" class="test">`, `<tr id="f0-5" class="open">`, `<tr id="f0-6" class="dead">`)
	if strings.Contains(page, `class="replay"`) || strings.Contains(page, `class="run"`) {
		t.Error("there is a run where nothing fails")
	}
	c.Coverage = nil
	page = checkPage(t, c)
	has(t, page, "could not be told")
	if strings.Contains(page, `class="safe"`) {
		t.Error("a line is safe of which nothing is known")
	}
}

// A box for each function, callers above what they call; calls in circles and of functions that are not there do no
// harm.
func TestCalls(t *testing.T) {
	c := failing()
	c.Functions = []Function{
		{Name: "main", File: "dir/a.c", Line: 2, Calls: []string{"f<b>", "f<b>", "gone"}, Asked: 1, Yes: 1},
		{Name: "f<b>", Calls: []string{"g", "f<b>"}, Asked: 3, No: 2}, {Name: "g", Calls: []string{"f<b>"}}, {Name: "alone"},
	}
	page := checkPage(t, c)
	has(t, page, "<svg viewBox=", `asked 3: 2 no, 1 open`, `<a href="#f0-2"><rect class="asked"`, "f&lt;b&gt;", "what was asked about whom")
	v := newBuilder(c)
	v.chooseFiles()
	graph := v.calls()
	if len(graph.Edges) != 5 || graph.Functions[0].Y >= graph.Functions[1].Y || graph.Functions[0].Y != graph.Functions[3].Y {
		t.Errorf("%d calls; main is at %d, what it calls at %d", len(graph.Edges), graph.Functions[0].Y, graph.Functions[1].Y)
	}
	c.Functions = make([]Function, mostInPicture+1)
	if page := checkPage(t, c); strings.Contains(page, "<svg") || !strings.Contains(page, "<details open><summary>as a table") {
		t.Error("a picture of many functions")
	}
}

// The sets of states of a function: a row for each place, with what tells them apart, and nothing of the program's text
// that is a part of the page.
func TestRegions(t *testing.T) {
	c := failing()
	c.Functions = []Function{{Name: "main", Asked: 1, No: 1, Answer: "not-may", Regions: &journal.Regions{
		Asked: "the error",
		Of: []journal.Region{
			{ID: 0, Block: 0, Pos: "dir/a.c:5:3", States: []string{"n < 3"}, Reaches: true}, {ID: 3, Block: 0, Pos: "dir/a.c:5:3", States: []string{"!(n < 3)", "s == \"<b>\""}, Wordless: 2},
			{ID: 1, Block: 1, Pos: "<library>:1:1"}, {ID: 2, Block: -1, Reaches: true, IsTarget: true},
		},
		Steps: []journal.Step{{From: 0, To: 2}, {From: 3, To: 1}, {From: 1, To: 1}},
	}}}
	page := checkPage(t, c)
	has(t, page, `Can it end in the error? No,`, `<rect class="reaches"`, `<rect class="target"`, `<rect class="proved"`, `n &lt; 3`, `2 conditions without words`,
		`<td><a href="#f0-5">dir/a.c:5</a></td>`, `<td>in between</td>`, `<code>all states</code>`, "4 sets</span>")
	if strings.Contains(page, `s == "<b>`) {
		t.Error("a condition is a part of the page")
	}
	b := newBuilder(c)
	b.chooseFiles()
	v := b.regions()[0]
	if len(v.Rows) != 3 || len(v.Edges) != 3 || v.Regions[0].Y != v.Regions[1].Y || v.Regions[0].Y >= v.Regions[2].Y || v.Regions[0].X >= v.Regions[1].X {
		t.Errorf("%+v", v)
	}
	c.Functions[0].Regions.Steps = make([]journal.Step, mostSteps+1)
	if page := checkPage(t, c); strings.Contains(page, `class="place"`) || !strings.Contains(page, "does not lead there") {
		t.Error("a picture of very many steps, or no table")
	}
}

func TestStuck(t *testing.T) {
	c := failing()
	r := c.Results[0]
	r.Verdict, r.Reason, r.Trace, r.Error, r.Detail = "UNKNOWN(divergence)", "divergence", nil, nil, "at dir/a.c:5:3: no fact is found"
	has(t, checkPage(t, c), `<a href="#f0-5">dir/a.c:5</a>`, `<tr class="note stuck">`, "What may settle it", "There is no answer")
}

// browser opens a page in a real browser, which asks for nothing else.
func browser(t *testing.T, text string) context.Context {
	t.Helper()
	path := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return browsertest.Open(t, "file://"+path, "file://", chromedp.WindowSize(1400, 900))
}

// is compares what an expression of the page's script gives.
func is(t *testing.T, ctx context.Context, expression, want string) {
	t.Helper()
	var got any
	if err := chromedp.Run(ctx, chromedp.Evaluate(expression, &got)); err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	if fmt.Sprint(got) != want {
		t.Errorf("%s is %v, not %s", expression, got, want)
	}
}

func do(t *testing.T, ctx context.Context, actions ...chromedp.Action) {
	t.Helper()
	if err := chromedp.Run(ctx, actions...); err != nil {
		t.Fatal(err)
	}
}

// TestStepsInBrowser: buttons, keys and clicks step through the run, with the line and the values of each step.
func TestStepsInBrowser(t *testing.T) {
	ctx := browser(t, checkPage(t, failing()))
	const step, line = `document.querySelector("[data-where]").textContent`, `document.querySelector("tr.here").id`
	const values = `[...document.querySelectorAll("[data-values] tbody tr")].map(r => r.innerText.replace(/\s+/g, " ")).join("; ")`
	is(t, ctx, `document.title`, "FALSE(unreach-call): a.c")
	is(t, ctx, step, "step 5 of 5")
	is(t, ctx, line, "f0-6")
	is(t, ctx, values, `main s "<b>"; main n 3`)
	do(t, ctx, chromedp.Click(`[data-go=previous]`), chromedp.Click(`[data-go=previous]`))
	is(t, ctx, step, "step 3 of 5")
	is(t, ctx, line, "f0-5")
	do(t, ctx, chromedp.KeyEvent(kb.ArrowLeft))
	is(t, ctx, step, "step 2 of 5")
	is(t, ctx, values, `main s "<b>"`)
	do(t, ctx, chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(kb.ArrowLeft))
	is(t, ctx, step, "step 1 of 5")
	is(t, ctx, `document.querySelector("[data-values]").hidden`, "true")
	do(t, ctx, chromedp.KeyEvent(kb.ArrowRight))
	is(t, ctx, step, "step 2 of 5")
	do(t, ctx, chromedp.Focus(".steps"), chromedp.KeyEvent(kb.End))
	is(t, ctx, step, "step 5 of 5")
	do(t, ctx, chromedp.KeyEvent(kb.ArrowUp), chromedp.KeyEvent(kb.Home), chromedp.KeyEvent(kb.ArrowDown))
	is(t, ctx, step, "step 2 of 5")
	do(t, ctx, chromedp.Click(".steps > li:nth-child(4)"))
	is(t, ctx, step, "step 4 of 5")
	is(t, ctx, `document.querySelectorAll("[aria-current=step]").length`, "1")
	// A link opens the file that its line is in.
	do(t, ctx, chromedp.Evaluate(`document.querySelector("details.file").open = false; location.hash = "f0-6"`, nil), chromedp.WaitVisible("#f0-6"))
	is(t, ctx, `document.scripts.length`, "1")
}

func matrixPage(t *testing.T) string {
	pass, none := &report.Result{Verdict: "TRUE"}, &report.Result{Verdict: "TRUE", Detail: "not applicable"}
	fail, open := failing().Results[0], &report.Result{Verdict: "UNKNOWN(timeout)", Reason: "timeout"}
	return textOf(t, func(out *bytes.Buffer) error {
		return WriteMatrix(out, Matrix{Version: "1", Cells: []Cell{
			{Program: "a.c", Rule: "posix/File", Word: "pass", Result: pass}, {Program: "a.c", Rule: "posix/Mutex", Word: "-", Result: none},
			{Program: "b<i>.c", Rule: "posix/File", Word: "fail", Want: "keeps", IsWrong: true, Result: fail},
			{Program: "b<i>.c", Rule: "posix/Mutex", Word: "timeout", Result: open},
			{Program: "c.c", Rule: "posix/File", Word: "not read", Result: &report.Result{Verdict: "not read"}},
		}})
	})
}

func TestMatrixPage(t *testing.T) {
	page := matrixPage(t)
	has(t, page, "<h1>3 programs, 2 rules</h1>", `<td class="fail" data-kind="fail"><a href="#c2">fail</a> <b>wrong</b></td>`, `b&lt;i&gt;.c`,
		`<td class="unknown" data-kind="unknown"><a href="#c3">timeout</a></td>`, "The known answer: keeps.", "<td></td>")
	if strings.Contains(page, "<i>") || strings.Count(page, "<script") != 1 {
		t.Error("a name is a part of the page")
	}
}

// TestFiltersInBrowser: what is typed and chosen hides the rest of the table and of the cells.
func TestFiltersInBrowser(t *testing.T) {
	ctx := browser(t, matrixPage(t))
	const shown = `document.querySelector("[data-shown]").textContent`
	const visible = `[...document.querySelectorAll("details.cell")].filter(d => !d.hidden).map(d => d.id).join(" ")`
	const rows = `[...document.querySelectorAll("tbody tr")].filter(r => !r.hidden).map(r => r.dataset.rule).join(" ")`
	const columns = `[...document.querySelectorAll("thead th[data-program]")].filter(c => !c.hidden).length`
	is(t, ctx, shown, "5 cells")
	do(t, ctx, chromedp.SendKeys(`[data-filter=program]`, "B<"))
	is(t, ctx, shown, "2 cells")
	is(t, ctx, columns, "1")
	do(t, ctx, chromedp.Click(`.filters [data-kind=unknown]`))
	is(t, ctx, visible, "c2")
	is(t, ctx, rows, "posix/File")
	do(t, ctx, chromedp.Evaluate(`document.querySelector("[data-filter=program]").value = ""`, nil), chromedp.SendKeys(`[data-filter=rule]`, "mut"))
	is(t, ctx, visible, "c1")
	is(t, ctx, rows, "posix/Mutex")
	do(t, ctx, chromedp.Evaluate(`document.querySelector("[data-filter=rule]").value = ""`, nil), chromedp.SendKeys(`[data-filter=rule]`, "file"), chromedp.Click(`td.fail a`), chromedp.WaitVisible(`#c2 .steps`))
	is(t, ctx, `document.getElementById("c2").open`, "true")
}

// TestLongFileInBrowser: the page of a file of 5,000 lines is small, and there at once: after less than two seconds of
// work, whatever else the machine does.
func TestLongFileInBrowser(t *testing.T) {
	c := failing()
	var text strings.Builder
	lines := &c.Coverage.Files[0].Lines
	*lines = nil
	for i := range 5000 {
		fmt.Fprintf(&text, "  if (device->registers[%d] != expected_value(%d)) return STATUS_UNSUCCESSFUL;\n", i, i)
		*lines = append(*lines, coverage.Line{Number: i + 1, State: coverage.Open, Count: 3, Runs: []int{0, 1, 2}})
	}
	c.Text = func(string) (string, bool) { return text.String(), true }
	page := checkPage(t, c)
	if len(page) > 5<<20 {
		t.Errorf("the page has %d bytes", len(page))
	}
	ctx := browser(t, page)
	is(t, ctx, `document.querySelectorAll("tr.run").length`, "5000")
	var took float64
	var metrics []*performance.Metric
	do(t, ctx, performance.Enable().WithTimeDomain(performance.EnableTimeDomainThreadTicks), chromedp.Reload(),
		chromedp.Evaluate(`performance.getEntriesByType("navigation")[0].domComplete`, &took),
		chromedp.ActionFunc(func(ctx context.Context) (err error) { metrics, err = performance.GetMetrics().Do(ctx); return err }))
	worked := -1.0
	for _, m := range metrics {
		if m.Name == "TaskDuration" {
			worked = m.Value
		}
	}
	t.Logf("%d bytes, complete after %.0f ms, %.0f ms of work", len(page), took, 1000*worked)
	if worked < 0 || worked >= 2 {
		t.Errorf("showing the page took %f s of work", worked)
	}
}
