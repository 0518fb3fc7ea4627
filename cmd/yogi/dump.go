package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"yogi/internal/ir"
	"yogi/internal/load"
	"yogi/internal/pipeline"
)

// dumpOptions are the flags of dump.
type dumpOptions struct {
	job      pipeline.Job
	project  projectOptions
	stage    string
	function string
	format   string
	rule     string
	platform string
}

func dumpCommand() *cobra.Command {
	options := &dumpOptions{}
	command := &cobra.Command{
		Use:   "dump [flags] FILE...",
		Short: "Print the program at a stage of the way",
		Long: `dump prints the control-flow program that is made of the source.

Stage tokens is the text of C files after preprocessing, as gcc -E -P writes it. Stage property is
what the front end made: error edges, and memory as loads and stores. Stage ir is what the engine
reads: memory as maps, in normal form. The text form can be given to check, as a file that ends in
.ir; what it leaves out of this program is said in comments at its head. Stage regions searches the program for at most --timeout and prints the regions it ended with, one graph for each
question about a function; those that can reach the graph's target are marked. In the dot form each
graph is a digraph of its own.

With --all-functions the program is made of every function of the source that has a body; it needs no
entry. Then a construct that is not modelled is an error wherever it stands: each is printed with its
position, and the exit status is 2. Calls of library functions without a model are none.`,
		Args: options.project.arguments,
		RunE: func(cmd *cobra.Command, files []string) error {
			if err := options.project.choose(cmd, &options.job, files); err != nil {
				return err
			}
			if err := options.surround(); err != nil {
				return badInput(cmd.ErrOrStderr(), err)
			}
			return runDump(cmd, options)
		},
	}
	f := command.Flags()
	defineProgramFlags(f, &options.job)
	defineCheckFlag(f, &options.job)
	options.project.define(f)
	choiceVar(f, &options.stage, "stage", "stage to print", "ir", "tokens", "property", "regions")
	choiceVar(f, &options.format, "format", "form of the output", "text", "dot")
	f.BoolVar(&options.job.AllFunctions, "all-functions", false, "make the program of every function with a body, and refuse what is not modelled anywhere")
	featureVar(f, &options.job.Search)
	withoutPassVar(f, &options.job.Search)
	f.StringVar(&options.rule, "rule", "", "`rule` that is woven in: its name, or a .slic file")
	f.StringVar(&options.platform, "platform", "", "`platform` whose harness and models surround the program: "+platformNames())
	f.StringVar(&options.function, "func", "", "only this `function`")
	durationVar(f, &options.job.Timeout, "timeout", 10*time.Second, "wall time for the search of stage regions; 0 is no limit")
	return command
}

// surround adds the platform and the rule to the program.
func (o *dumpOptions) surround() error {
	if o.platform != "" {
		if err := usePlatform(&o.job, o.platform); err != nil {
			return err
		}
	}
	if o.rule == "" {
		return nil
	}
	rule, err := findRule(o.rule, o.platform)
	if err != nil {
		return err
	}
	o.job.SetRule(rule)
	return nil
}

func runDump(cmd *cobra.Command, o *dumpOptions) error {
	if o.stage == "tokens" {
		text, err := load.Tokens(cmd.Context(), o.job)
		if err != nil {
			return badInput(cmd.ErrOrStderr(), err)
		}
		_, err = io.WriteString(cmd.OutOrStdout(), text)
		return err
	}
	program, err := load.Read(cmd.Context(), o.job)
	if err != nil {
		return badInput(cmd.ErrOrStderr(), err)
	}
	if o.stage == "property" {
		err = ir.Check(program)
	} else {
		program, err = load.Prepare(program, o.job)
	}
	if err != nil {
		fmt.Fprintln(cmd.ErrOrStderr(), "yogi:", err)
		return exitError{statusInternal}
	}
	if o.stage == "regions" {
		return dumpRegions(cmd, o, program)
	}
	return o.print(cmd.OutOrStdout(), program)
}

func (o *dumpOptions) print(out io.Writer, program *ir.Program) error {
	var text string
	switch f := program.Function(o.function); {
	case o.function != "" && f == nil:
		return fmt.Errorf("the program has no function %s", o.function)
	case f != nil && o.format == "dot":
		text = f.DOT()
	case f != nil:
		text = f.String()
	case o.format == "dot":
		text = program.DOT()
	default:
		text = withUnprinted(program)
	}
	_, err := io.WriteString(out, text)
	return err
}

// withUnprinted is the program's text behind comments that say what it leaves out.
func withUnprinted(program *ir.Program) string {
	var head strings.Builder
	for _, what := range program.Unprinted() {
		fmt.Fprintf(&head, "; left out: %s\n", what)
	}
	return head.String() + program.String()
}
