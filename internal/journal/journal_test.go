package journal

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"
)

func TestLines(t *testing.T) {
	var out bytes.Buffer
	var heard []string
	j := New(&out, func(_ time.Duration, e Event) { heard = append(heard, e.EventName()) })
	j.Emit(Phase{Name: "search"})
	j.Emit(Split{Question: 1, Block: 2, Region: 3, Predicate: "(= x 1)"})
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 2 || !strings.Contains(lines[1], `"event":"split","data":{"question":1,"block":2,"region":3,"predicate":"(= x 1)"}`) {
		t.Errorf("lines: %q", lines)
	}
	if strings.Join(heard, " ") != "phase split" {
		t.Errorf("heard %v", heard)
	}
}

func TestNilTakesEvents(t *testing.T) {
	var j *Journal
	j.Emit(Phase{Name: "search"})
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestFailedWriteIsReportedOnce(t *testing.T) {
	j := New(full{}, nil)
	j.Emit(Phase{Name: "search"})
	j.Emit(Phase{Name: "certify"})
	if err := j.Close(); err == nil || !strings.Contains(err.Error(), "disk full") {
		t.Errorf("Close: %v", err)
	}
}
