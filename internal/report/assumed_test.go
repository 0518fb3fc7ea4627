package report

import (
	"strings"
	"testing"

	"yogi/internal/assumption"
	"yogi/internal/source"
)

// TestAssumedOfSeveral: what several results assume is told once, with the places of all, and of a kind with many
// subjects only the first.
func TestAssumedOfSeveral(t *testing.T) {
	results := Entries{}
	for i, name := range []string{"f", "g", "h", "i"} {
		r := &Result{Entry: name, Verdict: "TRUE"}
		r.Assumptions.Add(assumption.MallocNeverFails, "", source.Pos{})
		r.Assumptions.Add(assumption.NumberAsAddress, "", source.Pos{File: "a.c", Line: i/2 + 1})
		r.Assumptions.Add(assumption.LargeEnough, "table_"+name, source.Pos{})
		r.Assumptions.Add(assumption.ChecksHold, "", source.Pos{File: "a.c", Line: 9})
		r.Assumptions[0].Note = "2 calls"
		results = append(results, r)
	}
	var out strings.Builder
	writeAssumed(&out, results)
	text := out.String()
	for part, want := range map[string]int{
		"assumed: ": 5, "malloc never fails": 1, "a.c:1 and a.c:2 use a number as an address": 1, "table_f": 1, "table_g": 1, "table_h": 0, "2 calls": 0,
		"2 more like the last (large-enough; --json has them all)": 1, "a.c:9": 0,
	} {
		if got := strings.Count(text, part); got != want {
			t.Errorf("%q is told %d times, want %d:\n%s", part, got, want, text)
		}
	}
	out.Reset()
	results.WriteText(&out)
	if !strings.Contains(out.String(), "assumed: malloc never fails") {
		t.Errorf("a table of functions does not tell what is assumed:\n%s", out.String())
	}
	out.Reset()
	Places(results).WriteText(&out, Functions)
	if !strings.Contains(out.String(), "assumed: malloc never fails") {
		t.Errorf("places of functions do not tell what is assumed:\n%s", out.String())
	}
}
