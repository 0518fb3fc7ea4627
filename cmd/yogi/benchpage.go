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
