package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// watchInterval is how often the memory of a program is looked at.
const watchInterval = 50 * time.Millisecond

// watchMemory kills the process group of a process that has more than so many bytes of memory in use; 0: any number is
// right. The limit of the address space cannot be used for programs with a sanitizer, which reserve nearly all of it.
// The function that it returns ends the watch.
func watchMemory(pid int, most uint64) (stop func()) {
	if most == 0 {
		return func() {}
	}
	done := make(chan struct{})
	go func() {
		ticker := time.NewTicker(watchInterval)
		defer ticker.Stop()
		for {
			select {
			case <-done:
				return
			case <-ticker.C:
				if residentBytes(pid) > most {
					_ = syscall.Kill(-pid, syscall.SIGKILL) // it may have ended
					return
				}
			}
		}
	}()
	return func() { close(done) }
}

// residentBytes is how much memory a process has in use; 0 if it has ended.
func residentBytes(pid int) uint64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	fields := strings.Fields(string(text))
	if err != nil || len(fields) < 2 {
		return 0
	}
	pages, err := strconv.ParseUint(fields[1], 10, 64)
	if err != nil {
		return 0
	}
	return pages * uint64(os.Getpagesize())
}

func baseName(words []string) string { return filepath.Base(words[0]) }

// firstLines is the beginning of a text, for messages.
func firstLines(text string) string {
	const most = 400
	if text = strings.TrimSpace(text); len(text) > most {
		text = text[:most]
	}
	return text
}
