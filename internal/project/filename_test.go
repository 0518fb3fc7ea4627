package project

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"yogi/internal/frontend/c"
)

// TestFileNames compares what __FILE__ and its like say with what gcc makes of the same command in its folder, as the
// database is read from another working folder, and as the program is moved after that.
func TestFileNames(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("gcc is not installed")
	}
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	says := "__FILE__ __BASE_FILE__ __FILE_NAME__ "
	for name, text := range map[string]string{
		"src/a.c": says + "\n#include \"b.h\"\n#include <h.h>\n#include \"../inc/sub/s.h\"\n#include \"h.h\"\n" +
			"#define HERE __FILE__\nHERE\n#include \"m.h\"\n(HERE)\n#line 7 \"other/x.c\"\n" + says + "\n#include \"b.h\"\n# 3 \"y\\\"z.c\"\n" + says,
		"src/b.h":     says,
		"src/m.h":     says + "\n#define CALL(x) x __FILE__\nCALL",
		"inc/h.h":     says + "\n#include \"sub/s.h\"\n",
		"inc/sub/s.h": says,
		"inc/sub/f.h": says,
	} {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, call := range []struct{ folder, words string }{
		{"", "-Iinc src/a.c"},
		{"", "-I./inc/ ./src/a.c"},
		{"", "-I ROOT/inc ROOT/src/a.c"},
		{"", "-I inc// src//a.c"},
		{"src", "-I../inc a.c"},
		{"src", "-I ../inc -iquote ../inc/ ../src/a.c"},
		{"src", "-isystem ../inc a.c"},
		{"src", "-isystem ROOT/src/../inc a.c"},
		{"src", "-I ../inc -isystem ROOT/inc a.c"},
		{"src", "-idirafter ../src/../src/../src/../src/../src/../src/../src/../src/../src/../src/../src/../src/../src/../src/../src/../src/../src/../src/../src/../src/../src/../src/../src/../src/../src/../src/../src/../src/../src/../src/../src/../src/../src/../inc a.c"},
		{"inc", "-I. -I../src/../inc ../src/a.c"},
		{"inc", "-I. -include sub/f.h ../src/a.c"},
		{"src", "-I../inc -include sub/f.h ./a.c"},
		{"src", "-I../inc -include ROOT/inc/sub/f.h ./a.c"},
		{"", "-Iinc -fmacro-prefix-map=src/= src/a.c"},
		{"", "-Iinc -fmacro-prefix-map=src/=A/ -fmacro-prefix-map=src=B -fmacro-prefix-map=other=C src/a.c"},
		{"", "-Iinc -ffile-prefix-map=src/../=F/ -fmacro-prefix-map=src=B src/a.c"},
		{"src", "-IROOT/inc -ffile-prefix-map=ROOT/=. -fmacro-prefix-map=a=B ROOT/src/a.c"},
		{"src", "-I../inc @words"},
	} {
		if err := os.WriteFile(filepath.Join(root, "src/words"), []byte("-fmacro-prefix-map=a.c=W a.c"), 0o644); err != nil {
			t.Fatal(err)
		}
		directory := filepath.Join(root, call.folder)
		words := strings.Fields(strings.ReplaceAll(call.words, "ROOT", root))
		preprocess := exec.Command(gcc, append([]string{"-E", "-P"}, words...)...)
		preprocess.Dir = directory
		want, err := preprocess.Output()
		if err != nil {
			t.Fatalf("%s: %v", call.words, err)
		}
		database := []Command{{Directory: directory, File: filepath.Join(root, "src/a.c"), Arguments: append([]string{"gcc", "-c"}, words...)}}
		text, err := json.Marshal(database)
		if err == nil {
			err = os.WriteFile(filepath.Join(root, DatabaseFile), text, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, folder := range []string{"", "src", "inc/sub", ".."} {
			t.Chdir(filepath.Join(root, folder))
			read, err := Read(filepath.Join(root, DatabaseFile))
			if err != nil {
				t.Fatal(err)
			}
			units, err := read.Units(context.Background(), Selection{})
			if err != nil {
				t.Fatalf("%s: %v", call.words, err)
			}
			u := units[0]
			link := filepath.Join(root, "elsewhere")
			if err := os.Symlink(root, link); err != nil && !os.IsExist(err) {
				t.Fatal(err)
			}
			away := func(path string) string {
				absolute, err := filepath.Abs(path)
				if _, missing := os.Stat(path); missing != nil {
					return path // a header that is searched for
				}
				if err != nil {
					t.Fatal(err)
				}
				return strings.Replace(absolute, root, link, 1)
			}
			moved := u.Reading.Paths(away).Named(away(u.File), u.Reading.TypedName(c.NoFlag, u.File))
			for _, unit := range []c.Unit{{File: u.File, Reading: u.Reading}, {File: away(u.File), Reading: moved}} {
				tokens, diagnostics, err := c.Tokens(context.Background(), c.Options{DataModel: "LP64", Units: []c.Unit{unit}})
				if err != nil || len(diagnostics) > 0 {
					t.Fatalf("%s: %v %v", call.words, err, diagnostics)
				}
				var got []string
				for _, token := range tokens[0] {
					got = append(got, token.Text)
				}
				if squeezed := strings.Join(strings.Fields(string(want)), ""); strings.ReplaceAll(strings.Join(got, ""), " ", "") != squeezed {
					t.Errorf("in %q: %s, read from %q as %s:\n%s\ngcc:\n%s", call.folder, call.words, folder, unit.File, strings.Join(got, ""), squeezed)
				}
			}
		}
	}
}
