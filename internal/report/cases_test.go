package report_test

import (
	"strings"
	"testing"

	"yogi/internal/assumption"
	"yogi/internal/report"
	"yogi/internal/source"
)

// TestOfCases: a fail is one of the program, a pass is one of all cases under what is assumed in any.
func TestOfCases(t *testing.T) {
	made := func(name, words, reason, detail string, warnings ...report.Warning) report.CaseResult {
		r := &report.Result{Verdict: words, Reason: reason, Detail: detail, Warnings: warnings, Evidence: map[string]string{"evidence": name}}
		r.Counts = report.Counts{SolverQueries: 2, Other: map[string]int{"reused": 1}}
		r.Seconds = map[string]float64{"total": 1.5}
		r.Assumptions.Add(assumption.AccessInside, "", source.Pos{})
		if name != "1/3" {
			r.Assumptions.Add(assumption.ChecksHold, "", source.Pos{File: "a.c", Line: 3})
		}
		return report.NewCaseResult(name, "a.c", 7, r)
	}
	dead, unused := report.Warning{ID: "dead", Line: 4}, report.Warning{ID: "unused", Line: 5}
	pass1 := made("1/3", "TRUE", "", "not applicable", dead, unused)
	pass2 := made("2/3", "TRUE", "", "", unused)
	unknown, rejected := made("3/3", "UNKNOWN(timeout)", "timeout", "at a loop"), made("3/3", "UNKNOWN(evidence-rejected)", "evidence-rejected", "")
	fail := made("3/3", "FALSE(unreach-call)", "", "")
	for _, test := range []struct {
		cases               []report.CaseResult
		verdict, detail     string
		told, of            int
		warnings, assumed   int
		keepsEvidence, says string
	}{
		{[]report.CaseResult{pass1, pass2}, "TRUE", "", 2, 2, 1, 2, "", "by cases: 2 of 2 proved\n"},
		{[]report.CaseResult{pass1, pass1}, "TRUE", "not applicable", 2, 2, 2, 1, "", "by cases: 2 of 2 proved\n"},
		{[]report.CaseResult{pass1, pass2, unknown}, "UNKNOWN(timeout)", "at a loop", 3, 3, 0, 2, "", "by cases: 2 of 3 proved\n  case 3/3 of a.c:7: UNKNOWN(timeout) after 1.5 s\n"},
		{[]report.CaseResult{unknown, rejected}, "UNKNOWN(evidence-rejected)", "", 2, 2, 0, 2, "", "by cases: 0 of 2 proved\n"},
		{[]report.CaseResult{unknown, rejected, fail, pass1}, "FALSE(unreach-call)", "", 2, 4, 0, 2, "3/3", "by cases: case 3/3 of a.c:7 fails\n"},
	} {
		got := report.OfCases(test.cases)
		var out strings.Builder
		got.WriteText(&out)
		switch {
		case got.Verdict != test.verdict, got.Detail != test.detail, len(got.Cases) != test.told, got.Counts.SolverQueries != 2*test.of, got.Counts.Other["reused"] != test.of:
			t.Errorf("%v are %+v", test.cases, got)
		case len(got.Warnings) != test.warnings, len(got.Assumptions) != test.assumed, got.Evidence["evidence"] != test.keepsEvidence:
			t.Errorf("%v have %d warnings, %d assumptions and the evidence %v", test.cases, len(got.Warnings), len(got.Assumptions), got.Evidence)
		case !strings.Contains(out.String(), test.says):
			t.Errorf("%v are told as\n%s", test.cases, out.String())
		}
	}
	if pass1.Verdict != "TRUE" || len(report.OfCases([]report.CaseResult{pass1}).Assumptions) != 1 {
		t.Error("the results of cases have changed")
	}
}
