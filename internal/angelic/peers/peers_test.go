package peers

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

func TestRead(t *testing.T) {
	all := []string{"null", "uaf", "double-free"}
	for _, test := range []struct {
		analyser, output string
		checks           []string
		lines            []int
	}{
		{"cppcheck", "a.c:3:nullPointerRedundantCheck\na.c:3:nullPointer\na.c:4:memleak\na.c:9:doubleFree\n", all, []int{3, 9}},
		{"cppcheck", "a.c:3:nullPointer\na.c:9:doubleFree\n", []string{"double-free"}, []int{9}},
		{"gcc -fanalyzer", "a.c:5:40: warning: use after 'free' of 'n' [CWE-416] [-Wanalyzer-use-after-free]\n" +
			"a.c:6:1: warning: leak of 'n' [CWE-401] [-Wanalyzer-malloc-leak]\n", all, []int{5}},
		{"clang --analyze", "a.c:8:107: warning: Access to field 'n' results in a dereference of a null pointer (loaded from variable 'd') [core.NullDereference]\n" +
			"    x = d->n;\na.c:9:1: warning: Attempt to free released memory [unix.Malloc]\na.c:10:1: warning: Potential leak of memory [unix.Malloc]\n", all, []int{8, 9}},
	} {
		for _, a := range All() {
			if a.Name != test.analyser {
				continue
			}
			var lines []int
			for _, w := range a.read(test.output, test.checks) {
				lines = append(lines, w.Line)
			}
			if !reflect.DeepEqual(lines, test.lines) {
				t.Errorf("%s: got lines %v, want %v", a.Name, lines, test.lines)
			}
		}
	}
}

// gcc is there wherever the project is built; of the others those that the machine has are tried.
func TestRun(t *testing.T) {
	folder := t.TempDir()
	good, bad := filepath.Join(folder, "good.c"), filepath.Join(folder, "bad.c")
	if err := os.WriteFile(good, []byte("#include <stdlib.h>\nint f(int *p)\n{\n\tif (!p)\n\t\treturn *p;\n\tfree(p);\n\treturn *p;\n}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(bad, []byte("int f(\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	for _, a := range All() {
		if _, err := a.Version(ctx); err != nil {
			t.Logf("absent: %v", err)
			continue
		}
		found, err := a.Warnings(ctx, good, nil, []string{"null", "uaf"})
		if err != nil || len(found) == 0 {
			t.Errorf("%s: %v, %v", a.Name, found, err)
		}
		if found, err := a.Warnings(ctx, good, nil, nil); err != nil || len(found) != 0 {
			t.Errorf("%s without checks: %v, %v", a.Name, found, err)
		}
		if _, err := a.Warnings(ctx, bad, nil, []string{"null"}); err == nil && a.Name != "cppcheck" {
			t.Errorf("%s takes a file that is no C", a.Name)
		}
	}
}
