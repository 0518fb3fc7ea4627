package main

import (
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"yogi/internal/bench"
	"yogi/internal/bench/family"
)

// familyOptions say which programs of growing size to check.
type familyOptions struct {
	names []string
	sizes []int
}

// runFamilies checks the programs of families and prints how the cost grows.
func runFamilies(cmd *cobra.Command, families *familyOptions, options bench.Options) error {
	names := families.names
	if slices.Equal(names, []string{"all"}) {
		names = family.Names()
	}
	folder, err := os.MkdirTemp("", "yogi-family-")
	if err != nil {
		return fmt.Errorf("making a scratch folder: %w", err)
	}
	defer os.RemoveAll(folder)
	if options.Tasks, err = bench.Families(names, families.sizes, folder); err != nil {
		return err
	}
	records, err := bench.Run(cmd.Context(), options)
	if err != nil && len(records) == 0 {
		return err
	}
	if err := bench.WriteGrowth(cmd.OutOrStdout(), options.Tasks, records); err != nil {
		return err
	}
	if bench.HasWrong(records) {
		return exitError{1}
	}
	return err
}
