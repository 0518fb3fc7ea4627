package confirm

import (
	"strings"
	"testing"

	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/report/ctest"
	"yogi/internal/source"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// TestFailsElsewhere: no fail is executed whose compiled test fails at another place than the run that was found, or
// at one that is not known, and what is said of it names the place. No validation takes such a run for an executed one
// either.
func TestFailsElsewhere(t *testing.T) {
	elsewhere := ctest.Outcome{Ending: ctest.Missed, Detail: "it fails there", At: source.Pos{File: "a.c", Line: 7}}
	for _, s := range []struct {
		name    string
		what    string
		setting ctest.Setting
		outcome ctest.Outcome
		kind    verdict.Kind
		reason  verdict.Reason
		class   string
		detail  string
	}{
		{name: "at the end", what: "access outside", outcome: ctest.Outcome{Ending: ctest.Reached}, kind: verdict.Fail, class: verdict.Executed},
		{name: "at a place that is not known", what: "access outside", outcome: ctest.Outcome{Ending: ctest.Reached, Unplaced: true},
			kind: verdict.Fail, class: verdict.Interpreted, detail: "is not known"},
		{name: "elsewhere", what: "access outside", outcome: elsewhere, kind: verdict.Unknown, reason: verdict.EvidenceRejected, class: verdict.Interpreted, detail: "a.c:7"},
		{name: "elsewhere, where objects lie anywhere", what: "access outside", setting: ctest.Setting{Placed: true}, outcome: elsewhere,
			kind: verdict.Unknown, reason: verdict.UndefinedReason, class: verdict.Interpreted, detail: "a.c:7"},
		{name: "elsewhere, and the end is at no object", what: property.Outside, outcome: elsewhere,
			kind: verdict.Unknown, reason: verdict.EvidenceRejected, class: verdict.Interpreted, detail: "a.c:7"},
		{name: "elsewhere, and the end is in a function of the library", what: property.Outside + " every object" + property.InCall + "strchr", outcome: elsewhere,
			kind: verdict.Fail, class: verdict.Interpreted, detail: "a.c:7"},
		{name: "nowhere, and the end is at no object", what: property.Outside, outcome: ctest.Outcome{Ending: ctest.Missed},
			kind: verdict.Fail, class: verdict.Interpreted, detail: "near one"},
	} {
		t.Run(s.name, func(t *testing.T) {
			program := ir.NewProgram(term.NewBuilder(), nil)
			program.NewFunction("main", source.Pos{})
			test := &verdict.Test{What: s.what, Property: "valid-deref"}
			s.setting.Property, s.setting.Entry = "valid-deref", "main"
			plan := ctest.NewPlan(program, test, s.setting, ctest.ByFunction)
			found := verdict.Verdict{Answer: verdict.Answer{Kind: verdict.Fail, Test: test}, Class: verdict.Interpreted}
			got := classify(found, plan, s.outcome)
			if taken := notExecuted(s.outcome) == nil; taken != (got.Class == verdict.Executed) {
				t.Errorf("a validation takes it as executed: %v, a confirmation: %v", taken, got.Class == verdict.Executed)
			}
			if got.Kind != s.kind || got.Reason != s.reason || got.Class != s.class || !strings.Contains(got.Detail, s.detail) {
				t.Errorf("got %v, %q, %s: %s", got.Kind, got.Reason, got.Class, got.Detail)
			}
		})
	}
}
