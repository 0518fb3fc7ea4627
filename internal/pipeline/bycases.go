package pipeline

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"yogi/internal/assumption"
	"yogi/internal/cases"
	"yogi/internal/confirm"
	"yogi/internal/load"
	"yogi/internal/report/evidence"
)

// Divided are the jobs of the cases of a job: its program is divided at the fork that divides it best, of those that
// were not divided yet. There are none where the program has no fork. The error is as for Read of package load.
func Divided(ctx context.Context, job Job) ([]Job, error) {
	program, err := load.Read(ctx, job)
	if err != nil {
		return nil, err
	}
	fork, ok := job.Case.Divide(program)
	if !ok {
		return nil, nil
	}
	var out []Job
	for _, c := range job.Case.Ways(fork) {
		one := job
		one.Case = c
		out = append(out, one)
	}
	return out, nil
}

// validateCases checks the evidence of a program that was checked by cases: that of each case, that all are about the
// same program and ask the same, and that together they have all its runs.
func (m Machine) validateCases(ctx context.Context, folder string, of *evidence.Cases) (*confirm.Validated, error) {
	if len(of.Folders) == 0 {
		return nil, errors.New("the evidence has no case")
	}
	var first *confirm.Validated
	var asked []byte
	var all []cases.Case
	assumed := assumption.List{}
	for _, name := range of.Folders {
		path := filepath.Join(folder, name)
		found, err := m.validateOne(ctx, path)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		bundle, err := evidence.Read(path)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		about, taken, err := askedOf(bundle)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if first == nil {
			first, asked = found, about
		}
		if !bytes.Equal(about, asked) {
			return nil, fmt.Errorf("%s is about another program or property than %s", name, of.Folders[0])
		}
		if found.Verdict != of.Verdict {
			return nil, fmt.Errorf("%s shows %s, and not %s", name, found.Verdict, of.Verdict)
		}
		all = append(all, taken)
		assumed.Join(found.Assumptions)
	}
	if first.Verdict == "TRUE" {
		if err := cases.Cover(all); err != nil {
			return nil, fmt.Errorf("the cases are not all of the program: %w", err)
		}
	}
	first.Assumptions = assumed
	first.Case = "" // all of them, or one that fails, as the program does
	return first, nil
}

// askedOf is what the evidence of a case says of the program and of what is asked of it, and which case it is about.
func askedOf(bundle *evidence.Bundle) ([]byte, cases.Case, error) {
	var job Job
	if err := json.Unmarshal(bundle.Settings, &job); err != nil {
		return nil, nil, fmt.Errorf("reading the settings: %w", err)
	}
	taken := job.Case
	job.Case = nil
	text, err := json.Marshal(struct {
		Files   []string
		Program load.Program
		Sources []evidence.Source
	}{job.Files, job.Program, bundle.Sources})
	if err != nil {
		return nil, nil, fmt.Errorf("encoding the settings: %w", err)
	}
	return text, taken, nil
}
