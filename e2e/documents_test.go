package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// proseWidth is the width at which the prose of documents is wrapped.
const proseWidth = 100

// documents are the Markdown pages that people write. Tables of measurements below docs/results are generated.
var documents = []string{"../README.md", "../docs/*.md", "../rules/*/*.md"}

// TestProseIsWrapped: no line of a document is wider than prose may be. Rows of tables, code and lines with a link have the width
// that they have.
func TestProseIsWrapped(t *testing.T) {
	for path, text := range readDocuments(t) {
		fenced := false
		for n, line := range strings.Split(text, "\n") {
			fence := strings.HasPrefix(line, "```")
			if fence {
				fenced = !fenced
			}
			free := fence || fenced || strings.HasPrefix(line, "    ") || strings.HasPrefix(line, "|") || strings.Contains(line, "](")
			if width := utf8.RuneCountInString(line); width > proseWidth && !free {
				t.Errorf("%s:%d: a line of %d columns, more than %d", path, n+1, width, proseWidth)
			}
		}
	}
}

// readDocuments reads all documents, by path.
func readDocuments(t *testing.T) map[string]string {
	texts := map[string]string{}
	for _, pattern := range documents {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			t.Fatalf("no documents match %s (%v)", pattern, err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			texts[path] = string(text)
		}
	}
	return texts
}
