package ctest

import (
	"os"
	"path/filepath"
	"testing"
)

func TestBaseImage(t *testing.T) {
	for text, want := range map[string]string{
		"ID=debian\nVERSION_CODENAME=bookworm\n":             "debian:bookworm-slim",
		"NAME=\"Ubuntu\"\nID=ubuntu\nVERSION_CODENAME=noble": "ubuntu:noble",
		"ID=fedora\nVERSION_ID=40\n":                         "debian:stable-slim",
		"":                                                   "debian:stable-slim",
	} {
		file := filepath.Join(t.TempDir(), "os-release")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := baseImage(file); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	if got := baseImage(filepath.Join(t.TempDir(), "none")); got != "debian:stable-slim" {
		t.Errorf("without a file: %s", got)
	}
}
