package angelic

import (
	"strings"
	"testing"
)

// TestOpen: where only contracts are printed a line still says what was not decided, and why.
func TestOpen(t *testing.T) {
	decided := &Entry{Name: "push", Complete: true}
	late := &Entry{Name: "pop", Undecided: timeIsUp}
	odd := &Entry{Name: "top", Complete: true, Unexplained: []*Warning{{Class: Unexplained}}}
	for _, c := range []struct {
		entries     []*Entry
		words, want string
	}{
		{[]*Entry{decided}, "CLEAN", ""},
		{[]*Entry{decided, late, odd}, "UNDECIDED", "// not decided: pop (" + timeIsUp + "), top (a failure that is not explained)\n"},
		{[]*Entry{late, late, late, late, late, late, late}, "UNDECIDED", "// not decided: " + strings.Repeat("pop ("+timeIsUp+"), ", 4) + "pop (" + timeIsUp + "), and 2 more\n"},
	} {
		r := &Result{Entries: c.entries}
		var out strings.Builder
		r.WriteOpen(&out)
		if out.String() != c.want || r.Words() != c.words {
			t.Errorf("%s: %q, want %s: %q", r.Words(), &out, c.words, c.want)
		}
	}
}
