// Package benchexec holds the tool-info module for BenchExec; its tests are Python's.
package benchexec

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestToolInfo runs the module's tests against the program as it is built now.
func TestToolInfo(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed")
	}
	program := filepath.Join(t.TempDir(), "yogi")
	if out, err := exec.Command("go", "build", "-o", program, "yogi/cmd/yogi").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	tests := exec.Command(python, "yogi_test.py")
	tests.Env = append(os.Environ(), "YOGI="+program, "PYTHONDONTWRITEBYTECODE=1")
	if out, err := tests.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
