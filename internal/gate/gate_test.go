package gate

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"yogi/internal/report"
	"yogi/internal/source"
)

func results(file string) []*report.Result {
	failure := &report.Result{
		Verdict: "FALSE(valid-deref)", Property: "valid-deref", Entry: "get", Files: []string{file}, Seconds: map[string]float64{"total": 1.25},
		Error: &report.Place{File: file, Line: 2, What: "index 4 of buf & <others>"}, Trace: []report.Line{{File: file, Line: 1, Text: "n = '\x01' ]]>"}},
		Evidence: map[string]string{report.ScriptRole: "out/run.sh"},
	}
	hidden := &report.Result{Verdict: "FALSE(no-overflow)", Property: "no-overflow", Files: []string{file}, Error: &report.Place{File: file, Line: 1, What: "overflow"}}
	hidden.Suppress(report.Suppression{Kind: "inSource", Reason: "measured"})
	return []*report.Result{
		failure, hidden,
		{Verdict: "TRUE", Property: "unreach-call", Files: []string{file}, Entry: "put"},
		{Verdict: "UNKNOWN(timeout)", Reason: "timeout", Detail: "60 s", Property: "unreach-call", Files: []string{file}, Entry: "wait"},
	}
}

func TestJUnit(t *testing.T) {
	var out bytes.Buffer
	if err := JUnit(&out, "1", results("src/a.b.c")); err != nil {
		t.Fatal(err)
	}
	decoder := xml.NewDecoder(bytes.NewReader(out.Bytes()))
	for {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("%v\n%s", err, out.String())
		}
	}
	for _, want := range []string{
		`<testsuites tests="4" failures="1" errors="0" skipped="2">`, `<testcase name="get: valid-deref" classname="src/a_b" file="src/a.b.c" line="2" time="1.250">`,
		`<failure type="valid-deref" message="index 4 of buf &amp; &lt;others&gt;">src/a.b.c:1: n = &#39;?&#39; ]]&gt;`, `reproduce: sh out/run.sh`,
		`<skipped message="suppressed: measured (FALSE(no-overflow))">`, `<skipped message="UNKNOWN(timeout): 60 s">`,
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
	out.Reset()
	if err := JUnitDiagnostics(&out, "1", source.Diagnostics{{Pos: source.Pos{File: "a.c", Line: 3}, Code: "name", Message: "x is not declared"}}); err != nil || !strings.Contains(out.String(), `<error type="name" message="x is not declared">`) {
		t.Errorf("%v\n%s", err, out.String())
	}
}

// An issue is the same one when lines before it are new, and no two are the same.
func TestCodeQuality(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.c")
	issues := func(text string, line int) []issue {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		all := results(file)
		all[0].Error.Line = line
		again := *all[0]
		var out bytes.Buffer
		if err := CodeQuality(&out, append(all, &again)); err != nil {
			t.Fatal(err)
		}
		var issues []issue
		if err := json.Unmarshal(out.Bytes(), &issues); err != nil || len(issues) != 2 {
			t.Fatalf("%v: %d issues of one failure from two runs\n%s", err, len(issues), out.String())
		}
		return issues
	}
	before, after := issues("one\ntwo\n", 2), issues("zero\none\n  two\n", 3)
	for i := range before {
		if before[i].Fingerprint != after[i].Fingerprint || after[i].Location.Lines.Begin != 3 {
			t.Errorf("%+v became %+v", before[i], after[i])
		}
	}
	if before[0].Fingerprint == before[1].Fingerprint {
		t.Error("two issues have one fingerprint")
	}
	if i := before[0]; i.Description != "get: index 4 of buf & <others>" || i.Severity != "critical" || i.Check != "valid-deref" {
		t.Errorf("%+v", i)
	}
	var out bytes.Buffer
	if err := CodeQuality(&out, results(file)[2:]); err != nil || strings.TrimSpace(out.String()) != "[]" {
		t.Errorf("without failures: %v, %s", err, out.String())
	}
}

func TestRelative(t *testing.T) {
	t.Chdir(t.TempDir())
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{filepath.Join(here, "src/a.c"): "src/a.c", "./a.c": "a.c", "/elsewhere/a.c": "/elsewhere/a.c"} {
		if got := relative(file); got != want {
			t.Errorf("%s is %s, want %s", file, got, want)
		}
	}
}
