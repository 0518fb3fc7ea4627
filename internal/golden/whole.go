package golden

// This file compares whole files, for those that a generator yields and other tools read.

import (
	"os"
	"strings"
	"testing"
)

// ExpectFile compares got with the file at path, or with -update writes it there.
func ExpectFile(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		writeChanged(t, path, got)
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != got {
		t.Errorf("%s: %s", path, strings.TrimSpace(firstDifference(string(want), got)))
	}
}

// writeChanged writes the file unless it holds the text already.
func writeChanged(t *testing.T, path, text string) {
	t.Helper()
	if old, err := os.ReadFile(path); err == nil && string(old) == text {
		return
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
