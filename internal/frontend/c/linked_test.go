package c_test

import (
	"path/filepath"
	"testing"

	"yogi/internal/frontend/c"
)

// TestLinkingNothing checks that a program stays the same when a file that defines nothing it uses is linked to
// it, before or behind.
func TestLinkingNothing(t *testing.T) {
	paths, err := filepath.Glob("../../../e2e/programs/*_safe.c")
	if err != nil || len(paths) == 0 {
		t.Fatal("no programs", err)
	}
	other := c.Unit{File: "other.c", Source: []byte("static int main_helper(void) { return 1; } int yogi_unused = 3; int yogi_unused_function(void) { return main_helper(); }")}
	for _, path := range paths {
		own := c.Unit{File: path}
		want := linkedText(t, own)
		for _, units := range [][]c.Unit{{own, other}, {other, own}} {
			if got := linkedText(t, units...); got != want {
				t.Errorf("%s: the program changes when another file is linked to it", path)
				break
			}
		}
	}
}

func linkedText(t *testing.T, units ...c.Unit) string {
	t.Helper()
	p, diagnostics, err := c.Load(t.Context(), c.Options{DataModel: "LP64", Units: units})
	if err != nil || len(diagnostics) > 0 {
		t.Fatal(units[0].File, err, diagnostics)
	}
	p.Files = nil
	return p.String()
}
