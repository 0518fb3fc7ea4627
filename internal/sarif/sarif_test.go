package sarif

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	standard "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"yogi/internal/assumption"
	"yogi/internal/changes"
	"yogi/internal/property"
	"yogi/internal/report"
	"yogi/internal/source"
)

// validate holds a file against the standard's schema, and refuses members that the standard does not have.
func validate(t *testing.T, text []byte) *standard.Report {
	t.Helper()
	strict := json.NewDecoder(bytes.NewReader(text))
	strict.DisallowUnknownFields()
	if err := strict.Decode(&standard.Report{}); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	parsed, err := standard.FromBytes(text)
	if err == nil {
		err = parsed.Validate()
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return parsed
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
	if err := Write(&out, "1.2", []*report.Result{fail, direct, pass, open}); err != nil {
		t.Fatal(err)
	}
	r := validate(t, out.Bytes()).Runs[0]
	if len(r.Results) != 4 || len(r.Tool.Driver.Rules) != 3 || *r.Tool.Driver.Version != "1.2" {
		t.Fatalf("%d results, %d rules", len(r.Results), len(r.Tool.Driver.Rules))
	}
	for i, want := range []string{
		"fail error dir%20one/a.c:7 access outside of every object",
		"fail error file:///src/b.c:12 signed overflow",
		"pass none c.c:1 Proved for f: no operation on signed integers overflows.",
		"open none d.c:1 The answer is unknown: timeout",
	} {
		got := r.Results[i]
		at := got.Locations[0].PhysicalLocation
		words := strings.Join([]string{got.Kind, got.Level, *at.ArtifactLocation.URI + ":" + itoa(*at.Region.StartLine), *got.Message.Text}, " ")
		if words != want {
			t.Errorf("result %d is %q, want %q", i, words, want)
		}
		if rule := *r.Tool.Driver.Rules[got.RuleIndex].ID; rule != *got.RuleID {
			t.Errorf("result %d has rule %s and the index of %s", i, *got.RuleID, rule)
		}
	}
	if steps := r.Results[0].CodeFlows[0].ThreadFlows[0].Locations; len(steps) != 3 {
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
	if len(r.Results) != 0 || *r.Invocations[0].ExecutionSuccessful {
		t.Errorf("a run that failed has %d results", len(r.Results))
	}
	if n := r.Invocations[0].ToolExecutionNotifications; len(n) != 1 || *n[0].Message.Text != "expected ;\nbefore }" {
		t.Errorf("the notifications are %v", n)
	}
}

func itoa(n int) string {
	text, _ := json.Marshal(n)
	return string(text)
}

// TestRules: each built-in check has a rule that says what holds where nothing violates it.
func TestRules(t *testing.T) {
	all, err := property.ParseChecks(property.CheckNames())
	if err != nil {
		t.Fatal(err)
	}
	for _, check := range all.Each() {
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
	if err := WriteChanges(&out, "1.2", []changes.Stated{{Result: pass, State: changes.StateUpdated}, {Result: fail, State: changes.StateAbsent, Finding: "abc:1"}}); err != nil {
		t.Fatal(err)
	}
	results := validate(t, out.Bytes()).Runs[0].Results
	if len(results) != 2 || results[0].BaselineState == nil || *results[0].BaselineState != changes.StateUpdated || *results[1].BaselineState != changes.StateAbsent {
		t.Errorf("%s", out.String())
	}
	if results[1].PartialFingerprints[lineHash] != "abc:1" || len(results[0].PartialFingerprints) > 0 {
		t.Errorf("%s", out.String())
	}
}
