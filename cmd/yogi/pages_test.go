package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// TestReplaceFile: a file that cannot be written anew stays, with nothing beside it, and a link to it does too.
func TestReplaceFile(t *testing.T) {
	folder := t.TempDir()
	path, link := filepath.Join(folder, "a.acsl"), filepath.Join(folder, "link")
	if err := errors.Join(os.WriteFile(path, []byte("old"), 0o600), os.Symlink("a.acsl", link)); err != nil {
		t.Fatal(err)
	}
	is := func(want string) {
		t.Helper()
		text, err := os.ReadFile(path)
		names, _ := os.ReadDir(folder)
		target, _ := os.Readlink(link)
		if err != nil || string(text) != want || len(names) != 2 || target != "a.acsl" {
			t.Errorf("%q %v, %d files, link to %q", text, err, len(names), target)
		}
	}
	full := errors.New("the disk is full")
	if err := replaceFile(link, func(io.Writer) error { return full }); !errors.Is(err, full) {
		t.Error(err)
	}
	is("old")
	says := func(text string) func(io.Writer) error {
		return func(out io.Writer) error { _, err := io.WriteString(out, text); return err }
	}
	if err := replaceFile(link, says("new")); err != nil {
		t.Error(err)
	}
	is("new")
	if err := replaceFile("/dev/null", says("nothing")); err != nil {
		t.Error(err)
	}
}
