package confirm

import (
	"context"

	"yogi/internal/ir"
	"yogi/internal/report/ctest"
	"yogi/internal/verdict"
)

// confirmation is one call of Confirm.
type confirmation struct {
	Case
	form      Form     // of the program that the evidence is about by now
	proof     []Proved // as in Confirmed
	undefined bool
	spared    bool // builds of a test were left out
	given     []verdict.InputValue
}

// Confirm checks the evidence of an answer about a program and makes the verdict of it.
func (k Case) Confirm(ctx context.Context, program *ir.Program, answer *verdict.Answer) (Confirmed, error) {
	r := &confirmation{Case: k}
	calls := undefined(program, answer)
	v := verdict.Verdict{Answer: *answer, Assumptions: r.assumptions(program, calls, answer.Kind), Undefined: calls, Evidence: map[string]string{}}
	k.assumeAxioms(program, &v)
	var err error
	switch answer.Kind {
	case verdict.Fail:
		v, err = r.confirmTest(ctx, program, v)
	case verdict.Pass:
		v, err = r.confirmProof(ctx, program, v)
	}
	found := Confirmed{Verdict: v, Proof: r.proof, Undefined: r.undefined, Given: r.given}
	found.TakesBytes = v.Kind == verdict.Unknown && answer.Kind == verdict.Fail && takesAddressBytes(answer.Test)
	if r.spared && found.TakesBytes {
		found.Spared = answer
	}
	return found, err
}

// confirmTest replays a test in the interpreter and, for C, compiled.
func (r *confirmation) confirmTest(ctx context.Context, program *ir.Program, v verdict.Verdict) (verdict.Verdict, error) {
	linear := r.isLinear()
	if linear {
		var err error
		if program, err = r.onMachine(ctx, &v); err != nil || v.Kind != verdict.Fail {
			return v, err
		}
	} else if len(program.Guesses) > 0 || program.Language == "c" && r.Rewritten {
		var err error
		if program, err = r.asWritten(ctx, program, &v); err != nil {
			return v, err
		}
	}
	v = replay(ctx, program, v)
	if linear && v.Reason == verdict.EvidenceRejected {
		v = unknown(verdict.Assumptions, outOfRange)
	}
	if v.Kind != verdict.Fail {
		return v, nil
	}
	var plan *ctest.Plan
	if program.Language == "c" && r.InC {
		var err error
		if v, plan, err = r.confirmC(ctx, program, v); err != nil {
			return v, err
		}
		if v.Kind != verdict.Fail {
			r.keepUnconfirmed(ctx, program, &v)
			return v, nil
		}
	}
	r.tell(ctx, program, &v)
	if v.Class == verdict.Executed {
		v.Assumptions.OfExecutedFail()
	} else {
		v.Assumptions.OfFail()
	}
	if err := r.save(ctx, program, &v, plan); err != nil || plan == nil {
		return v, err
	}
	missing, err := r.writeWitness(ctx, program, &v)
	if missing != "" && r.Witness != "" {
		v.Detail = "no witness is written: " + missing
	}
	return v, err
}

// confirmC asks of a test of a C file that the interpreter has run whether it is one of the compiled program.
func (r *confirmation) confirmC(ctx context.Context, program *ir.Program, v verdict.Verdict) (verdict.Verdict, *ctest.Plan, error) {
	v, secret, err := r.withoutSecrets(ctx, program, v)
	if err != nil {
		return v, nil, err
	}
	test := v.Test
	v, plan, err := r.confirmCompiled(ctx, program, v)
	if err != nil {
		return v, nil, err
	}
	v, err = r.withoutUndefined(ctx, program, test, v)
	doubtful := v.Kind == verdict.Fail && (v.Class != verdict.Executed || memoryChecks.HasSubProperty(test.Property)) || v.Reason == verdict.EvidenceRejected
	if err == nil && secret != "" && doubtful {
		v.Kind, v.Reason, v.Detail = verdict.Unknown, verdict.ModelReason, "the test found needs that "+secret
	}
	return v, plan, err
}
