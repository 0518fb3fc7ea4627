package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"yogi/internal/lsp"
	"yogi/internal/project"
	"yogi/internal/suppress"
)

// workerCommandName is the subcommand that checks one file for the server. It is not shown.
const workerCommandName = "lsp-worker"

// editorTimeout is the time of a check for an editor, where no flag says another.
const editorTimeout = 10 * time.Second

// editDelay is how long after an edit a check begins: while somebody types there is none.
const editDelay = 100 * time.Millisecond

func lspCommand() *cobra.Command {
	options := &checkOptions{}
	command := &cobra.Command{
		Use:   "lsp [flags]",
		Short: "Check the buffers of an editor, as a server of the Language Server Protocol",
		Long: `lsp answers an editor on stdin and stdout; docs/editors.md says how editors are told of it.

The flags are those of check, and hold for each check; relative paths in them begin at the folder that the editor has
open. A check has 10 seconds unless --timeout says more. How a C file is read is taken from the next
compile_commands.json in a folder above it, or in a folder "build" there, if that has the file.

A file with a main is checked from there, or from what --entry says; of another one each function that is not static
is checked with any arguments, first those that were edited. Each check is a process of its own, which a newer edit
ends.`,
		Args:               cobra.ArbitraryArgs,
		DisableFlagParsing: true, // what the flags are is handed on
		RunE: func(cmd *cobra.Command, flags []string) error {
			if all := slices.Contains(flags, "--help-all"); all || slices.Contains(flags, "--help") || slices.Contains(flags, "-h") {
				writeHelp(cmd.OutOrStdout(), cmd, all)
				return nil
			}
			if err := editorFlags(&checkOptions{}, flags); err != nil {
				return err
			}
			return runLSP(cmd, flags)
		},
	}
	options.define(command.Flags())
	return command
}

// editorFlags reads flags of check into options.
func editorFlags(options *checkOptions, flags []string) error {
	set := pflag.NewFlagSet("lsp", pflag.ContinueOnError)
	set.Usage = func() {}
	options.define(set)
	if err := set.Parse(flags); err != nil {
		return err
	}
	return forEditors(options, set)
}

// forEditors refuses the flags that mean nothing in an editor.
func forEditors(o *checkOptions, set *pflag.FlagSet) error {
	if set.NArg() > 0 {
		return errors.New("the editor names the files: give none")
	}
	for _, name := range []string{"task", "json", "quiet", "stats", "sarif", "sarif-all", "html", "lcov", "cobertura", "out", "witness", "trace", "harness", "paranoid"} {
		if f := set.Lookup(name); f != nil && f.Changed {
			return fmt.Errorf("--%s means nothing in an editor", name)
		}
	}
	return nil
}

// stdio is the stream of a client.
type stdio struct {
	io.Reader
	io.Writer
}

// Close closes stdin: nobody reads it any more.
func (stdio) Close() error { return os.Stdin.Close() }

func runLSP(cmd *cobra.Command, flags []string) error {
	path, err := os.Executable()
	if err != nil {
		return fmt.Errorf("finding the program of checks: %w", err)
	}
	shutDown, err := lsp.Serve(cmd.Context(), lsp.Config{
		Version: version(), Path: path, Worker: append([]string{os.Args[0], workerCommandName}, flags...), Delay: editDelay,
	}, stdio{os.Stdin, cmd.OutOrStdout()})
	if err == nil && !shutDown {
		return exitError{1} // as the protocol has it
	}
	return err
}

func lspWorkerCommand() *cobra.Command {
	options := &checkOptions{}
	command := &cobra.Command{
		Use:    workerCommandName + " [flags]",
		Short:  "Check one file for the server of editors",
		Long:   `lsp-worker reads a request from stdin and writes what it finds as JSON lines. "yogi lsp" starts it.`,
		Args:   cobra.NoArgs,
		Hidden: true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			out := cmd.OutOrStdout()
			if err := runWorker(cmd, options); err != nil {
				return json.NewEncoder(out).Encode(lsp.Event{Failure: err.Error()})
			}
			return nil
		},
	}
	options.define(command.Flags())
	return command
}

func runWorker(cmd *cobra.Command, o *checkOptions) error {
	var request lsp.Request
	if err := json.NewDecoder(cmd.InOrStdin()).Decode(&request); err != nil {
		return fmt.Errorf("reading the request: %w", err)
	}
	if err := forEditors(o, cmd.Flags()); err != nil {
		return err
	}
	if !cmd.Flags().Changed("timeout") {
		o.job.Timeout = editorTimeout
	}
	if _, err := o.useSettings(cmd.Flags(), []string{request.File}); err != nil {
		return err
	}
	if err := o.project.find(request.File); err != nil {
		return err
	}
	files := []string{request.File}
	if o.project.target != "" {
		files = nil // the whole program
	}
	o.job.Files = files
	if o.project.database != "" {
		if err := o.project.chooseBuilt(cmd, &o.job, files); err != nil {
			return err
		}
	}
	o.addModels()
	if err := o.complete(); err != nil {
		return err
	}
	o.copies = lsp.Copies(request)
	job := o.job.Moved(func(path string) string {
		if absolute, err := filepath.Abs(path); err == nil && exists(absolute) {
			return absolute
		}
		return path // of a header that is searched for
	})
	suppressions := func(files []string) (*suppress.Set, error) {
		o.job.Files = files
		err := o.readSuppressions()
		return o.set, err
	}
	return lsp.Work(cmd.Context(), job, request, lsp.Options{All: o.all, Suppress: suppressions}, cmd.OutOrStdout())
}

// find takes the next database above a file, if nothing else is asked for and that has the file.
func (o *projectOptions) find(file string) error {
	if o.database != "" {
		return nil
	}
	path, err := project.Above(file)
	o.database = path
	return err
}
