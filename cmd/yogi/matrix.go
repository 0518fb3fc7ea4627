package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"yogi/internal/pipeline"
	"yogi/internal/remote"
	"yogi/internal/report"
	"yogi/internal/trial"
	"yogi/rules"
)

// matrixOptions are the flags of matrix.
type matrixOptions struct {
	rules    string
	programs []string
	platform string
	timeout  time.Duration
	jobs     int
	out      string
	html     string // file
	gate     gateOptions
	expect   string
	where    clusterFlags
	ask      elsewhere     // nil: every cell is checked here
	here     chan struct{} // what is checked here
	readings *readings     // what that shares
	flags    []string      // of check
}

// cell is one program under one rule.
type cell struct {
	program, rule string
	want          string   // the known answer, if there is one
	flags         []string // of check, for this program
	folder        string   // in that of the results
	result        report.Result
	status        int
}

func matrixCommand() *cobra.Command {
	o := &matrixOptions{}
	command := &cobra.Command{
		Use:   "matrix --rules PATTERN {--program PATH ... | --expect FILE} [-- further flags of check]",
		Short: "Check programs against rules and print a table",
		Long: `matrix runs "yogi check" on each program under each rule that ships and matches a pattern such as posix/*. A
program is a C file, or a folder whose C files are one program.

In the table "pass" is proved and "fail" has a test; "-" is proved too: no event of the rule can occur. A cell whose result is in the
folder --out is not checked again, unless the flags are others or something changed that its verdict rests on. With --cluster URL workers on other machines check the cells. The exit status is that of the worst cell: 1 if some program breaks a rule, else 3 if some
cell is unknown, else 0; 2 if a program cannot be read.

With --expect the cells are those of a list of known answers. A line of it is PROGRAM RULE keeps or PROGRAM RULE breaks, and flags of check for this
program; # begins a comment, and programs are found from the list's folder. What is not answered right is printed, with the number of right,
unknown and wrong answers. The exit status is then 1 if an answer is wrong, else 3 if one is unknown, else 0; 2 if the list or a program cannot be read.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.flags = args
			return runMatrix(cmd, o)
		},
	}
	f := command.Flags()
	f.StringVar(&o.rules, "rules", "*/*", "`pattern` of the names of rules")
	f.StringArrayVar(&o.programs, "program", nil, "C `file`, or folder with the files of one program")
	f.StringVar(&o.platform, "platform", "", "`platform` whose harness and models surround each program: "+platformNames())
	durationVar(f, &o.timeout, "timeout", time.Minute, "wall time for each cell")
	f.IntVar(&o.jobs, "jobs", 2, "cells at a time")
	o.where.defineClient(f)
	f.StringVar(&o.expect, "expect", "", "`file` with known answers, whose programs are checked and compared")
	f.StringVar(&o.html, "html", "", "`file` for a page with the table, filters and a section for each cell")
	o.gate.defineFiles(f)
	f.StringVar(&o.out, "out", "", "`folder` for results and evidence, one folder a cell; what is there is not checked again if it would be the same check")
	return command
}

func runMatrix(cmd *cobra.Command, o *matrixOptions) error {
	if o.html != "" {
		if err := writable(o.html); err != nil {
			return err
		}
	}
	ask, end, err := o.where.connect(cmd, o.jobs)
	if err != nil {
		return err
	}
	defer end()
	o.ask, o.here = ask, make(chan struct{}, max(o.jobs, 1))
	found, err := rules.Match(o.rules)
	if err != nil {
		return err
	}
	if o.expect != "" && len(o.programs) > 0 {
		return errors.New("--expect names the programs, and so does --program")
	}
	if len(found) == 0 || len(o.programs) == 0 && o.expect == "" {
		return errors.New("there is nothing to check: name programs with --program and rules with --rules")
	}
	var cells []*cell
	if o.expect != "" {
		if cells, err = readAnswers(o.expect, found); err != nil {
			return err
		}
		if len(cells) == 0 {
			return fmt.Errorf("there is nothing to check: %s has no answers for the rules %s", o.expect, o.rules)
		}
		return o.compareAnswers(cmd, cells)
	}
	for _, program := range o.programs {
		for _, r := range found {
			cells = append(cells, &cell{program: program, rule: r.Name})
		}
	}
	if err := o.checkAll(cmd.Context(), cells, cmd.ErrOrStderr()); err != nil {
		return err
	}
	if err := errors.Join(o.writePage(cells), o.gate.write(resultsOf(cells))); err != nil {
		return err
	}
	writeMatrix(cmd.OutOrStdout(), cells, len(found))
	return exitError{worst(cells)}
}

// checkAll checks the cells, so many at a time, and tells of each as it is done.
func (o *matrixOptions) checkAll(ctx context.Context, cells []*cell, progress io.Writer) error {
	checker, err := os.Executable()
	if err != nil {
		return fmt.Errorf("finding the checker: %w", err)
	}
	nameFolders(cells)
	o.readings = newReadings(cells)
	defer o.readings.end()
	todo := make(chan *cell)
	var wait sync.WaitGroup
	var lock sync.Mutex
	done := 0
	atATime := max(o.jobs, 1)
	if o.ask != nil {
		atATime = remote.Window
	}
	for range atATime {
		wait.Go(func() {
			for c := range todo {
				failed := o.check(ctx, checker, c)
				o.readings.done(c.program)
				lock.Lock()
				if done++; failed != nil && err == nil {
					err = failed
				}
				fmt.Fprintf(progress, "%d/%d %s %s: %s\n", done, len(cells), c.program, c.rule, c.result.Verdict)
				lock.Unlock()
			}
		})
	}
	for _, c := range cells {
		todo <- c
	}
	close(todo)
	wait.Wait()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// nameFolders gives each cell a folder of its own, also where programs in several folders have one name.
func nameFolders(cells []*cell) {
	named := map[string]int{}
	for _, c := range cells {
		c.folder = filepath.Base(c.program) + "." + path.Base(path.Dir(c.rule)) + "." + path.Base(c.rule)
		if named[c.folder]++; named[c.folder] > 1 {
			c.folder += fmt.Sprintf(".%d", named[c.folder])
		}
	}
}

// processors is how many each cell has of this machine's.
func (o *matrixOptions) processors() int { return max(1, runtime.NumCPU()/max(o.jobs, 1)) }

// check fills in one cell, from its folder if the same was checked before.
func (o *matrixOptions) check(ctx context.Context, checker string, c *cell) error {
	files, err := programFiles(c.program)
	if err != nil {
		return err
	}
	asked := []string{"--rule", c.rule, "--timeout", o.timeout.String()}
	if o.platform != "" {
		asked = append(asked, "--platform", o.platform)
	}
	asked = slices.Concat(asked, c.flags, o.flags, files)
	args := []string{"check", "--json", "--jobs", strconv.Itoa(o.processors())}
	var kept keptCell
	if o.out != "" {
		folder := filepath.Join(o.out, c.folder)
		args = append(args, "--out", folder)
		if kept, err = o.keptCell(ctx, checker, c.program, folder, asked); err != nil {
			return fmt.Errorf("reading %s: %w", c.program, err)
		}
		if kept.read(&c.result) {
			c.status = c.result.Status()
			return nil
		}
	}
	text, status, err := o.run(ctx, checker, c.program, slices.Concat(args, asked))
	if err != nil {
		return fmt.Errorf("checking %s: %w", c.program, err)
	}
	c.status = status
	if c.status == statusUsage {
		c.result.Verdict = report.NotRead
		return nil
	}
	if err := json.Unmarshal(text, &c.result); err != nil {
		return fmt.Errorf("reading the result of %s under %s: %w", c.program, c.rule, err)
	}
	return kept.write(text)
}

// run makes a check, on the cluster if there is one.
func (o *matrixOptions) run(ctx context.Context, checker, program string, args []string) (stdout []byte, status int, err error) {
	if o.ask != nil {
		if ran, ok := o.ask(ctx, args); ok {
			return ran.Stdout, ran.Status, nil
		}
	}
	return o.runHere(ctx, checker, program, args, os.Stderr)
}

// runHere makes a check on this machine, when there is room for it.
func (o *matrixOptions) runHere(ctx context.Context, checker, program string, args []string, stderr io.Writer) (stdout []byte, status int, err error) {
	select {
	case <-ctx.Done():
		return nil, 0, ctx.Err()
	case o.here <- struct{}{}:
	}
	defer func() { <-o.here }()
	if folder := o.readings.of(program); folder != "" {
		args = slices.Concat(args[:1], []string{"--readings", folder}, args[1:])
	}
	command := trial.Command(ctx, checker, args...)
	command.Stderr = stderr
	stdout, err = command.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return nil, 0, err
	}
	return stdout, command.ProcessState.ExitCode(), nil
}

// programFiles are the C files of a program.
func programFiles(program string) ([]string, error) {
	info, err := os.Stat(program)
	if err != nil {
		return nil, fmt.Errorf("the program: %w", err)
	}
	if !info.IsDir() {
		return []string{program}, nil
	}
	files, err := filepath.Glob(filepath.Join(program, "*.c"))
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("%s has no C file", program)
	}
	return files, err
}

// resultsOf are the results of cells, each with its program.
func resultsOf(cells []*cell) []*report.Result {
	var out []*report.Result
	for _, c := range cells {
		r := c.result
		if r.Program = filepath.Base(c.program); len(r.Files) == 0 { // it could not be read
			r.Files, r.Property = []string{c.program}, c.rule
		}
		out = append(out, &r)
	}
	return out
}

// worst is the exit status of the worst cell: what could not be read, then a violation, then an unknown.
func worst(cells []*cell) int {
	rank := map[int]int{0: 0, 3: 1, 1: 2, statusUsage: 3, statusInternal: 4}
	status := 0
	for _, c := range cells {
		if rank[c.status] > rank[status] {
			status = c.status
		}
	}
	return status
}

// word returns what the table shows of a cell.
func (c *cell) word() string {
	switch {
	case c.result.Detail == pipeline.NotApplicable:
		return "-"
	case c.result.Verdict == "TRUE":
		return "pass"
	case c.status == 1:
		return "fail"
	case c.status == statusUsage:
		return report.NotRead
	}
	return c.result.Reason
}

// writeMatrix prints a line a rule and a column a program.
func writeMatrix(out io.Writer, cells []*cell, height int) {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprint(table, "rule")
	for i := 0; i < len(cells); i += height {
		fmt.Fprintf(table, "\t%s", filepath.Base(cells[i].program))
	}
	fmt.Fprintln(table)
	for row := range height {
		fmt.Fprint(table, cells[row].rule)
		for i := row; i < len(cells); i += height {
			fmt.Fprintf(table, "\t%s", cells[i].word())
		}
		fmt.Fprintln(table)
	}
	table.Flush()
}
