package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"yogi/internal/conform"
)

// conformOptions are the flags of conform.
type conformOptions struct {
	conform.Options
}

func conformCommand() *cobra.Command {
	options := &conformOptions{}
	command := &cobra.Command{
		Use:   "conform",
		Short: "Hold the C front end against gcc",
		Long:  `conform measures how well C is read, with the gcc of this machine as the reference.`,
	}
	command.PersistentFlags().StringArrayVarP(&options.IncludeDirs, "include-dir", "I", nil, "search this `folder` for headers")
	command.PersistentFlags().StringSliceVar(&options.Models, "data-model", nil, "only this data `model`")
	command.PersistentFlags().IntVar(&options.Jobs, "jobs", 2, "files at once")
	durationVar(command.PersistentFlags(), &options.Timeout, "timeout", 0, "limit for one file (default 60s)")
	command.AddCommand(acceptanceCommand(options), executionCommand(options), layoutCommand(options), headersCommand(options), tokensCommand(options))
	return command
}

func acceptanceCommand(o *conformOptions) *cobra.Command {
	return &cobra.Command{
		Use:   "acceptance FOLDER...",
		Short: "Which of the files that gcc accepts are read",
		Long: `acceptance reads every .c and .i file below the folders that gcc accepts (-fsyntax-only -std=gnu11 -w),
lowers every function in it and checks the resulting program. A construct that is not modelled counts as
refused wherever it stands. The exit status is 1 if a file is refused.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, folders []string) error {
			files, err := sourcesBelow(folders, ".c", ".i")
			if err != nil {
				return err
			}
			return agrees(conform.WriteAcceptance(cmd.OutOrStdout(), conform.Accept(cmd.Context(), files, o.Options)))
		},
	}
}

func executionCommand(o *conformOptions) *cobra.Command {
	random := &conform.Random{}
	command := &cobra.Command{
		Use:   "execution",
		Short: "Whether random programs compute what gcc's do",
		Long: `execution makes programs with csmith, compiles each with gcc -O0 -fwrapv, runs it, and runs it again in
the interpreter: both must come to the same checksum. The headers of csmith are found with -I. The exit
status is 1 if a program is refused or computes something else.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return agrees(conform.WriteExecutions(cmd.OutOrStdout(), conform.Execute(cmd.Context(), *random, o.Options)))
		},
	}
	f := command.Flags()
	f.Int64Var(&random.Seed, "seed", 1, "seed of the first program")
	f.Int64Var(&random.Count, "count", 100, "number of programs")
	f.Int64Var(&random.Steps, "steps", 5_000_000, "basic blocks that the interpreter may execute in one program")
	f.StringSliceVar(&random.Flags, "csmith", nil, "further `flags` of csmith")
	return command
}

func layoutCommand(o *conformOptions) *cobra.Command {
	return &cobra.Command{
		Use:   "layout FOLDER...",
		Short: "Whether types are laid out as gcc does",
		Long: `layout compares every type that the .c and .i files below the folders name at file scope with gcc: sizes,
alignments and offsets by static assertions, bit-fields by the bytes of initialised objects. The exit status
is 1 if there is a difference.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, folders []string) error {
			files, err := sourcesBelow(folders, ".c", ".i")
			if err != nil {
				return err
			}
			return agrees(conform.WriteLayouts(cmd.OutOrStdout(), conform.Layouts(cmd.Context(), files, o.Options)))
		},
	}
}

func headersCommand(o *conformOptions) *cobra.Command {
	return &cobra.Command{
		Use:   "headers HEADER...",
		Short: "Which of the machine's headers are read",
		Long: `headers includes each header alone and reads it, with every function in it, if gcc accepts it. A single
dash takes the headers from the standard input, one a line:

  dpkg -L libc6-dev linux-libc-dev | grep '[.]h$' | yogi conform headers -

The exit status is 1 if a header is refused.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, headers []string) error {
			if len(headers) == 1 && headers[0] == "-" {
				text, err := io.ReadAll(cmd.InOrStdin())
				if err != nil {
					return fmt.Errorf("reading the list of headers: %w", err)
				}
				headers = strings.Fields(string(text))
			}
			return agrees(conform.WriteAcceptance(cmd.OutOrStdout(), conform.AcceptHeaders(cmd.Context(), headers, o.Options)))
		},
	}
}

func tokensCommand(o *conformOptions) *cobra.Command {
	return &cobra.Command{
		Use:   "tokens FILE...",
		Short: "Whether files have the same tokens after preprocessing",
		Long: `tokens preprocesses each file, with the headers of the machine, and compares the tokens with those of
gcc -E -std=gnu11; a file that gcc does not preprocess is left out. A folder stands for the .c, .i and .h files
below it. The exit status is 1 if there is a difference.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, roots []string) error {
			files, err := sourcesBelow(roots, ".c", ".i", ".h")
			if err != nil {
				return err
			}
			return agrees(conform.WriteTokens(cmd.OutOrStdout(), conform.CompareTokens(cmd.Context(), files, o.Options)))
		},
	}
}

// sourcesBelow are the files with one of the endings below folders; there has to be one.
func sourcesBelow(folders []string, endings ...string) ([]string, error) {
	files, err := conform.Sources(folders, endings...)
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("no C file below %v", folders)
	}
	return files, err
}

// agrees is the exit status of a comparison with gcc.
func agrees(ok bool) error {
	if !ok {
		return exitError{1}
	}
	return nil
}
