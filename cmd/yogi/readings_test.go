package main

import (
	"os"
	"testing"
)

// TestReadings: the cells of a program have one folder, which is gone with the last of them; a cell that is alone has
// none.
func TestReadings(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	r := newReadings([]*cell{{program: "a"}, {program: "a"}, {program: "b"}, {program: "c"}, {program: "c"}})
	is := func(folder string, want bool) {
		t.Helper()
		if _, err := os.Stat(folder); (err == nil) != want {
			t.Errorf("the folder %q: %v", folder, err)
		}
	}
	a, c := r.of("a"), r.of("c")
	is(a, true)
	is(c, true)
	if r.of("b") != "" || a == c || r.of("a") != a {
		t.Errorf("folders %q and %q, of one cell %q", a, c, r.of("b"))
	}
	r.done("a")
	if is(a, true); r.of("a") != a {
		t.Error("the last cell has another folder")
	}
	r.done("a")
	r.done("b")
	r.done("c")
	is(a, false)
	is(c, true)
	r.end()
	is(c, false)
	t.Setenv("TMPDIR", a)
	r = newReadings([]*cell{{program: "a"}, {program: "a"}})
	if folder := r.of("a"); folder != "" {
		t.Errorf("%q cannot have been made", folder)
	}
	r.done("a")
	r.end()
}
