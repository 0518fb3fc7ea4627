package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// typed is a command of a page, and the lines that it prints; "..." stands for any.
type typed struct {
	command string
	prints  []string
}

// typedIn are the commands of a page, those behind "    $ ".
func typedIn(page string) []typed {
	var out []typed
	for line := range strings.Lines(page) {
		text, isCode := strings.CutPrefix(strings.TrimRight(line, "\n"), "    ")
		command, isCommand := strings.CutPrefix(text, "$ ")
		switch {
		case isCommand:
			out = append(out, typed{command: command})
		case isCode && len(out) > 0:
			out[len(out)-1].prints = append(out[len(out)-1].prints, text)
		}
	}
	return out
}

// missing says what of the lines that a page shows a command did not print, in their order.
func (c typed) missing(said string) string {
	rest := strings.Split(strings.TrimRight(said, "\n"), "\n")
	for i, want := range c.prints {
		if want == "..." {
			continue
		}
		skips := i > 0 && c.prints[i-1] == "..."
		for skips && len(rest) > 0 && !isLine(rest[0], want) {
			rest = rest[1:]
		}
		if len(rest) == 0 || !isLine(rest[0], want) {
			return want
		}
		rest = rest[1:]
	}
	if len(rest) > 0 && len(c.prints) > 0 && c.prints[len(c.prints)-1] != "..." && rest[0] != "" {
		return "the end, not " + rest[0]
	}
	return ""
}

// isLine says that a line is what a page shows, which may end with "..." where the line is long.
func isLine(line, shown string) bool {
	begin, isCut := strings.CutSuffix(shown, " ...")
	return line == shown || isCut && strings.HasPrefix(line, begin)
}

// TestMissing: the comparison notices what is not printed, comes in another order, or is too much.
func TestMissing(t *testing.T) {
	for _, c := range []struct {
		prints []string
		said   string
		right  bool
	}{
		{[]string{"a", "...", "d"}, "a\nb\nc\nd\n", true}, {[]string{"a", "d"}, "a\nb\nd\n", false}, {[]string{"b", "a"}, "a\nb\n", false},
		{[]string{"a"}, "a\nb\n", false}, {[]string{"a", "..."}, "a\nb\n", true}, {[]string{"long ..."}, "long line\n", true}, {[]string{"long ..."}, "other\n", false},
		{[]string{"...", "e"}, "a\n", false}, {nil, "a\n", true},
	} {
		if got := (typed{prints: c.prints}).missing(c.said); (got == "") != c.right {
			t.Errorf("%q of %q: %q", c.prints, c.said, got)
		}
	}
}

// TestTutorial types what docs/tutorial.md says, where it says it, and compares what is printed.
func TestTutorial(t *testing.T) { typePage(t, "tutorial", 9) }

// TestGallery types what docs/gallery.md says.
func TestGallery(t *testing.T) { typePage(t, "gallery", 12) }

// typePage types the commands of a page in a copy of the folder of examples of its name; least is how many there are.
func typePage(t *testing.T, name string, least int) {
	page, err := os.ReadFile("../../docs/" + name + ".md")
	if err != nil {
		t.Fatal(err)
	}
	_, env := gateProject(t)
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS("../../examples/"+name)); err != nil {
		t.Fatal(err)
	}
	ci, err := filepath.Abs("../../ci")
	if err != nil {
		t.Fatal(err)
	}
	commands := typedIn(string(page))
	if len(commands) < least {
		t.Fatalf("only %d commands are found", len(commands))
	}
	for _, c := range commands {
		status, said := runGate(t, folder, c.command, append(env, "CI="+ci)...)
		if missing := c.missing(said); missing != "" {
			t.Fatalf("%s (exit status %d) does not print %q:\n%s", c.command, status, missing, said)
		}
	}
}
