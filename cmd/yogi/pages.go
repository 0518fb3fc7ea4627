package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"yogi/internal/coverage"
	"yogi/internal/page"
	"yogi/internal/report"
)

// pageFlags name the files for what a check found out about each line.
type pageFlags struct{ html, lcov, cobertura string }

func (o *pageFlags) define(f *pflag.FlagSet) {
	f.StringVar(&o.html, "html", "", "`file` for a page of the result: what is known of each line, the failing run step by step; it is made behind the check, in 20 seconds at most")
	f.StringVar(&o.lcov, "lcov", "", "`file` for how often the runs of the check were at each line, for lcov and genhtml")
	f.StringVar(&o.cobertura, "cobertura", "", "`file` for the same as XML of Cobertura, for build servers")
}

// asked says that there is something to write that needs the coverage.
func (o *pageFlags) asked() bool { return o.html != "" || o.lcov != "" || o.cobertura != "" }

// writable says before the work that a file cannot be written.
func (o *pageFlags) writable() error {
	for _, path := range []string{o.html, o.lcov, o.cobertura} {
		if path == "" {
			continue
		}
		if err := writable(path); err != nil {
			return err
		}
	}
	return nil
}

// writable says that a file can be written, and leaves all as it was.
func writable(path string) error {
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if errors.Is(err, os.ErrNotExist) {
		if file, err = os.CreateTemp(filepath.Dir(path), ".yogi-"); err == nil {
			defer os.Remove(file.Name())
		} else {
			err = errors.Unwrap(err) // the error names the file that was tried
			return fmt.Errorf("%s cannot be written: %w", path, err)
		}
	}
	if err != nil {
		return fmt.Errorf("%s cannot be written: %w", path, errors.Unwrap(err))
	}
	return file.Close()
}

// writePages writes the files of --html, --lcov and --cobertura, and says which of them there cannot be.
func (o *checkOptions) writePages(cmd *cobra.Command, results ...*report.Result) error {
	if !o.pages.asked() {
		return nil
	}
	var all []*coverage.Report
	for _, r := range results {
		if r.Coverage != nil {
			all = append(all, r.Coverage)
		}
	}
	var lines *coverage.Report
	if len(all) == len(results) {
		lines = coverage.Merge(all)
	}
	if lines == nil && (o.pages.lcov != "" || o.pages.cobertura != "") {
		fmt.Fprintln(cmd.ErrOrStderr(), "yogi: no coverage is written: the program could not be made again with its lines apart")
	}
	if o.pages.lcov != "" && lines != nil {
		if err := writeFile(o.pages.lcov, lines.WriteLCOV); err != nil {
			return err
		}
	}
	if o.pages.cobertura != "" && lines != nil {
		write := func(out io.Writer) error { return lines.WriteCobertura(out, version(), time.Now()) }
		if err := writeFile(o.pages.cobertura, write); err != nil {
			return err
		}
	}
	if o.pages.html == "" {
		return nil
	}
	view := page.Check{Version: version(), Results: results, Coverage: lines, Text: o.textOf, Functions: o.calls(cmd.Context())}
	if scope := results[0].Scope; scope != nil {
		view.Checked, view.NotChecked = scope.Checked, scope.NotChecked
	}
	return writeFile(o.pages.html, func(out io.Writer) error { return page.WriteCheck(out, view) })
}

// writeFile writes a file whose text is whole when it is begun.
func writeFile(path string, write func(io.Writer) error) error {
	var text bytes.Buffer
	if err := write(&text); err != nil {
		return err
	}
	if err := os.WriteFile(path, text.Bytes(), 0o644); err != nil {
		return fmt.Errorf("writing %s: %w", path, errors.Unwrap(err))
	}
	return nil
}

// replaceFile writes a file as writeFile does; where that fails the file is what it was before.
func replaceFile(path string, write func(io.Writer) error) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return writeFile(path, write) // a device, which is nothing to be replaced
	}
	made := path + ".new"
	err := writeFile(made, write)
	if err == nil {
		err = os.Rename(made, path)
	}
	if err != nil {
		os.Remove(made)
	}
	return err
}

// textOf is the text of a file, or of a harness that the check wrote.
func (o *checkOptions) textOf(name string) (string, bool) {
	if text, ok := o.harnesses[name]; ok {
		return text, true
	}
	return textOf(name)
}

// textOf is the text of a file; false: nobody has it.
func textOf(name string) (string, bool) {
	text, err := os.ReadFile(name)
	return string(text), err == nil
}

// writePage writes the page of --html of a matrix.
func (o *matrixOptions) writePage(cells []*cell) error {
	if o.html == "" {
		return nil
	}
	view := page.Matrix{Version: version()}
	for _, c := range cells {
		view.Cells = append(view.Cells, page.Cell{
			Program: filepath.Base(c.program), Rule: c.rule, Word: c.word(), Want: c.want, IsWrong: c.isWrong(), Result: &c.result,
		})
	}
	return writeFile(o.html, func(out io.Writer) error { return page.WriteMatrix(out, view) })
}
