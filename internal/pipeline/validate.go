package pipeline

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"yogi/internal/certify/split"
	"yogi/internal/confirm"
	"yogi/internal/frontend/c"
	"yogi/internal/load"
	"yogi/internal/report/evidence"
)

// Machine says what a validation may do on the machine that it runs on.
type Machine struct {
	Unsandboxed bool // it runs compiled tests without a sandbox where there is none
}

// Validate checks evidence as Machine.Validate does, where nothing is compiled or run without a sandbox.
func Validate(ctx context.Context, folder string) (*confirm.Validated, error) {
	return Machine{}.Validate(ctx, folder)
}

// Validate checks the evidence in a folder again, from its files alone. The error says what is wrong.
func (m Machine) Validate(ctx context.Context, folder string) (*confirm.Validated, error) {
	byCases, err := evidence.ReadCases(folder)
	if err != nil {
		return nil, err
	}
	if byCases == nil {
		return m.validateOne(ctx, folder)
	}
	if _, err := os.Lstat(filepath.Join(folder, evidence.BundleFile)); err == nil { // of which others believe that it was checked
		return nil, fmt.Errorf("the folder has evidence of the whole program and of its cases: %s and %s", evidence.BundleFile, evidence.CasesFile)
	}
	return m.validateCases(ctx, folder, byCases)
}

// validateOne is Validate of evidence that one check has made.
func (m Machine) validateOne(ctx context.Context, folder string) (*confirm.Validated, error) {
	bundle, job, err := readBundle(folder)
	if err != nil {
		return nil, err
	}
	job.Unsandboxed = m.Unsandboxed
	if job.Library == c.FewLibrary && bundle.Test == nil {
		return nil, errors.New("the settings are of a program that has fewer runs, of which only a failing one is evidence")
	}
	made, err := load.Read(ctx, job)
	if err != nil {
		return nil, err
	}
	var rejection *split.Rejection
	program, _, err := load.PrepareForAlgorithm(made, job)
	if err != nil && (!errors.As(err, &rejection) || bundle.Test == nil) {
		return nil, err
	}
	scratch, err := os.MkdirTemp("", "yogi-")
	if err != nil {
		return nil, fmt.Errorf("making a scratch folder: %w", err)
	}
	defer os.RemoveAll(scratch)
	k := evidenceOf(job)
	k.Scratch = scratch
	found, err := confirm.Validate(ctx, k, program, bundle, folder)
	if err != nil {
		return nil, err
	}
	found.Case = job.Case.String()
	if found.Scope = ScopeOf(job); found.Scope != nil {
		found.Scope.Flag = "" // what was checked is what there is
	}
	return found, nil
}

// readBundle reads the evidence or the question in a folder, and the job that is about the copies there.
func readBundle(folder string) (*evidence.Bundle, Job, error) {
	bundle, err := evidence.Read(folder)
	if err != nil {
		return nil, Job{}, err
	}
	// What this version does not know of a check could change what is asked.
	var job Job
	settings := json.NewDecoder(bytes.NewReader(bundle.Settings))
	settings.DisallowUnknownFields()
	if err := settings.Decode(&job); err != nil {
		return nil, Job{}, fmt.Errorf("reading the settings: %w", err)
	}
	if len(job.Files) == 0 || len(bundle.Sources) == 0 {
		return nil, Job{}, fmt.Errorf("the evidence has no program")
	}
	if err := covered(job, bundle.Sources); err != nil {
		return nil, Job{}, err
	}
	if job, err = inFolder(job, folder); err != nil {
		return bundle, job, err
	}
	// Nothing is read that does not lie in the folder: the verdict is about the copies.
	if job.Root, err = filepath.Abs(folder); err != nil {
		return bundle, job, fmt.Errorf("finding the evidence: %w", err)
	}
	job.Copies, job.MachineCopies = map[string]string{}, map[string]string{}
	for _, s := range bundle.Sources {
		path := filepath.Join(folder, s.Copy)
		if header, ok := evidence.HeaderOf(s.Copy); ok {
			job.MachineCopies[header] = path
		} else if filepath.IsAbs(s.Path) && evidence.IsCopy(s.Copy) {
			job.Copies[filepath.Clean(s.Path)] = path
		}
	}
	if readsThisMachine, err := job.ReadsThisMachine(); err != nil || readsThisMachine {
		return bundle, job, errors.Join(err, errors.New("the evidence does not say where the standard headers of its machine were"))
	}
	return bundle, job, nil
}

// inFolder is a job whose files lie in the folder of the evidence. Who made the evidence must not have others read.
func inFolder(job Job, folder string) (Job, error) {
	var failed error
	given := slices.Clone(job.Given)
	inCopy := func(path string) string { // a #line directive may name anything: it is read nowhere
		if evidence.IsCopy(path) {
			return filepath.Join(folder, path)
		}
		return path
	}
	for i, place := range given {
		given[i].File = inCopy(place.File)
	}
	taken := job.Case.Moved(inCopy)
	job.Given, job.Case = nil, nil
	moved := job.Moved(func(path string) string {
		switch {
		case !filepath.IsLocal(path):
			failed = fmt.Errorf("the evidence names %s, which is not in its folder", path)
		case evidence.IsCopy(path):
			return filepath.Join(folder, path)
		}
		return path // the name of a header that is searched for
	})
	moved.Given, moved.Case = given, taken
	return moved, failed
}

// covered says whether the program's files are among the copies that were found to be those checked.
func covered(job Job, sources []evidence.Source) error {
	known := map[string]bool{}
	for _, s := range sources {
		known[s.Copy] = true
	}
	for _, path := range job.Files {
		if !known[path] {
			return fmt.Errorf("the evidence has no copy of %s", path)
		}
	}
	return nil
}
