package lsp

import (
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"yogi/internal/load"
)

// document is a file that is open in the editor.
type document struct {
	uri     string
	path    string
	version int
	text    string
	// touched are lines, from 1, that were edited since the last check that came to its end.
	touched []int
	// The newest check: what ends it, and what it found out so far.
	cancel func()
	timer  *time.Timer
	found  findings
	// kept holds the findings about entries, by their names, from the checks so far.
	kept map[string]keptFindings
}

// keptFindings are the findings about an entry, and the key of what they rest on.
type keptFindings struct {
	key      string
	findings []*Finding
}

// findings are the results of the checks of a document.
type findings struct {
	version  int // of the text that they are about
	reads    Reads
	trouble  []Trouble
	verdicts []*Finding
}

// isProgram says that a document is checked: others are only read by those that are.
func (d *document) isProgram() bool { return load.IsC(d.path) || filepath.Ext(d.path) == ".bpl" }

// change gives the document another text, and notes which lines differ.
func (d *document) change(version int, text string) {
	if text == d.text {
		d.version = version
		return
	}
	before, after := strings.Split(d.text, "\n"), strings.Split(text, "\n")
	first := 0
	for first < len(before) && first < len(after) && before[first] == after[first] {
		first++
	}
	last, shift := len(after), len(after)-len(before)
	for last > first && last-shift > first && before[last-1-shift] == after[last-1] {
		last--
	}
	for i, line := range d.touched { // lines behind the change have moved
		if line > first {
			d.touched[i] = max(first+1, line+shift)
		}
	}
	for line := first + 1; line <= max(last, first+1); line++ {
		d.touched = append(d.touched, line)
	}
	slices.Sort(d.touched)
	d.touched = slices.Compact(d.touched)
	d.version, d.text = version, text
}

// isEdited says that the text is not that of the file.
func (d *document) isEdited() bool {
	text, err := os.ReadFile(d.path)
	return err != nil || string(text) != d.text
}

// pathOf is the file of a URI; "" if it is none.
func pathOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" {
		return ""
	}
	return filepath.Clean(u.Path)
}

// uriOf is the URI of a file's whole path.
func uriOf(path string) string { return (&url.URL{Scheme: "file", Path: path}).String() }

// lineText is a line of a text, from 1, without its end.
func lineText(text string, line int) string {
	for ; line > 1; line-- {
		_, rest, found := strings.Cut(text, "\n")
		if !found {
			return ""
		}
		text = rest
	}
	text, _, _ = strings.Cut(text, "\n")
	return strings.TrimRight(text, "\r")
}

// units is the length of a text in UTF-16.
func units(text string) int {
	n := 0
	for _, r := range text {
		n += max(1, utf16.RuneLen(r))
	}
	return n
}

// rangeAt is the range to mark for a place: from its column, in bytes from 1, to the end of the
// word there; without a column the line without its indentation.
func rangeAt(text string, line, column int) Range {
	if line < 1 {
		line, column = 1, 0
	}
	words := lineText(text, line)
	start := len(words) - len(strings.TrimLeft(words, " \t"))
	end := len(words)
	if column > 0 && column <= len(words) {
		start = column - 1
		end = start
		for end < len(words) && isWord(words[end]) {
			end++
		}
		if end == start {
			_, size := utf8.DecodeRuneInString(words[start:])
			end += size
		}
	}
	return Range{Position{line - 1, units(words[:start])}, Position{line - 1, units(words[:end])}}
}

func isWord(c byte) bool {
	return c == '_' || c >= 0x80 || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
