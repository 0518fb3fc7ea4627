package tables

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"yogi/internal/bench"
	"yogi/internal/bench/plot"
)

// Options say where tasks come from, how they are run and where the results go.
type Options struct {
	Sources
	Docs    string // folder of the results
	Sample  int    // so many tasks at random; 0: all
	Seed    int64
	Timeout time.Duration
	Jobs    int
	Checker string
	// Disputed is a file of tasks whose stated verdict is known to be wrong; "" for none.
	Disputed string
	Origin   bench.Origin
	// Plotter is the program that draws plots (yogi-plots); "" if there is none.
	Plotter string
	// Flags are further flags of check, for all settings.
	Flags    []string
	Progress io.Writer
}

// results are the records of a table.
type results struct {
	table   *Table
	options Options
	tasks   []bench.Task
	// of are the records by variant and task, in their orders; nil where a run was interrupted.
	of [][]*bench.Record
}

// Run makes a table: it runs what is not yet in the raw results, and writes Markdown, CSV and plots. It returns the
// records; an interrupted run writes what there is and returns the context's error with it.
func (t *Table) Run(ctx context.Context, o Options) ([]bench.Record, error) {
	tasks, err := t.workload(o.Sources)
	if err != nil {
		return nil, err
	}
	tasks = bench.Selection{Sample: o.Sample, Seed: o.Seed}.Select(tasks)
	records, runErr := bench.Run(ctx, bench.Options{
		Tasks: tasks, Variants: t.variants, Timeout: o.Timeout, Jobs: o.Jobs, Checker: o.Checker, Flags: o.Flags, Origin: o.Origin,
		Results: filepath.Join(o.Docs, "raw", t.rawName()+".jsonl"), Disputed: o.Disputed, Progress: o.Progress,
	})
	if runErr != nil && len(records) == 0 {
		return nil, runErr
	}
	r := newResults(t, o, tasks, records)
	if err := r.write(context.WithoutCancel(ctx)); err != nil {
		return records, err
	}
	return records, runErr
}

func newResults(t *Table, o Options, tasks []bench.Task, records []bench.Record) *results {
	r := &results{table: t, options: o, tasks: tasks}
	type run struct{ task, algorithm, flags string }
	found := map[run]*bench.Record{}
	for i := range records {
		found[run{records[i].Task, records[i].Algorithm, records[i].Flags}] = &records[i]
	}
	for _, v := range t.variants {
		row := make([]*bench.Record, len(tasks))
		flags := strings.Join(append(append([]string{}, o.Flags...), v.Flags...), " ")
		for i, task := range tasks {
			row[i] = found[run{task.ID, v.Algorithm, flags}]
		}
		r.of = append(r.of, row)
	}
	return r
}

// write writes all files of the table.
func (r *results) write(ctx context.Context) error {
	base := filepath.Join(r.options.Docs, r.table.Name)
	plots := r.plots()
	file := filepath.Join(r.options.Docs, "raw", r.table.Name+".plots.json")
	if len(plots) > 0 {
		if err := plot.Write(file, plots); err != nil {
			return err
		}
		if err := r.draw(ctx, file); err != nil {
			return err
		}
	}
	if err := os.WriteFile(base+".md", []byte(r.markdown(plots)), 0o644); err != nil {
		return fmt.Errorf("writing the table: %w", err)
	}
	if err := os.WriteFile(base+".csv", []byte(r.csv()), 0o644); err != nil {
		return fmt.Errorf("writing the table: %w", err)
	}
	return nil
}

// command is the command line that makes the table.
func (r *results) command() string {
	o := r.options
	words := []string{"yogi bench --table", r.table.Name}
	if o.Manifest != "" {
		words = append(words, "--manifest MANIFEST")
	}
	if o.SDV != "" {
		words = append(words, "--sdv DIR")
	}
	if o.Sample > 0 {
		words = append(words, fmt.Sprintf("--sample %d --seed %d", o.Sample, o.Seed))
	}
	if o.Disputed != "" {
		words = append(words, "--disputed docs/disputed.txt")
	}
	words = append(words, "--timeout", o.Timeout.String(), "--jobs", fmt.Sprint(o.Jobs))
	if len(o.Flags) > 0 {
		words = append(words, "--", strings.Join(o.Flags, " "))
	}
	return strings.Join(words, " ")
}
