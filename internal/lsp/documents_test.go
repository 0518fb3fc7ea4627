package lsp

import (
	"reflect"
	"testing"

	"yogi/internal/report"
)

// TestTouched: the lines of edits are known by the numbers that they have in the newest text.
func TestTouched(t *testing.T) {
	d := &document{text: "a\nb\nc\nd\n"}
	for _, c := range []struct {
		text string
		want []int
	}{
		{"a\nb\nC\nd\n", []int{3}},
		{"a\nb\nC\nd\n", []int{3}}, // nothing has changed
		{"new\na\nb\nC\nd\n", []int{1, 4}},
		{"new\na\nb\nC\nd\nlast\n", []int{1, 4, 6}},
		{"a\nb\nC\nd\nlast\n", []int{1, 3, 5}},
		{"a\nC\nd\nlast\n", []int{1, 2, 4}},
	} {
		d.change(d.version+1, c.text)
		if !reflect.DeepEqual(d.touched, c.want) {
			t.Errorf("behind %q: %v were edited, want %v", c.text, d.touched, c.want)
		}
	}
}

// TestRanges: columns are bytes from 1, the protocol's are UTF-16 units from 0.
func TestRanges(t *testing.T) {
	const text = "int x;\n\té = value->f;\r\n\t😀y += 1; \n"
	at := func(line, from, to int) Range { return Range{Position{line, from}, Position{line, to}} }
	for _, c := range []struct {
		line, column int
		want         Range
	}{
		{1, 5, at(0, 4, 5)},
		{2, 7, at(1, 5, 10)},   // behind é: two bytes, one unit
		{2, 12, at(1, 10, 11)}, // the arrow
		{2, 0, at(1, 1, 14)},   // the line without its indentation and its end
		{3, 6, at(2, 3, 4)},    // behind a character of four bytes and two units
		{9, 4, at(8, 0, 0)},    // behind the end of the text
		{0, 0, at(0, 0, 6)},    // no line is known
		{1, 99, at(0, 0, 6)},   // behind the end of the line
	} {
		if got := rangeAt(text, c.line, c.column); got != c.want {
			t.Errorf("%d:%d is %+v, want %+v", c.line, c.column, got, c.want)
		}
	}
}

// TestDiagnostics: each kind of verdict is told where and as it should be.
func TestDiagnostics(t *testing.T) {
	own := &document{uri: "file:///p/a.c", path: "/p/a.c", version: 3, text: "int f(void) {\n  return g();\n}\n"}
	fail := &report.Result{
		Verdict: "FALSE(no-overflow)", Property: "no-overflow", Error: &report.Place{File: "/p/a.h", Line: 1, Column: 5, What: "signed overflow"},
		Trace: []report.Line{{File: "/p/a.c", Line: 1, Text: "call f"}, {File: "<library>", Line: 1, Text: "inside"}},
	}
	inLibrary := &report.Result{
		Verdict: "FALSE(valid-deref)", Property: "valid-deref", Error: &report.Place{File: "<library>", Line: 8, What: "access"},
		Trace: []report.Line{{File: "/p/a.c", Line: 2, Text: "call strcpy"}, {File: "<library>", Line: 1, Text: "inside"}},
	}
	suppressed := &report.Result{Verdict: "FALSE(no-overflow)", Property: "no-overflow", Error: &report.Place{File: "/p/a.c", Line: 2, What: "lived with"}}
	suppressed.Suppress(report.Suppression{Reason: "why"})
	open := &report.Result{Verdict: "UNKNOWN(timeout)", Reason: "timeout", Property: "no-overflow"}
	f := &findings{
		version: 3, reads: Reads{Functions: []Function{{"f", 1, 5}}},
		verdicts: []*Finding{{Entry: "f", Result: fail}, {Entry: "f", Result: fail}, {Entry: "main", Result: inLibrary}, {Entry: "f", Result: suppressed}, {Entry: "f", Result: open}},
	}
	got := f.diagnostics(own, func(string) string { return own.text })
	if len(got["file:///p/a.h"]) != 1 || got["file:///p/a.h"][0].Message != "signed overflow (entry f)" || len(got["file:///p/a.h"][0].Related) != 1 {
		t.Errorf("the failure in a header, found twice, is told as %+v", got["file:///p/a.h"])
	}
	all := got[own.uri]
	if len(all) != 2 || all[0].Range.Start.Line != 1 || all[0].Severity != severityError {
		t.Fatalf("of the file is told %+v", all)
	}
	if d := all[1]; d.Severity != severityInformation || d.Code != "timeout" || d.Range != (Range{Position{0, 4}, Position{0, 5}}) {
		t.Errorf("what is unknown is told as %+v", d)
	}
	if f.failing("f") == nil || f.failing("g") != nil {
		t.Error("the failing functions are not known")
	}

	pass := &Finding{Entry: "f", Result: &report.Result{Verdict: "TRUE", Property: "unreach-call"}, Invariants: []report.Place{{File: "/p/a.c", Line: 2, What: "i <= 9"}, {File: "/p/b.c", Line: 2, What: "j <= 9"}}}
	f.verdicts = []*Finding{pass, pass, {Entry: "f", Result: fail, Invariants: pass.Invariants}}
	whole := Range{End: Position{Line: 9}}
	if hints := f.hints(own, whole); len(hints) != 1 || hints[0].Label != "invariant: i <= 9" || hints[0].Position != (Position{1, 13}) {
		t.Errorf("the hints are %+v", hints)
	}
	own.version = 4
	if hints := f.hints(own, whole); len(hints) != 0 {
		t.Errorf("behind an edit the hints are %+v", hints)
	}
}
