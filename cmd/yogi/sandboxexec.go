package main

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"yogi/internal/report/ctest"
)

func sandboxExecCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "sandbox-exec TEST",
		Short: "Run a compiled test that run.sh has built, in the sandbox",
		Long: `sandbox-exec runs the compiled test of the evidence that "check --out" wrote as check and validate do: it reads the
system's libraries and its own folder, writes nothing, and has only the system calls that compute.

The exit status is that of the test: 97 says that the error is reached, and only the test's driver can say so.`,
		Args:   cobra.ExactArgs(1),
		Hidden: true,
		RunE:   func(cmd *cobra.Command, files []string) error { return runSandboxExec(cmd, files[0]) },
	}
}

func runSandboxExec(cmd *cobra.Command, file string) error {
	path, err := filepath.Abs(file)
	if err != nil {
		return fmt.Errorf("finding the test: %w", err)
	}
	result, err := ctest.RunByHand(cmd.Context(), path)
	if err != nil {
		return err
	}
	fmt.Fprint(cmd.ErrOrStderr(), result.Said)
	switch {
	case result.Status < 0:
		return result.Err
	case result.Status > 0:
		return exitError{result.Status}
	}
	return nil
}
