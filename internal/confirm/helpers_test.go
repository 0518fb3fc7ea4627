package confirm_test

import (
	"os"
	"path/filepath"
	"testing"
)

// write makes a file of a name and text.
func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}
