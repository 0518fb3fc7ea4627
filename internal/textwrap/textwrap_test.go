package textwrap

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestIndented(t *testing.T) {
	for _, c := range []struct{ name, text, first, others, want string }{
		{"what fits", "one two", "", "", "one two"},
		{"a break", "one two three", "", "", "one two\nthree"},
		{"indentations", "one two three four", "- ", "  ", "- one two\n  three\n  four"},
		{"a wide word", "a incomprehensible b", "", " ", "a\n incomprehensible\n b"},
		{"columns, not bytes", "äöü äöü äö", "", "", "äöü äöü äö"},
		{"blanks between columns", "ab   cd", "", "", "ab   cd"},
		{"nothing", "", "  ", "", "  "},
	} {
		if got := Indented(c.text, 10, c.first, c.others); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestPage: prose is wrapped and the rest stays, and what was wrapped is not wrapped again.
func TestPage(t *testing.T) {
	long := strings.TrimSpace(strings.Repeat("words ", 30))
	stays := strings.Join([]string{"# " + long, "| " + long + " |", "    " + long, "![" + long + "](x.svg)", "```", long, "```"}, "\n")
	if got := Page(stays); got != stays {
		t.Errorf("what is no prose is wrapped:\n%s", got)
	}
	page := "a short line\n\n" + long + "\n\n- " + long + "\n12. " + long + "\n"
	wrapped := Page(page)
	for _, line := range strings.Split(wrapped, "\n") {
		if utf8.RuneCountInString(line) > PageWidth {
			t.Errorf("%d columns: %s", len(line), line)
		}
	}
	if strings.Join(strings.Fields(wrapped), " ") != strings.Join(strings.Fields(page), " ") {
		t.Errorf("the words are others:\n%s", wrapped)
	}
	for _, want := range []string{"a short line\n\nwords", "\n- words", "\n  words", "\n12. words", "\n    words"} {
		if !strings.Contains(wrapped, want) {
			t.Errorf("no %q in\n%s", want, wrapped)
		}
	}
	if again := Page(wrapped); again != wrapped {
		t.Errorf("wrapped again it is\n%s", again)
	}
}

// TestPageKeepsProse: no line begins with what Markdown would take for a list, a heading or a quotation.
func TestPageKeepsProse(t *testing.T) {
	for _, word := range []string{"-", "+", "*", "#3", ">", "|", "12.", "3)", "---"} {
		page := strings.Repeat("x ", 48) + "xx " + word + " " + strings.Repeat("y ", 30) + "y"
		for _, line := range strings.Split(Page(page), "\n") {
			if strings.HasPrefix(line, word) {
				t.Errorf("a line begins with %s: %s", word, line)
			}
		}
	}
}
