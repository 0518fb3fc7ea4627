package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
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
	var results report.Entries
	o.job.Scans = c.NewScans()
	scratch, err := os.MkdirTemp("", "yogi-harness-")
	if err != nil {
		return fmt.Errorf("making a folder for harnesses: %w", err)
	}
	defer os.RemoveAll(scratch)
	for i, f := range functions {
		if !o.quiet && !o.json && isTerminal(os.Stderr) {
			fmt.Fprintf(cmd.ErrOrStderr(), "%d of %d: %s\n", i+1, len(functions), f.Name)
		}
		job, err := o.entryJob(cmd.Context(), o.job, scratch, f)
		if err != nil {
			return err
		}
		if o.all {
			places, err := o.placesOf(cmd.Context(), job, f.Name)
			if err != nil {
				return o.badInput(cmd.ErrOrStderr(), err)
			}
			results = append(results, places...)
			continue
		}
		result, err := o.set.Check(cmd.Context(), job)
		if err != nil {
			return o.badInput(cmd.ErrOrStderr(), err)
		}
		result.Entry = f.Name
		results = append(results, result)
	}
	if o.all {
		return o.reportPlaces(cmd.OutOrStdout(), report.Places(results), true)
	}
	o.tellSettings(results...)
	results[0].Warnings = append(results[0].Warnings, o.suppressionWarnings(results...)...)
	return o.reportEntries(cmd, results)
}

// reportEntries writes the results as they are asked for. The exit status is that of the worst.
func (o *checkOptions) reportEntries(cmd *cobra.Command, results report.Entries) error {
	o.tellScope(results...)
	if err := o.writeFindings(results...); err != nil {
		return err
	}
	if err := o.writePages(cmd.ErrOrStderr(), results...); err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	if o.json {
		if err := results.WriteJSON(out); err != nil {
			return err
		}
	} else {
		if !o.quiet {
			results.WriteText(coloured(out))
			results[0].WriteScope(coloured(out))
		}
		if _, err := fmt.Fprintln(coloured(out), results.Worst().Verdict); err != nil {
			return err
		}
	}
	return exitError{results.Status()}
}

// entryJob is the check of a function: as the entry, or called by a main that is written for it. A
// function for which none can be written is an entry.
func (o *checkOptions) entryJob(ctx context.Context, all pipeline.Job, scratch string, f c.Function) (pipeline.Job, error) {
	job := all.ForEntry(f.Name)
	at := slices.Index(job.Files, f.Pos.File)
	if !o.harness || at < 0 {
		return job, nil
	}
	alone := job
	alone.Files, alone.Readings = []string{f.Pos.File}, nil
	if job.Readings != nil {
		alone.Reading = job.ReadingOf(at)
	}
	text, diagnostics, err := c.Harness(ctx, alone.COptions(), filepath.Base(f.Pos.File), f.Name, defaultLength)
	if err != nil || len(diagnostics) > 0 {
		return job, nil
	}
	main := filepath.Join(scratch, "main_"+f.Name+".c")
	if err := os.WriteFile(main, []byte(text), 0o600); err != nil {
		return job, fmt.Errorf("writing a harness: %w", err)
	}
	known := job.Files
	if job.KnownAs != nil {
		known = job.KnownAs
	}
	job.KnownAs = append(slices.Clone(known), "harness of "+f.Name) // its file has another name each time
	job.Entry, job.Files = "", slices.Clone(job.Files)
	job.Files[at] = main
	job.QuoteDirs = append(slices.Clone(job.QuoteDirs), filepath.Dir(f.Pos.File))
	return job, nil
}
