package lsp

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"yogi/internal/pipeline"
	"yogi/internal/suppress"
)

const keptProgram = `#include <assert.h>
static int limit(void) { return 3; }
int first(int x) { if (x > 2) assert(x > limit() - 1); return x; }
int second(int x) { return x; }
`

// answers are the entries that a worker checks of a text, those of which it says that they are as they were, and the
// keys of all.
func answers(t *testing.T, path, text string, known map[string]string) (checked, same string, keys map[string]string) {
	t.Helper()
	write(t, path, text)
	var out bytes.Buffer
	work(t, path, known, &out)
	return read(t, out.String())
}

// write writes a file as if that were a while ago.
func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(path, time.Time{}, time.Now().Add(-time.Second)); err != nil {
		t.Fatal(err)
	}
}

// work is a worker's.
func work(t *testing.T, path string, known map[string]string, out io.Writer) {
	t.Helper()
	job := pipeline.Job{Files: []string{path}, Timeout: time.Minute}
	options := Options{Suppress: func(files []string) (*suppress.Set, error) { return suppress.Read(files, nil), nil }}
	if err := Work(t.Context(), job, Request{File: path, Known: known, Scratch: t.TempDir()}, options, out); err != nil {
		t.Fatal(err)
	}
}

// read reads what a worker writes.
func read(t *testing.T, out string) (checked, same string, keys map[string]string) {
	t.Helper()
	keys = map[string]string{}
	for _, line := range strings.Split(strings.TrimSpace(out), "\n") {
		var e Event
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		switch {
		case e.Finding != nil:
			checked += e.Finding.Entry + " "
		case e.Done != nil:
			keys[e.Done.Entry] = e.Done.Key
			if e.Done.Same {
				same += e.Done.Entry + " "
			}
		}
	}
	return checked, same, keys
}

// TestKnown: an entry is checked again if something changes that its verdict rests on or that is told of it, and only
// then.
func TestKnown(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.c")
	checked, same, keys := answers(t, path, keptProgram, nil)
	if checked != "first second " || same != "" || keys["first"] == "" || keys["second"] == "" {
		t.Fatalf("checked %q, same %q, keys %v", checked, same, keys)
	}
	for _, c := range []struct{ old, new, checked, same string }{
		{"", "", "", "first second "},
		{"{ return x; }", "{ return x; } /* the end */", "second ", "first "},
		{"{ return x; }", "{ return x + 1; }", "second ", "first "},
		{"return 3", "return 4", "first ", "second "},
		{"int x) { if", "int x)  { if", "first ", "second "},
		{"#include", "\n#include", "first second ", ""},
		{"#include", "/* yogi: ignore */ #include", "first second ", ""},
	} {
		checked, same, _ := answers(t, path, strings.Replace(keptProgram, c.old, c.new, 1), keys)
		if checked != c.checked || same != c.same {
			t.Errorf("%q for %q: checked %q, same %q, want %q and %q", c.new, c.old, checked, same, c.checked, c.same)
		}
	}
}

// writer does something behind the first finding that a worker writes.
type writer struct {
	bytes.Buffer
	then func()
}

func (w *writer) Write(text []byte) (int, error) {
	if w.then != nil && bytes.Contains(text, []byte(`"finding"`)) {
		w.then()
		w.then = nil
	}
	return w.Buffer.Write(text)
}

// TestKnownOfChangedFile: findings are not kept as those of a text that was written while they were made.
func TestKnownOfChangedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.c")
	write(t, path, keptProgram)
	out := &writer{then: func() { write(t, path, strings.Replace(keptProgram, "x > 2", "x > 3", 1)) }}
	work(t, path, nil, out)
	checked, _, keys := read(t, out.String())
	if checked != "first second " || keys["first"] != "" || keys["second"] != "" {
		t.Errorf("checked %q, keys %v", checked, keys)
	}
}
