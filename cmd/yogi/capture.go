package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/spf13/cobra"

	"yogi/internal/project"
	"yogi/internal/report"
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
become the tool. A compiler that the build names by its whole path is seen where processes may be traced, as they may
but in some containers; elsewhere set CC=gcc. Only what is compiled is noted, so build from a clean tree. "yogi cc" in the place of the compiler sees every call, and updates what
is there.

The exit status is the build's; 2 if no compiler was called.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, words []string) error {
			return runCapture(cmd, cmd.OutOrStdout(), words, folder)
		},
	}
	command.Flags().SetInterspersed(false)
	command.Flags().StringVar(&folder, "to", ".", "`folder` for the two files")
	return command
}

// runCapture runs a build, whose output goes to out.
func runCapture(cmd *cobra.Command, out io.Writer, words []string, folder string) error {
	wrapper, err := os.Executable()
	if err != nil {
		return fmt.Errorf("finding the wrapper: %w", err)
	}
	build := exec.CommandContext(cmd.Context(), words[0], words[1:]...)
	build.Stdin, build.Stdout, build.Stderr = os.Stdin, out, cmd.ErrOrStderr()
	database, err := project.Capture(project.Build{Command: build, Wrapper: wrapper, Folder: folder})
	var exit *project.BuildError
	if cmd.Context().Err() != nil || errors.As(err, &exit) && exit.IsInterrupted() {
		return errInterrupted
	}
	if err != nil && (!errors.As(err, &exit) || len(database.Commands) == 0) {
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "yogi: %s: %s compiled, %s\n", filepath.Join(folder, project.DatabaseFile),
		report.Numbered(len(database.Commands), "C file"), report.Numbered(len(database.Links), "link"))
	if err != nil {
		return exitError{exit.Status}
	}
	return nil
}

// buildOf are the words of a build behind --, and the files before it; nil if there is no build: files may stand
// behind --, too.
func buildOf(cmd *cobra.Command, words []string) (files, build []string) {
	at := cmd.ArgsLenAtDash()
	if at < 0 || at >= len(words) || sourceFile.MatchString(words[at]) {
		return words, nil
	}
	return words[:at], words[at:]
}

// checkBuild says what a build behind -- excludes.
func (o *checkOptions) checkBuild() error {
	switch {
	case o.project.database != "" || o.project.task != "":
		return errors.New("a build behind -- says what the files are: it excludes --compile-commands and --task")
	case o.since != "":
		return errors.New("--since reads files of two versions: run the build with yogi capture, and name its --compile-commands")
	}
	return nil
}

// useBuild runs a build and has the job read what it compiles. The database is kept until clean is called.
func (o *checkOptions) useBuild(cmd *cobra.Command, build []string) (clean func(), err error) {
	folder, err := os.MkdirTemp("", "yogi-build-")
	if err != nil {
		return nil, fmt.Errorf("making a folder for the build's database: %w", err)
	}
	clean = func() { os.RemoveAll(folder) }
	// The last line of standard output is the verdict, and what a program reads of --json is all of it.
	err = runCapture(cmd, cmd.ErrOrStderr(), build, folder)
	var exit exitError
	if errors.As(err, &exit) {
		err = fmt.Errorf("nothing is checked: the build failed with exit status %d", exit.status)
	}
	if err != nil {
		clean()
		return nil, err
	}
	o.project.database = filepath.Join(folder, project.DatabaseFile)
	return clean, nil
}
