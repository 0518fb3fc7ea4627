package confirm

import (
	"context"
	"fmt"
	"iter"
	"os"
	"slices"
	"strings"

	"yogi/internal/frontend/c"
	"yogi/internal/ir"
	"yogi/internal/report/ctest"
	"yogi/internal/verdict"
)

// confirmCompiled has a test compiled and run, where this machine can; plan is the compiled test then.
func (r *confirmation) confirmCompiled(ctx context.Context, program *ir.Program, v verdict.Verdict) (verdict.Verdict, *ctest.Plan, error) {
	withoutRun := func() (verdict.Verdict, *ctest.Plan, error) {
		v, err := r.withoutRun(ctx, program, v)
		if err == nil {
			v, err = r.withoutForbidden(ctx, v)
		}
		return v, nil, err
	}
	if !ctest.RunsHere(program.Model.Name) || r.isForGotoCC() || r.isForKernel() {
		return withoutRun()
	}
	plan, outcome, err := r.compile(ctx, program, v.Test)
	if err != nil {
		return v, nil, err
	}
	if plan.Foreign != nil && outcome.Ending != ctest.Reached {
		v.Detail = "the program is for another system, and its compiled test ends otherwise here, which refutes nothing: " + outcome.Detail
		return withoutRun()
	}
	if outcome.Ending != ctest.Reached && len(plan.Choices) > 0 && !plan.PlacesMatter && !choicesMatter(ctx, program, v.Test) {
		plan.Choices = nil
	}
	test := v.Test
	if v = r.classified(v, plan, outcome); v.Class != verdict.Executed || v.Kind != verdict.Fail {
		v.Test = test
		v, err = r.withoutForbidden(ctx, v)
	}
	return v, plan, err
}

// isForGotoCC says that a file is read as only goto-cc does, so that what gcc makes of it is another
// program or none.
func (r *confirmation) isForGotoCC() bool {
	return slices.ContainsFunc(r.Source.Units, func(u c.Unit) bool { return u.Reading.GotoCC || len(u.Reading.Removed) > 0 })
}

// isForKernel says that a file is read as the build of the Linux kernel reads it. What is compiled of it
// has instructions and objects that no process has, so that no run of it tells anything, and compiling the
// kernel's headers takes longer than most searches.
func (r *confirmation) isForKernel() bool {
	return slices.ContainsFunc(r.Source.Units, func(u c.Unit) bool {
		return slices.ContainsFunc(u.Reading.Defines, func(define string) bool {
			name, _, _ := strings.Cut(define, "=")
			return name == "__KERNEL__"
		})
	})
}

// Compile builds and runs a test of a program that is open or not, as compile does.
func (k Case) Compile(ctx context.Context, program *ir.Program, test *verdict.Test) (*ctest.Plan, ctest.Outcome, error) {
	return (&confirmation{Case: k}).compile(ctx, program, test)
}

// compile builds and runs a test in the scratch folder. It returns the plan that reached the error, else the first one
// of the last setting.
func (r *confirmation) compile(ctx context.Context, program *ir.Program, test *verdict.Test) (*ctest.Plan, ctest.Outcome, error) {
	settings, err := r.settingsOf(ctx, program, test)
	if err != nil {
		return nil, ctest.Outcome{}, err
	}
	var plan *ctest.Plan
	var outcome ctest.Outcome
	for _, setting := range settings {
		if plan, outcome, err = r.compileIn(ctx, program, test, setting); err != nil || outcome.Ending == ctest.Reached {
			break
		}
	}
	return plan, outcome, err
}

// compileIn is compile in one setting.
func (r *confirmation) compileIn(ctx context.Context, program *ir.Program, test *verdict.Test, setting ctest.Setting) (*ctest.Plan, ctest.Outcome, error) {
	var first *ctest.Plan
	var outcome ctest.Outcome
	var written []*ctest.Plan
	var folders []string
	for plan := range plans(program, test, setting) {
		folder, err := os.MkdirTemp(r.Scratch, "test-")
		if err != nil {
			return nil, outcome, fmt.Errorf("making a scratch folder: %w", err)
		}
		if err := plan.Write(folder, plan.Generate(), nil); err != nil {
			return nil, outcome, err
		}
		written, folders = append(written, plan), append(folders, folder)
		tried, err := runBuilds(ctx, plan, plan.Builds()[:1], folder, folder)
		if err != nil {
			return nil, outcome, err
		}
		if first == nil {
			first, outcome = plan, tried
		}
		switch tried.Ending {
		case ctest.Reached:
			return plan, tried, nil
		case ctest.NotBuilt: // nor are the others
			return first, outcome, nil
		}
	}
	if r.Sparing && setting.PlacesMatter && takesAddressBytes(test) {
		r.spared = true
		return first, outcome, nil
	}
	for i, plan := range written { // the other builds are many, and rarely tell
		tried, err := runBuilds(ctx, plan, plan.Builds()[1:], folders[i], folders[i])
		if err != nil {
			return nil, outcome, err
		}
		if tried.Ending == ctest.Reached {
			return plan, tried, nil
		}
	}
	return first, outcome, nil
}

// plans are those of a test: first with the values in the order of the calls, then, in case the
// compiler evaluates operands in another order than we do, by the place of the call, where a function
// has values at two; and with words that look like pointers in objects outside as pointers, then as numbers.
func plans(program *ir.Program, test *verdict.Test, setting ctest.Setting) iter.Seq[*ctest.Plan] {
	return func(yield func(*ctest.Plan) bool) {
		for numbers := ctest.NoNumbers; numbers <= ctest.AllNumbers; numbers++ {
			setting.Numbers = numbers
			for _, order := range []ctest.Order{ctest.ByFunction, ctest.ByCallSite} {
				plan := ctest.NewPlan(program, test, setting, order)
				if numbers > plan.MostNumbers {
					return
				}
				if order == ctest.ByCallSite && !plan.TellsCallsApart() {
					continue
				}
				if !yield(plan) {
					return
				}
			}
		}
	}
}

// plansIn are those of a test in several settings, one after the other.
func plansIn(program *ir.Program, test *verdict.Test, settings []ctest.Setting) iter.Seq[*ctest.Plan] {
	return func(yield func(*ctest.Plan) bool) {
		for _, setting := range settings {
			for plan := range plans(program, test, setting) {
				if !yield(plan) {
					return
				}
			}
		}
	}
}

// runBuilds builds and runs the files of a test in a folder in some ways, until the error is reached. The plan keeps
// the build that reached it; else the outcome is that of the first.
func runBuilds(ctx context.Context, plan *ctest.Plan, builds []ctest.Build, folder, scratch string) (ctest.Outcome, error) {
	var first ctest.Outcome
	for i, build := range builds {
		plan.Build = build
		outcome, err := plan.BuildAndRun(ctx, folder, scratch)
		if err != nil || outcome.Ending == ctest.Reached {
			return outcome, err
		}
		if i == 0 {
			first = outcome
		}
	}
	plan.Build = plan.Builds()[0]
	return first, nil
}

// withoutRun is a fail of a program that cannot be compiled for this machine: it stands unless its test needs
// results of library functions, or where objects lie, which no build shows then.
func (r *confirmation) withoutRun(ctx context.Context, program *ir.Program, v verdict.Verdict) (verdict.Verdict, error) {
	setting, err := r.settingOf(ctx, program, v.Test)
	if err != nil {
		return v, err
	}
	if setting.PlacesMatter {
		v.Kind, v.Reason = verdict.Unknown, verdict.UndefinedReason
		v.Detail = "the test found needs its objects in certain places, and the program is not compiled here to see whether they are there"
		return v, nil
	}
	plan := ctest.NewPlan(program, v.Test, setting, ctest.ByFunction)
	// That an allocation fails is the compiler's function's business as little as the library's.
	plan.Library = slices.DeleteFunc(plan.Library, func(name string) bool { return name == "__builtin_malloc" || name == "__builtin_calloc" })
	if len(plan.Library) > 0 || len(plan.Doubtful) > 0 {
		return r.classified(v, plan, ctest.Outcome{Ending: ctest.NotBuilt}), nil
	}
	return v, nil
}

// classified is classify, and notes of which functions of the C library the test needs results.
func (r *confirmation) classified(v verdict.Verdict, plan *ctest.Plan, outcome ctest.Outcome) verdict.Verdict {
	v = classify(v, plan, outcome)
	if v.Reason == verdict.ModelReason {
		v.Needed, r.given = slices.Concat(plan.Library, outcome.Guarded), v.Test.Inputs
	}
	return v
}

// unplaced says of a compiled run that it fails at a place which is not known.
const unplaced = "the compiled test fails, and whether it does so at this place is not known"

// isExecuted says that a compiled run shows the fail of its test: at the place where the test ends, as far as its
// property has places. Evidence of class Executed rests on that, when it is made and when it is validated.
func isExecuted(outcome ctest.Outcome) bool {
	return outcome.Ending == ctest.Reached && !outcome.Unplaced
}

// classify says what a compiled run that ended so makes of a fail: executed, interpreted, or rejected.
func classify(v verdict.Verdict, plan *ctest.Plan, outcome ctest.Outcome) verdict.Verdict {
	switch {
	case isExecuted(outcome):
		v.Class = verdict.Executed
	case outcome.Ending == ctest.Reached:
		v.Detail = unplaced
	case len(plan.Library) > 0:
		v.Kind, v.Reason = verdict.Unknown, verdict.ModelReason
		v.Detail = "the test found needs results that the C library does not give: " + strings.Join(plan.Library, ", ")
		if outcome.Ending == ctest.NotBuilt {
			v.Detail = "the test found needs results that the C library may not give (" + strings.Join(plan.Library, ", ") + "), and is not compiled"
			if outcome.Detail != "" {
				v.Detail += ": " + outcome.Detail
			}
		}
	case outcome.Ending == ctest.Missed && len(outcome.Guarded) > 0:
		v.Kind, v.Reason = verdict.Unknown, verdict.ModelReason
		v.Detail = "the test found needs results that the C library may not give to such arguments: " + strings.Join(outcome.Guarded, ", ")
	case outcome.Ending != ctest.NotBuilt && len(plan.Choices) > 0:
		v.Kind, v.Reason = verdict.Unknown, verdict.UndefinedReason
		v.Detail = "the test found needs what the language leaves to the compiler, and no build does it: " + strings.Join(plan.Choices, ", ")
	case len(plan.Doubtful) > 0:
		v.Kind, v.Reason = verdict.Unknown, verdict.UndefinedReason
		v.Detail = "the test found needs that something outside of the program changes volatile objects, to which it gives values itself: " + strings.Join(plan.Doubtful, ", ")
	case outcome.Ending == ctest.NotBuilt && plan.PlacesMatter:
		v.Kind, v.Reason = verdict.Unknown, verdict.UndefinedReason
		v.Detail = "the test found needs its objects in certain places, and is not compiled to see whether they are there: " + outcome.Detail
	case outcome.Ending == ctest.NotBuilt:
		v.Detail = "the test is not compiled: " + outcome.Detail
	case outcome.Doubt != "":
		v.Detail = "the compiled test does not reach the error, which refutes nothing: " + outcome.Doubt
	case outcome.At.IsValid() && plan.Placed && plan.IsRefuted():
		v.Kind, v.Reason = verdict.Unknown, verdict.UndefinedReason
		v.Detail = "the test found needs its objects in certain places, and no build has them there"
	case outcome.At.IsValid() && plan.IsRefuted():
		v = rejected(v, "the compiled test does not reach the error")
	case len(plan.Limits) > 0:
		v.Detail = "the compiled test cannot take all of the choices: " + strings.Join(plan.Limits, "; ")
	case plan.Placed:
		v.Kind, v.Reason = verdict.Unknown, verdict.UndefinedReason
		v.Detail = "the test found needs its objects in certain places, and no build has them there"
	default:
		v = rejected(v, "the compiled test does not reach the error: %s", outcome.Detail)
	}
	if outcome.At.IsValid() {
		v.Detail += "; the compiled test fails elsewhere, at " + outcome.At.String()
	}
	return v
}
