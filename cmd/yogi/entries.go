package main

import (
	"fmt"

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
	for _, f := range functions {
		job := o.job.ForEntry(f.Name)
		outcome, err := pipeline.Run(cmd.Context(), job)
		if err != nil {
			return o.badInput(cmd.ErrOrStderr(), err)
		}
		result := report.NewResult(outcome.Verdict, job.Files, outcome.Seconds)
		result.Entry = f.Name
		results = append(results, result)
	}
	if err := o.writeSARIF(results...); err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	if o.json {
		if err := results.WriteJSON(out); err != nil {
			return err
		}
	} else {
		if !o.quiet {
			results.WriteText(out)
		}
		if _, err := fmt.Fprintln(out, results.Worst().Verdict); err != nil {
			return err
		}
	}
	return exitError{results.Status()}
}
