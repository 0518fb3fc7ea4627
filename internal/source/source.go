// Package source holds positions in the user's files and the diagnostics about them.
package source

import (
	"cmp"
	"fmt"
	"sort"
	"strconv"
	"strings"
)

// Pos is a place in a source file. Line and Column count from 1; the zero Pos is "nowhere".
type Pos struct {
	File   string
	Line   int
	Column int
}

// IsValid reports whether p names a line.
func (p Pos) IsValid() bool { return p.Line > 0 }

// IsWritten reports whether p names a line of a file, and none of a text that comes with the checker.
func (p Pos) IsWritten() bool { return p.IsValid() && !strings.HasPrefix(p.File, "<") }

// String prints file:line:column as compilers do, leaving out what is not known.
func (p Pos) String() string {
	switch {
	case !p.IsValid() && p.File == "":
		return "-"
	case !p.IsValid():
		return p.File
	case p.Column == 0:
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// ParsePos reads what String prints of a position that has a line and a column; ok is false for another text.
func ParsePos(text string) (p Pos, ok bool) {
	rest, column, hasColumn := cutLast(text)
	file, line, hasLine := cutLast(rest)
	return Pos{File: file, Line: line, Column: column}, hasColumn && hasLine && file != ""
}

// cutLast cuts the number behind the last colon off a text; the name of a file may have colons too.
func cutLast(text string) (before string, n int, ok bool) {
	at := strings.LastIndexByte(text, ':')
	if at < 0 {
		return "", 0, false
	}
	n, err := strconv.Atoi(text[at+1:])
	return text[:at], n, err == nil && n > 0
}

// Compare orders positions by file, line and column.
func (p Pos) Compare(q Pos) int {
	return cmp.Or(strings.Compare(p.File, q.File), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Column, q.Column))
}

// Code names a kind of diagnostic; it is stable across releases.
type Code string

// Diagnostic says what is wrong with the user's program, or what in it is not supported, and where.
type Diagnostic struct {
	Pos     Pos
	Code    Code
	Message string
	// Notes are further lines: a hint what to do, or a related place.
	Notes []string
}

func (d *Diagnostic) Error() string { return d.String() }

// String prints "pos: message [code]" and the notes, one a line.
func (d *Diagnostic) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s [%s]", d.Pos, d.Message, d.Code)
	for _, note := range d.Notes {
		b.WriteString("\n  note: " + note)
	}
	return b.String()
}

// Diagnostics is a list of them; as an error it prints one a line. An empty list is not an error:
// use Err.
type Diagnostics []*Diagnostic

func (ds Diagnostics) Error() string {
	lines := make([]string, len(ds))
	for i, d := range ds {
		lines[i] = d.String()
	}
	return strings.Join(lines, "\n")
}

// Err returns ds as an error, or nil when it is empty.
func (ds Diagnostics) Err() error {
	if len(ds) == 0 {
		return nil
	}
	return ds
}

// Add appends a diagnostic.
func (ds *Diagnostics) Add(pos Pos, code Code, format string, args ...any) {
	*ds = append(*ds, &Diagnostic{Pos: pos, Code: code, Message: fmt.Sprintf(format, args...)})
}

// Sort orders by position, then message.
func (ds Diagnostics) Sort() {
	sort.SliceStable(ds, func(i, j int) bool {
		a, b := ds[i], ds[j]
		if a.Pos.File != b.Pos.File {
			return a.Pos.File < b.Pos.File
		}
		if a.Pos.Line != b.Pos.Line {
			return a.Pos.Line < b.Pos.Line
		}
		return a.Pos.Column < b.Pos.Column
	})
}
