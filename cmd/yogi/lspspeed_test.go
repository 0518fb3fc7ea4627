package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// readingsLibrary is a file of about 300 lines with 20 functions and no main, of which the last one can fail. Its
// fourth function returns a number, and before that does what else is said.
func readingsLibrary(number int, more string) string {
	var text strings.Builder
	text.WriteString("#include <assert.h>\n#include <stddef.h>\n#include <stdlib.h>\n#include <string.h>\n\n")
	for i := range 20 {
		limit := 64
		if i == 19 {
			limit = 63
		}
		result, first := 0, ""
		if i == 3 {
			result, first = number, more
		}
		fmt.Fprintf(&text, `/* Counts what is above a bound, of at most 64 readings. */
unsigned count_%[1]d(const int *readings, size_t n, int bound) {
	unsigned count = 0;
	size_t i = 0;
%[4]s	if (readings == NULL || n > 64)
		return %[3]d;
	while (i < n) {
		if (readings[i] > bound)
			count++;
		i++;
	}
	assert(i <= %[2]d);
	return count;
}

`, i, limit, result, first)
	}
	return text.String()
}

// BenchmarkEditor measures what somebody waits for who edits a file of 300 lines, whose last function fails: for the
// first diagnostics, those of all functions, and both after an edit of another function, where the store has the rest:
// one that leaves its proof as it is, and one that adds a branch, so that there is another search.
// The numbers are the least of all rounds, since a machine that does other work only adds to them.
func BenchmarkEditor(b *testing.B) {
	least := map[string]time.Duration{}
	took := func(what string, since time.Time) {
		if d := time.Since(since); least[what] == 0 || d < least[what] {
			least[what] = d
		}
	}
	for range b.N {
		folder := b.TempDir()
		path := filepath.Join(folder, "readings.c")
		text := readingsLibrary(0, "")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			b.Fatal(err)
		}
		e := startEditor(b, folder, b.TempDir())
		start := time.Now()
		e.open(path, text)
		e.published(path, 1)
		took("ms-first", start)
		e.checked(path, 1, "count_19")
		took("ms-all", start)
		e.until("the end of the check", func() bool { return strings.Contains(strings.Join(e.said, " "), "end") })
		for n, edit := range []struct{ name, text string }{
			{"edit", readingsLibrary(1, "")},
			{"branch", readingsLibrary(1, "\tif (bound < 0)\n\t\treturn 2;\n")},
		} {
			start = time.Now()
			e.change(path, n+2, edit.text)
			e.published(path, n+2)
			took("ms-"+edit.name+"-first", start)
			e.checked(path, n+2, "count_19")
			took("ms-"+edit.name+"-all", start)
		}
		_ = e.stdin.Close()
	}
	for what, d := range least {
		b.ReportMetric(float64(d.Milliseconds()), what)
	}
}

// published waits for any diagnostics of a version of a file.
func (e *editor) published(path string, version int) {
	e.until(fmt.Sprintf("diagnostics of version %d", version), func() bool {
		p, ok := e.diagnostics[uri(path)]
		return ok && p.Version != nil && *p.Version == version
	})
}

// TestEditorKeeps: what is kept of a function is told again after an edit of another one, at its place, and not after
// one of what the function rests on.
func TestEditorKeeps(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "kept.c")
	text := func(before, limit, second string) string {
		return "#include <assert.h>\n" + before + "static int limit(void) { return " + limit + "; }\n" +
			"int first(int x) { if (x > 2) assert(x > limit()); return x; }\n" +
			"int second(int x) { " + second + " return x; }\n"
	}
	write(t, path, text("", "3", ""))
	e := newEditor(t, folder)
	e.open(path, text("", "3", ""))
	lines := func(version int, words ...string) map[int]bool {
		out := map[int]bool{}
		for _, d := range e.checked(path, version, words...) {
			out[d.Range.Start.Line] = true
		}
		return out
	}
	if got := lines(1, "first"); !got[2] || len(got) != 1 {
		t.Errorf("version 1: failures in lines %v", got)
	}
	e.change(path, 2, text("", "3", "assert(x != 7);"))
	if got := lines(2, "first", "second"); !got[2] || !got[3] || len(got) != 2 {
		t.Errorf("version 2: failures in lines %v", got)
	}
	e.change(path, 3, text("\n", "3", "assert(x != 7);"))
	if got := lines(3, "first", "second"); !got[3] || !got[4] || len(got) != 2 {
		t.Errorf("version 3: failures in lines %v", got)
	}
	e.change(path, 4, text("\n", "2", "assert(x != 7);"))
	e.until("second alone fails", func() bool {
		p := e.diagnostics[uri(path)]
		return p.Version != nil && *p.Version == 4 && len(p.Diagnostics) == 1 && strings.Contains(p.Diagnostics[0].Message, "second")
	})
}
