package sarif

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"yogi/internal/assumption"
	"yogi/internal/changes"
	"yogi/internal/property"
	"yogi/internal/report"
	"yogi/internal/source"
)

// validate holds a file against the schema of what is written, a part of the standard's, which refuses members that it
// does not have; and against the standard's own, where the variable SARIF_SCHEMA names its file.
func validate(t *testing.T, text []byte) *log {
	t.Helper()
	schemas := []string{"testdata/written.schema.json"}
	if standard := os.Getenv("SARIF_SCHEMA"); standard != "" {
		schemas = append(schemas, standard)
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for _, file := range schemas {
		compiler := jsonschema.NewCompiler()
		compiler.AssertFormat()
		schema, err := compiler.Compile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(document); err != nil {
			t.Fatalf("%s: %v\n%s", file, err, text)
		}
	}
	var parsed log
	if err := json.Unmarshal(text, &parsed); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return &parsed
}

// TestSchema: the schema notices what is wrong, so that what it lets pass is worth something.
func TestSchema(t *testing.T) {
	var out bytes.Buffer
	r := &report.Result{Verdict: "FALSE(no-overflow)", Property: "no-overflow", Files: []string{"b.c"}, Error: &report.Place{File: "b.c", Line: 12, Column: 5, What: "signed overflow"}}
	if err := Write(&out, "1.2", Failures, []*report.Result{r}); err != nil {
		t.Fatal(err)
	}
	validate(t, out.Bytes())
	schema, err := jsonschema.NewCompiler().Compile("testdata/written.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, edit := range [][2]string{
		{`"kind": "fail"`, `"kind": "failed"`}, {`"level": "error"`, `"level": "none"`}, {`"startLine": 12`, `"startLine": 0`},
		{`"ruleId"`, `"rule"`}, {`"version": "2.1.0"`, `"version": "2.2"`}, {`"text": "signed overflow"`, `"words": "signed overflow"`},
	} {
		if !strings.Contains(out.String(), edit[0]) {
			t.Fatalf("there is no %s in %s", edit[0], out.String())
		}
		document, err := jsonschema.UnmarshalJSON(strings.NewReader(strings.Replace(out.String(), edit[0], edit[1], -1)))
		if err != nil {
			t.Fatal(err)
		}
		if schema.Validate(document) == nil {
			t.Errorf("with %s it is valid", edit[1])
		}
	}
}

func TestResults(t *testing.T) {
	fail := &report.Result{
		Verdict: "FALSE(valid-deref)", Property: "valid-deref", Files: []string{"dir one/a.c"}, Class: "executed", Assumptions: assumption.List{{Kind: assumption.DataModel, Of: "LP64"}},
		Error: &report.Place{File: "<library>", What: "access outside of every object"},
		Trace: []report.Line{{Function: "main", File: "dir one/a.c", Line: 3, Text: "call main"}, {Function: "main", File: "dir one/a.c", Line: 7, Text: "call strcpy", Depth: 1}, {Function: "strcpy", Text: "loop"}},
	}
	direct := &report.Result{
		Verdict: "FALSE(no-overflow)", Property: "no-overflow", Files: []string{"/src/b.c"}, Class: "interpreted",
		Error: &report.Place{File: "/src/b.c", Line: 12, Column: 5, What: "signed overflow"},
	}
	pass := &report.Result{Verdict: "TRUE", Property: "no-overflow", Files: []string{"c.c"}, Class: "proved", Entry: "f"}
	open := &report.Result{Verdict: "UNKNOWN(timeout)", Reason: "timeout", Property: "my rule", Files: []string{"d.c"}}
	var out bytes.Buffer
	if err := Write(&out, "1.2", All, []*report.Result{fail, direct, pass, open}); err != nil {
		t.Fatal(err)
	}
	r := validate(t, out.Bytes()).Runs[0]
	if len(r.Results) != 4 || len(r.Tool.Driver.Rules) != 3 || r.Tool.Driver.Version != "1.2" {
		t.Fatalf("%d results, %d rules", len(r.Results), len(r.Tool.Driver.Rules))
	}
	for i, want := range []string{
		"fail error dir%20one/a.c:7 access outside of every object",
		"fail error file:///src/b.c:12 signed overflow",
		"pass none c.c:1 Proved for f: no operation on signed integers overflows.",
		"open none d.c:1 The answer is unknown: timeout",
	} {
		got := r.Results[i]
		at := got.Locations[0].Physical
		words := strings.Join([]string{got.Kind, got.Level, at.Artifact.URI + ":" + itoa(at.Region.Line), got.Message.Text}, " ")
		if words != want {
			t.Errorf("result %d is %q, want %q", i, words, want)
		}
		if rule := r.Tool.Driver.Rules[got.RuleIndex].ID; rule != got.RuleID {
			t.Errorf("result %d has rule %s and the index of %s", i, got.RuleID, rule)
		}
	}
	if steps := r.Results[0].Flows[0].Threads[0].Steps; len(steps) != 3 {
		t.Errorf("%d steps in the code flow, want 3", len(steps))
	}
}

func TestDiagnostics(t *testing.T) {
	var out bytes.Buffer
	wrong := source.Diagnostics{{Pos: source.Pos{File: "a.c", Line: 2, Column: 3}, Code: "syntax", Message: "expected ;", Notes: []string{"before }"}}}
	if err := WriteDiagnostics(&out, "1.2", wrong); err != nil {
		t.Fatal(err)
	}
	r := validate(t, out.Bytes()).Runs[0]
	if len(r.Results) != 0 || r.Invocations[0].Successful {
		t.Errorf("a run that failed has %d results", len(r.Results))
	}
	if n := r.Invocations[0].Notifications; len(n) != 1 || n[0].Message.Text != "expected ;\nbefore }" {
		t.Errorf("the notifications are %v", n)
	}
}

func itoa(n int) string {
	text, _ := json.Marshal(n)
	return string(text)
}

// TestFailuresAlone: what is proved is no result, what is unknown a notification, what is suppressed says so.
func TestFailuresAlone(t *testing.T) {
	place := func(line int) *report.Place {
		return &report.Place{File: "a.c", Line: line, What: "signed overflow"}
	}
	pass := &report.Result{Verdict: "TRUE", Property: "no-overflow", Files: []string{"a.c"}, Warnings: []report.Warning{{ID: "dead", File: "a.c", Line: 4, Text: "no run gets here"}}}
	open := &report.Result{Verdict: "UNKNOWN(timeout)", Reason: "timeout", Detail: "a.c is large", Property: "no-overflow", Files: []string{"a.c"}, Entry: "f"}
	fail := &report.Result{Verdict: "FALSE(no-overflow)", Property: "no-overflow", Files: []string{"a.c"}, Error: place(7)}
	fail.Suppress(report.Suppression{Kind: report.InSource, Check: "overflow", Reason: "it wraps", File: "a.c", Line: 6})
	open.Suppressed = []*report.Result{fail}
	var out bytes.Buffer
	if err := Write(&out, "1.2", Failures, []*report.Result{pass, open}); err != nil {
		t.Fatal(err)
	}
	r := validate(t, out.Bytes()).Runs[0]
	if len(r.Results) != 1 || r.Results[0].Kind != "fail" || len(r.Results[0].Suppressions) != 1 {
		t.Fatalf("%s", out.String())
	}
	if s := r.Results[0].Suppressions[0]; s.Kind != "inSource" || s.Status != "accepted" || s.Justification != "it wraps" || s.Location.Physical.Region.Line != 6 {
		t.Errorf("the suppression is %+v", s)
	}
	if at := r.Results[0].Locations[0].Physical.Artifact; at.URI != "a.c" || at.Base != sourceRoot || r.Bases[sourceRoot].Description == nil {
		t.Errorf("the file is %+v", at)
	}
	var said []string
	for _, n := range r.Invocations[0].Notifications {
		said = append(said, n.Level+" "+n.Descriptor.ID+" "+n.Message.Text)
	}
	if got, want := strings.Join(said, "; "), "warning dead no run gets here; note timeout The answer is unknown for f: timeout: a.c is large"; got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
}

// TestRules: each built-in check has a rule that says what holds where nothing violates it.
func TestRules(t *testing.T) {
	all, err := property.ParseChecks(property.CheckNames())
	if err != nil {
		t.Fatal(err)
	}
	for _, check := range all.Each() {
		if weaknesses[check.SubProperty()] == 0 {
			t.Errorf("no number of the weakness for %s", check.SubProperty())
		}
		if rules[check.SubProperty()] == "" {
			t.Errorf("no rule for %s, of the check %v", check.SubProperty(), check.Names())
		}
	}
}

// TestChanges: results have their states and fingerprints, in the standard's words.
func TestChanges(t *testing.T) {
	pass := &report.Result{Verdict: "TRUE", Property: "no-overflow", Files: []string{"c.c"}, Class: "proved", Entry: "f"}
	fail := &report.Result{
		Verdict: "FALSE(no-overflow)", Property: "no-overflow", Files: []string{"gone.c"}, Class: "executed", Entry: "g",
		Error: &report.Place{File: "gone.c", Line: 12, Column: 5, What: "signed overflow"},
	}
	var out bytes.Buffer
	if err := WriteChanges(&out, "1.2", All, []changes.Stated{{Result: pass, State: changes.StateUpdated}, {Result: fail, State: changes.StateAbsent, Finding: "abc:1"}}); err != nil {
		t.Fatal(err)
	}
	results := validate(t, out.Bytes()).Runs[0].Results
	if len(results) != 2 || results[0].State != changes.StateUpdated || results[1].State != changes.StateAbsent {
		t.Errorf("%s", out.String())
	}
	if results[1].Fingerprints[lineHash] != "abc:1" || len(results[0].Fingerprints) > 0 {
		t.Errorf("%s", out.String())
	}
}

// TestHelpOfRules: a rule that the project wrote is in its file, of which yogi explain knows nothing.
func TestHelpOfRules(t *testing.T) {
	var r run
	r.rule("Journal")
	r.rule("valid-deref")
	help := r.Tool.Driver.Rules
	if got := help[0].Help.Text; !strings.Contains(got, "one of the project's own is its file Journal.slic") {
		t.Errorf("got %q", got)
	}
	if got := help[1].Help.Text; got != "`yogi explain 'valid-deref'` tells more, with an example." {
		t.Errorf("got %q", got)
	}
}
