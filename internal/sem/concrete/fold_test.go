package concrete

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"yogi/internal/source"
	"yogi/internal/verdict"
)

// text is the folded lines as a person reads them; their names begin with the number of their
// source line.
func text(lines []line) string { return toText(unfolded(fold(lines))) }

func toText(steps []verdict.Step) string {
	var w strings.Builder
	for _, s := range steps {
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

// TestFoldTellsValues: values between the first and the last are told where these do not tell them.
func TestFoldTellsValues(t *testing.T) {
	loop := func(names string, values ...[]any) []line {
		var lines []line
		for _, round := range values {
			for i, v := range round {
				lines = append(lines, at(i+1, string(names[i])+" = ", v))
			}
		}
		return lines
	}
	for _, c := range []struct {
		lines []line
		want  string
	}{
		{loop("ic", []any{0, "'o'"}, []any{1, "'v'"}, []any{2, "'v'"}, []any{3, "'o'"}),
			"... 3 more rounds of these lines, up to i = 3; one after the other c = 'v' (2 times), 'o'"},
		{loop("i", []any{-1}, []any{0}, []any{1}, []any{2}), "... 3 more rounds of these lines, up to i = 2"},
		{loop("i", []any{3}, []any{2}, []any{2}), "... 2 more rounds of these lines; one after the other i = 2 (2 times)"},
		{loop("p", []any{"buf"}, []any{"buf + 1"}, []any{"buf + 2"}), "... 2 more rounds of these lines, up to p = buf + 2"},
		{loop("p", []any{"buf"}, []any{"NULL"}, []any{"buf + 2"}), "... 2 more rounds of these lines; one after the other p = NULL, buf + 2"},
		{loop("x", []any{"0.9"}, []any{"0.10"}, []any{"0.11"}), "... 2 more rounds of these lines; one after the other x = 0.10, 0.11"},
		{loop("x", []any{7}, []any{7}, []any{7}), "... 2 more rounds of these lines"},
		{loop("xx", []any{7, 1}, []any{7, 5}, []any{7, 3}), "... 2 more rounds of these lines; one after the other x = 7, 5, 7, 3"},
	} {
		steps := unfolded(fold(c.lines))
		if got := steps[len(steps)-1].Text; got != c.want {
			t.Errorf("%s\nwant\n%s", got, c.want)
		}
	}
	var squares [][]any
	for i := range 30 {
		squares = append(squares, []any{i * i})
	}
	steps := unfolded(fold(loop("q", squares...)))
	const want = "... 29 more rounds of these lines; one after the other q = 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144, 169, 196, 225, ..., 841"
	if got := steps[len(steps)-1].Text; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestFoldTellsInnerValues: so are those of a loop inside, in the rounds of the outer one that are not shown.
func TestFoldTellsInnerValues(t *testing.T) {
	var lines []line
	for i := range 3 {
		lines = append(lines, at(1, "i = ", i))
		for j := range 3 {
			value := 0
			if i == 1 && j == 2 {
				value = 9
			}
			lines = append(lines, at(2, "j = ", j), at(3, "in = ", value))
		}
	}
	const want = `1: i = 0
2: j = 0
3: in = 0
2: ... 2 more rounds of these lines, up to j = 2
1: ... 2 more rounds of these lines, up to i = 2; one after the other in = 0 (2 times), 9, 0 (3 times)
`
	if got := text(lines); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// foldedPlainly does by definition what fold does: lines are compared by what they say, and rounds
// one by one.
func foldedPlainly(lines []line) []line {
	for period := 1; period <= mostPeriod; period++ {
		if folded := foldedOnce(lines, period); len(folded) < len(lines) {
			lines, period = folded, 0
		}
	}
	return lines
}

func foldedOnce(lines []line, period int) []line {
	var out []line
	for i := 0; i < len(lines); {
		n := 1
		for (n+1)*period <= len(lines)-i && slices.EqualFunc(lines[i:i+period], lines[i+n*period:i+(n+1)*period], alike) {
			n++
		}
		if n < leastRounds || period == 1 && lines[i].rounds != nil {
			out = append(out, lines[i])
			i++
			continue
		}
		out = append(out, line{rounds: lines[i : i+n*period], period: period})
		i += n * period
	}
	return out
}

// alike says that lines differ in values, and in the count of rounds, alone.
func alike(a, b line) bool {
	if a.rounds != nil || b.rounds != nil {
		return a.rounds != nil && b.rounds != nil && slices.EqualFunc(a.round(0), b.round(0), alike)
	}
	return a.Pos.File == b.Pos.File && a.Pos.Line == b.Pos.Line && a.Depth == b.Depth && a.Text+a.name == b.Text+b.name
}

// loops makes lines of loops in loops, with lines in between that are in none.
func loops(random *rand.Rand, depth int) []line {
	var out []line
	for range 1 + random.Intn(4) {
		if depth == 0 || random.Intn(3) == 0 {
			out = append(out, at(random.Intn(4), "x = ", random.Intn(3)))
			continue
		}
		body := loops(random, depth-1)
		for range random.Intn(6) {
			out = append(out, body...)
			if random.Intn(8) == 0 {
				out = append(out, at(9, "odd = ", 1))
			}
		}
	}
	return out
}

// TestFoldIsPlain holds fold against its definition on random traces.
func TestFoldIsPlain(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	folded := 0
	for range 3000 {
		lines := loops(random, 3)
		got, want := fold(lines), foldedPlainly(lines)
		if len(got) < len(lines) {
			folded++
		}
		if !slices.Equal(unfolded(got), unfolded(want)) {
			t.Fatalf("%s\nwant\n%s\nof\n%s", text(lines), toText(unfolded(want)), toText(unfolded(lines)))
		}
	}
	if folded < 1000 {
		t.Errorf("only %d traces have something to fold", folded)
	}
}

// BenchmarkFold folds a long trace: rounds of a loop that take one of several ways each.
func BenchmarkFold(b *testing.B) {
	random := rand.New(rand.NewSource(1))
	var lines []line
	for len(lines) < 40_000 {
		lines = append(lines, at(1, "i = ", len(lines)))
		way := 10 * (1 + random.Intn(5))
		for j := range 1 + random.Intn(6) {
			lines = append(lines, at(way, "a = ", j), at(way+1, "b = ", j))
		}
	}
	for b.Loop() {
		fold(lines)
	}
}
