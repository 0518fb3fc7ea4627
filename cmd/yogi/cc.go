package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"github.com/spf13/cobra"

	"yogi/internal/project"
)

// databaseVariable is the variable of the environment that names the folder of the database that yogi cc writes.
const databaseVariable = "YOGI_DATABASE"

func ccCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "cc [--tool NAME] [ARGUMENT...]",
		Short: "Run a compiler, and note what it compiles and links",
		Long: `cc runs gcc, or cc where there is no gcc, or the tool that --tool names, with the arguments that follow, and notes the
call in compile_commands.json and link_commands.json, as capture does of a whole build:

    make CC="yogi cc" AR="yogi cc --tool ar"
    cmake -DCMAKE_C_COMPILER_LAUNCHER="yogi;cc;--tool" ...
    yogi check --compile-commands compile_commands.json

So a build that runs again only updates what it compiles again. The files are in the next folder above that has a
compile_commands.json, else in the next one with a yogi.toml or .git, else in the working folder, or where the
variable YOGI_DATABASE says. Only calls that succeed are noted. Without AR what is linked from archives is not known.

The exit status is the tool's. That a call could not be noted is said on stderr and is no failure of the build.`,
		DisableFlagParsing: true,
		RunE:               func(cmd *cobra.Command, words []string) error { return runCC(cmd, words) },
	}
}

func runCC(cmd *cobra.Command, words []string) error {
	if len(words) == 0 || len(words) == 1 && (words[0] == "--help" || words[0] == "-h") {
		return cmd.Help()
	}
	tool, words, err := toolOfCall(words)
	if err != nil {
		return err
	}
	status, err := project.Compile(context.WithoutCancel(cmd.Context()), project.Compilation{ // the tool hears of signals itself
		Words: append([]string{tool}, words...), Folder: os.Getenv(databaseVariable),
		Stdin: os.Stdin, Stdout: cmd.OutOrStdout(), Stderr: cmd.ErrOrStderr(),
	})
	if err != nil {
		fmt.Fprintln(cmd.ErrOrStderr(), "yogi cc:", err)
	}
	return exitError{status}
}

// toolOfCall is the tool that a call runs, and its arguments.
func toolOfCall(words []string) (string, []string, error) {
	name, joined := strings.CutPrefix(words[0], "--tool=")
	switch {
	case joined:
		return name, words[1:], nil
	case words[0] == "--tool" && len(words) > 1:
		return words[1], words[2:], nil
	case words[0] == "--tool":
		return "", nil, errors.New("--tool needs the name of a compiler, archiver or linker")
	}
	for _, name := range []string{"gcc", "cc", "clang"} {
		if _, err := exec.LookPath(name); err == nil {
			return name, words, nil
		}
	}
	return "", nil, errors.New("there is no gcc, cc or clang to run: name a compiler with --tool")
}
