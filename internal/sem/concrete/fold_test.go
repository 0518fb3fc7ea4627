package concrete

import (
	"fmt"
	"strings"
	"testing"

	"yogi/internal/source"
	"yogi/internal/verdict"
)

// text is what a person reads of lines, whose names begin with the number of their source line.
func text(lines []line) string {
	var w strings.Builder
	for _, s := range unfolded(fold(lines)) {
		fmt.Fprintf(&w, "%d: %s\n", s.Pos.Line, s.Text)
	}
	return w.String()
}

func at(n int, name string, value any) line {
	return line{Step: verdict.Step{Pos: source.Pos{File: "a.c", Line: n}}, name: name, value: fmt.Sprint(value)}
}

func TestFold(t *testing.T) {
	var nested []line
	for i := range 4 {
		nested = append(nested, at(1, "i = ", i))
		for j := range i + 3 {
			nested = append(nested, at(2, "j = ", j), at(3, "x = ", 7))
		}
	}
	nested = append(nested, at(4, "done = ", 1))
	const want = `1: i = 0
2: j = 0
3: x = 7
2: ... 2 more rounds of these lines, up to j = 2
1: ... 3 more rounds of these lines, up to i = 3
4: done = 1
`
	if got := text(nested); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestFoldKeepsTwo: what happens twice is shown twice, and so are lines that differ in more than values.
func TestFoldKeepsTwo(t *testing.T) {
	lines := []line{at(1, "a = ", 1), at(1, "a = ", 2), at(2, "b = ", 1), at(3, "b = ", 1), at(2, "c = ", 1)}
	if got := strings.Count(text(lines), "\n"); got != len(lines) {
		t.Errorf("%d lines of %d:\n%s", got, len(lines), text(lines))
	}
}
