package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"yogi/internal/pipeline"
	"yogi/internal/report"
)

// checkAll says what excludes --all.
func (o *checkOptions) checkAll() error {
	switch {
	case !o.all:
	case o.job.Witness != "":
		return errors.New("--all and --witness exclude one another: each finding has its own witness in the folder of --out")
	case o.job.Paranoid:
		return errors.New("--all and --paranoid exclude one another")
	case o.pages.asked():
		return errors.New("--all excludes --html, --lcov and --cobertura: lines are told of one question")
	}
	return nil
}

// runPlaces checks every place that can go wrong.
func runPlaces(cmd *cobra.Command, o *checkOptions, checks *checks) error {
	results, err := o.placesOf(cmd.Context(), o.job, "")
	if err != nil {
		return o.badInput(cmd.ErrOrStderr(), err)
	}
	for _, r := range results {
		checks.renamed(r)
	}
	return o.reportPlaces(cmd.OutOrStdout(), results, report.OneProgram)
}

// placesOf are the results of a job's places; entry is the function that they are about, "" for the program.
func (o *checkOptions) placesOf(ctx context.Context, job pipeline.Job, entry string) (report.Places, error) {
	findings, err := pipeline.RunPlaces(ctx, job)
	if err != nil {
		return nil, err
	}
	var out report.Places
	for _, f := range findings {
		r := report.NewResult(f.Verdict, job.Files, f.Seconds)
		r.Entry, r.NullOnly, r.Expected = entry, f.NullOnly, o.project.expectation()
		if f.What != "" {
			r.Property, r.In = f.Property, f.Function
			r.Place = &report.Place{File: f.File, Line: f.Line, Column: f.Column, What: f.What}
		}
		o.set.Apply(r)
		out = append(out, r)
	}
	return out, nil
}

// reportPlaces writes the results as they are asked for. The exit status is that of the worst.
func (o *checkOptions) reportPlaces(out io.Writer, places report.Places, of report.Subject) error {
	ranked := places.Ranked()
	o.tellSettings(ranked...)
	o.tellScope(ranked...)
	ranked[0].Warnings = append(ranked[0].Warnings, o.suppressionWarnings(ranked...)...)
	if err := o.writeFindings(ranked...); err != nil {
		return err
	}
	all := report.Entries(ranked)
	if o.json {
		if err := all.WriteJSON(out); err != nil {
			return err
		}
		return exitError{all.Status()}
	}
	out = o.screen(out)
	if !o.quiet {
		if of == report.OneProgram {
			ranked.WriteDetails(out)
		}
		ranked.WriteText(out, of)
		ranked[0].WriteScope(out)
	}
	if _, err := fmt.Fprintln(out, all.Worst().Verdict); err != nil {
		return err
	}
	return exitError{all.Status()}
}
