package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"yogi/internal/angelic"
	"yogi/internal/bench"
	"yogi/internal/pipeline"
)

// driversOptions are the flags of angelic drivers.
type driversOptions struct {
	folder    string
	selection bench.Selection
	configs   []string
	answers   string // file
	timeout   time.Duration
	list      bool
}

// harnessConfig is the default configuration with the harness.
const harnessConfig = "harness"

// driverRow counts what became of drivers with one answer in one configuration.
type driverRow struct {
	drivers, warned, warnings, silent, complete, specifications int
	rejected                                                    int // there was nothing to start from, or they could not be read
	seconds                                                     float64
}

func (r *driverRow) add(result *angelic.Result, seconds float64) {
	r.drivers++
	r.seconds += seconds
	r.warnings += len(result.Warnings())
	complete := true
	for _, e := range result.Entries {
		complete = complete && e.Complete
		r.specifications += len(e.Specifications)
	}
	switch {
	case len(result.Warnings()) > 0:
		r.warned++
	case complete:
		r.silent++
	}
	if complete {
		r.complete++
	}
}

func driversCommand() *cobra.Command {
	o := &driversOptions{selection: bench.Selection{Seed: 1}}
	command := &cobra.Command{
		Use:   "drivers --sdv DIR [flags]",
		Short: "Look at drivers with SLIC rules without their harness, in several configurations",
		Long: `drivers analyses the Boogie programs of a folder, each a driver with a model of the system, a harness and a rule (see
--driver), in several configurations: those of --configs without the harness, and "harness" for the default one with it. It prints for
each how many drivers it warns of, by what a check of the closed program said: FALSE, TRUE or no answer. The
answers are those of a file of results of "yogi bench --sdv"; without one they count as none. That nothing else fails is
not checked independently here, as it is by angelic: "complete" counts proofs of the search alone.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runDrivers(cmd, o) },
	}
	f := command.Flags()
	f.StringVar(&o.folder, "sdv", "", "`folder` of Boogie programs")
	f.IntVar(&o.selection.Sample, "sample", 0, "only this many programs, at random")
	f.Int64Var(&o.selection.Seed, "seed", 1, "seed of the sample")
	f.StringSliceVar(&o.configs, "configs", []string{"default", harnessConfig, "no-ee", "no-ts", "no-alias"}, "configurations, of default, harness, no-ee, no-ts, no-alias, default-aa")
	f.StringVar(&o.answers, "answers", "", "`file` of results of bench: the answers to compare with")
	durationVar(f, &o.timeout, "timeout", time.Minute, "wall time of one program in one configuration")
	f.BoolVar(&o.list, "list", false, "print each program and configuration too")
	if err := command.MarkFlagRequired("sdv"); err != nil {
		panic(err)
	}
	return command
}

// The answers of a check, in the order of the table.
var driverAnswers = []string{"FALSE", "TRUE", "no answer"}

func runDrivers(cmd *cobra.Command, o *driversOptions) error {
	for _, config := range o.configs {
		if _, err := configuredDriver(config); err != nil {
			return err
		}
	}
	tasks, err := bench.LoadFolder(o.folder)
	if err != nil {
		return err
	}
	answers, err := o.readAnswers()
	if err != nil {
		return err
	}
	tasks = o.selection.Select(tasks)
	rows := map[[2]string]*driverRow{}
	for n, t := range tasks {
		for _, config := range o.configs {
			fmt.Fprintf(cmd.ErrOrStderr(), "%d of %d: %s, %s\n", n+1, len(tasks), t.ID, config)
			started := time.Now()
			answer := answers[t.ID]
			if answer == "" {
				answer = "no answer"
			}
			key := [2]string{config, answer}
			if rows[key] == nil {
				rows[key] = &driverRow{}
			}
			result, err := o.analyse(cmd.Context(), filepath.Join(o.folder, t.File), config)
			if cmd.Context().Err() != nil {
				return err
			}
			if err != nil {
				rows[key].rejected++
				fmt.Fprintf(cmd.ErrOrStderr(), "  %v\n", err)
				continue
			}
			seconds := time.Since(started).Seconds()
			rows[key].add(result, seconds)
			if o.list {
				listDriver(cmd.OutOrStdout(), t.ID, config, answer, result, seconds)
			}
		}
	}
	return o.write(cmd.OutOrStdout(), rows)
}

// readAnswers reads what checks said; where they differ, an answer counts and not that there was none.
func (o *driversOptions) readAnswers() (map[string]string, error) {
	answers := map[string]string{}
	if o.answers == "" {
		return answers, nil
	}
	records, err := bench.ReadRecords(o.answers)
	if err != nil {
		return nil, fmt.Errorf("reading the answers: %w", err)
	}
	for _, r := range records {
		for _, answer := range driverAnswers[:2] {
			if strings.HasPrefix(r.Verdict, answer) {
				if known := answers[r.Task]; known != "" && known != answer {
					return nil, fmt.Errorf("%s: %s is answered in two ways", o.answers, r.Task)
				}
				answers[r.Task] = answer
			}
		}
	}
	return answers, nil
}

func (o *driversOptions) analyse(ctx context.Context, file, config string) (*angelic.Result, error) {
	job := pipeline.AngelicJob{Job: pipeline.Job{Files: []string{file}, Timeout: o.timeout, Memory: 4 << 30}, Driver: true, DriverHarness: config == harnessConfig}
	var err error
	if job.Configuration, err = configuredDriver(config); err != nil {
		return nil, err
	}
	result, err := pipeline.Angelic(ctx, job)
	return result, errors.Join(err, ctx.Err())
}

// configuredDriver is the configuration of a name, harnessConfig among them.
func configuredDriver(name string) (angelic.Configuration, error) {
	if name == harnessConfig {
		name = "default"
	}
	return angelic.Configured(name)
}

func listDriver(out io.Writer, name, config, answer string, r *angelic.Result, seconds float64) {
	var undecided, warned []string
	for _, e := range r.Entries {
		if !e.Complete {
			undecided = append(undecided, e.Name)
		}
		for _, w := range e.Warnings {
			warned = append(warned, fmt.Sprintf("%s at line %d from %s", w.Class, w.Pos.Line, e.Name))
		}
	}
	fmt.Fprintf(out, "%s, %s (%s): %s; %d of %d entries complete; %.1fs", name, config, answer, r.Words(), len(r.Entries)-len(undecided), len(r.Entries), seconds)
	for _, w := range warned {
		fmt.Fprintf(out, "; %s", w)
	}
	fmt.Fprintln(out)
}

func (o *driversOptions) write(out io.Writer, rows map[[2]string]*driverRow) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "configuration\tclosed program\tdrivers\twarned\twarnings\tsilent, complete\tcomplete\tspecifications\trejected\tseconds")
	for _, config := range o.configs {
		for _, answer := range driverAnswers {
			if r := rows[[2]string{config, answer}]; r != nil {
				fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%.0f\n", config, answer, r.drivers, r.warned, r.warnings, r.silent, r.complete, r.specifications, r.rejected, r.seconds)
			}
		}
	}
	return w.Flush()
}
