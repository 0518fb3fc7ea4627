package main

import (
	"strings"
	"testing"
	"time"

	"yogi/internal/journal"
)

// TestProgress: one line in plain words, no wider than the terminal, that is gone at the end.
func TestProgress(t *testing.T) {
	for _, width := range []int{30, 80} {
		var out strings.Builder
		show := showProgress(&out, width, time.Minute)
		show(time.Second, journal.Phase{Name: "search"})
		show(12*time.Second, journal.Progress{Tests: 34, File: "/long/way/to/queue.c", Line: 56})
		show(13*time.Second, journal.Verdict{})
		lines := strings.Split(out.String(), "\r\x1b[K")
		want := "12s of 60s  searching for a failing run and for a proof: 34 runs tried, at queue.c:56"[:min(width-1, 79)]
		if len(lines) != 4 || lines[2] != want || lines[3] != "" {
			t.Errorf("%d columns: %q, want %q", width, lines, want)
		}
	}
}
