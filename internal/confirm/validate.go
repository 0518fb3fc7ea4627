package confirm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"yogi/internal/assumption"
	"yogi/internal/bug"
	"yogi/internal/ir"
	"yogi/internal/report"
	"yogi/internal/report/ctest"
	"yogi/internal/report/evidence"
	"yogi/internal/source"
	"yogi/internal/verdict"
)

// Validated is evidence that was found in order.
type Validated struct {
	Verdict     string // the words of the check
	Class       string
	Property    string
	Assumptions assumption.List
	Case        string // of which alone the evidence is; "": it is of the program
	// Scope says what was checked, which the words of a property do not: some of its checks may be left out. nil: not
	// known.
	Scope *report.Scope
}

// Validate checks the evidence in a folder again. The program is the one that the settings in it
// say, made of the copies in it. The error says what is wrong.
func Validate(ctx context.Context, k Case, program *ir.Program, bundle *evidence.Bundle, folder string) (*Validated, error) {
	v := &validation{confirmation: &confirmation{Case: k}, folder: folder, bundle: bundle, program: program}
	if err := v.checkAssumptions(ctx); err != nil {
		return nil, err
	}
	found := &Validated{Verdict: bundle.Verdict, Class: bundle.Class, Assumptions: bundle.Assumptions}
	var err error
	if bundle.Test != nil {
		found.Property, err = v.checkTest(ctx)
	} else {
		found.Property, err = k.PropertyOf(verdict.Verdict{Answer: verdict.Answer{Kind: verdict.Pass}}), v.checkProof(ctx)
	}
	if err != nil {
		return nil, err
	}
	return found, nil
}

// validation is one call of Validate.
type validation struct {
	*confirmation
	folder  string
	bundle  *evidence.Bundle
	program *ir.Program
}

// checkAssumptions holds what the evidence says the verdict takes for granted against what the
// program and the settings do. Which calls of a function have a part in the verdict, and whether
// the verdict is the same without an assumption, is no part of that.
func (v *validation) checkAssumptions(ctx context.Context) error {
	taken := v.assumptions(v.program, nil, verdict.Unknown)
	if err := v.addAxioms(ctx, &taken); err != nil {
		return err
	}
	for _, a := range taken {
		a = v.inNamed(a)
		if !slices.ContainsFunc(v.bundle.Assumptions, func(stated assumption.Assumption) bool { return assumesAs(a, stated) }) {
			return fmt.Errorf("the evidence does not name what is assumed: %s", a)
		}
	}
	if len(taken) != len(v.bundle.Assumptions) {
		return fmt.Errorf("the evidence names %d assumptions, the check makes %d", len(v.bundle.Assumptions), len(taken))
	}
	return nil
}

// addAxioms adds what the evidence of a test may assume of axioms that the program does not use,
// where the solver does not decide it.
func (v *validation) addAxioms(ctx context.Context, taken *assumption.List) error {
	if v.bundle.Test == nil {
		return nil
	}
	answer, satisfiable, err := AskAxioms(ctx, v.program)
	if err != nil || answer != nil {
		return errors.Join(err, errors.New(ContradictoryAxioms))
	}
	claim := verdict.Verdict{Answer: verdict.Answer{Kind: verdict.Fail}}
	v.Satisfiable = satisfiable
	v.assumeAxioms(v.program, &claim)
	if stated := v.bundle.Assumptions.Only(assumption.AxiomsSatisfiable); len(stated) > 0 {
		*taken = append(*taken, stated...) // it may assume more than it has to
		return nil
	}
	taken.Join(claim.Assumptions)
	return nil
}

// assumesAs says that stated is the assumption a; the places of one about a function without a body
// are calls that matter.
func assumesAs(a, stated assumption.Assumption) bool {
	return a.Same(stated) && (isUndefined(a.Kind) || slices.Equal(a.Places, stated.Places))
}

// inNamed is an assumption in which files have the names that the user gave them.
func (v *validation) inNamed(a assumption.Assumption) assumption.Assumption {
	same := func(path string) string { return path }
	a.Of, a.Places = v.asNamed(a.Of, same), slices.Clone(a.Places)
	for i := range a.Places {
		a.Places[i].File = v.asNamed(a.Places[i].File, same)
	}
	slices.SortFunc(a.Places, source.Pos.Compare)
	return a
}

// asNamed is text in which files have the names that the user gave them in the place of those of
// their copies; written is how a path stands in the text.
func (v *validation) asNamed(text string, written func(path string) string) string {
	copies := slices.Clone(v.bundle.Sources)
	slices.SortFunc(copies, func(a, b evidence.Source) int { return len(b.Copy) - len(a.Copy) })
	for _, s := range copies {
		text = strings.ReplaceAll(text, written(filepath.Join(v.folder, s.Copy)), written(s.Path))
	}
	return text
}

// inJSON is text as it stands inside of a string of JSON.
func inJSON(text string) string {
	quoted, err := json.Marshal(text)
	if err != nil {
		bug.Errorf("a string is no JSON: %v", err)
	}
	return string(quoted[1 : len(quoted)-1])
}

// checkTest runs the test in the interpreter, and compiled if the verdict claims that it ran so. It
// returns the property that the test violates.
func (v *validation) checkTest(ctx context.Context) (string, error) {
	test, err := v.bundle.Test.Decode(v.program)
	if err != nil {
		return "", err
	}
	claim := verdict.Verdict{Answer: verdict.Answer{Kind: verdict.Fail, Test: test}}
	replayed := replay(ctx, v.program, claim)
	if replayed.Kind != verdict.Fail {
		return "", errors.New(replayed.Detail)
	}
	replayed.Property = v.PropertyOf(replayed)
	if shown := report.Words(replayed); v.bundle.Verdict != shown {
		return "", fmt.Errorf("the test shows %s, not %s", shown, v.bundle.Verdict)
	}
	if err := v.checkDescription(test); err != nil {
		return "", err
	}
	switch v.bundle.Class {
	case verdict.Interpreted:
		return replayed.Property, nil
	case verdict.Executed:
		return replayed.Property, v.checkCompiled(ctx, test)
	}
	return "", fmt.Errorf("there is no class %q of a test", v.bundle.Class)
}

// checkDescription holds what the evidence tells people of a test that was run (where it ends, what
// its inputs are) against the run.
func (v *validation) checkDescription(test *verdict.Test) error {
	stated, shown := *v.bundle.Test, *evidence.EncodeTest(test)
	text, err := json.Marshal(shown)
	if err != nil {
		return fmt.Errorf("encoding the test: %w", err)
	}
	if given, err := json.Marshal(stated); err != nil || v.asNamed(string(text), inJSON) != string(given) {
		return fmt.Errorf("the test is described as another than it is")
	}
	return nil
}

// checkCompiled builds and runs the files in the folder, once they are known to be the test's.
func (v *validation) checkCompiled(ctx context.Context, test *verdict.Test) error {
	settings, err := v.settingsOf(ctx, v.program, test)
	if err != nil {
		return err
	}
	for plan := range plansIn(v.program, test, settings) {
		if !sameFiles(v.folder, plan.Generate()) {
			continue
		}
		outcome, err := runBuilds(ctx, plan, plan.Builds(), v.folder, v.Scratch)
		if err != nil {
			return err
		}
		return notExecuted(outcome)
	}
	return fmt.Errorf("%s and %s are not those of the test", ctest.ProgramFile, ctest.DriverFile)
}

// notExecuted says why a compiled run does not show what evidence of class Executed claims of it; nil if it does.
func notExecuted(outcome ctest.Outcome) error {
	switch {
	case isExecuted(outcome):
		return nil
	case outcome.Ending == ctest.Reached:
		return errors.New(unplaced)
	}
	return fmt.Errorf("the compiled test does not reach the error: %s", outcome.Detail)
}

// sameFiles reports whether the folder holds the files that are generated from the test.
func sameFiles(folder string, files ctest.Files) bool {
	for name, text := range files.ByName() {
		found, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil || string(found) != text {
			return false
		}
	}
	return true
}

// checkProof has the certificate checked.
func (v *validation) checkProof(ctx context.Context) error {
	if v.bundle.Verdict != "TRUE" || v.bundle.Class != verdict.ByProof {
		return fmt.Errorf("a certificate does not show %s (%s)", v.bundle.Verdict, v.bundle.Class)
	}
	encoded := &evidence.Certificate{}
	if err := evidence.ReadJSON(filepath.Join(v.folder, evidence.CertificateFile), encoded); err != nil {
		return err
	}
	certificate, err := encoded.Decode(v.program)
	if err != nil {
		return err
	}
	return Certificate(ctx, v.program, certificate)
}
