package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"yogi/internal/bisect"
	"yogi/internal/trial"
)

// bisectOptions are the flags of bisect.
type bisectOptions struct {
	with    string
	timeout time.Duration
	reasons bool
	flags   []string // of check
}

func bisectCommand() *cobra.Command {
	o := &bisectOptions{}
	command := &cobra.Command{
		Use:   "bisect [flags] FILE... [-- further flags of check]",
		Short: "Find the switch of the search, the pass or the flag that changes a verdict",
		Long: `bisect checks a program as it is, then with each switch of the search (--opt) changed by itself and without each pass over
the program, and prints a line for each check: what was changed, the verdict, the time, the queries. At the end stands
what changes the verdict alone. Where nothing does, all is changed together, and if that changes the verdict the smallest
set is searched for of which no part can be taken away.

With --with FLAGS the parts are the flags of a setting, such as one that "yogi bench --random-settings" found: which of them
make the difference?

Verdicts are compared by their kind; with --reasons two unknowns with different reasons differ too. Passes that the engine
cannot do without are not left out. Where the time runs out a verdict depends on the machine: repeat with more --timeout.

The exit status is 0 if something was found that changes the verdict, 1 if not.`,
		Example: `  yogi bisect --timeout 10s f.c
  yogi bisect f.bpl --with '--algorithm may --opt cores=off' \
    -- --free-specs use`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var files []string
			files, o.flags = filesAndFlags(cmd, args)
			return runBisect(cmd, o, files)
		},
	}
	f := command.Flags()
	f.StringVar(&o.with, "with", "", "`flags` of check of a setting, of which the smallest part is to be found")
	durationVar(f, &o.timeout, "timeout", 20*time.Second, "wall time of one check")
	f.BoolVar(&o.reasons, "reasons", false, "compare the reasons of unknowns too")
	return command
}

func runBisect(cmd *cobra.Command, o *bisectOptions, files []string) error {
	for _, file := range files {
		if _, err := os.Stat(file); err != nil {
			return fmt.Errorf("reading the program: %w", err)
		}
	}
	scratch, err := os.MkdirTemp("", "yogi-bisect-")
	if err != nil {
		return fmt.Errorf("making a scratch folder: %w", err)
	}
	defer os.RemoveAll(scratch)
	c, err := thisChecker(scratch, o.timeout)
	if err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	parts := bisect.Parts()
	if o.with != "" {
		parts = bisect.PartsOf(strings.Fields(o.with))
	}
	result, err := bisect.Run(cmd.Context(), parts, bisect.Options{
		Check: func(ctx context.Context, flags []string) (trial.Outcome, error) {
			return readable(c.Check(ctx, append(append([]string{}, o.flags...), flags...), files))
		},
		Tell: func(t bisect.Try) { writeTry(out, t) }, Reasons: o.reasons, Alone: o.with == "",
	})
	if err != nil {
		return err
	}
	if !writeBisection(out, result) {
		return exitError{1}
	}
	return nil
}

// readable makes an error of a check that refused the program or its flags.
func readable(o trial.Outcome, err error) (trial.Outcome, error) {
	if err == nil && o.Verdict == "" && o.Status == statusUsage && !o.Crashed() {
		return o, fmt.Errorf("check does not take it: %s", strings.TrimPrefix(o.Stderr, "yogi: "))
	}
	return o, err
}

func partNames(parts []bisect.Part) string {
	names := make([]string, len(parts))
	for i, p := range parts {
		names[i] = p.Name
	}
	return strings.Join(names, ", ")
}

// writeTry prints the line of a check.
func writeTry(out io.Writer, t bisect.Try) {
	name, note := "as it is", ""
	switch {
	case len(t.Parts) == 1:
		name = t.Parts[0].Name
	case len(t.Parts) > 3:
		name = fmt.Sprintf("%d parts", len(t.Parts))
	case len(t.Parts) > 1:
		name = partNames(t.Parts)
	}
	if t.Changes {
		note = "  changed"
	}
	fmt.Fprintf(out, "%-36s %-24s %6.1fs %7d queries%s\n", name, t.Outcome, t.Outcome.Seconds, t.Outcome.Counts.SolverQueries, note)
}

// writeBisection prints the result and reports whether something changes the verdict.
func writeBisection(out io.Writer, r bisect.Result) bool {
	switch {
	case len(r.Alone) > 0:
		fmt.Fprintf(out, "\n%s as it is; each of these changes it alone:\n", r.Default)
		for _, t := range r.Alone {
			fmt.Fprintf(out, "  %s: %s\n", partNames(t.Parts), t.Outcome)
		}
		return true
	case r.Smallest != nil:
		fmt.Fprintf(out, "\n%s as it is; the smallest set that changes it: %s: %s\n", r.Default, partNames(r.Smallest.Parts), r.Smallest.Outcome)
		return true
	}
	fmt.Fprintf(out, "\n%s as it is, and nothing that was tried changes it\n", r.Default)
	return false
}
