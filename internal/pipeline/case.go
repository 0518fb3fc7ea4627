package pipeline

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"yogi/internal/certify/split"
	"yogi/internal/confirm"
	"yogi/internal/feature"
	"yogi/internal/ir"
	"yogi/internal/load"
	"yogi/internal/property/slic"
	"yogi/internal/verdict"
)

// This file makes a job a Case of package confirm: it has the job's settings, and makes its program
// again, in other forms or so that it tells more.

// confirm checks the evidence of an answer about a subject, of which something is known.
func (r *run) confirm(ctx context.Context, about *subject, answer *verdict.Answer, of known) (confirm.Confirmed, error) {
	return r.confirmAs(ctx, about, answer, of, evidenceOf(about.job))
}

// confirmAs is confirm with settings of package confirm.
func (r *run) confirmAs(ctx context.Context, about *subject, answer *verdict.Answer, of known, k confirm.Case) (confirm.Confirmed, error) {
	k.Scratch, k.Split, k.Satisfiable = r.scratch, about.split, of.satisfiable
	k.FindUse = func(ctx context.Context, v *verdict.Verdict) error { return r.findUse(ctx, about.job, v) }
	found, err := k.Confirm(ctx, about.program, answer)
	addWarnings(&found.Verdict, of.loops.unreached(about.program, found))
	return found, err
}

// evidenceOf is a job as package confirm sees it.
func evidenceOf(j Job) confirm.Case {
	k := confirm.Case{
		Source: j.COptions(), InC: len(j.Files) > 0 && load.IsC(j.Files[0]), Linear: j.IsLinear(),
		Rewritten: j.Has(feature.LargeBlocks) || j.Has(feature.LoopsAsRecursion),
		Property:  j.Property, Platform: j.Platform,
		Out: j.Out, Witness: j.Witness, Invariants: j.Cover || j.Invariants, Version: j.Version, Unsandboxed: j.Unsandboxed, AllSteps: j.AllSteps,
		Maker: maker{j}, PropertyOf: j.PropertyOf, Partial: len(j.Case) > 0,
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
	made, err := subjectOf(ctx, m.in(form), nil)
	if err != nil {
		return nil, err
	}
	return made.program, nil
}

// MakeTelling implements confirm.Maker.
func (m maker) MakeTelling(ctx context.Context, form confirm.Form, telling confirm.Telling) (*ir.Program, error) {
	job := m.telling(form, telling)
	program, err := load.Read(ctx, job)
	if err != nil {
		return nil, err
	}
	passes := load.PrepareAsRead
	if telling.Add != nil {
		program, passes = telling.Add(program), load.Prepare
	}
	program, err = passes(program, job)
	if err != nil && !errors.As(err, new(*split.Rejection)) {
		return nil, fmt.Errorf("preparing the program for a run that tells more: %w", err)
	}
	return program, nil
}

// telling is the job whose program tells more of a run.
func (m maker) telling(form confirm.Form, telling confirm.Telling) Job {
	job := m.in(form).WithChecks(telling.Checks).SwitchedOff(feature.Conditions, feature.LargeBlocks)
	job.Exposure, job.Told = telling.Exposure, telling.Told
	if telling.Told && !telling.Memory {
		job = job.SwitchedOff(feature.Constants)
		// The contents that a test gives to memory are said of its maps.
		others := slices.DeleteFunc(slices.Clone(feature.Passes), func(pass feature.Feature) bool {
			return pass == feature.MemoryMaps || telling.Copied && pass == feature.Copies
		})
		job = job.SwitchedOff(others...)
	}
	return job
}

// Settings implements confirm.Maker.
func (m maker) Settings(form confirm.Form, change func(path string) string) ([]byte, error) {
	job, err := m.in(form).ForOthers()
	if err != nil {
		return nil, err
	}
	settings, err := json.Marshal(job.Moved(change))
	if err != nil {
		return nil, fmt.Errorf("encoding the settings: %w", err)
	}
	return settings, nil
}

// in is the job whose program has a form.
func (m maker) in(form confirm.Form) Job {
	j := m.job
	if form.AsWritten {
		j = j.AsWritten()
	}
	if form.Machine {
		j = j.OverMachineWords()
	}
	return j
}
