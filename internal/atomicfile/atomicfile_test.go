package atomicfile

import (
	"os"
	"path/filepath"
	"testing"
)

// TestWrite: a file is written, and replaced with its permissions; one that cannot be replaced stays, and nothing else
// is left in the folder.
func TestWrite(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "f")
	for _, text := range []string{"first", "second"} {
		if err := Write(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(path)
		if err != nil || string(got) != text {
			t.Errorf("%q, %v; want %q", got, err, text)
		}
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	taken := filepath.Join(folder, "taken")
	if err := os.MkdirAll(filepath.Join(taken, "inside"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := Write(taken, []byte("text"), 0o644); err == nil {
		t.Error("a folder was replaced")
	}
	if err := Write(filepath.Join(folder, "missing", "f"), nil, 0o644); err == nil {
		t.Error("a file was written into a folder that is not there")
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 2 {
		t.Errorf("%v are left, %v", left, err)
	}
}
