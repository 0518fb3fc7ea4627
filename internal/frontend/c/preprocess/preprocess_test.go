package preprocess

import (
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"yogi/internal/frontend/c/target"
	"yogi/internal/source"
)

func run(t *testing.T, text string, options Options) ([]Token, source.Diagnostics) {
	t.Helper()
	if options.Overlay == nil {
		options.Overlay = map[string][]byte{}
	}
	options.Overlay["t.c"] = []byte(text)
	tokens, ds, err := Run(context.Background(), "t.c", options)
	if err != nil {
		t.Fatal(err)
	}
	return tokens, ds
}

func spelled(tokens []Token) string {
	var words []string
	for _, t := range tokens {
		if t.Kind == Pragma {
			words = append(words, "#pragma "+t.Text)
		} else if t.Kind != EOF {
			words = append(words, t.Text)
		}
	}
	return strings.Join(words, " ")
}

// TestMacros compares the expansion of macros with gcc's, token by token.
func TestMacros(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("gcc is not installed")
	}
	files, err := filepath.Glob("testdata/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, standard := range []string{"gnu17", "c11"} {
			want, err := exec.Command(gcc, "-E", "-P", "-std="+standard, file).Output()
			if err != nil {
				t.Fatal(err)
			}
			options := Options{Reading: Reading{Standard: standard}}
			left, ds := run(t, string(data), options)
			right, _ := run(t, string(want), options)
			if len(ds) > 0 {
				t.Errorf("%s: %v", file, ds)
			}
			for i := range max(len(left), len(right)) {
				if i >= len(left) || i >= len(right) || left[i].Text != right[i].Text {
					t.Errorf("%s -std=%s: token %d\n got %s\nwant %s", file, standard, i, spelled(left[i:min(i+20, len(left))]), spelled(right[i:min(i+20, len(right))]))
					break
				}
			}
		}
	}
}

// TestFileNames: __FILE__ gives names as the prefixes say, the last one that fits, and positions do not.
func TestFileNames(t *testing.T) {
	for _, row := range []struct {
		prefixes []string
		want     string
	}{
		{nil, "t.c"},
		{[]string{"old/="}, "t.c"},
		{[]string{"t=new/f"}, "new/f.c"},
		{[]string{"t.c=a.c", "t.=b."}, "b.c"},
		{[]string{"t.c"}, "t.c"},
	} {
		tokens, ds := run(t, "__FILE__", Options{Reading: Reading{FilePrefixes: row.prefixes}})
		if len(ds) > 0 || len(tokens) == 0 || filepath.Base(tokens[0].Pos.File) != "t.c" || !strings.HasSuffix(tokens[0].Text, row.want+`"`) {
			t.Errorf("%v: %s, want %s", row.prefixes, spelled(tokens), row.want)
		}
	}
}

func TestPositions(t *testing.T) {
	text := "a\n#define M(x) x b\nM(c\nd)\n# 10 \"other.c\" 1\ne\n#line 20\nf \\\ng\nh\n"
	tokens, ds := run(t, text, Options{})
	if len(ds) > 0 {
		t.Fatal(ds)
	}
	want := map[string]source.Pos{
		"a": {File: "t.c", Line: 1, Column: 1}, "b": {File: "t.c", Line: 3, Column: 1}, "c": {File: "t.c", Line: 3, Column: 3},
		"d": {File: "t.c", Line: 4, Column: 1}, "e": {File: "other.c", Line: 10, Column: 1}, "f": {File: "other.c", Line: 20, Column: 1},
		"g": {File: "other.c", Line: 21, Column: 1}, "h": {File: "other.c", Line: 22, Column: 1},
	}
	for _, k := range tokens {
		if p, ok := want[k.Text]; ok && k.Pos != p {
			t.Errorf("%s is at %v, want %v", k.Text, k.Pos, p)
		}
	}
}

// TestSpelling: lines are joined over blanks, and trigraphs are read where the standard has them.
func TestSpelling(t *testing.T) {
	text := "// a \\ \t\nb\n??=define C ??< ??/\nd\nC"
	for standard, want := range map[string]string{"": "? ? = define C ? ? < ? ? / d C", "gnu11": "? ? = define C ? ? < ? ? / d C", "c99": "{ d"} {
		tokens, ds := run(t, text, Options{Reading: Reading{Standard: standard}})
		var got []string
		for _, k := range tokens[:len(tokens)-1] {
			got = append(got, k.Text)
		}
		if strings.Join(got, " ") != want || len(ds) > 0 {
			t.Errorf("%q: %q, want %q, %v", standard, got, want, ds)
		}
	}
}

func TestIncludes(t *testing.T) {
	options := Options{
		Reading: Reading{IncludeDirs: []string{"dir"}, Defines: []string{"FLAG", "VALUE=7"}, Undefines: []string{"unix"}},
		Overlay: map[string][]byte{
			"near.h": []byte("#pragma once\nnear\n#include \"far.h\"\n"), "dir/far.h": []byte("far VALUE __FILE__\n"),
			"dir/stdio.h": []byte("mine\n#include_next <stddef.h>\n"),
		},
	}
	tokens, ds := run(t, "#include \"near.h\"\n#include \"near.h\"\n#if FLAG && !defined(unix) && __has_include(<far.h>)\n#include <stdio.h>\nend __LINE__\n#endif\n#pragma pack(push, VALUE)\n", options)
	if len(ds) > 0 {
		t.Fatal(ds)
	}
	got := spelled(tokens)
	if !strings.HasPrefix(got, `near far 7 "dir/far.h" mine typedef`) || !strings.HasSuffix(got, "end 5 #pragma pack(push, VALUE)") {
		t.Error(got)
	}
}

// TestWindowsIncludes: for Windows a header is found behind a backslash, and by capital letters.
func TestWindowsIncludes(t *testing.T) {
	top := t.TempDir()
	for file, text := range map[string]string{"inc/Near.h": "near\n", "inc/sub/far.h": "far\n"} {
		path := filepath.Join(top, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(top, "src", "t.c")
	text := "#include \"..\\inc\\near.h\"\n#include <Sub\\FAR.H>\n"
	for _, name := range []string{"x86_64-windows", "x86_64-linux"} {
		to, err := target.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		options := Options{Target: to, Overlay: map[string][]byte{file: []byte(text)}}
		options.IncludeDirs = []string{filepath.Join(top, "inc")}
		tokens, ds, err := Run(t.Context(), file, options)
		if err != nil {
			t.Fatal(err)
		}
		isFound := len(ds) == 0 && spelled(tokens) == "near far"
		if isFound != to.MSKeywords {
			t.Errorf("%s: %v %s", name, ds, spelled(tokens))
		}
	}
}

func TestLimits(t *testing.T) {
	bomb := "#define A0 x x x x x x x x\n"
	for i := 1; i < 12; i++ {
		a, b := string(rune('A'+i)), string(rune('A'+i-1))
		bomb += "#define " + a + "0 " + strings.Repeat(b+"0 ", 8) + "\n"
	}
	for name, text := range map[string]string{
		"macro bomb": bomb + "L0\n", "self include": "#include \"t.c\"\n", "open comment": "/* ...\n", "open call": "#define F(x) x\nF(1",
		"junk": "\x00\x01\x02\xff\xfe `", "directive": "#nonsense\n", "else": "#else\n", "missing": "#include <no/such.h>\n",
	} {
		if _, ds := run(t, text, Options{}); len(ds) == 0 {
			t.Errorf("%s: no diagnostic", name)
		}
	}
}

// TestHeaders reads every embedded header twice, for every target that has it.
func TestHeaders(t *testing.T) {
	var names []string
	err := fs.WalkDir(embedded, "headers", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, strings.TrimPrefix(path, "headers/"))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range target.Names() {
		chosen, err := target.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		for _, header := range names {
			if isFor(chosen, header) {
				text.WriteString("#include <" + header + ">\n#include <" + header + ">\n")
			}
		}
		if _, ds := run(t, text.String(), Options{Target: chosen}); len(ds) > 0 || text.Len() < 200 {
			t.Error(name, ds)
		}
	}
}

// TestIncludeStaysInside has files of the program and others, and names them in all ways.
func TestIncludeStaysInside(t *testing.T) {
	top := t.TempDir()
	program, folder, beside := filepath.Join(top, "p", "src", "t.c"), filepath.Join(top, "named"), filepath.Join(top, "p", "inc", "x.h")
	for _, path := range []string{beside, filepath.Join(folder, "x.h"), filepath.Join(top, "p", "src", "x.h")} {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("int x;\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	up := strings.Repeat("../", strings.Count(program, "/")-1)
	for _, c := range []struct {
		name     string
		isInside bool
	}{
		{"x.h", true}, {"../inc/x.h", true}, {filepath.Join(top, "p", "src", "x.h"), true}, {filepath.Join(folder, "x.h"), true},
		{beside, false}, {"/etc/hostname", false}, {up + "etc/hostname", false},
	} {
		options := Options{Overlay: map[string][]byte{program: []byte("#include \"" + c.name + "\"\n")}}
		options.IncludeDirs = []string{folder}
		_, ds, err := Run(t.Context(), program, options)
		if err != nil {
			t.Fatal(err)
		}
		if (len(ds) == 0) != c.isInside {
			t.Errorf("%s: %v", c.name, ds)
		}
	}
}
