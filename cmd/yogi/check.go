package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"yogi/internal/confirm"
	"yogi/internal/frontend/c"
	"yogi/internal/frontend/c/target"
	"yogi/internal/journal"
	"yogi/internal/load"
	"yogi/internal/pipeline"
	"yogi/internal/property"
	"yogi/internal/report"
	"yogi/internal/source"
	"yogi/internal/suppress"
)

// defaultMemory bounds the bytes that a check uses, unless it is told another number.
const defaultMemory = 4 << 30

// The values of --steps.
const (
	stepsRelevant = "relevant"
	stepsAll      = "all"
)

// checkOptions are the flags of check.
type checkOptions struct {
	job      pipeline.Job
	project  projectOptions
	settings settingsOptions
	models   []string // of the settings: further files of the program
	cache    cacheFlags
	property string // file
	rule     string // file
	platform string
	readings string // folder, of the cells of a matrix
	basis    bool   // what the verdict rests on is printed, and nothing checked
	memory   byteSize
	sarif    string // file
	gate     gateOptions
	// everySARIF: proofs and what is unknown are results there, too.
	everySARIF bool
	baseline   string // file
	set        *suppress.Set
	copies     string // folder below which copies of files are checked; "": there are none
	pages      pageFlags
	trace      string // file
	heard      *asked // of --html; nil: nobody listens
	json       bool
	steps      string
	quiet      bool
	stats      bool
	byCases    bool              // the program is divided
	all        bool              // every place that can go wrong has a verdict
	harness    bool              // with --entry: each function is called by a main
	filled     bool              // with harness: what no function makes holds something
	harnesses  map[string]string // texts of these, by the names that reports have for them
	since      string
	where      clusterFlags
	// skipUnchanged: of an unchanged program no verdict is asked for.
	skipUnchanged bool
}

func checkCommand() *cobra.Command {
	options := &checkOptions{}
	command := &cobra.Command{
		Use:   "check [flags] FILE... | check [flags] FOLDER | check [flags] [FILE...] -- BUILD",
		Short: "Check whether a program can reach an error",
		Long: `check says whether the program can reach an error: a call of reach_error or __VERIFIER_error, a failing
assert, __VERIFIER_assert or __assert_fail, or what --property, --error-function and --error-label name.
With --check, or a property file that asks for it, further ways to go wrong are errors: see docs/semantics.md.
A Boogie program fails where an assertion or a specification that is not free does; one in which
nothing is checked is asked whether its {:entrypoint} implementation can return, whatever else is named.
With --rule the violation of that rule of a C program is the only error, and the verdict carries its name.

Several C files make one program, as a linker makes it. gcc's spellings of the flags that say how files are
read are understood: -DNAME=1 -Ifolder -include config.h -isystem folder -std=gnu11 -m32. With
--compile-commands a build's database (of CMake, or of "yogi capture -- make") names the files and says how each
is read; files that are given are then looked for in it. "check -- make -B" runs the build itself, and checks what it
compiled and linked; the build has to compile everything, which is what -B is for. A verdict of a build is about one
program: where it links several, --build-target in front of the files and of -- chooses one.

"check FOLDER" reads the folder as its yogi.toml or compile_commands.json says. Without these each file with a main
is a program, with those files of the folder that define what it uses; one without any main is a library, checked
as with --entry all. Of several programs each has the time of --timeout and a line of the output, and the last line
and the exit status are the worst one's.

With --task a task definition of the software verification competition names files, data model and property.

With --since REVISION the same files are checked as git has them at that revision, by the rule as it was there, and
the output says what became of each verdict: "yogi diff --help" tells the words and the exit status.

With --entry all each function of a library that is not static is checked as an entry, with any arguments; the
output has a line for each, and the last line and the exit status are the worst function's.

With --all every place that can go wrong has a verdict of its own: each check at each line, each assertion. A run
ends at the first check that it fails, so FALSE says that a run gets there and fails no other check before, and TRUE
is given that the checks at the other places hold. The evidence of each is in a folder of that of --out, with a
number. The last line and the exit status are the worst place's; with --entry all those of every function count.

With --by-cases the program is divided at a choice that no run makes twice, such as the switch by which a harness
chooses what it calls: each way is checked apart, as many at a time as --jobs says, and what has no answer in its part
of the time is divided further. A failure in one case is one of the program, which is proved when all cases are. Large
programs of that form take less time so; others take more, since each case is read and prepared.

With --cluster URL workers on other machines make the checks, and their evidence is checked here
(docs/distribution.md).

A comment "yogi: ignore[CHECK] reason" on the line of a failure, or alone above it, suppresses that failure, as does
--baseline: docs/suppressions.md. It keeps its verdict, and the rest of the program is asked about.

The last line of stdout is the verdict: TRUE, FALSE(property) or UNKNOWN(reason). The exit status is
0 for TRUE, and for FALSE if all failures are suppressed and nothing else can fail, 1 for another FALSE, 3 for UNKNOWN,
2 for bad input or usage, 4 for an error of the checker itself. With --fail-on failure it is 0 for UNKNOWN too, unless
nothing could be asked (UNKNOWN(setup)).`,
		Args: func(cmd *cobra.Command, words []string) error {
			files, build := buildOf(cmd, words)
			if build != nil {
				return options.checkBuild()
			}
			return options.arguments(cmd, files)
		},
		RunE: func(cmd *cobra.Command, words []string) error {
			files, build := buildOf(cmd, words)
			if build != nil {
				clean, err := options.useBuild(cmd, build)
				if err != nil {
					return err
				}
				defer clean()
			}
			if options.since != "" {
				if err := options.settings.oneVersion(); err != nil {
					return err
				}
			}
			if isFolder(files) {
				programs, err := options.useFolder(cmd, files[0])
				if err != nil {
					return err
				}
				if len(programs) > 0 {
					return options.gate.status(runPrograms(cmd, options, programs))
				}
			} else if err := options.resolve(cmd, files); err != nil {
				return err
			}
			switch {
			case options.since != "":
				return runSince(cmd, options)
			case options.skipUnchanged:
				return errors.New("--skip-unchanged goes with --since")
			}
			return options.gate.status(runCheck(cmd, options))
		},
	}
	options.define(command.Flags())
	options.where.defineClient(command.Flags())
	command.Flags().StringVar(&options.since, "since", "", "`revision` of the git repository: check what it has of the files too, and say what became of each verdict (yogi diff --help)")
	defineChangeFlags(command.Flags(), options)
	return command
}

// resolve completes the job by what files and flags mean together.
func (o *checkOptions) resolve(cmd *cobra.Command, files []string) error {
	if err := o.choose(cmd, files); err != nil {
		return err
	}
	if o.property != "" && !cmd.Flags().Changed("volatile") {
		o.job.Volatile = "ordinary" // as the competition has it
	}
	return nil
}

// choose makes the job's files those that are asked for.
func (o *checkOptions) choose(cmd *cobra.Command, files []string) error {
	if o.project.task != "" {
		return o.project.useTask(cmd, &o.job, &o.property)
	}
	files, err := o.useSettings(cmd.Flags(), files)
	if err != nil {
		return err
	}
	if err := o.project.choose(cmd, &o.job, files); err != nil {
		return err
	}
	o.addModels()
	return nil
}

func (o *checkOptions) define(f *pflag.FlagSet) {
	defineProgramFlags(f, &o.job)
	defineCheckFlag(f, &o.job)
	o.project.define(f)
	o.settings.define(f)
	o.project.defineTask(f)
	f.StringVar(&o.property, "property", "", "property `file` (.prp): what must not happen; overrides --check")
	f.StringVar(&o.rule, "rule", "", "`rule` that ships (yogi rules list), or a .slic file: its violation is the only error")
	f.StringVar(&o.rule, "spec", "", "specification automaton of CPAchecker (`file`.spc), read as a rule")
	f.StringVar(&o.platform, "platform", "", "`platform` whose harness and models surround the program: "+platformNames())
	choiceVar(f, &o.job.Algorithm, "algorithm", "what the search remembers of answered questions about functions: smash: paths that tests took and what is impossible; may, must: one of them; dash: nothing; synergy: smash on a single procedure. For comparison: slam: predicates from infeasible error paths, without tests; lee-yannakakis: the reachable bisimulation quotient; dart: all paths, by tests alone", load.Algorithms...)
	choiceVar(f, &o.job.Alias, "alias", "what --algorithm slam tracks of a read after writes through other pointers: the equalities of addresses as predicates of their own, or one predicate with all cases", load.Aliases...)
	durationVar(f, &o.job.Timeout, "timeout", time.Minute, "wall time for everything, checking the evidence included; 0 is no limit")
	o.memory = defaultMemory
	f.IntVar(&o.job.Jobs, "jobs", runtime.NumCPU(), "`number` of processors to use: attempts of the search are made at once, or with --entry all and for a folder several checks, at most one for each GiB of --memory; 1, and with --witness, --trace, --html or --log-queries: one attempt after the other")
	f.Var(&o.memory, "memory", "memory to use at most; 0 is no limit")
	choiceVar(f, &o.job.Assumptions, "assumptions", "what is told of the assumptions of a TRUE: their places, or also (check) which of them it rests on, by checking without them for a part of the time that is left", "list", pipeline.CheckAssumptions)
	f.BoolVar(&o.job.Strict, "strict", false, "answer UNKNOWN(assumptions) instead of a verdict that may rest on more than the data model; a FALSE whose test was executed does not")
	featureVar(f, &o.job.Search)
	withoutPassVar(f, &o.job.Search)
	readingsVar(f, &o.readings)
	basisVar(f, &o.basis)
	choiceVar(f, &o.job.Initial, "initial-abstraction", "what the search's regions begin with: none: the control-flow graph; state: split by the conditions of the rule over its state; state+args: by those over arguments and results too (YOGI-OPT section 4); slam, lee-yannakakis and dart begin with their own", load.Abstractions...)
	f.IntVar(&o.job.TestSteps, "test-steps", 500, "steps that a test runs on past its frontier")
	f.StringVar(&o.job.Out, "out", "", "`folder` for the evidence")
	f.StringVar(&o.job.Witness, "witness", "", "`file` for the witness (YAML 2.0) of a C program, of a violation or of correctness (default witness.yml in the folder of --out)")
	o.cache.define(f)
	f.BoolVar(&o.job.Paranoid, "paranoid", false, "check again without the cache where it had a part in the verdict, and compare; --timeout holds for each of the two")
	f.StringVar(&o.trace, "trace", "", "`file` for the events of the run, as JSON lines")
	f.StringVar(&o.job.SolverLog, "log-queries", "", "`folder` for the solver's queries, one SMT-LIB file each")
	f.BoolVar(&o.json, "json", false, "print one JSON object")
	f.BoolVar(&o.all, "all", false, "give every place that can go wrong a verdict of its own; --timeout is for all of them (of one function, with --entry all)")
	f.BoolVar(&o.byCases, "by-cases", false, "divide the program into cases at the widest choice that no run makes twice, and check each; what is open is divided further while there is time")
	f.BoolVar(&o.harness, "harness", false, "with --entry: call each function from a main as yogi harness writes it, instead of with any arguments")
	f.BoolVar(&o.filled, "filled", false, "with --harness: objects and variables that no function makes hold something, instead of nothing")
	f.StringVar(&o.sarif, "sarif", "", "`file` for the failures in SARIF 2.1.0, for code hosts and editors; what is unknown is a notification there")
	f.BoolVar(&o.everySARIF, "sarif-all", false, "with --sarif: what is proved and what is unknown are results, too")
	o.gate.define(f)
	f.StringVar(&o.baseline, "baseline", "", "`file` with the output of --json of an earlier run: failures that are in it are suppressed")
	o.pages.define(f)
	choiceVar(f, &o.steps, "steps", "steps of a run that fails that are told: those on which its end depends, or all", stepsRelevant, stepsAll)
	f.BoolVar(&o.quiet, "quiet", false, "print the verdict's line alone")
	f.BoolVar(&o.stats, "stats", false, "print counters and times, and a table of the attempts of the search: what each was given, used and gave")
	f.BoolVar(&o.job.Unsandboxed, "unsandboxed", false, unsandboxedHelp)
	f.BoolVar(&o.job.DebugCheck, "debug-check", false, "check the program behind every pass and the engine's invariants after every step (slow)")
}

// defineProgramFlags defines the flags that decide what program is read.
func defineProgramFlags(f *pflag.FlagSet, job *pipeline.Job) {
	f.StringVar(&job.Entry, "entry", "", "entry `function` (default main; for Boogie what the program marks); all: every function of C files that is not static")
	choiceVar(f, &job.DataModel, "data-model", "sizes of C types", target.Models()...)
	f.Var(&targetFlag{&job.DataModel}, "target", "machine and system that C is read for; says the data model too")
	f.StringSliceVar(&job.ErrorFunctions, "error-function", nil, "further functions whose call is an error (for Boogie procedures, which have to be there)")
	f.StringVar(&job.ErrorLabel, "error-label", "", "`label` of C programs that is an error")
	f.StringSliceVar(&job.Allocators, "allocator", nil, "further functions without a body that return null or fresh memory")
	choiceVar(f, &job.EntryState, "entry-state", "what objects with static storage hold when an entry other than main is called", "any", "initial")
	choiceVar(f, &job.NonNull, "non-null", "the parameters of an entry other than main that are no null pointers: those declared so (nonnull, [static n]), all of them (also --non-null alone), or none, whatever declarations say", nonNullChoices...)
	f.Lookup("non-null").NoOptDefVal = "all"
	choiceVar(f, &job.Malloc, "malloc", "whether allocation can fail", "never-null", "may-fail")
	choiceVar(f, &job.Printing, "printing", "whether printf, puts and their like can fail on standard output and standard error", "never-fails", "may-fail")
	choiceVar(f, &job.Volatile, "volatile", "what a read of a volatile object gives: any value, or (ordinary; so with --task and --property) what the program wrote last", "input", "ordinary")
	choiceVar(f, &job.Undefined, "undefined", "what a function without a body does", "nondet", "havoc-args", "havoc-calls", "error")
	choiceVar(f, &job.Library, "libc", "whether functions of the C library without a body get yogi's models", "models", "none")
	choiceVar(f, &job.FreeSpecs, "free-specs", "whether Boogie's free ensures clauses and invariants are believed", "ignore", "use")
	choiceVar(f, &job.Arith, "arith", "C integers: machine words, or (linear) mathematical ones, which a TRUE then assumes not to leave their types", "bits", "linear")
	defineReadingFlags(f, &job.Reading)
	choiceVar(f, &job.Headers, "headers", "standard headers that are read: own: small ones that come with yogi; machine: those of the machine; auto: the machine's where --compile-commands is given, or the program uses what the own ones lack or has an #if that comes out otherwise with them, else the own ones", load.Headers...)
}

func runCheck(cmd *cobra.Command, o *checkOptions) error {
	if err := o.complete(); err != nil {
		return badInput(cmd.ErrOrStderr(), err)
	}
	if o.basis {
		return o.printBasis(cmd)
	}
	closeJournal, err := o.openJournal(cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	defer closeJournal()
	if !o.quiet && !o.json {
		warnOfCompiler(cmd.ErrOrStderr(), o.job.Files)
	}
	if o.job.Entry == pipeline.AllEntries {
		return runEntries(cmd, o)
	}
	checks, end, err := o.newChecks(cmd)
	if err != nil {
		return err
	}
	defer end()
	if o.harness {
		if o.job, err = o.calledJob(cmd.Context(), checks); err != nil {
			return o.badInput(cmd.ErrOrStderr(), err)
		}
	}
	if o.all {
		return runPlaces(cmd, o, checks)
	}
	whole := func() (*report.Result, error) { return checks.check(cmd.Context(), o.job) }
	if o.byCases {
		whole = func() (*report.Result, error) { return runByCases(cmd, o, checks) }
	}
	result, err := whole()
	if err != nil {
		return o.badInput(cmd.ErrOrStderr(), err)
	}
	result.Expected = o.project.expectation()
	o.tellSettings(result)
	o.tellScope(result)
	result.Warnings = append(result.Warnings, o.suppressionWarnings(result)...)
	if err := o.writeFindings(result); err != nil {
		return err
	}
	if err := o.writePages(cmd, result); err != nil {
		return err
	}
	if err := o.print(cmd.OutOrStdout(), result); err != nil {
		return err
	}
	return exitError{result.Status()}
}

// printBasis prints what the verdict rests on, of a check that has one verdict.
func (o *checkOptions) printBasis(cmd *cobra.Command) error {
	if o.job.Entry == pipeline.AllEntries || o.harness || o.all || o.baseline != "" {
		return nil
	}
	if o.job.Scans == nil {
		o.job.Scans = c.NewScans()
	}
	o.job.Scans.Recording()
	asked := []c.Asked{}
	for _, file := range o.job.Files {
		asked = append(asked, c.FileAsked(file))
	}
	basis, err := pipeline.BasisOf(cmd.Context(), o.job)
	if err != nil {
		return nil // what is wrong with the program the check says
	}
	read := readCell{Key: basis.Key, Said: said(o.job)}
	if others, ok := o.job.Scans.Recorded(); ok {
		read.Asked = append(asked, others...)
	}
	return json.NewEncoder(cmd.OutOrStdout()).Encode(read)
}

// warnOfCompiler says before the work that there is no compiler for the test of a C program.
func warnOfCompiler(out io.Writer, files []string) {
	isC := func(file string) bool { return filepath.Ext(file) == ".c" || filepath.Ext(file) == ".i" }
	if _, err := exec.LookPath("gcc"); err != nil && slices.ContainsFunc(files, isC) {
		fmt.Fprintln(out, "yogi: gcc is not installed: the test of a FALSE is not compiled and run, so its evidence is interpreted (yogi doctor)")
	}
}

// complete checks what flags cannot and reads the property file.
func (o *checkOptions) complete() error {
	o.job.Memory = uint64(o.memory)
	o.job.Version = version()
	if o.readings != "" && !o.job.Paranoid { // which makes two checks that share nothing
		o.job.Scans = c.ScansIn(o.readings)
	}
	o.job.AllSteps = o.steps == stepsAll
	o.job.Cover = o.pages.asked()
	if err := o.pages.writable(); err != nil {
		return err
	}
	if o.job.Out != "" {
		if err := confirm.CheckFolder(o.job.Out); err != nil {
			return fmt.Errorf("--out: %w", err)
		}
	}
	switch {
	case o.harness && o.job.Entry == "":
		return errors.New("--harness goes with --entry: all, or the name of a function")
	case o.harness && o.job.Entry != pipeline.AllEntries && o.since != "":
		return errors.New("--since compares harnesses with --entry all alone")
	case o.filled && !o.harness:
		return errors.New("--filled goes with --harness")
	}
	if o.everySARIF && o.sarif == "" {
		return errors.New("--sarif-all goes with --sarif")
	}
	if err := errors.Join(o.checkAll(), o.checkByCases(), o.elsewhere()); err != nil {
		return err
	}
	var err error
	if o.job.Cache, err = o.cache.choose(); err != nil {
		return err
	}
	if o.json && o.quiet {
		return errors.New("--json and --quiet exclude one another")
	}
	if o.platform != "" {
		if err := usePlatform(&o.job, o.platform); err != nil {
			return err
		}
	}
	if err := o.chooseErrors(); err != nil {
		return err
	}
	if err := o.readSuppressions(); err != nil {
		return err
	}
	if o.byCases && !o.set.IsEmpty() {
		return errors.New("--by-cases does not go with suppressed failures: what is left has to be asked about as a whole")
	}
	return checkPlatform(&o.job)
}

// chooseErrors reads what says which errors the check is about.
func (o *checkOptions) chooseErrors() error {
	if o.rule != "" {
		return o.useRule()
	}
	if o.property == "" {
		return nil
	}
	text, err := os.ReadFile(o.property)
	if err != nil {
		return fmt.Errorf("reading the property: %w", err)
	}
	p, err := property.Parse(string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", o.property, err)
	}
	o.job.SetProperty(p)
	return nil
}

// openJournal starts the journal when somebody reads it: the file of --trace, or a person at a terminal,
// who is told too when the file could not be written to its end.
func (o *checkOptions) openJournal(terminal io.Writer) (closeJournal func(), err error) {
	var listener func(time.Duration, journal.Event)
	if !o.quiet && !o.json && isTerminal(os.Stderr) {
		listener = showProgress(terminal, widthOf(os.Stderr), o.job.Timeout)
	}
	if o.pages.html != "" {
		o.heard = newAsked()
		tell := listener
		listener = func(at time.Duration, event journal.Event) {
			o.heard.listen(at, event)
			if tell != nil {
				tell(at, event)
			}
		}
	}
	if o.trace == "" {
		o.job.Journal = journal.New(nil, listener)
		if o.heard != nil {
			o.job.Journal.HearAll()
		}
		return func() {}, nil
	}
	file, err := os.Create(o.trace)
	if err != nil {
		return nil, fmt.Errorf("opening the trace: %w", err)
	}
	o.job.Journal = journal.New(file, listener)
	return func() {
		if err := errors.Join(o.job.Journal.Close(), file.Close()); err != nil {
			fmt.Fprintln(terminal, "yogi:", err)
		}
	}, nil
}

func (o *checkOptions) print(out io.Writer, result *report.Result) error {
	switch {
	case o.json:
		return result.WriteJSON(out)
	case o.quiet:
		_, err := fmt.Fprintln(o.screen(out), result.Verdict)
		return err
	}
	out = o.screen(out)
	result.WriteText(out)
	result.WriteScope(out)
	if o.stats {
		result.WriteStatistics(out)
		if err := result.WriteAttempts(out); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(out, result.Verdict)
	return err
}

// badInput prints what is wrong with the user's files.
func badInput(out io.Writer, err error) error {
	var diagnostics source.Diagnostics
	if !errors.As(err, &diagnostics) {
		return err
	}
	if err := diagnostics.Write(out); err != nil {
		return err
	}
	return exitError{statusUsage}
}
