package journal

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestLines(t *testing.T) {
	var out bytes.Buffer
	var heard []string
	j := New(&out, func(_ time.Duration, e Event) { heard = append(heard, e.EventName()) })
	j.Emit(Phase{Name: "search"})
	j.Emit(Split{Graph: 1, Block: 2, Region: 3, Yes: 4, No: 5, Predicate: "(= x 1)"})
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 2 || !strings.Contains(lines[1], `"event":"split","data":{"graph":1,"block":2,"region":3,"yes":4,"no":5,"predicate":"(= x 1)"}`) {
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

// TestRead: every kind of event is read as it was written, also from a journal that was cut off;
// what is no journal is refused.
func TestRead(t *testing.T) {
	events := []Event{
		Phase{"search"}, Search{"smash"}, Progress{Tests: 1, Frontier: "main"}, Graph{ID: 1, Function: "f", Locations: []Location{{Block: 0, Pos: "a.c:1:2", Regions: []int{0}}}},
		Iteration{Number: 1, From: 2, To: 3}, Tactic{"extend"}, Split{Graph: 1, Predicate: "p"}, Removed{From: 1}, Retracted{Edges: 2}, Closed{Answer: "must"}, Regions{Graph: 1, Of: []Region{{ID: 2, States: []string{"p"}, Reaches: true}}, Steps: []Step{{From: 2, To: 3}}},
		Test{Number: 1, End: "error"}, Query{Label: "extend", Seconds: 0.5}, Verdict{Kind: "pass"},
	}
	if len(events) != len(decoders) {
		t.Errorf("%d events are tried, %d are known", len(events), len(decoders))
	}
	var out bytes.Buffer
	j := New(&out, nil)
	if !j.Records() || New(nil, nil).Records() || (*Journal)(nil).Records() {
		t.Error("Records")
	}
	for _, e := range events {
		j.Emit(e)
	}
	out.WriteString(`{"at":1,"event":"of a later version","data":{}}` + "\n" + `{"at":2,"eve`)
	lines, err := Read(&out)
	if err != nil || len(lines) != len(events) {
		t.Fatalf("%v: %d lines of %d", err, len(lines), len(events))
	}
	for i, l := range lines {
		if !reflect.DeepEqual(l.Event, events[i]) {
			t.Errorf("got %+v, want %+v", l.Event, events[i])
		}
	}
	for _, bad := range []string{"int main(void);\nint x;\n", "{}\n{}\n", `{"at":1,"event":"split","data":[]}` + "\n\n"} {
		if _, err := Read(strings.NewReader(bad)); err == nil {
			t.Errorf("%q is taken for a journal", bad)
		}
	}
}
