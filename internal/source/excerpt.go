package source

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
)

// longestExcerpt is the length of the longest line that is shown with a diagnostic.
const longestExcerpt = 200

// Write prints the diagnostics as String does, each with its line of the source and a caret under its column, where
// the file can be read.
func (ds Diagnostics) Write(w io.Writer) error {
	lines := map[string][][]byte{}
	for _, d := range ds {
		head, notes, _ := strings.Cut(d.String(), "\n")
		text := head + "\n" + excerpt(lines, d.Pos)
		if notes != "" {
			text += notes + "\n"
		}
		if _, err := io.WriteString(w, text); err != nil {
			return fmt.Errorf("writing diagnostics: %w", err)
		}
	}
	return nil
}

// excerpt is the line at a position and a caret below it, or nothing.
func excerpt(lines map[string][][]byte, pos Pos) string {
	if !pos.IsValid() || pos.Column == 0 {
		return ""
	}
	all, known := lines[pos.File]
	if !known {
		if text, err := os.ReadFile(pos.File); err == nil {
			all = bytes.Split(text, []byte("\n"))
		}
		lines[pos.File] = all
	}
	if pos.Line > len(all) {
		return ""
	}
	line := strings.TrimRight(string(all[pos.Line-1]), "\r")
	if pos.Column > len(line) || len(line) > longestExcerpt {
		return ""
	}
	// Tabs stay tabs, so that the caret is below its column however wide they are.
	indent := []byte(line[:pos.Column-1])
	for i, c := range indent {
		if c != '\t' {
			indent[i] = ' '
		}
	}
	return "    " + strings.ToValidUTF8(line, "?") + "\n    " + string(indent) + "^\n"
}
