package tables

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strings"

	"yogi/internal/bench"
	"yogi/internal/bench/plot"
	"yogi/internal/textwrap"
)

// markdown is the table for people: wrong verdicts first, what was measured and how, the parts, the plots. Its prose is
// wrapped as that of all pages.
func (r *results) markdown(plots []plot.Plot) string {
	var w strings.Builder
	fmt.Fprintf(&w, "# %s\n\n%s\n\n", r.table.Paper, r.table.Shows)
	r.eachRecord(func(v int, record *bench.Record) {
		if record.Outcome == bench.Wrong {
			fmt.Fprintf(&w, "**WRONG** %s (%s): %s, expected %s\n\n", record.Task, r.table.variants[v].Name, record.Verdict, record.Expected)
		}
	})
	fmt.Fprintf(&w, "    %s\n\n%s\n\n%s\n\n", r.command(), r.origin(), r.table.Differs)
	for _, part := range r.table.parts {
		if text := part(r); text != "" {
			w.WriteString(text + "\n")
		}
	}
	for _, p := range plots {
		fmt.Fprintf(&w, "![%s](%s.svg)\n\n", p.Name, p.Name)
	}
	fmt.Fprintf(&w, "Each run: [%s.csv](%s.csv), [raw](raw/%s.jsonl). Every TRUE was certified and every FALSE replayed.\n", r.table.Name, r.table.Name, r.table.rawName())
	return textwrap.Page(w.String())
}

// origin says at which revision and on which machines the records were made. A table has one revision, since runs of
// others are not taken for its own.
func (r *results) origin() string {
	var made []bench.Record
	r.eachRecord(func(_ int, record *bench.Record) { made = append(made, *record) })
	text := fmt.Sprintf("Revision %s; %s; %d tasks, %s each.", r.options.Origin.Revision, bench.Machines(made), len(r.tasks), r.options.Timeout)
	if missing := len(slices.Concat(r.of...)) - len(made); missing > 0 {
		text += fmt.Sprintf(" **%d runs are missing.**", missing)
	}
	return text
}

func (r *results) eachRecord(visit func(variant int, record *bench.Record)) {
	for v, row := range r.of {
		for _, record := range row {
			if record != nil {
				visit(v, record)
			}
		}
	}
}

// csv has a line for each run.
func (r *results) csv() string {
	var text strings.Builder
	w := csv.NewWriter(&text)
	lines := [][]string{{"task", "setting", "algorithm", "flags", "expected", "verdict", "outcome", "seconds", "iterations", "tests", "splits", "queries", "revision"}}
	r.eachRecord(func(v int, record *bench.Record) {
		lines = append(lines, []string{
			record.Task, r.table.variants[v].Name, record.Algorithm, record.Flags, record.Expected, record.Verdict, string(record.Outcome), fmt.Sprintf("%.2f", record.Seconds),
			fmt.Sprint(record.Iterations), fmt.Sprint(record.Tests), fmt.Sprint(record.Splits), fmt.Sprint(record.Queries), record.Revision,
		})
	})
	if err := w.WriteAll(lines); err != nil {
		return "" // a strings.Builder takes everything
	}
	return text.String()
}

// markdownTable lays out rows, the first of them the head.
func markdownTable(rows [][]string) string {
	var w strings.Builder
	for i, row := range rows {
		fmt.Fprintf(&w, "| %s |\n", strings.Join(row, " | "))
		if i == 0 {
			w.WriteString(strings.Repeat("|---", len(row)) + "|\n")
		}
	}
	return w.String()
}
