package preprocess

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"yogi/internal/frontend/c/target"
	"yogi/internal/source"
)

// keeping reads a file several times, with what is kept and without.
type keeping struct {
	t      *testing.T
	folder string // of the program
	kept   string
}

func newKeeping(t *testing.T) *keeping {
	t.Helper()
	return &keeping{t, t.TempDir(), t.TempDir()}
}

func (k *keeping) write(name, text string) string {
	k.t.Helper()
	path := filepath.Join(k.folder, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		k.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		k.t.Fatal(err)
	}
	return path
}

// read is what a file comes to for a new process.
func (k *keeping) read(file string, options Options, folder string) string {
	k.t.Helper()
	options.Scans = NewScans(folder)
	tokens, found, err := Run(k.t.Context(), file, options)
	if err != nil {
		k.t.Fatal(err)
	}
	var out bytes.Buffer
	for _, t := range tokens {
		fmt.Fprintf(&out, "%d %q %v %v %v\n", t.Kind, t.Text, t.Pos, t.Space, t.first)
	}
	fmt.Fprintln(&out, found)
	return out.String()
}

// asked are the questions of a reading.
func (k *keeping) asked(file string, options Options) []Asked {
	k.t.Helper()
	options.Scans = NewScans(k.kept)
	options.Scans.Record()
	if _, _, err := Run(k.t.Context(), file, options); err != nil {
		k.t.Fatal(err)
	}
	asked, ok := options.Scans.Recorded()
	if !ok || !allHold(asked) {
		k.t.Errorf("nothing has changed, but of %d questions not all have their answers", len(asked))
	}
	return asked
}

func allHold(asked []Asked) bool {
	return !slices.ContainsFunc(asked, func(a Asked) bool { return !a.Holds() })
}

// same compares what a file comes to, and returns it.
func (k *keeping) same(file string, options Options) string {
	k.t.Helper()
	alone := k.read(file, options, "")
	for n := range 2 {
		if again := k.read(file, options, k.kept); again != alone {
			k.t.Fatalf("reading %d with what is kept gives\n%s\nand alone\n%s", n, again, alone)
		}
	}
	return alone
}

// files are those in which something is kept.
func (k *keeping) files() []string {
	k.t.Helper()
	entries, err := os.ReadDir(k.kept)
	if err != nil {
		k.t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		out = append(out, filepath.Join(k.kept, e.Name()))
	}
	return out
}

const keptProgram = `#include "a.h"
#include <b.h>
#include <stddef.h>
#pragma push_macro("ONE")
#undef ONE
#define ONE(x, ...) f(x, ##__VA_ARGS__) #x __VA_OPT__(y)
#pragma pop_macro("ONE")
ONE "text" ONE
int n = __COUNTER__ + __LINE__; const char *file = __FILE__;
#line 100 "other.c"
#define CAT(a, b) a ## b
#define REC REC CAT(RE, C)
REC CAT(x, 1) %: <% /* no */ 'c' 1.5e+3
#pragma pack(1)
_Pragma("once") long m;
`

// rules are texts that come behind, and need what the file leaves.
var rules = []string{"", "REC CAT(y, ONE) __COUNTER__ __FILE__ __LINE__\n", "#ifdef A_H\nyes A_H\n#else\nno\n#endif\nL(\n1)\n", "CAT(1\n", "#if 1\n", "'\n"}

// TestKept: each rule behind a file gives the same tokens, with their places, and the same diagnostics, whether the
// file is read or what it came to was kept; rules share what is kept, and other questions do not.
func TestKept(t *testing.T) {
	k := newKeeping(t)
	k.write("a.h", "#pragma once\n#define A_H __COUNTER__\n#define ONE 1\n#define L(x) [x]\nint a;\n")
	k.write("inc/b.h", "#import \"../a.h\"\nint b = ONE;\n")
	main := k.write("main.c", keptProgram)
	reading := Reading{IncludeDirs: []string{filepath.Join(k.folder, "inc")}, Defines: []string{"GIVEN=3"}}
	for _, rule := range rules {
		k.same(main, Options{Reading: reading, Postlude: rule, Prelude: "typedef int t;\n"})
	}
	if files := k.files(); len(files) != 1 {
		t.Fatalf("the rules share %d files, want 1", len(files))
	}
	// Whatever else is asked is another question.
	for n, options := range []Options{
		{Reading: reading},
		{Reading: reading.Then(Reading{Defines: []string{"GIVEN=4"}})},
		{Reading: reading.Then(Reading{Defines: []string{"GIVEN=\xff"}})},
		{Reading: reading.Then(Reading{Defines: []string{"GIVEN=\xfe"}})},
		{Reading: reading, Target: must(target.Named("ILP32"))},
		{Reading: reading, Overlay: map[string][]byte{filepath.Join(k.folder, "a.h"): []byte("#define ONE 2\n")}},
		{Reading: reading, Overlay: map[string][]byte{filepath.Join(k.folder, "a.h"): []byte("#define ONE 3\n")}},
		{Reading: reading.Named(main, "by/another.c")},
	} {
		k.same(main, options)
		if files := k.files(); len(files) != n+2 {
			t.Errorf("question %d: %d files are kept, want %d", n, len(files), n+2)
		}
	}
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// TestKeptIsTaken: that what is kept is read shows where it says something else, which only the run itself can have
// written.
func TestKeptIsTaken(t *testing.T) {
	k := newKeeping(t)
	main := k.write("main.c", "int sentinel;\n")
	k.same(main, Options{})
	for _, path := range k.files() {
		text, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(text, []byte("sentinel")) {
			t.Fatal("the name is not kept", err)
		}
		k.forge(path, bytes.ReplaceAll(text[sha256.Size:], []byte("sentinel"), []byte("replaced")))
	}
	if got := k.read(main, Options{}, k.kept); !bytes.Contains([]byte(got), []byte("replaced")) {
		t.Errorf("what is kept was not taken:\n%s", got)
	}
}

// forge writes a text with the sum that it has.
func (k *keeping) forge(path string, text []byte) {
	k.t.Helper()
	sum := sha256.Sum256(text)
	if err := os.WriteFile(path, slices.Concat(sum[:], text), 0o600); err != nil {
		k.t.Fatal(err)
	}
}

// TestKeptOutOfDate: a file that is written, appears, or goes makes reading begin anew.
func TestKeptOutOfDate(t *testing.T) {
	k := newKeeping(t)
	k.write("second/h.h", "int first;\n")
	k.write("first/none.h", "")
	main := k.write("main.c", "#include <h.h>\n#if __has_include(\"later.h\")\nint later;\n#endif\n#include \"own.h\"\nint own;\n")
	own := k.write("own.h", "int f(int x);\n")
	contracts := k.write("contracts.h", "/*@ requires x > 0; */\nint f(int x);\n")
	options := Options{Reading: Reading{IncludeDirs: []string{filepath.Join(k.folder, "first"), filepath.Join(k.folder, "second")}, ContractFiles: []string{contracts}}}
	seen := map[string]bool{}
	var asked []Asked
	changed := func(what string) {
		t.Helper()
		if len(asked) > 0 && allHold(asked) {
			t.Errorf("all questions have their answers after %s", what)
		}
		asked = k.asked(main, options)
		now := k.same(main, options)
		if again := k.asked(main, options); !slices.Equal(again, asked) {
			t.Errorf("after %s what was kept asked something else: %v, %v", what, asked, again)
		}
		if seen[now] {
			t.Errorf("%s changes nothing", what)
		}
		seen[now] = true
	}
	changed("the first reading")
	k.write("second/h.h", "int third;\n")
	changed("another text of the same length")
	k.write("first/h.h", "int fourth;\n")
	changed("a header that is found earlier")
	k.write("later.h", "")
	changed("a header that is asked for")
	k.write("contracts.h", "/*@ requires x > 1; */\nint f(int x);\n")
	changed("a contract")
	k.write("main.c", "#include <h.h>\n#include \"own.h\"\nint mine;\n")
	changed("the file")
	for _, path := range []string{own, main} {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		changed("a file that has gone")
	}
}

// TestKeptInAnyCase: so does one whose name fits where capital letters are not told from small ones.
func TestKeptInAnyCase(t *testing.T) {
	k := newKeeping(t)
	main := k.write("main.c", "#include \"SUB\\Two.h\"\n#include <One.H>\n")
	k.write("sub/two.h", "int two;\n")
	k.write("inc/ONE.h", "int one;\n")
	options := Options{Target: must(target.Named("x86_64-windows")), Reading: Reading{IncludeDirs: []string{filepath.Join(k.folder, "first"), filepath.Join(k.folder, "inc")}}}
	before, asked := k.same(main, options), k.asked(main, options)
	k.write("first/one.h", "int other;\n")
	if allHold(asked) {
		t.Error("all questions have their answers where a header is found earlier")
	}
	if now := k.same(main, options); now == before {
		t.Error("a header that is found earlier is not seen")
	}
	if err := os.Rename(filepath.Join(k.folder, "sub"), filepath.Join(k.folder, "gone")); err != nil {
		t.Fatal(err)
	}
	k.same(main, options)
}

// TestKeptDamaged: a file of which a part is missing or wrong is as if it were not there; one that was never written so
// ends nothing.
func TestKeptDamaged(t *testing.T) {
	k := newKeeping(t)
	main := k.write("main.c", "#define F(x) x\nint F(n) = __COUNTER__;\n")
	alone := k.same(main, Options{})
	path := k.files()[0]
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	step := max(len(whole)/200, 1)
	for at := 0; at < len(whole); at += step {
		damaged := bytes.Clone(whole)
		damaged[at] ^= 0x55
		for _, text := range [][]byte{damaged, whole[:at]} {
			if err := os.WriteFile(path, text, 0o600); err != nil {
				t.Fatal(err)
			}
			if got := k.read(main, Options{}, k.kept); got != alone {
				t.Fatalf("damaged at %d:\n%s", at, got)
			}
		}
		if at > sha256.Size {
			k.forge(path, damaged[sha256.Size:])
			k.read(main, Options{}, k.kept)
			k.forge(path, whole[sha256.Size:at])
			if got := k.read(main, Options{}, k.kept); got != alone {
				t.Fatalf("cut off at %d:\n%s", at, got)
			}
		}
	}
}

// TestNotKept: what has diagnostics is not kept, nor what somebody wants to be told of on the way, and a folder that is
// not there changes nothing.
func TestNotKept(t *testing.T) {
	k := newKeeping(t)
	wrong := k.write("wrong.c", "#include \"none.h\"\n")
	right := k.write("right.c", "#if 1\nint x;\n#endif\n")
	open := k.write("open.c", "#pragma push_macro(\"X\")\nint x;\n")
	k.same(wrong, Options{})
	k.same(right, Options{Opened: func(string) {}})
	k.same(right, Options{Decided: func(Decision) {}})
	k.same(open, Options{})
	if files := k.files(); len(files) > 0 {
		t.Errorf("kept: %v", files)
	}
	k.kept = filepath.Join(k.kept, "none")
	k.same(right, Options{})
}

// TestTwoAnswers: nothing is kept of a reading in which one question had two answers.
func TestTwoAnswers(t *testing.T) {
	q := &questions{said: map[question]answer{}}
	q.note('f', "a", answer{found: true})
	q.note('f', "a", answer{found: true})
	q.note('s', "a", answer{})
	if q.isBroken || len(q.asked) != 2 {
		t.Errorf("%+v", q)
	}
	if q.note('f', "a", answer{}); !q.isBroken {
		t.Error("two answers are not seen")
	}
	p := &preprocessor{unit: &unit{asked: q, options: Options{Scans: NewScans("")}}}
	p.keep("name", 1)
	if p.options.Scans.kept("name") != nil {
		t.Error("it is kept")
	}
	(*questions)(nil).note('f', "a", answer{})
}

// TestKeptNumbers: what is kept of a token is all but what it must not be expanded by.
func TestKeptNumbers(t *testing.T) {
	var tokens []Token
	for kind := EOF; kind <= Other; kind++ {
		for n := range 4 {
			pos := source.Pos{File: fmt.Sprint("f", n/2), Line: 1 << (9 * n), Column: 70000 * n}
			tokens = append(tokens, Token{Kind: kind, Text: fmt.Sprint("t", n), Pos: pos, Space: n%2 == 0, first: n/2 == 0})
		}
	}
	w := &keptWriter{numbers: map[string]uint64{}}
	w.tokens(tokens)
	r, err := openKept(w.whole())
	if err != nil {
		t.Fatal(err)
	}
	if got := r.tokens(nil); !slices.Equal(got, tokens) || r.isBroken || len(r.rest) > 0 {
		t.Errorf("%v\nwant %v", got, tokens)
	}
}

// TestKeptInMemory: what a file comes to is taken where the same Scans read it again, from the file system or with its
// text given, unless something that was read has changed; and only if that was asked for.
func TestKeptInMemory(t *testing.T) {
	k := newKeeping(t)
	header := k.write("a.h", "int sentinel;\n")
	main := k.write("main.c", "#include \"a.h\"\n#if 1\nint n;\n#endif\n")
	text, err := os.ReadFile(main)
	if err != nil {
		t.Fatal(err)
	}
	read := func(scans *Scans, options Options) string {
		t.Helper()
		options.Scans = scans
		tokens, found, err := Run(t.Context(), main, options)
		if err != nil || len(found) > 0 {
			t.Fatal(found, err)
		}
		var out bytes.Buffer
		for _, t := range tokens {
			fmt.Fprintf(&out, "%d %q %v %v %v\n", t.Kind, t.Text, t.Pos, t.Space, t.first)
		}
		return out.String()
	}
	alone := read(NewScans(""), Options{})
	given := Options{Overlay: map[string][]byte{main: text}}
	conditions := 0
	chosen := Options{Again: true, Decided: func(Decision) { conditions++ }}
	scans := NewScans("")
	if read(scans, Options{}); !scans.isEmpty() {
		t.Error("what nobody reads again is kept")
	}
	for range 2 {
		if read(scans, chosen) != alone {
			t.Error("reading with what is kept says something else")
		}
	}
	if conditions != 2 {
		t.Errorf("%d conditions are told in two readings, want 2", conditions)
	}
	// What is taken shows where it says something else.
	for name, whole := range scans.files {
		body := bytes.Replace(whole[sha256.Size:], []byte("sentinel"), []byte("SENTINEL"), 1)
		sum := sha256.Sum256(body)
		scans.files[name] = append(sum[:], body...)
	}
	for what, options := range map[string]Options{"from the file system": {}, "with its text given": given, "with a rule": {Postlude: "int m;\n"}} {
		if got := read(scans, options); !bytes.Contains([]byte(got), []byte("SENTINEL")) {
			t.Errorf("%s: what is kept is not taken:\n%s", what, got)
		}
	}
	others := map[string]Options{
		"another text":      {Overlay: map[string][]byte{main: append(slices.Clone(text), "int m;\n"...)}},
		"a macro":           {Reading: Reading{Defines: []string{"M"}}},
		"a header is given": {Overlay: map[string][]byte{header: []byte("int sentinel;\n")}},
		"conditions":        chosen,
	}
	for what, options := range others {
		if got := read(scans, options); bytes.Contains([]byte(got), []byte("SENTINEL")) {
			t.Errorf("%s: what is kept of another question is taken", what)
		}
	}
	read(scans, chosen)
	k.write("a.h", "int other;\n")
	if got := read(scans, given); !bytes.Contains([]byte(got), []byte("other")) || bytes.Contains([]byte(got), []byte("sentinel")) {
		t.Errorf("a header that has changed is not read again:\n%s", got)
	}
}
