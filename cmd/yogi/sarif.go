package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"yogi/internal/report"
	"yogi/internal/sarif"
	"yogi/internal/source"
)

// writeSARIF writes the file of --sarif, if there is one.
func (o *checkOptions) writeSARIF(results ...*report.Result) error {
	return o.withSARIF(func(out io.Writer) error { return sarif.Write(out, version(), o.sarifAll(), results) })
}

// badInput prints what is wrong with the user's files, and writes it to the file of --sarif.
func (o *checkOptions) badInput(out io.Writer, err error) error {
	var diagnostics source.Diagnostics
	if errors.As(err, &diagnostics) {
		write := func(out io.Writer) error { return sarif.WriteDiagnostics(out, version(), diagnostics) }
		if err := o.withSARIF(write); err != nil {
			return err
		}
	}
	return badInput(out, err)
}

func (o *checkOptions) withSARIF(write func(io.Writer) error) error {
	if o.sarif == "" {
		return nil
	}
	file, err := os.Create(o.sarif)
	if err != nil {
		return fmt.Errorf("writing SARIF: %w", err)
	}
	return errors.Join(write(file), file.Close())
}

// sarifAll says which verdicts are results.
func (o *checkOptions) sarifAll() sarif.Selection { return sarif.Selection(o.everySARIF) }
