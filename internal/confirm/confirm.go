// Package confirm makes a verdict of an answer: it checks the evidence, says what the verdict takes
// for granted, and keeps the evidence where that is asked for.
//
//	Fail -> the test, of the program as it was written -> replayed -> compiled and run
//	     -> Verdict, evidence, violation witness
//	Pass -> the certificate -> re-checked with another solver
//	     -> Verdict, evidence, correctness witness
//
// Read Case.Confirm first, then Case and Maker, which say what it has to be told. Whatever does not
// check becomes an unknown with its reason, and no unknown an answer. Nothing of the search is
// known here, nor how programs are made: a Maker makes them. These are the stations of a test:
//
//	machine.go    a test over mathematical integers as one over machine words
//	replay.go     the run in the interpreter; tests carried over from one form of the program to another
//	exposure.go   what the outside cannot know at the start (exposurelog.go: the run that tells)
//	compiled.go   the compiled run, and what its end makes of the fail (setting.go: how it is
//	              compiled; places.go, choices.go: what no compiler can be told)
//	memorylog.go  the objects that a run makes, and writes that C forbids
//	outside.go    the run with the checks for what C leaves undefined
//
// Validate does the same for evidence that was kept: it has the program made again of the copies in the folder.
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
	return Confirmed{Verdict: v, Proof: r.proof, Undefined: r.undefined, Given: r.given}, err
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
	v.Assumptions.OfFail(v.Class == Executed)
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
	doubtful := v.Kind == verdict.Fail && (v.Class != Executed || memoryChecks.HasSubProperty(test.Property)) || v.Reason == verdict.EvidenceRejected
	if err == nil && secret != "" && doubtful {
		v.Kind, v.Reason, v.Detail = verdict.Unknown, verdict.ModelReason, "the test found needs that "+secret
	}
	return v, plan, err
}
