package pipeline

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"yogi/internal/certify"
	"yogi/internal/ir"
	"yogi/internal/report/ctest"
	"yogi/internal/report/evidence"
	"yogi/internal/solver"
	"yogi/internal/solver/chain"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// The classes of evidence.
const (
	classExecuted    = "executed"    // a fail: compiled and run
	classInterpreted = "interpreted" // a fail: run by our interpreter
	classProved      = "proved"      // a pass: the certificate was re-checked
)

// traceLines is how much of a test's trace is kept: the last lines.
const traceLines = 400

// confirm checks the evidence of an answer and makes the verdict of it.
func (r *run) confirm(ctx context.Context, program *ir.Program, answer *verdict.Answer) (verdict.Verdict, error) {
	calls := undefined(program, answer)
	v := verdict.Verdict{Answer: *answer, Assumptions: r.job.assumptions(program, calls, answer.Kind), Undefined: calls, Evidence: map[string]string{}}
	r.assumeAxioms(program, &v)
	switch answer.Kind {
	case verdict.Fail:
		return r.confirmTest(ctx, program, v)
	case verdict.Pass:
		return r.confirmProof(ctx, program, v)
	}
	return v, nil
}

// rejected is a verdict whose evidence did not check.
func rejected(v verdict.Verdict, format string, args ...any) verdict.Verdict {
	v.Kind, v.Reason = verdict.Unknown, verdict.EvidenceRejected
	v.Detail = fmt.Sprintf(format, args...)
	return v
}

// confirmTest replays a test in the interpreter and, for C, compiled.
func (r *run) confirmTest(ctx context.Context, program *ir.Program, v verdict.Verdict) (verdict.Verdict, error) {
	linear := r.job.isLinear()
	if linear {
		var err error
		if program, err = r.onMachine(ctx, &v); err != nil || v.Kind != verdict.Fail {
			return v, err
		}
	} else if len(program.Guesses) > 0 || program.Language == "c" && (r.job.has(largeBlocksOption) || r.job.has(loopsOption) || r.job.has(addressesOption)) {
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
	if program.Language == "c" && isC(r.job.Files[0]) {
		var err error
		if v, plan, err = r.confirmC(ctx, program, v); err != nil || v.Kind != verdict.Fail {
			return v, err
		}
	}
	v.Assumptions.Settle(v.Class == classExecuted)
	if err := r.save(ctx, program, &v, plan); err != nil || plan == nil {
		return v, err
	}
	missing, err := r.writeWitness(ctx, program, &v)
	if missing != "" && r.job.Witness != "" {
		v.Detail = "no witness is written: " + missing
	}
	return v, err
}

// confirmC asks of a test of a C file that the interpreter has run whether it is one of the compiled program.
func (r *run) confirmC(ctx context.Context, program *ir.Program, v verdict.Verdict) (verdict.Verdict, *ctest.Plan, error) {
	v, secret, err := r.job.withoutSecrets(ctx, program, v)
	if err != nil {
		return v, nil, err
	}
	test := v.Test
	v, plan, err := r.confirmCompiled(ctx, program, v)
	if err != nil {
		return v, nil, err
	}
	v, err = r.withoutUndefined(ctx, program, test, v)
	doubtful := v.Kind == verdict.Fail && (v.Class != classExecuted || violates(test.Property, memoryChecks)) || v.Reason == verdict.EvidenceRejected
	if err == nil && secret != "" && doubtful {
		v.Kind, v.Reason, v.Detail = verdict.Unknown, verdict.ModelReason, "the test found needs that "+secret
	}
	return v, plan, err
}

// startKnownTo is a test without the start of what only passes of the search made, guesses, which p does not have. Whether the
// test fails is asked of p.
func startKnownTo(p *ir.Program, test *verdict.Test) *verdict.Test {
	names := map[string]bool{}
	for _, g := range p.Globals {
		names[g.Name] = true
	}
	out := *test
	out.Globals = slices.DeleteFunc(slices.Clone(test.Globals), func(g verdict.GlobalValue) bool { return !names[g.Variable.Name] })
	return &out
}

// functionsOf is what a test of p says of functions, by their names; nil if it says nothing.
func functionsOf(p *ir.Program, test *verdict.Test) func(*term.Func, []term.Value) (term.Value, bool) {
	if test.Functions == nil {
		return nil
	}
	named := map[string]*term.Func{}
	for _, f := range p.UninterpretedFunctions() {
		named[f.Name] = f
	}
	return func(f *term.Func, args []term.Value) (term.Value, bool) {
		if same := named[f.Name]; same != nil {
			return test.Functions(same, args)
		}
		return term.ZeroValue(f.Result), true
	}
}

// carriedOver is a test of searched as one of p, the same program made in another way.
func carriedOver(searched, p *ir.Program, test *verdict.Test) (*verdict.Test, error) {
	here, err := evidence.EncodeTest(startKnownTo(p, test)).Decode(p)
	if err != nil {
		return nil, err
	}
	here.Functions = functionsOf(searched, test)
	return here, nil
}

// asWritten makes the program again, block by block as it was written, and v's test one of it: the trace
// then has the branches and calls that large blocks swallow.
func (r *run) asWritten(ctx context.Context, searched *ir.Program, v *verdict.Verdict) (*ir.Program, error) {
	program, err := r.reload(ctx)
	if err != nil {
		return nil, err
	}
	v.Test, err = carriedOver(searched, program, v.Test)
	return program, err
}

// reload makes the program again with its branches, calls, loops and assertions as they were written.
func (r *run) reload(ctx context.Context) (*ir.Program, error) {
	r.job.Off = append(slices.Clone(r.job.Off), largeBlocksOption, loopsOption, addressesOption, guessOption)
	return r.load(ctx)
}

// load makes the program of the job, good for tests if not for proofs (r.split).
func (r *run) load(ctx context.Context) (*ir.Program, error) {
	program, err := Load(ctx, r.job)
	if err != nil {
		return nil, err
	}
	if _, err := prepareFor(r.job, program); err != nil && !errors.As(err, &r.split) {
		return nil, err
	}
	return program, nil
}

// confirmCompiled has a test compiled and run, where this machine can; plan is the compiled test then.
func (r *run) confirmCompiled(ctx context.Context, program *ir.Program, v verdict.Verdict) (verdict.Verdict, *ctest.Plan, error) {
	if !ctest.RunsHere(program.Model.Name) {
		v, err := r.job.withoutRun(program, v)
		if err == nil {
			v, err = r.job.withoutForbidden(ctx, v)
		}
		return v, nil, err
	}
	plan, outcome, err := r.job.compile(ctx, program, v.Test, r.scratch)
	if err != nil {
		return v, nil, err
	}
	if outcome.Ending != ctest.Reached && len(plan.Choices) > 0 && !plan.PlacesMatter && !choicesMatter(ctx, program, v.Test) {
		plan.Choices = nil
	}
	test := v.Test
	if v = classify(v, plan, outcome); v.Class != classExecuted || v.Kind != verdict.Fail {
		v.Test = test
		v, err = r.job.withoutForbidden(ctx, v)
	}
	return v, plan, err
}

// replay runs a test in the interpreter.
func replay(ctx context.Context, program *ir.Program, v verdict.Verdict) verdict.Verdict {
	applied := v.Test.Record()
	replayed, err := certify.Test(ctx, program, v.Test, testOptions(program))
	var gaveUp *certify.GaveUp
	switch {
	case ctx.Err() != nil:
		return unknown(reasonOf(ctx), "a test was found; replaying it was cut off")
	case errors.As(err, &gaveUp):
		v.Kind, v.Reason, v.Detail = verdict.Unknown, verdict.SolverGaveUp, "a test was found and could not be checked: "+err.Error()
		return v
	case err != nil:
		return rejected(v, "the test: %v", err)
	}
	v.Test.Trace, v.Test.What, v.Test.Property, v.Test.Pos = replayed.Trace, replayed.What, replayed.Property, replayed.Pos
	v.Test.Applied = applied.Values
	v.Class = classInterpreted
	return v
}

// confirmProof has a certificate re-checked.
func (r *run) confirmProof(ctx context.Context, program *ir.Program, v verdict.Verdict) (verdict.Verdict, error) {
	if r.split != nil {
		return rejected(v, "the proof: %v", r.split), nil
	}
	var proof []proved
	err := checkCertificate(ctx, program, v.Certificate, func(g *verdict.Graph, regions map[int]bool) {
		proof = append(proof, proved{g, regions})
	})
	var gaveUp *certify.GaveUp
	switch {
	case ctx.Err() != nil:
		return unknown(reasonOf(ctx), "a proof was found; checking it was cut off"), nil
	case errors.As(err, &gaveUp):
		v.Kind, v.Reason, v.Detail = verdict.Unknown, verdict.SolverGaveUp, "a proof was found and could not be checked: "+err.Error()
		return v, nil
	case err != nil:
		return rejected(v, "the proof: %v", err), nil
	}
	v.Class = classProved
	if err := r.findUse(ctx, &v); err != nil {
		return v, err
	}
	addWarnings(&v, slices.Concat(r.endless, provedEndless(program, proof, r.behind)))
	if err := r.save(ctx, program, &v, nil); err != nil {
		return v, err
	}
	missing, err := r.writeCorrectness(ctx, program, proof, &v)
	if missing != "" && r.job.Witness != "" {
		v.Detail = "no witness is written: " + missing
	}
	return v, err
}

// testOptions are for tests that a search found. The solver knows nothing of the search, and finds models of quantified facts.
func testOptions(program *ir.Program) certify.TestOptions {
	open := func() (solver.Solver, error) { return chain.New(program.Terms, solver.Config{Layers: "none"}) }
	return certify.TestOptions{Trace: traceLines, Solver: open, Timeout: modelMost}
}

// checkCertificate re-checks a proof with the solver that did not help to find it. reached, if not nil, is told what
// an accepted one says.
func checkCertificate(ctx context.Context, program *ir.Program, c *verdict.Certificate, reached func(*verdict.Graph, map[int]bool)) error {
	second, err := chain.New(program.Terms, solver.Config{Backend: "cvc5-pipe", Layers: "none"})
	if err != nil {
		return err
	}
	defer second.Close()
	return certify.Certificate(ctx, program, c, certify.Options{Solver: second, Reached: reached})
}
