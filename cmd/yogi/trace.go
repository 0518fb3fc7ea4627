package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"yogi/internal/journal"
	"yogi/internal/report/trace"
)

// traceOptions are the flags of trace.
type traceOptions struct {
	out     string
	timeout time.Duration
	flags   []string // of check
}

func traceCommand() *cobra.Command {
	o := &traceOptions{}
	command := &cobra.Command{
		Use:   "trace [flags] (FILE... | RUN.jsonl) [-- further flags of check]",
		Short: "Show a run as one HTML page: a row for each iteration, a column for each stage",
		Long: `trace checks a program and writes what the search did as one HTML page that needs nothing else. A row is an iteration: a
frontier that was worked on, and what came of it. The columns are the source at the frontier, the regions that were split
and the steps that were found impossible, the tests that were run, and the queries with their time. A click on a row opens
the source around it, the regions of its functions before and after, the forest of tests so far and each query.

The page shows fifty rows at a time, of one function or all; its address keeps what is shown, so a row can be linked.

In the place of a program, the events of an earlier run can be given: yogi check --trace RUN.jsonl. Sources are then read
from where the run found them.

The verdict is printed; the exit status is 0 if the page was written, whatever the verdict is. Ctrl-C ends the check, and
the page shows the run until then.`,
		Example: `  yogi trace examples/drivers/serial_bug.c --out run.html
  yogi trace a.bpl --timeout 10s -- --algorithm may
  yogi check --trace run.jsonl a.c; yogi trace run.jsonl`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var files []string
			files, o.flags = filesAndFlags(cmd, args)
			return runTrace(cmd, o, files)
		},
	}
	f := command.Flags()
	f.StringVar(&o.out, "out", "trace.html", "`file` of the page")
	durationVar(f, &o.timeout, "timeout", time.Minute, "wall time of the check")
	return command
}

func runTrace(cmd *cobra.Command, o *traceOptions, files []string) error {
	recorded := files[0]
	if filepath.Ext(recorded) != ".jsonl" {
		scratch, err := os.MkdirTemp("", "yogi-trace-")
		if err != nil {
			return fmt.Errorf("making a scratch folder: %w", err)
		}
		defer os.RemoveAll(scratch)
		recorded = filepath.Join(scratch, "run.jsonl")
		if err := o.check(cmd, files, recorded, scratch); err != nil && cmd.Context().Err() == nil {
			return err
		}
	} else if len(files) > 1 || len(o.flags) > 0 {
		return errors.New("the events of a run are given: nothing is checked, so there are no further files and flags")
	}
	if err := o.write(cmd, recorded, strings.Join(files, " ")); err != nil {
		return err
	}
	if cmd.Context().Err() != nil {
		return exitError{1} // interrupted: the page is of the run until then
	}
	return nil
}

// check runs the check and records it.
func (o *traceOptions) check(cmd *cobra.Command, files []string, recorded, scratch string) error {
	c, err := thisChecker(scratch, o.timeout)
	if err != nil {
		return err
	}
	outcome, err := readable(c.Check(cmd.Context(), append([]string{"--trace", recorded}, o.flags...), files))
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(cmd.OutOrStdout(), outcome)
	return err
}

// write makes the page of recorded events.
func (o *traceOptions) write(cmd *cobra.Command, recorded, title string) error {
	file, err := os.Open(recorded)
	if err != nil {
		return fmt.Errorf("reading the events: %w", err)
	}
	defer file.Close()
	lines, err := journal.Read(file)
	if err != nil {
		return fmt.Errorf("%s: %w", recorded, err)
	}
	run := trace.Build(title, lines, sourceText)
	if !run.HasSearch() {
		fmt.Fprintln(cmd.ErrOrStderr(), "yogi: the run was over before a search, or says nothing of one")
	}
	var page bytes.Buffer
	if err := run.Write(&page); err != nil {
		return err
	}
	if err := os.WriteFile(o.out, page.Bytes(), 0o644); err != nil {
		return fmt.Errorf("writing the page: %w", err)
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: %d iterations, %d KB\n", o.out, run.Iterations(), page.Len()>>10)
	return err
}

// sourceText is a file's text; "" where it cannot be read, as with the texts of models.
func sourceText(name string) string {
	text, err := os.ReadFile(name)
	if err != nil {
		return ""
	}
	return string(text)
}
