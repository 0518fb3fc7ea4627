package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"yogi/internal/frontend/c"
	"yogi/internal/pipeline"
	"yogi/internal/report"
)

// runEntries checks every function that the program exports, each with the time of --timeout.
func runEntries(cmd *cobra.Command, o *checkOptions) error {
	functions, err := pipeline.Entries(cmd.Context(), o.job)
	if err != nil {
		return o.badInput(cmd.ErrOrStderr(), err)
	}
	functions, watched := o.calledBy(functions)
	if len(functions) == 0 {
		return o.badInput(cmd.ErrOrStderr(), errors.New("no function is left to call: a harness calls none whose calls the rule watches"))
	}
	if o.job.Scans == nil {
		o.job.Scans = o.job.OwnScans()
	}
	checks, end, err := o.newChecks(cmd)
	if err != nil {
		return err
	}
	defer end()
	checks.divide(len(functions))
	found := make([]report.Entries, len(functions))
	err = checks.each(cmd.Context(), len(functions), func(ctx context.Context, i int) (err error) {
		checks.progress(i, len(functions), functions[i].Name)
		found[i], err = o.entryResults(ctx, checks, functions[i])
		return err
	})
	if err != nil {
		return o.badInput(cmd.ErrOrStderr(), err)
	}
	results := slices.Concat(found...)
	for _, f := range watched {
		results[0].Warnings = append(results[0].Warnings, report.Warning{
			ID: report.WatchedEntry, File: f.Pos.File, Line: f.Pos.Line, Text: "no harness calls " + f.Name + ": the rule is about those who call it",
		})
	}
	if o.all {
		return o.reportPlaces(cmd.OutOrStdout(), report.Places(results), report.Functions)
	}
	o.tellSettings(results...)
	results[0].Warnings = append(results[0].Warnings, o.suppressionWarnings(results...)...)
	return o.reportEntries(cmd, results)
}

// calledBy are the functions that are checked, and those that no harness calls: a rule about who calls an interface is
// kept by programs, not by the interface, and a call that a harness makes out of order breaks it.
func (o *checkOptions) calledBy(functions []c.Function) (called, watched []c.Function) {
	for _, f := range functions {
		if o.harness && f.Watched {
			watched = append(watched, f)
		} else {
			called = append(called, f)
		}
	}
	return called, watched
}

// calledJob is the check of the one function that --entry names, called by a harness.
func (o *checkOptions) calledJob(ctx context.Context, checks *checks) (pipeline.Job, error) {
	functions, err := pipeline.Entries(ctx, o.job.ForEntry(pipeline.AllEntries))
	if err != nil {
		return o.job, err
	}
	at := slices.IndexFunc(functions, func(f c.Function) bool { return f.Name == o.job.Entry })
	if at < 0 {
		return o.job, fmt.Errorf("the files have no function %s that is not static: yogi harness FILE %[1]s writes a main for a static one", o.job.Entry)
	}
	job, err := checks.entryJob(ctx, o.job, "", functions[at])
	job.Out = o.job.Out // there is one function, which needs no folder of its own
	return job, err
}

// reportEntries writes the results as they are asked for. The exit status is that of the worst.
func (o *checkOptions) reportEntries(cmd *cobra.Command, results report.Entries) error {
	o.tellScope(results...)
	if err := o.writeFindings(results...); err != nil {
		return err
	}
	if err := o.writePages(cmd, results...); err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	if o.json {
		if err := results.WriteJSON(out); err != nil {
			return err
		}
	} else {
		if !o.quiet {
			results.WriteText(o.screen(out))
			results[0].WriteScope(o.screen(out))
		}
		if _, err := fmt.Fprintln(o.screen(out), results.Worst().Verdict); err != nil {
			return err
		}
	}
	return exitError{results.Status()}
}

// entryResults are those of a function: one, or with --all one for each place.
func (o *checkOptions) entryResults(ctx context.Context, checks *checks, f c.Function) (report.Entries, error) {
	job, err := checks.entryJob(ctx, o.job, "", f)
	if err != nil {
		return nil, err
	}
	if o.all {
		places, err := hereOrAlone(checks, func() (report.Places, error) { return o.placesOf(ctx, job, f.Name) }, func(p report.Places) []*report.Result { return p })
		for _, r := range places {
			checks.renamed(r)
		}
		return report.Entries(places), err
	}
	result, err := checks.check(ctx, job)
	if err != nil {
		return nil, err
	}
	result.Entry = f.Name
	return report.Entries{result}, nil
}
