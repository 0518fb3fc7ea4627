package reduce

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// contains is a test that a program shows if it has all the words, spaces aside.
type contains []string

func (c contains) Try(ctx context.Context, folder string, names []string) (Found, error) {
	var all strings.Builder
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			return Found{}, err
		}
		all.Write(text)
	}
	squeezed := strings.Join(strings.Fields(all.String()), "")
	for _, word := range c {
		if !strings.Contains(squeezed, word) {
			return Found{What: "no " + word}, ctx.Err()
		}
	}
	return Found{Shown: true}, ctx.Err()
}

// squeezed is a reduced program without white space, with the text of its files one after the other.
func squeezed(t *testing.T, test Test, files ...File) string {
	t.Helper()
	result, err := Files(t.Context(), files, Options{Test: test, Scratch: t.TempDir(), Jobs: 3})
	if err != nil {
		t.Fatal(err)
	}
	if !result.Complete || result.Tries == 0 {
		t.Errorf("%d tries, complete: %v", result.Tries, result.Complete)
	}
	var out []string
	for _, f := range result.Files {
		out = append(out, strings.Join(strings.Fields(f.Text), ""))
	}
	return strings.Join(out, " | ")
}

const program = `#include <a.h>
#define LONG 1 \
  + 2
struct pair { int a; int b; };
static int helper(int x) { /* a } comment { */ return x; }
int main(void)
{
  char *s = "a \" } string", c = '}';
  if (helper(1)) {
    for (;;) { first(1 + helper(3)); }
  } else { second(); }
  do { third(); } while (0);
  return 1234;
}
`

func TestReduces(t *testing.T) {
	for name, c := range map[string]struct {
		keep contains
		want string
	}{
		"nothing":          {nil, ""},
		"a call":           {contains{"first("}, "first("},
		"out of its block": {contains{"second()", "return"}, "second()return"},
		"a directive":      {contains{"#defineLONG1\\+2"}, "#defineLONG1\\+2"},
		"a struct":         {contains{"structpair{intb;}"}, "structpair{intb;}"},
		"two words":        {contains{"int", "main"}, "intmain"},
	} {
		if got := squeezed(t, c.keep, File{"a.c", program}); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

func TestSeveralFiles(t *testing.T) {
	got := squeezed(t, contains{"main", "second"}, File{"a.c", "int main(void);"}, File{"b.c", "int unused;"}, File{"c.c", "void second(void);"})
	if got != "main | second" {
		t.Errorf("got %q", got)
	}
}

// TestResultIsShown: whatever edits do, the result was shown as it is, also where a test is picky.
func TestResultIsShown(t *testing.T) {
	balanced := testFunc(func(text string) bool {
		return strings.Contains(text, "third") && strings.Count(text, "{") == strings.Count(text, "}") && strings.Count(text, "(") == strings.Count(text, ")") &&
			strings.Contains(text, "main")
	})
	got := squeezed(t, balanced, File{"a.c", program})
	if !balanced(got) || len(got) > len("main(){third();}") {
		t.Errorf("got %q", got)
	}
}

type testFunc func(text string) bool

func (f testFunc) Try(_ context.Context, folder string, names []string) (Found, error) {
	text, err := os.ReadFile(filepath.Join(folder, names[0]))
	return Found{Shown: f(string(text))}, err
}

// TestEnds: the end of the time ends a reduction, with what was found so far; another failure is one.
func TestEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	tries := 0
	slow := testFunc(func(text string) bool {
		if tries++; tries == 20 {
			cancel()
		}
		return strings.Contains(text, "third")
	})
	result, err := Files(ctx, []File{{"a.c", program}}, Options{Test: slow, Scratch: t.TempDir(), Jobs: 1})
	if err != nil || result.Complete || !strings.Contains(result.Files[0].Text, "third") || len(result.Files[0].Text) >= len(program) {
		t.Errorf("%v %+v", err, result)
	}
	failure := errors.New("no disk")
	_, err = Files(t.Context(), []File{{"a.c", program}}, Options{Test: failing{failure}, Scratch: t.TempDir()})
	if !errors.Is(err, failure) {
		t.Errorf("got %v", err)
	}
}

type failing struct{ err error }

func (f failing) Try(context.Context, string, []string) (Found, error) { return Found{}, f.err }

// TestScanCoversAll: whatever the text, tokens are in order and apart, and items lie inside their groups.
func TestScanCoversAll(t *testing.T) {
	texts := []string{"", "}", "{", "(]", "a)b(c", `"open`, "'", "/*", "//", "#", "# \\", "#\\\n", "1.5e3f", "x' := $y#1;", "{;}", "é", "a,b", "\\"}
	texts = append(texts, program)
	for i := range program {
		texts = append(texts, program[i:], program[:i])
	}
	for _, source := range texts {
		for _, name := range []string{"a.c", "a.bpl"} {
			s := scan(name, source)
			at := 0
			for _, k := range s.tokens {
				if k.start < at || k.end <= k.start || k.end > len(source) {
					t.Fatalf("%q: token %+v after %d", source, k, at)
				}
				at = k.end
			}
			checkGroup(t, source, s.root)
			for _, p := range passes {
				for depth := range 4 {
					for _, e := range apart(p.edits(s, depth)) {
						if e.start < 0 || e.end > len(source) || e.start > e.end {
							t.Fatalf("%q: %s proposes %+v", source, p.name, e)
						}
					}
				}
			}
		}
	}
}

func checkGroup(t *testing.T, source string, g *group) {
	at := g.start
	for _, i := range g.items {
		if i.start < at || i.end <= i.start || i.end > g.end {
			t.Fatalf("%q: item %+v of a group from %d to %d, after %d", source, i, g.start, g.end, at)
		}
		at = i.end
		for _, inner := range i.groups {
			if inner.start < i.start || inner.end > i.end || inner.depth != g.depth+1 {
				t.Fatalf("%q: a group from %d to %d in an item %+v", source, inner.start, inner.end, i)
			}
			checkGroup(t, source, inner)
		}
	}
}

// TestItems: where declarations and statements end.
func TestItems(t *testing.T) {
	for source, want := range map[string]string{
		"int a; int f(void) { } int b;":                         "int a;|int f(void) { }|int b;",
		"struct s { int a; } x; struct s f(void) { } int b;":    "struct s { int a; } x;|struct s f(void) { }|int b;",
		"int a[] = { 1, 2 }; double d;":                         "int a[] = { 1, 2 };|double d;",
		"if (a) { b; } else { c; } d;":                          "if (a) { b; } else { c; }|d;",
		"do { a; } while (b); double c;":                        "do { a; } while (b);|double c;",
		"typedef struct { int a; } t; int (*f)(int), x; dot();": "typedef struct { int a; } t;|int (*f)(int), x;|dot();",
	} {
		if got := itemsOf(scan("a.c", source)); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	boogie := "var x: int; procedure p() modifies x; { x := 1; } axiom true;"
	if got, want := itemsOf(scan("a.bpl", boogie)), "var x: int;|procedure p() modifies x; { x := 1; }|axiom true;"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func itemsOf(s text) string {
	var out []string
	for _, i := range s.root.items {
		out = append(out, s.source[i.start:i.end])
	}
	return strings.Join(out, "|")
}

func TestCommand(t *testing.T) {
	folder := t.TempDir()
	if err := Write(folder, []File{{"a.c", "int main"}}); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]Found{
		"grep -q main a.c":          {true, "exit status 0"},
		"echo no such thing; false": {false, "exit status 1 no such thing"},
		"sleep 100":                 {false, "the command did not end in 200ms"},
	} {
		got, err := Command{text, 200 * time.Millisecond}.Try(t.Context(), folder, []string{"a.c"})
		if err != nil || got != want && text != "grep -q main a.c" || text == "grep -q main a.c" && !got.Shown && !strings.Contains(got.What, "did not end") {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
}

// TestExternal: a program is given a script and files, and what it left is the result, whole or interrupted.
func TestExternal(t *testing.T) {
	bin := t.TempDir()
	t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	fake := "#!/bin/sh\nsh $3 || exit 1\necho shorter > $4; : > $5\n[ ! -e $OLDPWD/none ] && [ -z \"$HANG\" ] || { touch $TMPDIR/started; sleep 100; }\n"
	if err := os.WriteFile(filepath.Join(bin, "cvise"), []byte(fake), 0o700); err != nil {
		t.Fatal(err)
	}
	files := []File{{"a.c", "long text"}, {"b.c", "another"}}
	e := External{Program: "cvise", Script: "grep -q long a.c", Scratch: t.TempDir(), Jobs: 2}
	result, err := e.Reduce(t.Context(), files)
	if err != nil || !result.Complete || len(result.Files) != 1 || result.Files[0].Text != "shorter\n" {
		t.Errorf("%v %+v", err, result)
	}
	e.Script = "echo not shown; exit 1"
	if _, err := e.Reduce(t.Context(), files); err == nil || !strings.Contains(err.Error(), "not shown") {
		t.Errorf("got %v", err)
	}
	t.Setenv("HANG", "1")
	e.Script, e.Scratch = "true", t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for ctx.Err() == nil {
			if _, err := os.Stat(filepath.Join(e.Scratch, "started")); err == nil {
				cancel()
			}
			time.Sleep(10 * time.Millisecond)
		}
	}()
	result, err = e.Reduce(ctx, files)
	if err != nil || result.Complete || result.Files[0].Text != "shorter\n" {
		t.Errorf("%v %+v", err, result)
	}
}

func TestBackend(t *testing.T) {
	bin := t.TempDir()
	t.Setenv("PATH", bin)
	c, boogie := []string{"a.c", "b.i"}, []string{"a.bpl"}
	is := func(wanted string, names []string, want string) {
		t.Helper()
		if got, err := Backend(wanted, names); got != want || (want == "") != (err != nil) {
			t.Errorf("%s for %v: %q, %v", wanted, names, got, err)
		}
	}
	is("auto", c, Builtin)
	is("cvise", c, "")
	if err := os.WriteFile(filepath.Join(bin, "creduce"), []byte("#!/bin/sh\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	is("auto", c, "creduce")
	is("creduce", c, "creduce")
	is("builtin", c, Builtin)
	is("auto", boogie, Builtin)
	is("creduce", boogie, "")
}
