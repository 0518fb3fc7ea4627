package libc_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestFormats compares what the model of sprintf's family says exactly with the machine's library.
func TestFormats(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("gcc is not installed")
	}
	for _, mode := range []string{"-m64", "-m32"} {
		t.Run(mode, func(t *testing.T) {
			program := filepath.Join(t.TempDir(), "formats")
			out, err := exec.Command("gcc", mode, "-w", "-O1", "-fwrapv", "-o", program, "testdata/formats.c", "source/__vsnprintf.c").CombinedOutput()
			if mode == "-m32" && (strings.Contains(string(out), "skipping incompatible") || strings.Contains(string(out), "No such file")) {
				t.Skip("gcc does not compile for 32 bits here")
			}
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			if out, err := exec.Command(program).CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}
