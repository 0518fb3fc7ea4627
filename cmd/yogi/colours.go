package main

import (
	"bytes"
	"io"
	"os"
	"regexp"
)

// This file colours what a person reads at a terminal: verdicts by their severity, where something
// goes wrong, and warnings; what is assumed steps back. NO_COLOR (no-color.org), a dumb terminal, a
// pipe or a file have no colours.

const (
	bold   = "\x1b[1m"
	dim    = "\x1b[2m"
	red    = "\x1b[1;31m"
	green  = "\x1b[1;32m"
	yellow = "\x1b[1;33m"
	plain  = "\x1b[0m"
)

// paints are the colours of lines, or of their beginnings, in the order in which they are tried.
var paints = []struct {
	part   *regexp.Regexp
	colour string
}{
	{regexp.MustCompile(`^FALSE(\([a-z-]+\))?`), red},
	{regexp.MustCompile(`^TRUE\b`), green},
	{regexp.MustCompile(`^UNKNOWN(\([a-z-]+\))?`), yellow},
	{regexp.MustCompile(`^\S+: warning: `), yellow},
	{regexp.MustCompile(`^what may help: `), bold},
	{regexp.MustCompile(`^\S+:\d+:\d+: may fail, .*`), yellow},
	{regexp.MustCompile(`^\S+:\d+:\d+: .*`), bold}, // where a run ends: its steps have no columns
	{regexp.MustCompile(`^(assumed|evidence|settings): .*|^  [a-z]+: .*`), dim},
}

// wantsColours says that a person sees what is written to a file, and does not mind colours.
func wantsColours(file *os.File) bool {
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isTerminal(file)
}

// coloured is a writer of lines in colours, if out is a terminal for which they are wanted.
func coloured(out io.Writer) io.Writer {
	if file, ok := out.(*os.File); ok && wantsColours(file) {
		return &painter{out: out}
	}
	return out
}

// painter colours whole lines; what is behind the last end of a line waits for its rest.
type painter struct {
	out  io.Writer
	rest []byte
}

// Write implements io.Writer.
func (p *painter) Write(text []byte) (int, error) {
	p.rest = append(p.rest, text...)
	end := bytes.LastIndexByte(p.rest, '\n') + 1
	var painted []byte
	for line := range bytes.Lines(p.rest[:end]) {
		painted = append(painted, paintLine(line)...)
	}
	p.rest = bytes.Clone(p.rest[end:])
	if _, err := p.out.Write(painted); err != nil {
		return 0, err
	}
	return len(text), nil
}

func paintLine(line []byte) []byte {
	for _, p := range paints {
		if at := p.part.FindIndex(line); at != nil && at[1] > 0 {
			return append([]byte(p.colour+string(line[:at[1]])+plain), line[at[1]:]...)
		}
	}
	return line
}
