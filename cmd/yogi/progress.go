package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
	"unicode/utf8"

	"golang.org/x/term"

	"yogi/internal/journal"
)

// isTerminal reports whether a person sees what is written to the file.
func isTerminal(file *os.File) bool { return term.IsTerminal(int(file.Fd())) }

// widthOf is the number of columns of a terminal.
func widthOf(file *os.File) int {
	if width, _, err := term.GetSize(int(file.Fd())); err == nil && width > 0 {
		return width
	}
	return helpWidth
}

// stages says in plain words what is done in a stage of a check.
var stages = map[string]string{
	"front end": "reading", "lowering": "preparing", "search": "searching for a failing run and for a proof", "evidence": "checking the evidence",
}

// showProgress returns a listener that keeps one line up to date, as wide as the terminal at most,
// and removes it at the end. limit is the time that a check has; 0: no limit.
func showProgress(out io.Writer, width int, limit time.Duration) func(time.Duration, journal.Event) {
	stage := ""
	show := func(at time.Duration, details string) {
		text := fmt.Sprintf("%.0fs", at.Seconds())
		if limit > 0 {
			text = fmt.Sprintf("%s of %.0fs", text, limit.Seconds())
		}
		fmt.Fprintf(out, "\r\x1b[K%s", cut(text+"  "+stage+details, width-1))
	}
	return func(at time.Duration, e journal.Event) {
		switch e := e.(type) {
		case journal.Phase:
			if stage = stages[e.Name]; stage == "" {
				stage = e.Name
			}
			show(at, "")
		case journal.Progress:
			details := fmt.Sprintf(": %d runs tried", e.Tests)
			if e.Line > 0 {
				details += fmt.Sprintf(", at %s:%d", filepath.Base(e.File), e.Line)
			}
			show(at, details)
		case journal.Verdict:
			fmt.Fprint(out, "\r\x1b[K")
		}
	}
}

// cut is a text of at most so many characters.
func cut(text string, most int) string {
	if most <= 0 || utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most])
}
