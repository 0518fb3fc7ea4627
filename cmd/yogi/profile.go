package main

import (
	"fmt"
	"os"
	"runtime/pprof"

	"github.com/spf13/cobra"
)

// addProfiling gives every subcommand --cpu-profile, whose file `go tool pprof` reads.
func addProfiling(root *cobra.Command) {
	var path string
	var file *os.File
	root.PersistentFlags().StringVar(&path, "cpu-profile", "", "`file` for a CPU profile of the run, for go tool pprof")
	root.PersistentPreRunE = func(*cobra.Command, []string) error {
		if path == "" {
			return nil
		}
		var err error
		if file, err = os.Create(path); err != nil {
			return fmt.Errorf("opening the profile: %w", err)
		}
		if err = pprof.StartCPUProfile(file); err != nil {
			return fmt.Errorf("starting the profile: %w", err)
		}
		return nil
	}
	cobra.OnFinalize(func() {
		if file != nil {
			pprof.StopCPUProfile()
			file.Close()
			file = nil
		}
	})
}
