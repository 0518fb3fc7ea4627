package main

import (
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"

	"github.com/spf13/cobra"

	"yogi/internal/bench"
	"yogi/internal/bench/tables"
)

// tableOptions are the flags of bench that are about the papers' tables.
type tableOptions struct {
	name     string
	docs     string
	examples string
}

// runTable makes a table of a paper.
func runTable(cmd *cobra.Command, o *tableOptions, options bench.Options) error {
	table, err := tables.Named(o.name)
	if err != nil {
		return err
	}
	selection := options.Selection
	if selection.Category != "" || selection.Property != "" || selection.Short || cmd.Flags().Changed("algorithm") {
		return errors.New("a table names its tasks and settings itself: only --sample and --seed select")
	}
	records, err := table.Run(cmd.Context(), tables.Options{
		Sources: tables.Sources{Manifest: options.Manifest, SDV: options.Folder, Examples: o.examples},
		Docs:    o.docs, Sample: selection.Sample, Seed: selection.Seed, Timeout: options.Timeout, Jobs: options.Jobs,
		Checker: options.Checker, Disputed: options.Disputed, Origin: options.Origin, Plotter: plotter(options.Checker), Flags: options.Flags, Progress: cmd.ErrOrStderr(),
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s/%s.md\n", o.docs, o.name)
	if bench.HasWrong(records) {
		return exitError{1}
	}
	return nil
}

// plotter is the program that draws plots: the one beside this program, or one in PATH; "" if there is none.
func plotter(checker string) string {
	const name = "yogi-plots"
	for _, path := range []string{filepath.Join(filepath.Dir(checker), name), name} {
		if found, err := exec.LookPath(path); err == nil {
			return found
		}
	}
	return ""
}
