package main

import (
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"yogi/internal/trial"
)

// filesAndFlags are the arguments of a command that checks programs again and again: the files, and behind "--" the
// further flags of check.
func filesAndFlags(cmd *cobra.Command, args []string) (files, flags []string) {
	if dash := cmd.ArgsLenAtDash(); dash >= 0 {
		return args[:dash], args[dash:]
	}
	return args, nil
}

// thisChecker runs this program's check as processes of their own, each at most timeout long.
func thisChecker(scratch string, timeout time.Duration) (trial.Checker, error) {
	if timeout <= 0 {
		return trial.Checker{}, fmt.Errorf("--timeout %s is no time for a check", timeout)
	}
	path, err := os.Executable()
	if err != nil {
		return trial.Checker{}, fmt.Errorf("finding this program: %w", err)
	}
	return trial.Checker{Path: path, Scratch: scratch, Timeout: timeout}, nil
}
