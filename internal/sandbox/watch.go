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
	_, resident := pagesOf(pid)
	return resident * uint64(os.Getpagesize())
}

// TreeBytes is how much memory a process and those that it started, and these, have in use; 0 where the system does
// not tell.
func TreeBytes(pid int) uint64 {
	size, resident := pagesOf(pid)
	return (resident + childPages(pid, size)) * uint64(os.Getpagesize())
}

// childPages is how many pages the processes that a process of a size started have in use, with all below them. One
// that is about to become another program shares the memory of its parent, and so has its size: it does not count.
func childPages(pid int, size uint64) uint64 {
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid)) // the pattern is well formed
	total := uint64(0)
	for _, list := range lists {
		text, _ := os.ReadFile(list) // the thread may have ended
		for _, word := range strings.Fields(string(text)) {
			child, err := strconv.Atoi(word)
			if err != nil {
				continue
			}
			if own, resident := pagesOf(child); own != size {
				total += resident + childPages(child, own)
			}
		}
	}
	return total
}

// pagesOf is how many pages a process has reserved and in use; 0 if it has ended.
func pagesOf(pid int) (size, resident uint64) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0, 0
	}
	if _, err := fmt.Sscan(string(text), &size, &resident); err != nil {
		return 0, 0
	}
	return size, resident
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
