package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strings"

	"yogi/internal/bench"
	"yogi/internal/page"
	"yogi/internal/report"
	"yogi/internal/verdict"
)

// benchPages are the files that a run of tasks writes beside its records.
type benchPages struct {
	html, markdown, open string
	needs                map[string]string // of open
}

// prepare finds out before the run whether they can be written, and reads what is said of open tasks.
func (p *benchPages) prepare() error {
	for _, path := range []string{p.html, p.markdown} {
		if path == "" {
			continue
		}
		if err := writable(path); err != nil {
			return err
		}
	}
	if p.open == "" {
		return nil
	}
	var err error
	p.needs, err = bench.ReadReasons(p.open)
	return err
}

// write writes the pages, and tells what the list of open tasks says wrongly.
func (p *benchPages) write(out io.Writer, options bench.Options, records []bench.Record) error {
	if p.open != "" {
		bench.WriteStale(out, p.needs, records)
	}
	if p.markdown != "" {
		page := bench.Page{Options: options, Needs: p.needs}
		if err := writeFile(p.markdown, func(out io.Writer) error { return bench.WriteMarkdown(out, page, records) }); err != nil {
			return err
		}
	}
	return writeBenchPage(p.html, records)
}

// writeBenchPage writes the page of --html of a run of tasks: a row a task, a column a setting.
func writeBenchPage(path string, records []bench.Record) error {
	if path == "" {
		return nil
	}
	var summary bytes.Buffer
	if err := bench.WriteTable(&summary, records); err != nil {
		return err
	}
	view := page.Matrix{Version: version(), Column: "setting", Row: "task", Summary: summary.String()}
	for _, r := range records {
		result := &report.Result{Verdict: r.Verdict, Reason: r.Reason, Class: r.Class}
		result.Detail = strings.TrimSpace(fmt.Sprintf("%.2f seconds, %d tests, %d regions, %d queries\n%s\n%s", r.Seconds, r.Tests, r.Regions, r.Queries, r.Detail, r.Diagnostics))
		word := cmp.Or(r.Reason, "unknown")
		switch report.KindOf(r.Verdict) {
		case verdict.Pass:
			word = "pass"
		case verdict.Fail:
			word = "fail"
		}
		view.Cells = append(view.Cells, page.Cell{
			Program: strings.TrimSpace(r.Algorithm + " " + r.Flags), Rule: r.Task, Word: word, Want: r.Expected,
			IsWrong: r.Outcome == bench.Wrong, Result: result,
		})
	}
	return writeFile(path, func(out io.Writer) error { return page.WriteMatrix(out, view) })
}
