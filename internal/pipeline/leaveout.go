package pipeline

import (
	"context"
	"errors"
	"slices"
	"strings"

	"yogi/internal/assumption"
	"yogi/internal/certify/split"
	"yogi/internal/deadline"
	"yogi/internal/feature"
	"yogi/internal/verdict"
)

// This file finds out whether a pass rests on what it assumes (--assumptions check): the check is
// run again without an assumption, or with a weaker one in its place. Where it passes too the first
// did not need it; where it fails it did; else nobody knows.

// CheckAssumptions is the setting of Job.Assumptions that asks for it.
const CheckAssumptions = "check"

// leaveOut is a way to check without assumptions of some kinds.
type leaveOut struct {
	kinds []*assumption.Kind
	// change makes the job one without them.
	change func(j Job) Job
	// note says what was found where something weaker is assumed in their place; "" where nothing is.
	note string
}

var leaveOuts = []leaveOut{
	{kinds: []*assumption.Kind{assumption.MallocNeverFails}, change: func(j Job) Job { j.Malloc = "may-fail"; return j }},
	{kinds: []*assumption.Kind{assumption.PrintingSucceeds}, change: func(j Job) Job { j.Printing = "may-fail"; return j }},
	{kinds: []*assumption.Kind{assumption.VolatileSteady}, change: func(j Job) Job { j.Volatile = "input"; return j }},
	{kinds: []*assumption.Kind{assumption.FirstCall}, change: func(j Job) Job { j.EntryState = "any"; return j }},
	{
		kinds:  []*assumption.Kind{assumption.EntryNonNull, assumption.EntryAllNonNull, assumption.EntryElements, assumption.EntryContract, assumption.ReturnsNonNull},
		change: func(j Job) Job { j.NonNull = "none"; return j },
	},
	{kinds: []*assumption.Kind{assumption.FreeSpecifications}, change: func(j Job) Job { j.FreeSpecs = "ignore"; return j }},
	{kinds: []*assumption.Kind{assumption.LinearArithmetic}, change: func(j Job) Job { j.Arith = "bits"; return j }},
	{
		kinds: []*assumption.Kind{assumption.UndefinedResult}, change: func(j Job) Job { j.Undefined = "havoc-args"; return j },
		note: "the same verdict if it writes what its arguments point at",
	},
	{
		kinds:  []*assumption.Kind{assumption.AccessInside, assumption.IndexInside, assumption.UnwrittenApart, assumption.ConstantApart, assumption.NumberApart},
		change: func(j Job) Job { return j.SwitchedOff(feature.MemoryMaps) },
	},
}

// findUse says of a pass of a job which of its assumptions it rests on, as far as there is time.
func (r *run) findUse(ctx context.Context, job Job, v *verdict.Verdict) error {
	if job.Assumptions != CheckAssumptions {
		return nil
	}
	ctx, cancel := deadline.Part(ctx, leaveOutShare, 0)
	defer cancel()
	var asked []leaveOut
	for _, o := range leaveOuts {
		if slices.ContainsFunc(o.kinds, v.Assumptions.Has) {
			asked = append(asked, o)
		}
	}
	for n, o := range asked {
		without, err := r.without(ctx, job, o, len(asked)-n)
		if err != nil {
			return err
		}
		o.mark(v.Assumptions, without)
	}
	return nil
}

// without is the verdict of a job without assumptions; it has its share of the time that is left for as many.
func (r *run) without(ctx context.Context, job Job, o leaveOut, left int) (verdict.Verdict, error) {
	limited, cancel := deadline.Equal(ctx, left)
	defer cancel()
	job.Out, job.Witness, job.SolverLog, job.Journal, job.Assumptions, job.Strict = "", "", "", nil, "", false
	other := &run{job: o.change(job), table: r.table, watch: newStopwatch(), scratch: r.scratch}
	v, err := other.check(limited)
	if err != nil && (limited.Err() != nil || errors.As(err, new(*split.Rejection))) {
		return unknown(verdict.Timeout, ""), nil
	}
	return v, err
}

// mark says what a verdict without some assumptions tells of a pass that has them.
func (o leaveOut) mark(list assumption.List, without verdict.Verdict) {
	for i, a := range list {
		still := slices.ContainsFunc(without.Assumptions, a.Same)
		if !slices.Contains(o.kinds, a.Kind) || still {
			continue
		}
		switch without.Kind {
		case verdict.Pass:
			if o.note == "" {
				list[i].Use = assumption.NotUsed
			} else {
				list[i].Note = strings.TrimPrefix(a.Note+"; "+o.note, "; ")
			}
		case verdict.Fail:
			list[i].Use = assumption.Used
		}
	}
}
