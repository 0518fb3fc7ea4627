package confirm_test

import (
	"testing"

	"yogi/internal/confirm"
	"yogi/internal/load"
	"yogi/internal/pipeline"
	"yogi/internal/verdict"
)

// TestRejectedEvidence: a certificate that does not show the claim, and a test that does not reach the
// error, never become verdicts.
func TestRejectedEvidence(t *testing.T) {
	job := pipeline.Job{Files: []string{write(t, "fails.bpl", "procedure main() { var x: int; havoc x; assert x != 3; }\n")}}
	program, err := load.Read(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	if program, err = load.Prepare(program, load.Job{Search: load.Search{}, DebugCheck: true}); err != nil {
		t.Fatal(err)
	}
	k := confirm.Case{Scratch: t.TempDir()}
	for name, answer := range map[string]*verdict.Answer{
		"empty certificate": {Kind: verdict.Pass, Certificate: &verdict.Certificate{}},
		"test of nothing":   {Kind: verdict.Fail, Test: &verdict.Test{}},
	} {
		v, err := k.Confirm(t.Context(), program, answer)
		if err != nil || v.Kind != verdict.Unknown || v.Reason != verdict.EvidenceRejected {
			t.Errorf("%s: %v %s, %v", name, v.Kind, v.Reason, err)
		}
	}
}
