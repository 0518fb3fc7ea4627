package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"yogi/internal/mutate"
)

// checker stands in for yogi: the verdict is FALSE where main says `bad`, but with a store it is what the file in it
// says that the last check found, if lying is asked for.
const checker = `#!/bin/sh
for file; do :; done
if [ "$1" = dump ]; then grep -v '//' "$file"; exit; fi
verdict=TRUE; queries=100
grep -q bad "$file" && verdict=FALSE
if [ "$YOGI_CACHE" != off ]; then
  mkdir -p "$YOGI_CACHE"
  if [ -f "$YOGI_CACHE/last" ]; then queries=7; [ -n "$LIE" ] && verdict=$(cat "$YOGI_CACHE/last"); fi
  echo $verdict > "$YOGI_CACHE/last"
fi
printf '{"verdict": "%s", "entry": "main", "counts": {"solver_queries": %s}, "seconds": {"front end": 0.2, "lowering": 0.1, "search": 9}}' $verdict $queries
[ $verdict = TRUE ] || exit 1
`

// run measures with the stand-in and returns what is printed.
func run(t *testing.T, m measure, arguments ...string) (string, bool) {
	t.Helper()
	m.checker = filepath.Join(t.TempDir(), "yogi")
	if err := os.WriteFile(m.checker, []byte(checker), 0o755); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	m.out, m.timeout, m.seed = &out, time.Minute, 1
	isSame, err := m.main(context.Background(), "", arguments)
	if err != nil {
		t.Fatal(err)
	}
	return out.String(), isSame
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func wants(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%q is not in\n%s", part, text)
		}
	}
}

// Versions are checked with what the ones before them left, and a verdict that differs is told.
func TestVersions(t *testing.T) {
	folder := t.TempDir()
	versions := []string{filepath.Join(folder, "1"), filepath.Join(folder, "2")}
	write(t, filepath.Join(versions[0], "a.c"), "int main(void) { good(); }\n")
	write(t, filepath.Join(versions[1], "a.c"), "int main(void) { bad(); }\n")
	text, isSame := run(t, measure{versions: versions}, "a.c")
	wants(t, text, "| a.c | 1, unchanged |", "| 100 | 7 | TRUE | TRUE |", "| a.c | 2 |", "| 100 | 7 | FALSE | FALSE |", "1 edits", " 0.3 s of which are reading", "differs: 0")
	if !isSame {
		t.Error("verdicts that are the same are told to differ")
	}
	t.Setenv("LIE", "1")
	text, isSame = run(t, measure{versions: versions}, "a.c")
	wants(t, text, "| FALSE | TRUE **differs: main FALSE, then TRUE** |", "differs: 1")
	if isSame {
		t.Error("a verdict that differs is not told")
	}
}

func TestMedian(t *testing.T) {
	for want, sorted := range map[float64][]float64{1: {1}, 1.5: {1, 2}, 2: {1, 2, 30}, 2.5: {1, 2, 3, 30}} {
		if got := median(sorted); got != want {
			t.Errorf("the median of %v is %v, want %v", sorted, got, want)
		}
	}
}

// Edits are made of the program as it is, each with a store of its own, and those that change nothing do not count.
func TestEdits(t *testing.T) {
	folder := t.TempDir()
	write(t, filepath.Join(folder, "a.c"), "int main(void) {\n\tgood();\n\tbetter();\n\tf(); // not read by the stand-in\n}\n")
	text, _ := run(t, measure{folder: folder, edits: 100}, "a.c")
	wants(t, text, "drop-good-2 |", "duplicate-better-3 |", "reorder-good-2 |", "differs: 0")
	if strings.Contains(text, "drop-f-4") {
		t.Errorf("an edit that the checker does not see is counted:\n%s", text)
	}
	if left, err := os.ReadFile(filepath.Join(folder, "a.c")); err != nil || !strings.Contains(string(left), "good();\n\tbetter();") {
		t.Errorf("the program itself was edited: %s, %v", left, err)
	}
}

// The last commits that changed the file are taken, oldest first.
func TestCommits(t *testing.T) {
	folder := t.TempDir()
	git := func(arguments ...string) {
		t.Helper()
		command := exec.Command("git", append([]string{"-C", folder, "-c", "user.name=a", "-c", "user.email=a@b"}, arguments...)...)
		if text, err := command.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v: %s", arguments, err, text)
		}
	}
	git("init", "-q")
	for _, c := range []struct{ file, text string }{{"a.c", "old"}, {"a.c", "good"}, {"b.c", "other"}, {"a.c", "bad"}} {
		write(t, filepath.Join(folder, c.file), "int main(void) { "+c.text+"(); }\n")
		git("add", ".")
		git("commit", "-q", "-m", c.text)
	}
	text, _ := run(t, measure{repository: folder, edits: 1}, "a.c")
	wants(t, text, ", unchanged |", "| TRUE | TRUE |", "| FALSE | FALSE |", "1 edits")
	if n := strings.Count(text, "| a.c |"); n != 3 {
		t.Errorf("%d rows, and not those of two commits:\n%s", n, text)
	}
}

func TestBoogieEdits(t *testing.T) {
	text := "implementation f()\n{\n  a:\n    x := 1;\n    call {:n 1} y := g(x);\n    assume {:p} x < y;\n    M.b[x] := 2;\n    goto a;\n}\n"
	got := map[string]string{}
	for _, e := range boogieEdits(text) {
		got[e.Name()] = strings.Split(e.Text(), "\n")[e.Line-1]
		if strings.Count(e.Text(), "\n") != strings.Count(text, "\n") {
			t.Errorf("%s moves lines", e.Name())
		}
	}
	for name, line := range map[string]string{
		"drop-x-4": "", "duplicate-call-5": "    call {:n 1} y := g(x);    call {:n 1} y := g(x);", "reorder-x-4": "    call {:n 1} y := g(x);",
		"negate-assume-6": "assume {:p} !(x < y);", "drop-M.b[x]-7": "",
	} {
		if found, ok := got[name]; !ok || found != line {
			t.Errorf("%s: the line is %q, want %q; there are %v", name, found, line, got)
		}
	}
	if _, ok := got["reorder-call-5"]; ok {
		t.Error("a call changes places with an assumption")
	}
}

// The edits of a large program take the memory of a few texts of it, not one for each.
func TestEditsAreSmall(t *testing.T) {
	text := strings.Repeat("    call x := f(y);\n", 20_000)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	edits := editsOf("a.bpl", text, 1)
	runtime.ReadMemStats(&after)
	if len(edits) < 50_000 {
		t.Errorf("%d edits", len(edits))
	}
	if used := (after.TotalAlloc - before.TotalAlloc) / uint64(len(text)); used > 500 {
		t.Errorf("%d edits take %d times the memory of the text", len(edits), used)
	}
}

// One seed gives one order.
func TestSeed(t *testing.T) {
	text := "void f(void) { a(); b(); c(); if (d()) e(); }\n"
	names := func(seed uint64) (out []string) {
		for _, e := range editsOf("a.c", text, seed) {
			out = append(out, e.Name())
		}
		return out
	}
	if a, b := strings.Join(names(1), " "), strings.Join(names(1), " "); a != b {
		t.Errorf("%s, then %s", a, b)
	}
	if n := len(names(1)); n != len(mutate.Mutants(text, []string{"a", "b", "c", "d", "e", "f"})) {
		t.Errorf("%d edits", n)
	}
}
