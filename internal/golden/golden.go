// Package golden compares what a test computed with the sections of a txtar file beside it; with the
// flag -update it writes them instead.
package golden

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the expected sections of golden files")

// File is a golden file: input sections, which a test reads, and expected sections, which it compares.
type File struct {
	Path    string
	archive *txtar.Archive
	changed bool
}

// Run runs test as a subtest on each file that matches pattern and checks that there is one.
func Run(t *testing.T, pattern string, test func(t *testing.T, f *File)) {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("no golden file matches %s (%v)", pattern, err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)), func(t *testing.T) {
			f := Open(t, path)
			test(t, f)
			f.Close(t)
		})
	}
}

// Open reads a golden file.
func Open(t *testing.T, path string) *File {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return &File{Path: path, archive: txtar.Parse(data)}
}

// Section returns a section by name, and whether there is one.
func (f *File) Section(name string) (string, bool) {
	if s := f.find(name); s != nil {
		return string(s.Data), true
	}
	return "", false
}

// Input returns a section that must be there.
func (f *File) Input(t *testing.T, name string) string {
	t.Helper()
	text, ok := f.Section(name)
	if !ok {
		t.Fatalf("%s: no section %s", f.Path, name)
	}
	return text
}

// Expect compares got with the section called name, or with -update writes it there.
func (f *File) Expect(t *testing.T, name, got string) {
	t.Helper()
	if got != "" && !strings.HasSuffix(got, "\n") {
		got += "\n"
	}
	section := f.find(name)
	if section != nil && bytes.Equal(section.Data, []byte(got)) {
		return
	}
	if *update {
		f.set(name, got)
		return
	}
	if section == nil {
		t.Errorf("%s: no section %s; got:\n%s", f.Path, name, got)
		return
	}
	t.Errorf("%s: section %s: %s", f.Path, name, firstDifference(string(section.Data), got))
}

// Close writes the file if a section changed.
func (f *File) Close(t *testing.T) {
	t.Helper()
	if !f.changed {
		return
	}
	if err := os.WriteFile(f.Path, txtar.Format(f.archive), 0o644); err != nil {
		t.Fatal(err)
	}
}

func (f *File) find(name string) *txtar.File {
	for i := range f.archive.Files {
		if f.archive.Files[i].Name == name {
			return &f.archive.Files[i]
		}
	}
	return nil
}

func (f *File) set(name, text string) {
	f.changed = true
	if section := f.find(name); section != nil {
		section.Data = []byte(text)
		return
	}
	f.archive.Files = append(f.archive.Files, txtar.File{Name: name, Data: []byte(text)})
}

// firstDifference shows the first line that differs and all of what was got.
func firstDifference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	n := 0
	for n < len(w) && n < len(g) && w[n] == g[n] {
		n++
	}
	line := func(lines []string) string {
		if n < len(lines) {
			return lines[n]
		}
		return "(end)"
	}
	return "line " + strconv.Itoa(n+1) + "\nwant: " + line(w) + "\ngot:  " + line(g) + "\nall that was got:\n" + got
}
