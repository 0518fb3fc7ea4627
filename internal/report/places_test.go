package report

import (
	"bytes"
	"strings"
	"testing"

	"yogi/internal/verdict"
)

// TestLackOfTime: where many places lack time there is one advice for them, which names the function of most.
func TestLackOfTime(t *testing.T) {
	var places Places
	for i := range manyLack {
		entry := "parse"
		if i == 0 {
			entry = "init"
		}
		if text := written(places); strings.Contains(text, "lack time") {
			t.Errorf("%d places: %s", i, text)
		}
		places = append(places, &Result{Verdict: "UNKNOWN(timeout)", Reason: string(verdict.Timeout), Entry: entry, Place: &Place{File: "a.c", Line: i + 1, What: "access"}})
	}
	if text := written(places); !strings.Contains(text, "10 places lack time, 9 of them in parse: begin with --entry parse") {
		t.Error(text)
	}
}

func written(p Places) string {
	var out bytes.Buffer
	p.WriteText(&out, Functions)
	return out.String()
}
