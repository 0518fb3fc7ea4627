package report

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"yogi/internal/assumption"
	"yogi/internal/source"
	"yogi/internal/verdict"
)

func fail() verdict.Verdict {
	at := func(line int) source.Pos { return source.Pos{File: "a.c", Line: line, Column: 3} }
	return verdict.Verdict{
		Answer: verdict.Answer{Kind: verdict.Fail, Test: &verdict.Test{
			What: "reach_error() is called", Pos: at(9),
			Trace: []verdict.Step{{Function: "main", Pos: at(4), Text: "x < 10 is true"}, {Function: "f", Pos: at(8), Text: "input y = 3", Depth: 1}, {Function: "g", Text: "call h"}},
		}},
		Property: "unreach-call", Class: "executed", Assumptions: assumption.List{{Kind: assumption.DataModel, Of: "LP64"}}, Evidence: map[string]string{"driver": "out/driver.c"},
	}
}

func TestText(t *testing.T) {
	var out bytes.Buffer
	NewResult(fail(), []string{"a.c"}, nil).WriteText(&out)
	want := `a.c:4: x < 10 is true
a.c:8:   input y = 3
g: call h
a.c:9:3: reach_error() is called
assumed: data model LP64
evidence: executed
  driver: out/driver.c
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &out, want)
	}
}

func TestUnknownText(t *testing.T) {
	v := verdict.Verdict{Answer: verdict.Answer{Kind: verdict.Unknown, Reason: verdict.Unsupported, Diagnostic: &source.Diagnostic{
		Pos: source.Pos{File: "a.c", Line: 7, Column: 1}, Message: "call of longjmp",
	}}}
	var out bytes.Buffer
	NewResult(v, nil, nil).WriteText(&out)
	if got := out.String(); got != "a.c:7:1: call of longjmp\nwhat may help: --remove-body FUNCTION leaves out the body of the function that the place is in, as of one that prints messages: it then may return anything (yogi explain unsupported)\n" {
		t.Errorf("got %q", got)
	}
}

// TestWhereTimeWent: a row of a table whose check ran out of time says what that was spent on where no place is named.
func TestWhereTimeWent(t *testing.T) {
	v := verdict.Verdict{Answer: verdict.Answer{Kind: verdict.Unknown, Reason: verdict.Timeout}}
	v.Statistics.Iterations, v.Statistics.Tests = 12, 1
	seconds := map[string]float64{"total": 9, "lowering": 1, "search": 7}
	want := "no place stands out: most of the time went to the search for a failing run and for a proof"
	if got := NewResult(v, nil, seconds).Where(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	v.Detail = "the loop at a.c:7:3 needs an invariant: 4 were tried"
	if got := NewResult(v, nil, seconds).Where(); got != v.Detail {
		t.Errorf("got %q, want %q", got, v.Detail)
	}
}

// TestHelpWithoutCompiler: a test that was run and does something else has been compiled.
func TestHelpWithoutCompiler(t *testing.T) {
	v := verdict.Verdict{Answer: verdict.Answer{Kind: verdict.Unknown, Reason: verdict.EvidenceRejected, Detail: "the compiled test does not reach the error"}}
	if help := NewResult(v, nil, nil).Help; strings.Contains(help, "missing") || !strings.HasPrefix(help, "report it") {
		t.Errorf("got %q", help)
	}
	v.NullArguments = []string{"a", "b"}
	if help := NewResult(v, nil, nil).Help; help != "--non-null, if no caller hands over null pointers: in this run a, b are null pointers" {
		t.Errorf("got %q", help)
	}
	v.Reason = verdict.UndefinedReason
	if help := NewResult(v, nil, nil).Help; strings.Contains(help, "--non-null") {
		t.Errorf("got %q", help)
	}
}

// TestHelpWithoutFunction: a definition of a function is advice only where a function is named.
func TestHelpWithoutFunction(t *testing.T) {
	unknown := verdict.Verdict{Answer: verdict.Answer{Kind: verdict.Unknown, Reason: verdict.ModelReason, Detail: "the test found needs that an object of the outside holds the address of no object"}}
	if help := NewResult(unknown, nil, nil).Help; strings.Contains(help, "definition") || !strings.Contains(help, "--harness") {
		t.Errorf("no function is named: %s", help)
	}
	unknown.Needed = []string{"getppid"}
	if help := NewResult(unknown, nil, nil).Help; !strings.HasPrefix(help, "a definition of getppid") {
		t.Errorf("getppid is named: %s", help)
	}
}

// TestHelpInTime: a check that takes too long says where a loop needs a fact, else how much time to give.
func TestHelpInTime(t *testing.T) {
	for detail, want := range map[string]string{
		"": "more time: --timeout 35s",
		"the loop of strlen, called at a.c:5:15, needs an invariant: 3 candidates were tried":                "more time: --timeout 35s",
		"what fills an object at a.c:5:15 needs an invariant: 3 candidates were tried":                       "more time: --timeout 35s",
		"the loop of strlen needs an invariant: 3\nthe loop at dir/a.c:7:3 needs an invariant: 4 were tried": "an assertion of what holds in the loop at dir/a.c:7, which is checked, and known behind it; or constants in the place of what bounds the loop",
	} {
		v := verdict.Verdict{Answer: verdict.Answer{Kind: verdict.Unknown, Reason: verdict.Timeout, Detail: detail}}
		r := NewResult(v, nil, map[string]float64{"total": 6.2})
		if r.Help != want {
			t.Errorf("%q: %q, want %q", detail, r.Help, want)
		}
		r.OfferPlaces()
		if got, ok := strings.CutSuffix(r.Help, want); !ok || (got != "") != strings.HasPrefix(want, "more time") || got != "" && !strings.Contains(got, "--all; or ") {
			t.Errorf("%q with many places: %q", detail, r.Help)
		}
	}
}

// TestUnconfirmed: the run of an unknown is told with where it may fail, and moves with its files.
func TestUnconfirmed(t *testing.T) {
	v := verdict.Verdict{Answer: verdict.Answer{Kind: verdict.Unknown, Reason: verdict.ModelReason, Detail: "it needs puts"}, Needed: []string{"puts"}, Unconfirmed: fail().Test}
	v.Unconfirmed.Omitted = 1
	r := NewResult(v, []string{"a.c"}, nil)
	r.Rename(func(file string) string { return strings.Replace(file, "a.c", "b.c", 1) })
	var out bytes.Buffer
	r.WriteText(&out)
	const want = `the run, without 1 step on which its end does not depend (--steps all):
b.c:4: x < 10 is true
b.c:8:   input y = 3
g: call h
b.c:9:3: may fail, which is not confirmed: reach_error() is called
it needs puts
what may help: a definition of puts that does what matters here, in one more C file behind the others; or --entry FUNCTION for what is called behind it (yogi explain model)
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &out, want)
	}
	if got := r.Where(); got != "b.c:9: may fail, which is not confirmed: reach_error() is called" {
		t.Errorf("where: %s", got)
	}
}

func TestWordsAndStatus(t *testing.T) {
	unknown := func(r verdict.Reason) verdict.Verdict {
		return verdict.Verdict{Answer: verdict.Answer{Kind: verdict.Unknown, Reason: r}}
	}
	for _, c := range []struct {
		v      verdict.Verdict
		words  string
		status int
	}{
		{fail(), "FALSE(unreach-call)", 1},
		{verdict.Verdict{Answer: verdict.Answer{Kind: verdict.Pass}}, "TRUE", 0},
		{unknown(verdict.Timeout), "UNKNOWN(timeout)", 3},
		{unknown(verdict.EvidenceRejected), "UNKNOWN(evidence-rejected)", 4},
		{unknown(verdict.Internal), "UNKNOWN(internal)", 4},
		{verdict.Verdict{}, "UNKNOWN(internal)", 4}, // nothing forgotten reads as a pass
	} {
		if got := Words(c.v); got != c.words {
			t.Errorf("words %q, want %q", got, c.words)
		}
		if got := ExitStatus(c.v); got != c.status {
			t.Errorf("%s: status %d, want %d", c.words, got, c.status)
		}
	}
}

func TestJSON(t *testing.T) {
	var out bytes.Buffer
	if err := NewResult(fail(), []string{"a.c"}, map[string]float64{"total": 1.5}).WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	var object map[string]any
	if err := json.Unmarshal(out.Bytes(), &object); err != nil {
		t.Fatal(err)
	}
	if object["verdict"] != "FALSE(unreach-call)" || object["class"] != "executed" || !strings.Contains(out.String(), "x < 10 is true") {
		t.Errorf("object %s", &out)
	}
	if steps := object["trace"].([]any); len(steps) != 3 {
		t.Errorf("%d steps", len(steps))
	}
}

// TestWarningsOfTable: a table tells each warning once, with the functions that it is about.
func TestWarningsOfTable(t *testing.T) {
	nothing := Warning{ID: "nothing-to-check", File: "a.c", Line: 1, Text: "nothing to check"}
	unread := Warning{ID: "unread-contract", File: "a.c", Line: 4, Text: "of the contract of g this is not used"}
	watched := Warning{ID: WatchedEntry, File: "a.c", Line: 9, Text: "no harness calls h"}
	elsewhere := nothing
	elsewhere.Line = 2
	var out strings.Builder
	Entries{
		{Verdict: "TRUE", Entry: "f", Warnings: []Warning{nothing, watched}},
		{Verdict: "TRUE", Entry: "g", Warnings: []Warning{elsewhere, unread}},
	}.WriteText(&out)
	for _, want := range []string{
		"a.c:1: warning: nothing to check (f, g)\n", "a.c:4: warning: of the contract of g this is not used\n", "a.c:9: warning: no harness calls h\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in\n%s", want, out.String())
		}
	}
	if n := strings.Count(out.String(), "warning:"); n != 3 {
		t.Errorf("%d warnings:\n%s", n, out.String())
	}
}
