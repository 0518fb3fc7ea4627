package report

import (
	"fmt"
	"io"

	"yogi/internal/assumption"
)

// mostOfKind is how many assumptions of one kind are told of several results; there may be some for each function.
const mostOfKind = 3

// writeAssumed tells what several results take for granted, each assumption once with the places of all, and without
// the note, which is about one result. Of a kind with many only the first are told, and how many more there are.
func writeAssumed(w io.Writer, results []*Result) {
	var all assumption.List
	for _, r := range results {
		all.Join(r.Assumptions)
	}
	told := map[*assumption.Kind]bool{assumption.ChecksHold: true} // the summary of places says so
	for _, a := range all {
		if told[a.Kind] {
			continue
		}
		told[a.Kind] = true
		same := all.Only(a.Kind)
		rest := 0
		if len(same) > mostOfKind {
			rest = len(same) - mostOfKind + 1
		}
		for _, one := range same[:len(same)-rest] {
			one.Note = ""
			fmt.Fprintln(w, "assumed:", one)
		}
		if rest > 0 {
			fmt.Fprintf(w, "assumed: %d more like the last (%s; --json has them all)\n", rest, a.Kind.Name)
		}
	}
}
