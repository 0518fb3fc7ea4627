package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"yogi/internal/report/witness"
)

func witnessCommand() *cobra.Command {
	command := &cobra.Command{
		Use:   "witness",
		Short: "Look at witnesses of the software verification competition",
	}
	command.AddCommand(&cobra.Command{
		Use:   "lint FILE...",
		Short: "Hold witness files against their format, of whatever tool they are",
		Long: `lint holds witness files in YAML (format 2.0, 2.1, 2.2) against the format, and says line by line what is not
as it should be: fields and words that are missing or unknown, the order of waypoints, locations at which no waypoint
of that type can be, files that have changed. Program files are looked for beside the witness and in the current
folder; of one that is not there hash and locations are not checked. Whether what a witness says of the program is true
is for a validator to say.

The exit status is 1 if something was found.`,
		Example: `  yogi check --witness w.yml program.c
  yogi witness lint w.yml`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, files []string) error {
			found := 0
			for _, file := range files {
				text, err := os.ReadFile(file)
				if err != nil {
					return fmt.Errorf("reading a witness: %w", err)
				}
				for _, p := range witness.Lint(text, besideWitness(file)) {
					fmt.Fprintf(cmd.OutOrStdout(), "%s:%d:%d: %s\n", file, p.Line, p.Column, p.Text)
					found++
				}
			}
			if found > 0 {
				return exitError{1}
			}
			return nil
		},
	})
	return command
}

// besideWitness finds the program files of a witness.
func besideWitness(file string) func(name string) (string, bool) {
	return func(name string) (string, bool) {
		for _, path := range []string{name, filepath.Join(filepath.Dir(file), name), filepath.Join(filepath.Dir(file), filepath.Base(name))} {
			text, err := os.ReadFile(path)
			if err == nil {
				return string(text), true
			}
			if !errors.Is(err, os.ErrNotExist) {
				break
			}
		}
		return "", false
	}
}
