package confirm

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"yogi/internal/assumption"
	"yogi/internal/deadline"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/report/ctest"
	"yogi/internal/report/evidence"
	"yogi/internal/sem/concrete"
	"yogi/internal/verdict"
)

// UndefinedChecks are the checks that a run must pass on its way to an error, whatever is asked:
// behind a violation C says nothing of what the program does.
const UndefinedChecks = property.Bounds | property.UseAfterFree | property.InvalidFree | property.Division | property.Shift

// withoutUndefined is a fail, unless its run does on its way to the error what C leaves undefined:
// an access outside of every live object, a division by zero, a shift by the width or more. It is
// found by running the test on the program with the checks for these. Where the checks do not say
// (the size of an object from outside the program, a device at an address that is a number), or
// take too long, the fail stands. A fail whose evidence did not check gets this reason too. Where a
// rule or a platform's models surround the program, a run that was compiled and executed stands too.
func (r *confirmation) withoutUndefined(ctx context.Context, program *ir.Program, test *verdict.Test, v verdict.Verdict) (verdict.Verdict, error) {
	missing := UndefinedChecks &^ r.Source.Checks
	isSurrounded := r.Rule != nil || r.Platform != ""
	if missing == 0 || isSurrounded && v.Class == verdict.Executed || r.Source.Open || r.isLinear() || program.Assumptions.Has(assumption.NumberAsAddress) ||
		v.Kind != verdict.Fail && v.Reason != verdict.EvidenceRejected {
		return v, nil
	}
	limited, cancel := deadline.Part(ctx, checksShare, 0)
	defer cancel()
	end, err := r.endWithChecks(limited, program, test, missing)
	switch {
	case ctx.Err() != nil:
		return v, ctx.Err()
	case limited.Err() != nil:
		return v, nil
	case err != nil || end == nil || end.Property == test.Property || !missing.HasSubProperty(end.Property):
		return v, err
	}
	r.undefined = true
	v.Kind, v.Reason = verdict.Unknown, verdict.UndefinedReason
	v.Detail = fmt.Sprintf("the run of the test found is undefined before it gets to the error: %s: %s", end.Pos, end.What)
	return v, nil
}

// endWithChecks is the error that a test reaches in the program with further checks; nil if it reaches none.
func (r *confirmation) endWithChecks(ctx context.Context, without *ir.Program, test *verdict.Test, checks property.Checks) (*concrete.Outcome, error) {
	program, err := r.MakeTelling(ctx, r.form, Telling{Checks: checks})
	if err != nil {
		return nil, err
	}
	if !SameContents(without, program, test) {
		test = withoutContents(test) // they are said of other maps
	}
	here, ok := withInputsOf(program, without, test)
	if !ok {
		return nil, nil
	}
	decoded, err := evidence.EncodeTest(startKnownTo(program, here)).Decode(program)
	if err != nil {
		return nil, nil // the checks made something of the start another
	}
	out, err := concrete.Run(program, decoded, concrete.Limits{Stop: func() bool { return ctx.Err() != nil }})
	if err != nil || out.Kind != concrete.ReachedError {
		return nil, nil
	}
	return &out.Outcome, nil
}

// withoutContents is a test that says nothing of memory at the start: an access beyond all objects is one whatever they
// hold. Such a run may be another than that of the test, and undefined where that is not: then a fail is lost, and
// nothing wrong is said.
func withoutContents(test *verdict.Test) *verdict.Test {
	out := *test
	out.Globals = slices.DeleteFunc(slices.Clone(test.Globals), func(g verdict.GlobalValue) bool { return g.Variable.Memory != nil })
	return &out
}

// withInputsOf is a test with the inputs of p, a program of the same files with further checks. Checks
// have inputs of their own, so the numbers of others differ, and where a check fails there is no input
// for what would be undefined behind it: it is left out. Inputs are the same that stand for the same at
// the same place, in their order. false: which are the same is not known.
func withInputsOf(p, without *ir.Program, test *verdict.Test) (*verdict.Test, bool) {
	before, now := alike(without), alike(p)
	out := *test
	out.Inputs = nil
	for _, in := range test.Inputs {
		key := *in.Input
		key.ID = 0
		found := now[key]
		at := slices.IndexFunc(before[key], func(i *ir.Input) bool { return i.ID == in.Input.ID })
		switch {
		case len(found) == 0:
		case len(found) != len(before[key]) || at < 0:
			return nil, false
		default:
			out.Inputs = append(out.Inputs, verdict.InputValue{Input: found[at], Value: in.Value})
		}
	}
	return &out, true
}

// alike are the inputs of a program by what they are but for their numbers, in the order of these.
func alike(p *ir.Program) map[ir.Input][]*ir.Input {
	inputs := p.Inputs()
	out := map[ir.Input][]*ir.Input{}
	for _, id := range slices.Sorted(maps.Keys(inputs)) {
		key := *inputs[id]
		key.ID = 0
		out[key] = append(out[key], inputs[id])
	}
	return out
}

// SameContents says that what a test of a program says of memory at the start is said of the same maps in another one.
func SameContents(p, other *ir.Program, test *verdict.Test) bool {
	return !ctest.GivesContents(test) || slices.Equal(mapsOf(p), mapsOf(other))
}

// mapsOf are the maps of memory, in their order, as far as they tell a cell's place.
func mapsOf(p *ir.Program) []ir.MapInfo {
	var out []ir.MapInfo
	for _, g := range p.Globals {
		if g.Memory != nil {
			out = append(out, *g.Memory)
		}
	}
	return out
}
