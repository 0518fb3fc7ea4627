package e2e

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"yogi/internal/property"
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

// TestChecksAreTold: each built-in check has its entry in docs/semantics.md, with the property that verdicts name, and a safe and an
// unsafe program in e2e/safety that ask for it.
func TestChecksAreTold(t *testing.T) {
	semantics := readDocuments(t)["../docs/semantics.md"]
	asked := checksOfPrograms(t)
	all, err := property.ParseChecks(property.CheckNames())
	if err != nil {
		t.Fatal(err)
	}
	for _, check := range all.Each() {
		name := check.Names()[0]
		entry := ""
		for _, line := range strings.Split(semantics, "\n") {
			if strings.HasPrefix(line, "- **`"+name+"`") {
				entry = line
			}
		}
		if !strings.Contains(entry, "`"+check.SubProperty()+"`") {
			t.Errorf("docs/semantics.md has no entry for the check %s that names %s: %q", name, check.SubProperty(), entry)
		}
		if !asked[name+" safe"] || !asked[name+" unsafe"] {
			t.Errorf("e2e/safety/testdata has no safe and unsafe program for the check %s", name)
		}
	}
}

// checksOfPrograms has, for each program of e2e/safety, the checks that it asks for, each with "safe" or "unsafe" behind it.
func checksOfPrograms(t *testing.T) map[string]bool {
	paths, err := filepath.Glob("safety/testdata/*.c")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no programs (%v)", err)
	}
	asked := map[string]bool{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		head, _, _ := strings.Cut(string(text), "\n")
		words := strings.Fields(strings.TrimPrefix(head, "// CHECK: "))
		_, kind := splitKind(strings.TrimSuffix(filepath.Base(path), ".c"))
		if len(words) == 0 || !slices.Contains([]string{"safe", "unsafe", "unknown"}, kind) {
			t.Fatalf("%s: the first line is %q", path, head)
		}
		for _, name := range strings.Split(words[0], ",") {
			asked[name+" "+kind] = true
		}
	}
	return asked
}
