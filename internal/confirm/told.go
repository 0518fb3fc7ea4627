package confirm

import (
	"context"
	"slices"
	"strings"

	"yogi/internal/ir"
	"yogi/internal/report/evidence"
	"yogi/internal/sem/concrete"
	"yogi/internal/verdict"
)

// keepUnconfirmed keeps of an unknown the run that led there, for a person to judge.
func (r *confirmation) keepUnconfirmed(ctx context.Context, program *ir.Program, v *verdict.Verdict) {
	if v.Test == nil {
		return
	}
	r.tell(ctx, program, v)
	v.Unconfirmed, v.Test = v.Test, nil
	v.NullArguments = nullArguments(program, v.Unconfirmed)
}

// nullArguments are the parameters of an entry for which a test has null pointers: its caller may never hand those
// over. They are made where the program starts, which has the place of the entry. What a choice made behind them leads
// elsewhere is none of them, as the trace says at the call.
func nullArguments(program *ir.Program, test *verdict.Test) []string {
	call := slices.IndexFunc(test.Trace, func(s verdict.Step) bool { return s.Depth == 1 && s.Pos == program.Entry.Pos })
	if call < 0 {
		return nil
	}
	told := strings.FieldsFunc(test.Trace[call].Text, func(r rune) bool { return strings.ContainsRune("(,)", r) })
	var out []string
	for _, v := range test.Inputs {
		name := v.Input.Name
		isNull := v.Input.Kind == ir.AllocationChoice && v.Value.Bool() || v.Input.Kind == ir.OutsidePointer && v.Value.IsZero()
		isTold := slices.ContainsFunc(told, func(s string) bool { return strings.TrimSpace(s) == name+" = NULL" })
		if isNull && isTold && v.Input.Pos == program.Entry.Pos && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// tell replays the test of a fail once more, in a program that tells what a person wants to know of
// the run: what is assigned, and what the check that fails is about. The trace is then that of this
// run. Where the program cannot be made, or its run is another one, the trace stays what it is:
// nothing else comes from here.
func (r *confirmation) tell(ctx context.Context, program *ir.Program, v *verdict.Verdict) {
	if program.Language != "c" || !r.InC || ctx.Err() != nil {
		return
	}
	for _, telling := range []Telling{{Told: true, Copied: true}, {Told: true}, {Told: true, Memory: true}} {
		if run := r.toldRun(ctx, v.Test, telling); run != nil {
			v.Test.Trace, v.Test.Omitted, v.Test.About, v.Test.Called = run.Trace, run.Omitted, run.About, run.Called
			return
		}
	}
}

// toldRun is the run of a test in a told program; nil: that cannot be made, or its run is another one. With copies of
// small functions memory is in the maps that the contents of the test are said of, in most programs without, too; where
// it is not, passes are needed that leave out calls and values which a person would like to be told.
func (r *confirmation) toldRun(ctx context.Context, test *verdict.Test, telling Telling) *concrete.Replayed {
	told, err := r.MakeTelling(ctx, r.form, telling)
	if err != nil {
		return nil
	}
	here, err := evidence.EncodeTest(startKnownTo(told, test)).Decode(told)
	if err != nil {
		return nil // the passes left out kept something apart
	}
	run, err := concrete.Run(told, here, concrete.Limits{Trace: traceLines, Slice: !r.AllSteps, Stop: func() bool { return ctx.Err() != nil }})
	if err != nil || run.Kind != concrete.ReachedError || run.Left > 0 || run.Pos != test.Pos || run.What != test.What {
		return nil
	}
	return run
}
