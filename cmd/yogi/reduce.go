package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"yogi/internal/reduce"
	"yogi/internal/shell"
	"yogi/internal/trial"
)

// reduceOptions are the flags of reduce.
type reduceOptions struct {
	verdicts []string
	differs  []string
	crash    bool
	command  string
	detail   string
	backend  string
	out      string
	from     string
	include  string // folder of headers beside the files
	timeout  time.Duration
	limit    time.Duration
	jobs     int
	once     bool
	flags    []string // of check
}

func reduceCommand() *cobra.Command {
	o := &reduceOptions{}
	command := &cobra.Command{
		Use:   "reduce (--verdict VERDICT | --crash | --differs FLAGS --differs FLAGS | --command COMMAND) FILE... [-- further flags of check]",
		Short: "Shrink a C or Boogie program that shows a verdict, a crash or a contradiction",
		Long: `reduce leaves out of a program what it can, as long as the program shows what is looked for, and writes what remains to
the folder --out. What is looked for is one of

  --verdict 'UNKNOWN(unsupported)'
        check gives this verdict; without parentheses, any verdict of the kind
  --crash
        check fails: UNKNOWN(internal), a panic, a signal
  --differs '' --differs '--opt cores=off'
        with these two settings check contradicts itself: TRUE and FALSE. With
        two --verdict, the first setting gives the first one and the second
        the second
  --command 'gcc -c a.c && ...'
        the command ends with status 0; it runs in a folder that has the files

--detail keeps a reduction from sliding to another cause: the detail of the verdict, or what a crash says, has to contain
this text. Flags behind -- are those of check.

C files are reduced by cvise or creduce (Debian packages) where one is installed, which know C and rename and inline too;
Boogie, and C where neither is there, by the built-in reducer, which knows brackets and tokens. --backend chooses. A
reduced program need not be a sensible one: where a verdict is about undefined behaviour, have --command ask a compiler.

The time for each try, --timeout, decides how long a reduction takes: give as little as the program needs. Ctrl-C and
--limit end it with the smallest program so far. With --once reduce changes nothing and says whether FILE shows it.`,
		Example: `  yogi reduce --verdict 'UNKNOWN(divergence)' --timeout 5s a.c \
    -- --error-function fail
  yogi reduce --differs '--algorithm dash' --differs '--algorithm may' a.bpl
  yogi reduce --crash --detail 'index out of range' a.c`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var files []string
			files, o.flags = filesAndFlags(cmd, args)
			return runReduce(cmd, o, files)
		},
	}
	f := command.Flags()
	f.StringArrayVar(&o.verdicts, "verdict", nil, "the `verdict` to keep")
	f.BoolVar(&o.crash, "crash", false, "keep a failure of the checker")
	f.StringArrayVar(&o.differs, "differs", nil, "`flags` of check of one of two settings that contradict one another")
	f.StringVar(&o.command, "command", "", "keep that this shell `command` ends with status 0")
	f.StringVar(&o.detail, "detail", "", "`text` that the detail of the verdict, or of the crash, contains")
	choiceVar(f, &o.backend, "backend", "what reduces", append([]string{"auto"}, reduce.Backends...)...)
	f.StringVar(&o.out, "out", "reduced", "`folder` for what remains")
	durationVar(f, &o.timeout, "timeout", 10*time.Second, "wall time of one check, or of the command")
	f.DurationVar(&o.limit, "limit", 0, "wall time of the reduction; 0 is no limit")
	f.IntVar(&o.jobs, "jobs", runtime.NumCPU(), "tries at a time")
	f.BoolVar(&o.once, "once", false, "try the files once and say what they show: exit status 0 if it is what is looked for, else 1")
	f.StringVar(&o.from, "from", "", "`folder` that relative paths in the flags of check are of")
	if err := f.MarkHidden("from"); err != nil {
		panic(err)
	}
	command.MarkFlagsOneRequired("verdict", "crash", "differs", "command")
	command.MarkFlagsMutuallyExclusive("crash", "differs", "command")
	command.MarkFlagsMutuallyExclusive("crash", "verdict")
	command.MarkFlagsMutuallyExclusive("command", "verdict")
	command.MarkFlagsMutuallyExclusive("command", "detail")
	command.MarkFlagsMutuallyExclusive("differs", "detail")
	return command
}

func runReduce(cmd *cobra.Command, o *reduceOptions, paths []string) error {
	if err := o.check(); err != nil {
		return err
	}
	files, err := reduce.Read(paths)
	if err != nil {
		return err
	}
	scratch, err := os.MkdirTemp("", "yogi-reduce-")
	if err != nil {
		return fmt.Errorf("making a scratch folder: %w", err)
	}
	defer os.RemoveAll(scratch)
	test, err := o.test(paths, scratch)
	if err != nil {
		return err
	}
	folder := filepath.Join(scratch, "original")
	if err := reduce.Write(folder, files); err != nil {
		return err
	}
	found, err := test.Try(cmd.Context(), folder, reduce.Names(files))
	if err != nil {
		return err
	}
	if o.once {
		fmt.Fprintln(cmd.OutOrStdout(), found.What)
		if !found.Shown {
			return exitError{1}
		}
		return nil
	}
	if !found.Shown {
		return fmt.Errorf("the program does not show what is to be kept: %s", found.What)
	}
	return o.reduce(cmd, test, files, scratch)
}

// check looks at what flags cannot.
func (o *reduceOptions) check() error {
	if n := len(o.differs); n != 0 && n != 2 {
		return errors.New("--differs names one of two settings: give it twice")
	}
	if want := max(len(o.differs), 1); len(o.verdicts) > 0 && len(o.verdicts) != want {
		return fmt.Errorf("--verdict is given %d times; with --differs it is given twice, else once", len(o.verdicts))
	}
	for _, v := range o.verdicts {
		if err := trial.CheckVerdict(v); err != nil {
			return err
		}
	}
	if o.timeout <= 0 {
		return errors.New("--timeout has to be more than nothing")
	}
	return nil
}

// test returns the test that the flags ask for.
func (o *reduceOptions) test(paths []string, scratch string) (reduce.Test, error) {
	if o.command != "" {
		return reduce.Command{Text: o.command, Timeout: o.timeout}, nil
	}
	checker, err := thisChecker(scratch, o.timeout)
	if err != nil {
		return nil, err
	}
	checker.Folder = o.from
	if o.include, err = filepath.Abs(filepath.Dir(paths[0])); err != nil {
		return nil, fmt.Errorf("finding the folder of the program: %w", err)
	}
	settings := reduce.Settings{Checker: checker, Include: o.include, Flags: o.flags}
	switch {
	case o.crash:
		return reduce.Crash{Settings: settings, Detail: o.detail}, nil
	case o.differs != nil:
		t := reduce.Differs{Settings: settings, More: [2][]string{strings.Fields(o.differs[0]), strings.Fields(o.differs[1])}}
		copy(t.Wanted[:], o.verdicts)
		return t, nil
	}
	return reduce.Verdict{Settings: settings, Wanted: o.verdicts[0], Detail: o.detail}, nil
}

// reduce reduces files that show what is looked for, and writes what remains.
func (o *reduceOptions) reduce(cmd *cobra.Command, test reduce.Test, files []reduce.File, scratch string) error {
	backend, err := reduce.Backend(o.backend, reduce.Names(files))
	if err != nil {
		return err
	}
	ctx := cmd.Context()
	if o.limit > 0 {
		limited, cancel := context.WithTimeout(ctx, o.limit)
		defer cancel()
		ctx = limited
	}
	result, err := o.run(ctx, backend, test, files, scratch, cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	if backend != reduce.Builtin && result.Complete {
		if err := stillShown(ctx, test, result.Files, scratch); err != nil {
			return fmt.Errorf("what %s left: %w", backend, err)
		}
	}
	if err := reduce.Write(o.out, result.Files); err != nil {
		return err
	}
	o.report(cmd.OutOrStdout(), backend, files, result)
	if cmd.Context().Err() != nil {
		return exitError{1} // interrupted, and said so
	}
	return nil
}

func (o *reduceOptions) run(ctx context.Context, backend string, test reduce.Test, files []reduce.File, scratch string, progress io.Writer) (reduce.Result, error) {
	if backend == reduce.Builtin {
		return reduce.Files(ctx, files, reduce.Options{Test: test, Scratch: scratch, Jobs: o.jobs, Progress: progress})
	}
	script, err := o.script(files)
	if err != nil {
		return reduce.Result{}, err
	}
	return reduce.External{Program: backend, Script: script, Scratch: scratch, Jobs: o.jobs, Output: progress}.Reduce(ctx, files)
}

// script is the test as a script of the shell: this program, called for one try. It runs in folders
// of the reducer, so it says where relative paths are from, and where headers beside the files are.
func (o *reduceOptions) script(files []reduce.File) (string, error) {
	checker, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("finding this program: %w", err)
	}
	here, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("finding the current folder: %w", err)
	}
	words := []string{checker, "reduce", "--once", "--from", here, "--timeout", o.timeout.String()}
	for _, v := range o.verdicts {
		words = append(words, "--verdict", v)
	}
	for _, d := range o.differs {
		words = append(words, "--differs="+d)
	}
	if o.crash {
		words = append(words, "--crash")
	}
	if o.command != "" {
		words = append(words, "--command", o.command)
	}
	if o.detail != "" {
		words = append(words, "--detail="+o.detail)
	}
	words = append(append(words, reduce.Names(files)...), "--", "-I", o.include)
	var script strings.Builder
	script.WriteString("#!/bin/sh\nexec")
	for _, word := range append(words, o.flags...) {
		script.WriteString(" " + shell.Word(word))
	}
	return script.String() + "\n", nil
}

// stillShown fails if files do not show what is looked for.
func stillShown(ctx context.Context, test reduce.Test, files []reduce.File, scratch string) error {
	folder := filepath.Join(scratch, "result")
	if err := reduce.Write(folder, files); err != nil {
		return err
	}
	found, err := test.Try(ctx, folder, reduce.Names(files))
	if err == nil && !found.Shown {
		err = fmt.Errorf("it does not show what is to be kept: %s", found.What)
	}
	return err
}

func (o *reduceOptions) report(out io.Writer, backend string, before []reduce.File, result reduce.Result) {
	for _, name := range reduce.Names(result.Files) {
		fmt.Fprintln(out, filepath.Join(o.out, name))
	}
	bytesBefore, linesBefore := reduce.Size(before)
	bytes, lines := reduce.Size(result.Files)
	end := "nothing more can be left out"
	if !result.Complete {
		end = "ended early: the smallest so far"
	}
	fmt.Fprintf(out, "%d bytes, %d lines of %d bytes, %d lines; by %s; %s\n", bytes, lines, bytesBefore, linesBefore, backend, end)
}
