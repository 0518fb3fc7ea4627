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

// TestCounts: a line for each function with something to do, one for the others.
func TestCounts(t *testing.T) {
	at := func(entry, in, verdict string, line int) *Result {
		r := &Result{Verdict: verdict, Entry: entry, In: in, Place: &Place{File: "a.c", Line: line, What: "access"}}
		if strings.HasPrefix(verdict, "FALSE") {
			r.Error = r.Place
		}
		return r
	}
	null := at("get", "get", "FALSE(valid-deref)", 1)
	null.NullOnly = true
	all := Places{
		at("get", "get", "TRUE", 2), null, at("put", "get", "FALSE(valid-deref)", 3), at("put", "put", "UNKNOWN(timeout)", 4),
		at("size", "size", "TRUE", 5), at("size", "size", "TRUE", 6), at("clear", "", "TRUE", 7),
	}
	const functions = `
function  FALSE  FALSE (null)  UNKNOWN  TRUE
put           1             0        1     0
get           0             1        0     1
2 others      0             0        0     3
`
	if text := written(all); !strings.Contains(text, functions) {
		t.Error(text)
	}
	const program = `
function  FALSE  FALSE (null)  UNKNOWN  TRUE
get           1             1        0     1
put           0             0        1     0
2 others      0             0        0     3
`
	var out bytes.Buffer
	if all.WriteText(&out, OneProgram); !strings.Contains(out.String(), program) {
		t.Error(out.String())
	}
	if text := written(all[4:]); strings.Contains(text, "function") { // all is proved
		t.Error(text)
	}
	if text := written(all[:2]); strings.Contains(text, "function  FALSE") { // there is one function
		t.Error(text)
	}
}

func written(p Places) string {
	var out bytes.Buffer
	p.WriteText(&out, Functions)
	return out.String()
}
