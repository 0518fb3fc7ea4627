package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"yogi/internal/frontend/c"
	"yogi/internal/frontend/c/harness"
	"yogi/internal/frontend/c/target"
	"yogi/internal/load"
	"yogi/internal/pipeline"
)

// defaultLength is how many bytes inputs have at most unless said otherwise.
const defaultLength = 6

// harnessOptions are the flags of harness.
type harnessOptions struct {
	filled  bool
	job     pipeline.Job
	project projectOptions
	length  int
}

func harnessCommand() *cobra.Command {
	o := &harnessOptions{}
	command := &cobra.Command{
		Use:   "harness [flags] FILE FUNCTION... [FILE...]",
		Short: "Write a main that calls functions of a library with unknown inputs",
		Long: `harness prints a C file that includes FILE and has a main, which calls FUNCTION with inputs of any values:

  yogi harness parse.c parse_text > main.c
  yogi check --check memory main.c

Texts and buffers of a length have any contents up to --length bytes; a pointer to an object of the library is what
the library's own functions make or initialise, and is destroyed in the end. Functions of further files of the program
make such objects too, if FILE declares them. A main of FILE gets another name.

Files of a build are read as it reads them, where --compile-commands names its database:

  yogi harness --compile-commands build.json parse.c parse_text > main.c

Several functions are called in the order in which they are named, each with inputs of its own; a later one takes the
object that one before it took or returned, so that what one of them leaves behind is what the next one finds:

  yogi harness stack.c stack_push stack_push stack_pop > main.c

With --filled objects that no function of the library makes, and variables that the function has to do with, hold
something instead of nothing: a member that is named as the number of another one's elements agrees with it, numbers
that are tested alone have any values, and those that are computed with stay zero.

It is meant as a start: main says what callers do, so a test of it is about the library as it is used, and a proof is
about these inputs alone. Its lines #pragma yogi assumed say what it takes for granted of callers, and the verdict names
that.`,
		Args: cobra.MinimumNArgs(2),
		RunE: o.run,
	}
	f := command.Flags()
	f.IntVar(&o.length, "length", defaultLength, "`bytes` that inputs have at most")
	f.BoolVar(&o.filled, "filled", false, "objects and variables that no function of the library makes hold something, instead of nothing")
	choiceVar(f, &o.job.DataModel, "data-model", "sizes of C types", target.Models()...)
	f.StringVar(&o.project.database, "compile-commands", "", "`file` of a build's compile_commands.json, which says how the files are read")
	defineReadingFlags(f, &o.job.Reading)
	return command
}

func (o *harnessOptions) run(cmd *cobra.Command, args []string) error {
	file := args[0]
	var functions, others []string
	for _, arg := range args[1:] {
		if load.IsC(arg) {
			others = append(others, arg)
		} else {
			functions = append(functions, arg)
		}
	}
	if o.length < 1 {
		return fmt.Errorf("--length %d: inputs have a byte at least", o.length)
	}
	if len(functions) == 0 {
		return fmt.Errorf("no function of %s is named", file)
	}
	files := append([]string{file}, others...)
	for _, path := range files {
		if !load.IsC(path) {
			return fmt.Errorf("%s is no C file", path)
		}
	}
	o.job.Files = files
	if o.project.database != "" {
		if err := o.project.chooseBuilt(cmd, &o.job, files); err != nil {
			return err
		}
	}
	if err := chooseHeaders(cmd, &o.job); err != nil {
		return err
	}
	var read []*c.ForHarness
	for i, path := range o.job.Files {
		one := o.job
		one.Files = []string{path}
		if one.Readings != nil {
			one.Readings = one.Readings[i : i+1]
		}
		f, diagnostics, err := c.ReadForHarness(cmd.Context(), one.COptions())
		switch {
		case err != nil:
			return err
		case len(diagnostics) > 0:
			return badInput(cmd.ErrOrStderr(), diagnostics)
		}
		read = append(read, f)
	}
	text, err := read[0].Harness(file, functions, harness.Options{Length: o.length, Filled: o.filled}, read[1:])
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(cmd.OutOrStdout(), text)
	return err
}
