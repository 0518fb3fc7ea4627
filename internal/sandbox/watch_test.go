package sandbox

import (
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"
)

// TestTreeBytes: the memory of a process that a child started counts, and is gone with it.
func TestTreeBytes(t *testing.T) {
	const size = 64 << 20
	// dd fills its buffer and waits for sleep to read, which it does not.
	command := exec.Command("sh", "-c", "dd if=/dev/zero bs=64M count=1 2>/dev/null | sleep 60; true")
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	ofChildren := func() uint64 {
		tree, own := TreeBytes(os.Getpid()), residentBytes(os.Getpid())
		return max(tree, own) - own
	}
	await := func(want bool) {
		for began := time.Now(); ofChildren() > size*3/4 != want; time.Sleep(10 * time.Millisecond) {
			if time.Since(began) > 20*time.Second {
				t.Fatalf("%d bytes of children, more than 48 MiB: want %v", ofChildren(), want)
			}
		}
	}
	await(true)
	_ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL)
	_ = command.Wait() // it was killed
	await(false)
}
