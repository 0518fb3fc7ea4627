package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/term"

	"yogi/internal/journal"
)

// isTerminal reports whether a person sees what is written to the file.
func isTerminal(file *os.File) bool { return term.IsTerminal(int(file.Fd())) }

// showProgress returns a listener that keeps one line up to date and removes it at the end.
func showProgress(out io.Writer) func(time.Duration, journal.Event) {
	stage := ""
	return func(at time.Duration, e journal.Event) {
		switch e := e.(type) {
		case journal.Phase:
			stage = e.Name
			fmt.Fprintf(out, "\r\x1b[K%5.1fs  %s", at.Seconds(), stage)
		case journal.Progress:
			fmt.Fprintf(out, "\r\x1b[K%5.1fs  %s  tests %d  regions %d  frontier %s  solver %.0f%%", at.Seconds(), stage, e.Tests, e.Regions, e.Frontier, 100*e.Solver/at.Seconds())
		case journal.Verdict:
			fmt.Fprint(out, "\r\x1b[K")
		}
	}
}
