package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"yogi/internal/gate"
	"yogi/internal/report"
	"yogi/internal/sarif"
	"yogi/internal/source"
)

// writeFindings writes the files of --sarif, --junit and --code-quality, those that there are.
func (o *checkOptions) writeFindings(results ...*report.Result) error {
	o.gate.look(results)
	return errors.Join(
		o.withSARIF(func(out io.Writer) error { return sarif.Write(out, version(), o.sarifAll(), results) }),
		o.gate.write(results),
	)
}

// badInput prints what is wrong with the user's files, and writes it to the file of --sarif.
func (o *checkOptions) badInput(out io.Writer, err error) error {
	var diagnostics source.Diagnostics
	if errors.As(err, &diagnostics) {
		write := func(out io.Writer) error { return sarif.WriteDiagnostics(out, version(), diagnostics) }
		junit := func(out io.Writer) error { return gate.JUnitDiagnostics(out, version(), diagnostics) }
		if err := errors.Join(o.withSARIF(write), toFile(o.gate.junit, "JUnit's XML", junit)); err != nil {
			return err
		}
	}
	return badInput(out, err)
}

func (o *checkOptions) withSARIF(write func(io.Writer) error) error {
	return toFile(o.sarif, "SARIF", write)
}

// toFile writes a file, if it has a name.
func toFile(name, what string, write func(io.Writer) error) error {
	if name == "" {
		return nil
	}
	file, err := os.Create(name)
	if err != nil {
		return fmt.Errorf("writing %s: %w", what, err)
	}
	return errors.Join(write(file), file.Close())
}

// sarifAll says which verdicts are results.
func (o *checkOptions) sarifAll() sarif.Selection { return sarif.Selection(o.everySARIF) }
