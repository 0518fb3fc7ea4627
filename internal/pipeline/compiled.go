package pipeline

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"yogi/internal/certify"
	"yogi/internal/frontend/c"
	"yogi/internal/ir"
	"yogi/internal/report/ctest"
	"yogi/internal/term"
	"yogi/internal/verdict"
	"yogi/models/libc"
)

// setting says how a job's program is compiled.
func (j Job) setting(program *ir.Program) (ctest.Setting, error) {
	entry := j.Entry
	if entry == "" {
		entry = "main"
	}
	setting := ctest.Setting{
		DataModel: program.Model.Name, Entry: entry, ErrorFunctions: j.ErrorFunctions, Label: j.ErrorLabel,
	}
	setting.Open = j.Open
	setting.Unsandboxed = j.Unsandboxed
	setting.Headers = func(ctx context.Context) ([]string, error) { return c.Headers(ctx, j.cOptions()) }
	setting.UndefinedIsError = j.Undefined == "error"
	for i, path := range j.Files {
		text, err := os.ReadFile(path)
		if err != nil {
			return ctest.Setting{}, err
		}
		flags, err := compilerFlags(path, j.reading(i))
		if err != nil {
			return ctest.Setting{}, err
		}
		setting.Units = append(setting.Units, ctest.Unit{File: path, Text: string(text), Flags: flags})
	}
	if j.Rule != nil {
		var err error
		if setting.Rule, err = j.compiledRule(program.Events, entry); err != nil {
			return ctest.Setting{}, err
		}
	}
	own := j.Rule == nil && readsOwn(program) // under a rule streams are made up
	setting.OwnStreams = own
	for _, name := range program.Models {
		if libc.IsBound(name) {
			continue
		}
		if libc.IsApproximate(name) || own && readers[name] {
			continue
		}
		setting.Units = append(setting.Units, ctest.Unit{File: libc.File(name), Text: string(libc.Source(name))})
	}
	setting.Approximate = func(file string) (string, bool) {
		name, ok := libc.IsFile(file)
		return name, ok && (libc.IsApproximate(name) || own && readers[name])
	}
	return setting, nil
}

// readers are the models that take what they read from the world.
var readers = map[string]bool{"fgets": true, "fgetc": true, "getc": true, "getchar": true, "gets": true, "fread": true, "read": true}

// readsOwn says that what the program reads may be what it wrote: it calls a function that makes such a stream, or
// one that goes back in one. Then a reader's result is no input of a test.
func readsOwn(program *ir.Program) bool {
	names := slices.Clone(program.Models)
	for _, u := range program.Undefined {
		names = append(names, u.Name)
	}
	for _, name := range names {
		switch name {
		case "fmemopen", "open_memstream", "fopencookie", "tmpfile", "freopen", "rewind", "fseek", "fseeko", "fsetpos", "ungetc",
			"lseek", "pipe", "pipe2", "socketpair", "memfd_create", "eventfd":
			return true
		}
	}
	return false
}

// compilerFlags are gcc's flags for a file that is read so, when its copy is compiled elsewhere.
func compilerFlags(path string, r c.Reading) ([]string, error) {
	var failed error
	forced := r.Forced
	r = r.Paths(func(path string) string {
		absolute, err := filepath.Abs(path)
		failed = errors.Join(failed, err)
		return absolute
	})
	for i, path := range forced {
		if _, err := os.Stat(path); err != nil {
			r.Forced[i] = path // a header that is searched for
		}
	}
	folder, err := filepath.Abs(filepath.Dir(path))
	if err = errors.Join(failed, err); err != nil {
		return nil, fmt.Errorf("finding the folders of headers: %w", err)
	}
	flags := []string{"-iquote", folder}
	for _, part := range []struct {
		flag  string
		words []string
	}{
		{"-iquote", r.QuoteDirs}, {"-I", r.IncludeDirs}, {"-isystem", r.SystemDirs}, {"-idirafter", r.AfterDirs},
		{"-D", r.Defines}, {"-U", r.Undefines}, {"-include", r.Forced},
	} {
		for _, word := range part.words {
			flags = append(flags, part.flag, word)
		}
	}
	if r.Standard != "" {
		flags = append(flags, "-std="+r.Standard)
	}
	return flags, nil
}

// compile builds and runs a test in the scratch folder: first with the values in the order of the calls,
// then, in case the compiler evaluates operands in another order than we do, by the place of the call; and with words that
// look like pointers in objects outside as pointers, then as numbers. It returns the plan that reached the error, else the first one.
func (j Job) compile(ctx context.Context, program *ir.Program, test *verdict.Test, scratch string) (*ctest.Plan, ctest.Outcome, error) {
	setting, err := j.setting(program)
	if err != nil {
		return nil, ctest.Outcome{}, err
	}
	setting.Property = test.Property
	setting.Placed = program.Places != nil
	setting.PlacesMatter = placesMatter(ctx, program, test)
	if setting.Fresh, err = j.fresh(ctx, test); err != nil {
		return nil, ctest.Outcome{}, err
	}
	var first *ctest.Plan
	var outcome ctest.Outcome
	orders := []ctest.Order{ctest.ByFunction, ctest.ByCallSite}
	for i := 0; i < 3*len(orders); i++ {
		setting.Numbers = ctest.Numbers(i / len(orders))
		plan := ctest.NewPlan(program, test, setting, orders[i%len(orders)])
		if setting.Numbers > plan.MostNumbers {
			break
		}
		folder, err := os.MkdirTemp(scratch, "test-")
		if err != nil {
			return nil, outcome, fmt.Errorf("making a scratch folder: %w", err)
		}
		if err := plan.Write(folder, plan.Generate()); err != nil {
			return nil, outcome, err
		}
		tried, err := runBuilds(ctx, plan, folder, folder)
		if err != nil {
			return nil, outcome, err
		}
		if i == 0 {
			first, outcome = plan, tried
		}
		if tried.Ending == ctest.Reached {
			return plan, tried, nil
		}
	}
	return first, outcome, nil
}

// runBuilds builds and runs the files of a test in a folder, in other ways too where the test needs choices of the compiler, until
// the error is reached. The plan keeps the build that reached it; else the outcome is that of the first.
func runBuilds(ctx context.Context, plan *ctest.Plan, folder, scratch string) (ctest.Outcome, error) {
	var first ctest.Outcome
	builds := plan.Builds()
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
	plan.Build = builds[0]
	return first, nil
}

// choicesMatter says whether a test depends on what the language leaves to the compiler: it reaches the error no more where all
// of that is turned round, or is zero.
func choicesMatter(ctx context.Context, program *ir.Program, test *verdict.Test) bool {
	for _, other := range []func(term.Value) term.Value{turned, cleared} {
		changed := *test
		changed.Inputs = slices.Clone(test.Inputs)
		for i, in := range changed.Inputs {
			if in.Input.Kind == ir.Unspecified {
				if strings.HasPrefix(in.Input.Name, "padding of ") {
					return true // it may keep what it held, too
				}
				changed.Inputs[i].Value = other(in.Value)
			}
		}
		if _, err := certify.Test(ctx, program, &changed, certify.TestOptions{}); err != nil {
			return true
		}
	}
	return false
}

// turned is a value with its bits turned round.
func turned(v term.Value) term.Value {
	switch v.Kind() {
	case term.KindBool:
		return term.BoolValue(!v.Bool())
	case term.KindBV:
		ones := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(v.Width())), big.NewInt(1))
		return term.BVBigValue(v.Width(), ones.Xor(ones, v.Big()))
	}
	return v
}

// cleared is zero in the place of a value.
func cleared(v term.Value) term.Value {
	switch v.Kind() {
	case term.KindBool:
		return term.BoolValue(false)
	case term.KindBV:
		return term.BVBigValue(v.Width(), new(big.Int))
	}
	return v
}

// withoutRun is a fail of a program that cannot be compiled for this machine: it stands unless its test needs
// results of library functions.
func (j Job) withoutRun(program *ir.Program, v verdict.Verdict) (verdict.Verdict, error) {
	setting, err := j.setting(program)
	if err != nil {
		return v, err
	}
	plan := ctest.NewPlan(program, v.Test, setting, ctest.ByFunction)
	if len(plan.Library) > 0 || len(plan.Doubtful) > 0 {
		return classify(v, plan, ctest.Outcome{Ending: ctest.NotBuilt}), nil
	}
	return v, nil
}

// classify says what a compiled run that ended so makes of a fail: executed, interpreted, or rejected.
func classify(v verdict.Verdict, plan *ctest.Plan, outcome ctest.Outcome) verdict.Verdict {
	switch {
	case outcome.Ending == ctest.Reached:
		v.Class = classExecuted
	case len(plan.Library) > 0:
		v.Kind, v.Reason = verdict.Unknown, verdict.ModelReason
		v.Detail = "the test found needs results that the C library does not give: " + strings.Join(plan.Library, ", ")
		if outcome.Ending == ctest.NotBuilt {
			v.Detail = "the test found needs results that the C library may not give (" + strings.Join(plan.Library, ", ") + "), and is not compiled"
			if outcome.Detail != "" {
				v.Detail += ": " + outcome.Detail
			}
		}
	case outcome.Ending == ctest.Missed && len(plan.Guarded) > 0:
		v.Kind, v.Reason = verdict.Unknown, verdict.ModelReason
		v.Detail = "the test found needs results that the C library may not give to such arguments: " + strings.Join(plan.Guarded, ", ")
	case outcome.Ending != ctest.NotBuilt && len(plan.Choices) > 0:
		v.Kind, v.Reason = verdict.Unknown, verdict.UndefinedReason
		v.Detail = "the test found needs what the language leaves to the compiler, and no build does it: " + strings.Join(plan.Choices, ", ")
	case len(plan.Doubtful) > 0:
		v.Kind, v.Reason = verdict.Unknown, verdict.UndefinedReason
		v.Detail = "the test found needs that something outside of the program changes volatile objects, to which it gives values itself: " + strings.Join(plan.Doubtful, ", ")
	case outcome.Ending == ctest.NotBuilt:
		v.Detail = "the test is not compiled: " + outcome.Detail
	case outcome.Doubt != "":
		v.Detail = "the compiled test does not reach the error, which refutes nothing: " + outcome.Doubt
	case len(plan.Limits) > 0:
		v.Detail = "the compiled test cannot take all of the choices: " + strings.Join(plan.Limits, "; ")
	case plan.Placed:
		v.Kind, v.Reason = verdict.Unknown, verdict.UndefinedReason
		v.Detail = "the test found needs its objects in certain places, and no build has them there"
	default:
		v = rejected(v, "the compiled test does not reach the error: %s", outcome.Detail)
	}
	return v
}
