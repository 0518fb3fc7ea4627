package tables

import (
	"bytes"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"yogi/internal/bench"
)

// This file has the rows of the papers' tables that are drivers: all checks of one driver together.

// driver is all checks of one driver.
type driver struct {
	name  string
	tasks []int
	lines int // of its largest program
}

// driverName is the driver that a task is about: its name up to the rule, or to what was simplified in it.
func driverName(task bench.Task) string {
	name := path.Base(task.ID)
	if end := strings.IndexAny(name, "_."); end > 0 {
		name = name[:end]
	}
	return name
}

// drivers are those of the tasks, by name.
func (r *results) drivers() []driver {
	var all []driver
	for i, task := range r.tasks {
		name := driverName(task)
		at := slices.IndexFunc(all, func(d driver) bool { return d.name == name })
		if at < 0 {
			all = append(all, driver{name: name})
			at = len(all) - 1
		}
		all[at].tasks = append(all[at].tasks, i)
		if text, err := os.ReadFile(filepath.Join(task.Root, task.File)); err == nil {
			all[at].lines = max(all[at].lines, bytes.Count(text, []byte("\n")))
		}
	}
	slices.SortFunc(all, func(a, b driver) int { return strings.Compare(a.name, b.name) })
	return all
}

// column holds what a table says of one setting on the checks of one driver.
type column struct {
	name string
	of   func(r *results, records []*bench.Record) string
}

var (
	timeOutsColumn   = column{"time-outs", func(r *results, records []*bench.Record) string { return fmt.Sprint(r.sum(records).timeouts) }}
	iterationsColumn = column{"iterations", func(r *results, records []*bench.Record) string { return fmt.Sprint(r.sum(records).iterations) }}
	secondsColumn    = column{"seconds", func(r *results, records []*bench.Record) string { return fmt.Sprintf("%.1f", r.sum(records).seconds) }}
	summariesColumn  = column{"summaries", func(_ *results, records []*bench.Record) string {
		return average(records, notMayUsed) + " + " + average(records, mustUsed)
	}}
)

// sum adds up the runs of one setting.
func (r *results) sum(records []*bench.Record) sum {
	var s sum
	for _, record := range records {
		s.add(record, r.options.Timeout.Seconds())
	}
	return s
}

// average is the mean of a counter of the search over the runs there are.
func average(records []*bench.Record, counter string) string {
	total, n := 0, 0
	for _, record := range records {
		if record != nil {
			total += record.Counts[counter]
			n++
		}
	}
	return fmt.Sprintf("%.1f", float64(total)/float64(max(n, 1)))
}

// perDriver is the part that has a row for each driver, and these columns for each setting.
func perDriver(columns ...column) part {
	return func(r *results) string {
		head := []string{"driver", "lines", "checks"}
		for _, v := range r.table.variants {
			for i, c := range columns {
				name := c.name
				if i == 0 {
					name = v.Name + ": " + name
				}
				head = append(head, name)
			}
		}
		rows := [][]string{head}
		for _, d := range r.drivers() {
			row := []string{d.name, fmt.Sprint(d.lines), fmt.Sprint(len(d.tasks))}
			for v := range r.table.variants {
				records := make([]*bench.Record, len(d.tasks))
				for k, i := range d.tasks {
					records[k] = r.of[v][i]
				}
				for _, c := range columns {
					row = append(row, c.of(r, records))
				}
			}
			rows = append(rows, row)
		}
		return "By driver; a check without a verdict counts as the time limit:\n\n" + markdownTable(rows)
	}
}
