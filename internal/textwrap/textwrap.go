// Package textwrap breaks text into lines that are not wider than they may be: the help of commands,
// and pages that are generated.
package textwrap

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// PageWidth is the width of prose in the project's pages, in columns.
const PageWidth = 100

// Indented is a text in lines of at most width columns, broken at blanks, behind an indentation of
// the first line and one of the others. A word that is wider has a line of its own.
func Indented(text string, width int, first, others string) string {
	return broken(strings.Split(text, " "), width, first, others)
}

// broken puts words into lines; one word of them may have blanks, at which it is not broken.
func broken(words []string, width int, first, others string) string {
	var out strings.Builder
	line, empty := first, true
	for _, word := range words {
		if !empty && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
			out.WriteString(strings.TrimRight(line, " ") + "\n")
			line, empty = others, true
		}
		if !empty {
			line += " "
		}
		line += word
		empty = false
	}
	return out.String() + line
}

// Page wraps the prose of a Markdown page: lines that are too wide. Headings, rows of tables, code
// and pictures stay as they are.
func Page(text string) string {
	lines := strings.Split(text, "\n")
	fenced := false
	for i, line := range lines {
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
		}
		if fenced || isNoProse.MatchString(line) || utf8.RuneCountInString(line) <= PageWidth {
			continue
		}
		lines[i] = broken(together(strings.Split(line, " ")), PageWidth, "", strings.Repeat(" ", len(itemMark.FindString(line))))
	}
	return strings.Join(lines, "\n")
}

var (
	isNoProse = regexp.MustCompile("^(?:    |\t|```|\\||#|!\\[)")
	itemMark  = regexp.MustCompile(`^(?:[-*+]|\d+\.) +`)
	// beginsBlock matches a word that is no prose where a line begins with it.
	beginsBlock = regexp.MustCompile(`^(?:[-*+=]+$|\d+[.)]$|#|>|\|)`)
)

// together joins words that must not begin a line to the ones before.
func together(words []string) []string {
	var out []string
	for i, word := range words {
		if i > 1 && beginsBlock.MatchString(word) {
			out[len(out)-1] += " " + word
		} else {
			out = append(out, word)
		}
	}
	return out
}
