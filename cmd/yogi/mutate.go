package main

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"yogi/internal/mutate"
	"yogi/internal/pipeline"
	"yogi/internal/property/slic"
	"yogi/rules"
)

// mutateOptions are the flags of mutate.
type mutateOptions struct {
	job      pipeline.Job
	platform string
	rules    string
	count    int
	runs     int
	tries    int
	seed     uint64
	out      string
}

func mutateCommand() *cobra.Command {
	o := &mutateOptions{}
	command := &cobra.Command{
		Use:   "mutate --rules PATTERN FILE...",
		Short: "Seed defects in correct programs, and confirm by running them which rules they break",
		Long: `mutate changes each program at one place at a time: a call of a function that a rule speaks of is dropped, doubled or exchanged with
the statement behind it, or a test is negated. The changed program is compiled with the rule's monitor and run with random inputs
and arguments: a defect counts when a run breaks the rule. Each is written to --out as PROGRAM.RULE.CHANGE.c, and a table is printed. A
program that calls no function of a rule has no line for it, and one that breaks a rule as it is has no defects of the rule.

With --runs 0 nothing is compiled or run: the changes are written as they are, and which of them are defects is for who reads them. So
it goes with programs that no process can run, as modules of a kernel.

It is how a table of programs with known answers is made, without asking the checker that the table is to measure.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return runMutate(cmd, o, args) },
	}
	f := command.Flags()
	defineProgramFlags(f, &o.job)
	f.StringVar(&o.platform, "platform", "", "`platform` whose harness and models surround each program: "+platformNames())
	f.StringVar(&o.rules, "rules", "*/*", "`pattern` of the names of rules")
	f.IntVar(&o.count, "count", 1, "defects for each program and rule")
	f.IntVar(&o.tries, "tries", 12, "changes to try for each program and rule")
	f.IntVar(&o.runs, "runs", 2000, "random runs of each changed program; 0: none, and no change is confirmed")
	f.Uint64Var(&o.seed, "seed", 1, "of the choice of changes")
	f.StringVar(&o.out, "out", "", "`folder` for the defects")
	return command
}

func runMutate(cmd *cobra.Command, o *mutateOptions, files []string) error {
	found, err := rules.Match(o.rules)
	if err != nil {
		return err
	}
	if o.out != "" {
		if err := os.MkdirAll(o.out, 0o755); err != nil {
			return fmt.Errorf("making the folder for the defects: %w", err)
		}
	}
	for _, file := range files {
		for _, r := range found {
			if err := o.seedDefects(cmd, file, r); err != nil {
				return badInput(cmd.ErrOrStderr(), err)
			}
		}
	}
	return nil
}

// printDefect prints a line of the table as soon as it is known: a line takes seconds.
func printDefect(cmd *cobra.Command, program, rule, change, message string) {
	fmt.Fprintf(cmd.OutOrStdout(), "%-12s %-22s %-40s %s\n", program, rule, change, message)
}

// seedDefects finds the first changes, in the order of the sample, that make the program break the rule.
func (o *mutateOptions) seedDefects(cmd *cobra.Command, file string, r rules.Rule) error {
	rule, err := slic.Parse(r.Path, rules.Read)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("reading the program: %w", err)
	}
	if !mutate.Calls(string(text), rule.Functions()) {
		return nil
	}
	if o.runs == 0 {
		return o.writeChanges(cmd, file, string(text), r, rule)
	}
	confirm := func(path string) (mutate.Finding, error) {
		job := o.job
		job.Files = []string{path}
		// Quoted headers are beside the original.
		job.QuoteDirs = append(append([]string(nil), job.QuoteDirs...), filepath.Dir(file))
		if _, err := job.ChooseHeaders(cmd.Context()); err != nil {
			return mutate.Finding{}, err
		}
		if o.platform != "" {
			if err := usePlatform(&job, o.platform); err != nil {
				return mutate.Finding{}, err
			}
		}
		job.SetRule(rule)
		scratch, err := os.MkdirTemp("", "yogi-mutate-")
		if err != nil {
			return mutate.Finding{}, fmt.Errorf("making a scratch folder: %w", err)
		}
		defer os.RemoveAll(scratch)
		return mutate.Confirm(cmd.Context(), job, o.runs, scratch)
	}
	original, err := confirm(file)
	if err != nil {
		return err
	}
	base := strings.TrimSuffix(filepath.Base(file), ".c")
	switch {
	case !original.Applies:
		return nil
	case original.Broken:
		printDefect(cmd, base, r.Name, "as it is", original.Message)
		return nil
	}
	printDefect(cmd, base, r.Name, "as it is", fmt.Sprintf("kept in %d runs", original.Runs))
	all := mutate.Mutants(string(text), rule.Functions())
	left, tries := o.count, o.tries
	for _, m := range mutate.Sample(all, len(all), o.seed) {
		if left == 0 || tries == 0 {
			break
		}
		tries--
		changed := filepath.Join(os.TempDir(), fmt.Sprintf("yogi-mutant-%d.c", os.Getpid()))
		if o.out != "" {
			changed = o.changed(base, r, m)
		}
		if err := os.WriteFile(changed, []byte(m.Text()), 0o644); err != nil {
			return fmt.Errorf("writing a defect: %w", err)
		}
		finding, err := confirm(changed)
		if cmd.Context().Err() != nil {
			return errors.Join(cmd.Context().Err(), os.Remove(changed))
		}
		if err != nil || !finding.Broken || o.out == "" {
			if removing := os.Remove(changed); removing != nil {
				return fmt.Errorf("removing a change that is no defect: %w", removing)
			}
		}
		if err == nil && finding.Broken {
			left--
			printDefect(cmd, base, r.Name, m.Name(), finding.Message)
		}
	}
	return nil
}

// writeChanges writes a sample of the changes, of which nobody knows whether they are defects.
func (o *mutateOptions) writeChanges(cmd *cobra.Command, file, text string, r rules.Rule, rule *slic.Rule) error {
	base := strings.TrimSuffix(filepath.Base(file), ".c")
	for _, m := range mutate.Sample(mutate.Mutants(text, rule.Functions()), o.count, o.seed) {
		if o.out != "" {
			if err := os.WriteFile(o.changed(base, r, m), []byte(m.Text()), 0o644); err != nil {
				return fmt.Errorf("writing a change: %w", err)
			}
		}
		printDefect(cmd, base, r.Name, m.Name(), "not confirmed")
	}
	return nil
}

// changed is the file of a change.
func (o *mutateOptions) changed(base string, r rules.Rule, m mutate.Mutant) string {
	return filepath.Join(o.out, fmt.Sprintf("%s.%s.%s.c", base, path.Base(r.Name), m.Name()))
}
