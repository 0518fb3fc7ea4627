package confirm

import (
	"context"
	"errors"
	"slices"

	"yogi/internal/certify"
	"yogi/internal/ir"
	"yogi/internal/report/evidence"
	"yogi/internal/solver"
	"yogi/internal/solver/chain"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// traceLines is how much of a test's trace is kept: the last lines.
const traceLines = 400

// replay runs a test in the interpreter.
func replay(ctx context.Context, program *ir.Program, v verdict.Verdict) verdict.Verdict {
	applied := v.Test.Record()
	replayed, err := certify.Test(ctx, program, v.Test, TestOptions(program))
	var gaveUp *certify.GaveUp
	switch {
	case ctx.Err() != nil:
		return unknown(verdict.Interrupted, "a test was found; replaying it was cut off")
	case errors.As(err, &gaveUp):
		v.Kind, v.Reason, v.Detail = verdict.Unknown, verdict.SolverGaveUp, "a test was found and could not be checked: "+err.Error()
		return v
	case err != nil:
		return rejected(v, "the test: %v", err)
	}
	v.Test.Trace, v.Test.What, v.Test.Property, v.Test.Pos = replayed.Trace, replayed.What, replayed.Property, replayed.Pos
	v.Test.Applied, v.Test.Called = applied.Values, replayed.Called
	v.Class = verdict.Interpreted
	return v
}

// TestOptions are for tests that a search found. The solver knows nothing of the search, and finds
// models of quantified facts.
func TestOptions(program *ir.Program) certify.TestOptions {
	open := func() (solver.Solver, error) { return chain.New(program.Terms, solver.Config{Layers: "none"}) }
	return certify.TestOptions{Trace: traceLines, Solver: open, Timeout: modelMost}
}

// asWritten makes the program again, block by block as it was written, and v's test one of it: the trace
// then has the branches and calls that large blocks swallow.
func (r *confirmation) asWritten(ctx context.Context, searched *ir.Program, v *verdict.Verdict) (*ir.Program, error) {
	r.form.AsWritten = true
	program, err := r.Make(ctx, r.form)
	if err != nil {
		return nil, err
	}
	v.Test, err = CarriedOver(searched, program, v.Test)
	return program, err
}

// CarriedOver is a test of searched as one of p, the same program made in another way.
func CarriedOver(searched, p *ir.Program, test *verdict.Test) (*verdict.Test, error) {
	here, err := evidence.EncodeTest(startKnownTo(p, test)).Decode(p)
	if err != nil {
		return nil, err
	}
	here.Functions = functionsOf(searched, test)
	return here, nil
}

// startKnownTo is a test without the start of what only passes of the search made, guesses, which p
// does not have. Whether the test fails is asked of p.
func startKnownTo(p *ir.Program, test *verdict.Test) *verdict.Test {
	names := map[string]bool{}
	for _, g := range p.Globals {
		names[g.Name] = true
	}
	out := *test
	out.Globals = slices.DeleteFunc(slices.Clone(test.Globals), func(g verdict.GlobalValue) bool { return !names[g.Variable.Name] })
	return &out
}

// functionsOf gives values of functions as a test of p has them, by their names; nil if it has none.
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
