package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/spf13/cobra"

	"yogi/internal/project"
)

func captureCommand() *cobra.Command {
	folder := "."
	command := &cobra.Command{
		Use:   "capture [--to DIR] -- COMMAND [ARGUMENT...]",
		Short: "Run a build and note what it compiles and links",
		Long: `capture runs a build and writes compile_commands.json, which says how each C file was compiled, and
link_commands.json beside it, which says what was linked of them. "check --compile-commands" reads them:

    make clean
    yogi capture -- make -j4
    yogi check --compile-commands compile_commands.json --build-target myprogram

The build finds gcc, cc, clang, ar and ld through PATH, where wrappers stand before them that note each call and
become the tool. A compiler that the build names by its whole path is not seen: set CC=gcc. Only what is
compiled is noted, so build from a clean tree. "yogi cc" in the place of the compiler sees every call, and updates what
is there.

The exit status is the build's; 2 if no compiler was called.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, words []string) error { return runCapture(cmd, words, folder) },
	}
	command.Flags().SetInterspersed(false)
	command.Flags().StringVar(&folder, "to", ".", "`folder` for the two files")
	return command
}

func runCapture(cmd *cobra.Command, words []string, folder string) error {
	wrapper, err := os.Executable()
	if err != nil {
		return fmt.Errorf("finding the wrapper: %w", err)
	}
	build := exec.CommandContext(cmd.Context(), words[0], words[1:]...)
	build.Stdin, build.Stdout, build.Stderr = os.Stdin, cmd.OutOrStdout(), cmd.ErrOrStderr()
	database, err := project.Capture(project.Build{Command: build, Wrapper: wrapper, Folder: folder})
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || len(database.Commands) == 0) {
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "yogi: %s: %d C files compiled, %d links\n",
		filepath.Join(folder, project.DatabaseFile), len(database.Commands), len(database.Links))
	if err != nil {
		return exitError{exit.ExitCode()}
	}
	return nil
}
