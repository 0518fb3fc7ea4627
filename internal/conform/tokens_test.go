package conform

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestTokens: headers of the machine, and files of the folder of tasks that TASKS names, have gcc's
// tokens after preprocessing. A compiler, a header or a folder that is not there is left out.
func TestTokens(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("gcc is not installed")
	}
	var files []string
	for _, pattern := range []string{
		"/usr/include/std*.h", "/usr/include/x86_64-linux-gnu/sys/mount.h", "/usr/share/mingw-w64/include/ddk/wdm.h",
	} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if tasks := os.Getenv("TASKS"); tasks != "" {
		all, err := Sources([]string{filepath.Join(tasks, "files")}, ".c", ".i")
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(all); i += 200 {
			files = append(files, all[i])
		}
	}
	if len(files) == 0 {
		t.Skip("neither headers nor tasks are there")
	}
	var report strings.Builder
	same := WriteTokens(&report, CompareTokens(context.Background(), files, Options{Models: []string{"LP64", "ILP32", "LLP64"}, Jobs: 2}))
	if t.Log(report.String()); !same {
		t.Error("tokens differ from the compiler's")
	}
}
