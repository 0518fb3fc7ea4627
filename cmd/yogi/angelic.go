package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"yogi/internal/angelic"
	"yogi/internal/angelic/explain"
	"yogi/internal/page"
	"yogi/internal/pipeline"
	"yogi/internal/property"
	"yogi/internal/sarif"
)

// angelicOptions are the flags of angelic.
type angelicOptions struct {
	job      pipeline.AngelicJob
	config   string
	shape    string
	accept   string
	guards   string
	checks   []string
	entries  []string
	harness  []string
	monitors []string
	watched  []string
	driver   string
	memory   byteSize
	baseline string // file
	sarif    string // file
	html     string // file
	gate     gateOptions
	quiet    bool
	json     bool
	contract bool
	// contracts is the file for them.
	contracts string
	traces    bool
	general   bool
	directed  bool
}

func angelicCommand() *cobra.Command {
	options := &angelicOptions{}
	command := &cobra.Command{
		Use:   "angelic [flags] FILE...",
		Short: "Report failures of open code that no assumption about the outside explains away",
		Long: `angelic takes code without a main, a harness or models, calls every function with everything from
outside unknown (arguments, globals, results of functions without a body, memory reachable from them), and
reports a failure only if no acceptable specification of the unknowns excludes it. The specifications
that it assumes are printed.

The last line of stdout is CLEAN, WARNINGS(n) or UNDECIDED. The exit status is 0 for CLEAN, 1 with
warnings, 3 for UNDECIDED, 2 for bad input or usage, 4 for an error of the checker itself.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, files []string) error {
			options.job.Files = files
			return runAngelic(cmd, options)
		},
	}
	options.define(command.Flags())
	command.AddCommand(compareCommand(), driversCommand())
	return command
}

func (o *angelicOptions) define(f *pflag.FlagSet) {
	defineProgramFlags(f, &o.job.Job)
	f.Lookup("entry").Hidden = true
	f.StringSliceVar(&o.entries, "entries", nil, "`functions` to start from (default: every function of the files; for Boogie those marked {:entrypoint}, else all)")
	f.StringSliceVar(&o.harness, "harness-entry", nil, "`functions` to start from in which globals have their initial values; nothing else is an entry then")
	f.StringVar(&o.job.HarnessFile, "harness", "", "C `file` with harnesses: its functions are the entries, and globals have their initial values")
	choiceVar(f, &o.accept, "angelic", "what must stay reachable under specifications, besides what --config says", "config", "entry", "null", "branches", "check-after-use")
	choiceVar(f, &o.config, "config", "vocabulary and what must stay reachable", "default", "default-aa", "no-ts", "no-alias", "no-ee")
	choiceVar(f, &o.shape, "shape", "Boolean structure of specifications", "cnf", "clause", "cube")
	choiceVar(f, &o.guards, "explain-assumes", "when conditions of branches may be part of specifications: if nothing else is found, always, never", "last", "all", "none")
	f.BoolVar(&o.directed, "directed-tests", true, "begin each question with tests that lead anywhere")
	f.BoolVar(&o.general, "generalise", true, "where conditions for one place in a loop go along a list or tree, assume the member not to be null in every object of the type")
	f.BoolVar(&o.job.Sizes, "sizes", false, "under --check bounds: what a parameter leads to that another one counts ends behind so many elements, or one more")
	choiceVar(f, &o.driver, "driver", "program of the Static Driver Verifier: start from the routines that the system calls, or from its harness (without --entries); which call is the error it says itself (no --error-function)", "no", "routines", "harness")
	f.StringSliceVar(&o.watched, "watched", nil, "`names` of variables that hold any of the objects that a property is about: no specification says which")
	f.StringSliceVar(&o.job.Unknown, "unknown", nil, "`functions` of which neither the body nor what is known of the library is used: their results are unknown, like those of functions without a body")
	f.StringSliceVar(&o.checks, "check", []string{"reach"}, "what is checked, of "+strings.Join(pipeline.AngelicChecks.Names(), ", "))
	f.StringSliceVar(&o.monitors, "monitor", nil, "`names` of variables and members that hold the state of a property")
	durationVar(f, &o.job.Timeout, "timeout", 5*time.Minute, "wall time for everything; 0 is no limit")
	o.memory = 4 << 30
	f.Var(&o.memory, "memory", "memory to use at most; 0 is no limit")
	f.IntVar(&o.job.Jobs, "jobs", 1, "`number` of functions that are looked at at once")
	f.StringVar(&o.baseline, "baseline", "", "`file` with the output of --json of an earlier run: what is in it is not a warning")
	f.BoolVar(&o.json, "json", false, "print one JSON object")
	f.StringVar(&o.sarif, "sarif", "", "`file` for the warnings in SARIF 2.1.0")
	o.gate.defineFiles(f)
	f.StringVar(&o.html, "html", "", "`file` for a page of the warnings, each with its run, and of what is assumed")
	f.BoolVar(&o.contract, "emit-contracts", false, "print what is assumed as contracts in ACSL, which the next run and yogi check --entry read before functions")
	f.StringVar(&o.contracts, "contracts-out", "", "`file` for the same before declarations of the functions, with what their contracts demanded before, which --contracts reads")
	f.BoolVar(&o.quiet, "quiet", false, "print the last line alone")
	f.BoolVar(&o.job.Confirm, "run-tests", true, "compile and run a test of each warning, for C")
	f.BoolVar(&o.job.Certify, "certify", true, "have the proofs that nothing else fails checked independently")
	f.BoolVar(&o.traces, "traces", false, "print how each warning is reached")
}

func runAngelic(cmd *cobra.Command, o *angelicOptions) error {
	if err := o.complete(); err != nil {
		return err
	}
	if err := chooseHeaders(cmd, &o.job.Job); err != nil {
		return badInput(cmd.ErrOrStderr(), err)
	}
	if isTerminal(os.Stderr) && !o.quiet {
		o.job.Done = func(finished, of int, e *angelic.Entry) {
			fmt.Fprintf(os.Stderr, "\r\x1b[K%d of %d entries, %s: %.1fs", finished, of, e.Name, e.Seconds)
			if finished == of {
				fmt.Fprint(os.Stderr, "\r\x1b[K")
			}
		}
	}
	result, err := pipeline.Angelic(cmd.Context(), o.job)
	if err != nil {
		return badInput(cmd.ErrOrStderr(), err)
	}
	if err := o.setAside(result); err != nil {
		return err
	}
	if err := errors.Join(o.writeSARIF(result), o.gate.write(result.Results(o.job.Files)), o.writePage(result), o.writeContracts(result)); err != nil {
		return err
	}
	if err := o.print(cmd.OutOrStdout(), result); err != nil {
		return err
	}
	return exitError{result.ExitStatus()}
}

// writeContracts writes the file of contracts. It may be the one that was read, which is left as it is if that fails.
func (o *angelicOptions) writeContracts(result *angelic.Result) error {
	if o.contracts == "" {
		return nil
	}
	return replaceFile(o.contracts, func(out io.Writer) error {
		result.WriteContractFile(out)
		return nil
	})
}

// setAside takes away the warnings that nobody wants to see.
func (o *angelicOptions) setAside(result *angelic.Result) error {
	result.Suppress()
	if o.baseline == "" {
		return nil
	}
	file, err := os.Open(o.baseline)
	if err != nil {
		return err
	}
	defer file.Close()
	return result.Baseline(file)
}

// writeSARIF writes each warning as a violation.
func (o *angelicOptions) writeSARIF(result *angelic.Result) error {
	if o.sarif == "" {
		return nil
	}
	file, err := os.Create(o.sarif)
	if err != nil {
		return fmt.Errorf("writing SARIF: %w", err)
	}
	err = sarif.Write(file, version(), sarif.All, result.Reports(o.job.Files))
	return errors.Join(err, file.Close())
}

// writePage writes the page of --html.
func (o *angelicOptions) writePage(result *angelic.Result) error {
	if o.html == "" {
		return nil
	}
	view := page.Check{Version: version(), Results: result.Reports(o.job.Files), Checked: o.checks, Text: textOf, Outcome: result.Words(), Files: o.job.Files}
	for _, e := range result.Entries {
		entry := page.Entry{Name: e.Name, State: e.State(), Warnings: len(e.Warnings) + len(e.Unexplained)}
		for _, s := range e.Specifications {
			entry.Assumes = append(entry.Assumes, page.Assumed{Text: s.Text, For: s.Place.String() + ": " + s.What})
		}
		view.Entries = append(view.Entries, entry)
	}
	return writeFile(o.html, func(out io.Writer) error { return page.WriteCheck(out, view) })
}

func (o *angelicOptions) print(out io.Writer, result *angelic.Result) error {
	switch {
	case o.json:
		return angelic.NewRecord(result, o.job.Files, o.config).Write(out)
	case o.contract:
		result.WriteContracts(out)
		result.WriteOpen(out)
	case !o.quiet:
		result.Write(out, o.traces)
	}
	_, err := fmt.Fprintln(out, result.Words())
	return err
}

// complete checks what flags cannot.
func (o *angelicOptions) complete() error {
	if (o.json && o.quiet) || (o.json && o.contract) || (o.quiet && o.contract) {
		return errors.New("of --json, --quiet and --emit-contracts one can be given")
	}
	configuration, err := angelic.Configured(o.config)
	if err != nil {
		return err
	}
	configuration.Shape = explain.Shape(o.shape)
	configuration.Guards = angelic.Guards(o.guards)
	configuration.Generalise = configuration.Generalise && o.general
	configuration.Directed = configuration.Directed && o.directed
	if o.accept != "config" {
		configuration.Acceptance = angelic.Acceptance(o.accept)
	}
	o.job.Configuration = configuration
	o.job.Memory = uint64(o.memory)
	if o.job.Checks, err = property.ParseChecks(o.checks); err != nil {
		return err
	}
	if left := o.job.Checks &^ pipeline.AngelicChecks; left != 0 {
		return fmt.Errorf("open code is not checked for %s", strings.Join(left.Names(), ", "))
	}
	o.job.Entries = o.entries
	if o.job.Entry != "" {
		o.job.Entries = append(o.job.Entries, o.job.Entry)
	}
	o.job.Entries = append(o.job.Entries, o.harness...)
	o.job.Harnesses, o.job.Monitors, o.job.Watched = setOf(o.harness), setOf(o.monitors), setOf(o.watched)
	o.job.Driver, o.job.DriverHarness = o.driver != "no", o.driver == "harness"
	return nil
}

func setOf(names []string) map[string]bool {
	set := make(map[string]bool, len(names))
	for _, name := range names {
		set[name] = true
	}
	return set
}
