package pipeline

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"yogi/internal/certify/split"
	"yogi/internal/confirm"
	"yogi/internal/feature"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/property/slic"
	"yogi/internal/verdict"
)

// This file is what package confirm sees of a job: its settings, and how its program is made again,
// in other forms or so that it tells more.

// confirm checks the evidence of an answer about a subject, of which something is known.
func (r *run) confirm(ctx context.Context, about *subject, answer *verdict.Answer, of known) (confirm.Confirmed, error) {
	k := about.job.evidence()
	k.Scratch, k.Split, k.Satisfiable = r.scratch, about.split, of.satisfiable
	k.FindUse = func(ctx context.Context, v *verdict.Verdict) error { return r.findUse(ctx, about.job, v) }
	found, err := k.Confirm(ctx, about.program, answer)
	addWarnings(&found.Verdict, of.loops.unreached(about.program, found))
	return found, err
}

// evidence is the job as package confirm sees it.
func (j Job) evidence() confirm.Case {
	k := confirm.Case{
		Source: j.cOptions(), InC: len(j.Files) > 0 && isC(j.Files[0]), Linear: j.isLinear(),
		Rewritten: j.has(feature.LargeBlocks) || j.has(feature.LoopsAsRecursion) || j.has(feature.Addresses),
		Property:  j.Property, Platform: j.Platform,
		Out: j.Out, Witness: j.Witness, Version: j.Version, Unsandboxed: j.Unsandboxed,
		Maker: maker{j}, PropertyOf: j.propertyOf,
	}
	if j.Rule != nil {
		k.Rule = append([]slic.Source{}, j.Rule.Sources...)
	}
	return k
}

// maker is a job that makes its program again for package confirm.
type maker struct{ job Job }

// Make implements confirm.Maker.
func (m maker) Make(ctx context.Context, form confirm.Form) (*ir.Program, error) {
	made, err := m.job.in(form).subject(ctx)
	if err != nil {
		return nil, err
	}
	return made.program, nil
}

// MakeTelling implements confirm.Maker.
func (m maker) MakeTelling(ctx context.Context, form confirm.Form, telling confirm.Telling) (*ir.Program, error) {
	job := m.job.in(form).withChecks(telling.Checks).switchedOff(feature.Conditions, feature.LargeBlocks, feature.Addresses)
	job.exposure = telling.Exposure
	program, err := Load(ctx, job)
	if err != nil {
		return nil, err
	}
	if telling.Add != nil {
		program = telling.Add(program)
	}
	program, err = Prepare(program, job.Search)
	if err != nil && !errors.As(err, new(*split.Rejection)) {
		return nil, fmt.Errorf("preparing the program for a run that tells more: %w", err)
	}
	return program, nil
}

// Settings implements confirm.Maker.
func (m maker) Settings(form confirm.Form, change func(path string) string) ([]byte, error) {
	settings, err := json.Marshal(m.job.in(form).moved(change))
	if err != nil {
		return nil, fmt.Errorf("encoding the settings: %w", err)
	}
	return settings, nil
}

// in is the job whose program has a form.
func (j Job) in(form confirm.Form) Job {
	if form.AsWritten {
		j = j.switchedOff(feature.LargeBlocks, feature.LoopsAsRecursion, feature.Addresses, feature.GuessedIndex)
	}
	if form.Machine {
		j.Arith = bitsArith
	}
	return j
}

// switchedOff is the job without some features of the search.
func (j Job) switchedOff(features ...feature.Feature) Job {
	j.Search = j.without(features...)
	return j
}

// withChecks is the job with further checks.
func (j Job) withChecks(checks property.Checks) Job {
	if checks == 0 {
		return j
	}
	if j.Checks == 0 {
		j.Checks = property.Reach
	}
	j.Checks |= checks
	return j
}

// moved is the job with every path put through change.
func (j Job) moved(change func(path string) string) Job {
	files := make([]string, len(j.Files))
	for i, path := range j.Files {
		files[i] = change(path)
	}
	j.Files, j.Reading = files, j.Reading.Paths(change)
	readings := j.Readings
	j.Readings = nil
	for _, r := range readings {
		j.Readings = append(j.Readings, r.Paths(change))
	}
	return j
}
