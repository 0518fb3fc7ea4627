package main

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"yogi/internal/load"
	"yogi/internal/pipeline"
	"yogi/internal/report/testcomp"
)

// testsOptions are the flags of tests.
type testsOptions struct {
	check checkOptions
	cover string
	out   string
}

func testsCommand() *cobra.Command {
	o := &testsOptions{}
	command := &cobra.Command{
		Use:   "tests [flags] FILE...",
		Short: "Make a test suite that covers the branches of a C program",
		Long: `tests looks for inputs with which a C program takes each way out of each condition (--cover branches), or gets to
each error (--cover errors), and writes them as a test suite in the format of Test-Comp: metadata.xml, and
testcase-1.xml and so on, each with the values that calls of functions such as __VERIFIER_nondet_int return, in the
order of the calls. A test is kept if it covers something that none before it does.

What is printed is how much is covered, of how much the search found that no run gets there, and the lines of the rest.
The exit status is 0 if there is a suite, 3 if no test was found, 2 for bad input or usage, and 4 for an error of the
checker itself, beside which the suite has the tests that were found.`,
		Args: func(cmd *cobra.Command, files []string) error { return o.check.arguments(cmd, files) },
		RunE: func(cmd *cobra.Command, files []string) error { return runTests(cmd, o, files) },
	}
	f := command.Flags()
	defineProgramFlags(f, &o.check.job)
	defineCheckFlag(f, &o.check.job)
	o.check.project.define(f)
	o.check.settings.define(f)
	choiceVar(f, &o.cover, "cover", "what the tests are to get to: each way out of each condition, or each error", string(pipeline.Branches), string(pipeline.Errors))
	f.StringVar(&o.out, "out", "test-suite", "`folder` for the suite")
	durationVar(f, &o.check.job.Timeout, "timeout", time.Minute, "wall time for everything; 0 is no limit")
	return command
}

func runTests(cmd *cobra.Command, o *testsOptions, files []string) error {
	if isFolder(files) {
		return notChecked(files[0])
	}
	if err := o.check.resolve(cmd, files); err != nil {
		return err
	}
	job := o.check.job
	if !slices.ContainsFunc(job.Files, load.IsC) {
		return errors.New("tests are made of C programs")
	}
	suite, err := pipeline.MakeTests(cmd.Context(), job, pipeline.Goals(o.cover))
	if err != nil {
		return badInput(cmd.ErrOrStderr(), err)
	}
	text, err := os.ReadFile(job.Files[0])
	if err != nil {
		return fmt.Errorf("reading the program: %w", err)
	}
	metadata := testcomp.Metadata{
		Producer: "yogi " + version(), Specification: testcomp.Branches, Program: job.Files[0], Hash: fmt.Sprintf("%x", sha256.Sum256(text)),
		Entry: cmp.Or(job.Entry, "main"), Architecture: "64bit", Created: time.Now(),
	}
	if pipeline.Goals(o.cover) == pipeline.Errors {
		metadata.Specification = testcomp.Errors
	}
	if job.DataModel == "ILP32" {
		metadata.Architecture = "32bit"
	}
	var tests []testcomp.Test
	for _, t := range suite.Tests {
		test := testcomp.Test{CoversError: t.Fails}
		for _, v := range t.Values {
			test.Inputs = append(test.Inputs, testcomp.Input{Type: v.Type, Variable: v.Function, Value: v.Text})
		}
		tests = append(tests, test)
	}
	if err := testcomp.Write(o.out, metadata, tests); err != nil {
		return err
	}
	writeSuite(cmd.OutOrStdout(), o, suite)
	for _, fault := range suite.Faults {
		fmt.Fprintln(cmd.ErrOrStderr(), "yogi:", fault)
	}
	switch {
	case len(suite.Faults) > 0:
		return exitError{statusInternal}
	case len(suite.Tests) == 0:
		return exitError{statusUnknown}
	}
	return nil
}

// mostOpenLines is how many lines are told that no test gets to.
const mostOpenLines = 10

// writeSuite says what a suite covers.
func writeSuite(out io.Writer, o *testsOptions, s *pipeline.Suite) {
	for i, t := range s.Tests {
		var values []string
		for _, v := range t.Values {
			values = append(values, v.Text)
		}
		end := ""
		if t.Fails {
			end = ", and fails"
		}
		fmt.Fprintf(out, "testcase-%d.xml: covers %d more%s; values: %s\n", i+1, t.Reaches, end, cmp.Or(strings.Join(values, " "), "none"))
	}
	for i, pos := range s.Open {
		if i == mostOpenLines {
			fmt.Fprintf(out, "and %d more\n", len(s.Open)-i)
			break
		}
		fmt.Fprintf(out, "%s:%d: no test was found for one of the %s here\n", pos.File, pos.Line, o.cover)
	}
	fmt.Fprintf(out, "%d of %d %s covered", s.Reached, s.Goals, o.cover)
	if s.Excluded > 0 {
		fmt.Fprintf(out, ", %d that no run gets to as the search found", s.Excluded)
	}
	fmt.Fprintf(out, "; suite: %s\n", o.out)
}
