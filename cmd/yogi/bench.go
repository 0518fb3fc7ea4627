package main

import (
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"yogi/internal/bench"
)

func benchCommand() *cobra.Command {
	options := bench.Options{}
	command := &cobra.Command{
		Use:   "bench (--manifest FILE | --sdv DIR) [-- further flags of check]",
		Short: "Run sets of tasks with known verdicts and print the table",
		Long: `bench runs "yogi check" on the tasks of a manifest, or on every Boogie program of a folder, compares
the verdicts with the expected ones and prints a table; TRUE and FALSE are counted apart.

Results are JSON lines in the file --results. What is already there is not run again: delete the file to
start over. The exit status is 1 if a verdict is wrong.`,
		RunE: func(cmd *cobra.Command, flags []string) error {
			options.Flags = flags
			return runBench(cmd, options)
		},
	}
	f := command.Flags()
	f.StringVar(&options.Manifest, "manifest", "", "JSON file with the tasks")
	f.StringVar(&options.Folder, "sdv", "", "folder of Boogie programs without expectation")
	f.StringVar(&options.Selection.Category, "category", "", "only the tasks of this category")
	f.StringVar(&options.Selection.Property, "property", "", "only the tasks with this property, such as no-overflow")
	f.BoolVar(&options.Selection.Short, "short", false, "only the tasks marked short")
	f.IntVar(&options.Selection.Sample, "sample", 0, "only this many tasks, at random")
	f.Int64Var(&options.Selection.Seed, "seed", 1, "seed of the sample")
	f.DurationVar(&options.Timeout, "timeout", time.Minute, "wall time for each task")
	f.IntVar(&options.Jobs, "jobs", runtime.NumCPU(), "tasks at a time")
	f.StringSliceVar(&options.Algorithms, "algorithm", []string{"smash"}, "algorithms to compare")
	f.StringVar(&options.Results, "results", "out/bench.jsonl", "file of results")
	f.StringVar(&options.Disputed, "disputed", "", "file of tasks whose stated verdict is known to be wrong: ID, then the reason")
	command.MarkFlagsOneRequired("manifest", "sdv")
	command.MarkFlagsMutuallyExclusive("manifest", "sdv")
	return command
}

func runBench(cmd *cobra.Command, options bench.Options) error {
	checker, err := os.Executable()
	if err != nil {
		return fmt.Errorf("finding this program: %w", err)
	}
	options.Checker = checker
	options.Progress = cmd.ErrOrStderr()
	records, err := bench.Run(cmd.Context(), options)
	if err != nil && len(records) == 0 {
		return err
	}
	if err := bench.WriteTable(cmd.OutOrStdout(), records); err != nil {
		return err
	}
	if bench.HasWrong(records) {
		return exitError{1}
	}
	return err
}
