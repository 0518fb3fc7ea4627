package chain

import (
	"fmt"
	"os"
	"testing"
)

// residentPages is the resident size of this process in pages.
func residentPages(t *testing.T) int {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Skip("no /proc here")
	}
	var size, resident int
	if _, err := fmt.Sscan(string(text), &size, &resident); err != nil {
		t.Skip(err)
	}
	return resident
}
