package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"yogi/internal/angelic"
	"yogi/internal/angelic/peers"
	"yogi/internal/pipeline"
	"yogi/internal/property"
)

// compareOptions are the flags of angelic compare.
type compareOptions struct {
	job      pipeline.AngelicJob
	checks   []string
	monitors []string
	lists    bool
}

// compared is a line of the table.
type compared struct {
	name                string
	warnings, confirmed int
	rejected            int // files that could not be analysed
	unfinished          int // files that were not analysed to the end
	seconds             float64
	absent              bool
}

func compareCommand() *cobra.Command {
	o := &compareOptions{}
	command := &cobra.Command{
		Use:   "compare [flags] FILE...",
		Short: "Count the warnings of angelic verification and of other analysers about the same files",
		Long: `compare analyses each C file by itself, with the default configuration, without explanations (no-ee), and with those of
cppcheck, gcc -fanalyzer and clang --analyze that are on the PATH. It prints how many lines each warns of, of the kinds
that --check names, and how many of these are confirmed: a test that was compiled fails there. The tests are those of
the first two; so a warning of another analyser that no test of ours reaches counts as not confirmed.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, files []string) error {
			return runCompare(cmd, o, files)
		},
	}
	f := command.Flags()
	defineProgramFlags(f, &o.job.Job)
	f.StringSliceVar(&o.checks, "check", []string{"null"}, "what is checked, of null, uaf, double-free")
	f.StringSliceVar(&o.monitors, "monitor", nil, "`names` of variables and members that hold the state of a property")
	durationVar(f, &o.job.Timeout, "timeout", time.Minute, "wall time of one configuration or analyser for one file")
	f.BoolVar(&o.lists, "list", false, "print each warning too")
	return command
}

func runCompare(cmd *cobra.Command, o *compareOptions, files []string) error {
	var err error
	if o.job.Checks, err = property.ParseChecks(o.checks); err != nil {
		return err
	}
	if left := o.job.Checks &^ (property.Null | property.UseAfterFree | property.InvalidFree); left != 0 {
		return fmt.Errorf("other analysers are not compared for %s", strings.Join(left.Names(), ", "))
	}
	o.job.Monitors, o.job.Confirm, o.job.Memory = setOf(o.monitors), true, 4<<30
	rows := []*compared{{name: "angelic default"}, {name: "angelic no-ee"}}
	analysers := peers.All()
	for _, a := range analysers {
		_, err := a.Version(cmd.Context())
		rows = append(rows, &compared{name: a.Name, absent: err != nil})
	}
	for n, file := range files {
		fmt.Fprintf(cmd.ErrOrStderr(), "%d of %d: %s\n", n+1, len(files), file)
		if err := o.compareFile(cmd, file, rows, analysers); err != nil {
			return err
		}
	}
	return writeCompared(cmd.OutOrStdout(), rows)
}

// compareFile adds the counts of one file to the rows.
func (o *compareOptions) compareFile(cmd *cobra.Command, file string, rows []*compared, analysers []peers.Analyser) error {
	ctx := cmd.Context()
	found := make([]map[int]string, len(rows))
	confirmed := map[int]bool{}
	for i, config := range []string{"default", "no-ee"} {
		started := time.Now()
		result, err := o.angelic(ctx, file, config)
		rows[i].seconds += time.Since(started).Seconds()
		if err != nil {
			rows[i].rejected++
			fmt.Fprintf(cmd.ErrOrStderr(), "  %s: %v\n", rows[i].name, err)
			continue
		}
		found[i] = map[int]string{}
		for _, w := range result.Warnings() {
			if w.Pos.File == file {
				found[i][w.Pos.Line] = string(w.Class) + ": " + w.What
				confirmed[w.Pos.Line] = confirmed[w.Pos.Line] || w.IsConfirmed()
			}
		}
		for _, e := range result.Entries {
			if !e.Complete {
				rows[i].unfinished++
				break
			}
		}
	}
	for i, a := range analysers {
		row := rows[i+2]
		if row.absent {
			continue
		}
		limited, cancel := context.WithTimeout(ctx, o.job.Timeout)
		started := time.Now()
		warnings, err := a.Warnings(limited, file, nil, o.checks)
		cancel()
		row.seconds += time.Since(started).Seconds()
		if err != nil {
			row.rejected++
			fmt.Fprintf(cmd.ErrOrStderr(), "  %s: %v\n", a.Name, err)
			continue
		}
		found[i+2] = map[int]string{}
		for _, w := range warnings {
			found[i+2][w.Line] = w.Kind
		}
	}
	for i, lines := range found {
		for _, line := range slices.Sorted(maps.Keys(lines)) {
			what := lines[line]
			rows[i].warnings++
			mark := ""
			if confirmed[line] {
				rows[i].confirmed++
				mark = " (confirmed)"
			}
			if o.lists {
				fmt.Fprintf(cmd.OutOrStdout(), "%s:%d: %s: %s%s\n", file, line, rows[i].name, what, mark)
			}
		}
	}
	return ctx.Err()
}

func (o *compareOptions) angelic(ctx context.Context, file, config string) (*angelic.Result, error) {
	job := o.job
	job.Files = []string{file}
	var err error
	if job.Configuration, err = angelic.Configured(config); err != nil {
		return nil, err
	}
	return pipeline.Angelic(ctx, job)
}

func writeCompared(out io.Writer, rows []*compared) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "analyser\twarnings\tconfirmed\tfiles rejected\tunfinished\tseconds")
	for _, r := range rows {
		if r.absent {
			fmt.Fprintf(w, "%s\tnot on the PATH\n", r.name)
			continue
		}
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%.0f\n", r.name, r.warnings, r.confirmed, r.rejected, r.unfinished, r.seconds)
	}
	return w.Flush()
}
