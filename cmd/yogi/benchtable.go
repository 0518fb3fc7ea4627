package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

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
	checker, err := os.Executable()
	if err != nil {
		return fmt.Errorf("finding this program: %w", err)
	}
	selection := options.Selection
	if selection.Category != "" || selection.Property != "" || selection.Short || cmd.Flags().Changed("algorithm") {
		return errors.New("a table names its tasks and settings itself: only --sample and --seed select")
	}
	records, err := table.Run(cmd.Context(), tables.Options{
		Sources: tables.Sources{Manifest: options.Manifest, SDV: options.Folder, Examples: o.examples},
		Docs:    o.docs, Sample: selection.Sample, Seed: selection.Seed, Timeout: options.Timeout, Jobs: options.Jobs,
		Checker: checker, Disputed: options.Disputed, Origin: origin(), Flags: options.Flags, Progress: cmd.ErrOrStderr(),
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

// origin is the revision of this program, with "+" behind it if the tree had changes, and the machine.
func origin() bench.Origin {
	o := bench.Origin{Revision: "unknown", Cores: runtime.NumCPU(), Memory: machineMemory()}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return o
	}
	changed := ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision" && len(s.Value) >= 12:
			o.Revision = s.Value[:12]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = "+"
		}
	}
	o.Revision += changed
	return o
}

// machineMemory is the memory of the machine in GiB; 0 where the system does not tell.
func machineMemory() float64 {
	file, err := os.Open("/proc/meminfo")
	if err != nil {
		return 0
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var kilobytes float64
		if n, _ := fmt.Sscanf(strings.TrimSpace(lines.Text()), "MemTotal: %f kB", &kilobytes); n == 1 {
			return kilobytes / (1 << 20)
		}
	}
	return 0
}
