package libc_test

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// TestTextsOfTimes compares the text that the model of asctime_r gives to parts in their ranges with
// that of the machine's library, and what other models say of all results with the machine's, in
// zones at the ends of what there is.
func TestTextsOfTimes(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("gcc is not installed")
	}
	program := filepath.Join(t.TempDir(), "times")
	out, err := exec.Command("gcc", "-w", "-O1", "-Dasctime_r=model_asctime_r", "-c", "-o", program+".o", "source/asctime_r.c").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if out, err := exec.Command("gcc", "-w", "-O1", "-o", program, "testdata/times.c", program+".o").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if out, err := exec.Command(program).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
