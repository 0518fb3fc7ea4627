package source

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestExcerpts(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.c")
	if err := os.WriteFile(file, []byte("int x;\n\tint y = z;\r\n"+strings.Repeat("x", 500)), 0o600); err != nil {
		t.Fatal(err)
	}
	var ds Diagnostics
	ds.Add(Pos{file, 2, 10}, "name", "z is not declared")
	ds[0].Notes = []string{"declare it"}
	ds.Add(Pos{file, 3, 400}, "name", "in a long line")
	ds.Add(Pos{file, 9, 1}, "name", "behind the end")
	ds.Add(Pos{"nowhere.c", 1, 1}, "name", "in no file")
	ds.Add(Pos{file, 2, 0}, "name", "without a column")
	var b strings.Builder
	if err := ds.Write(&b); err != nil {
		t.Fatal(err)
	}
	got := strings.ReplaceAll(b.String(), file, "a.c")
	want := "a.c:2:10: z is not declared [name]\n    \tint y = z;\n    \t        ^\n  note: declare it\n" +
		"a.c:3:400: in a long line [name]\na.c:9:1: behind the end [name]\nnowhere.c:1:1: in no file [name]\na.c:2: without a column [name]\n"
	if got != want {
		t.Errorf("got %q\nwant %q", got, want)
	}
}
