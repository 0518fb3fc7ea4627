package c_test

import (
	"fmt"
	"testing"

	"yogi/internal/frontend/c"
	"yogi/internal/term"
)

// TestFilesInOrder: what is wrong in several files, which are checked at a time, is said of each, in their order.
func TestFilesInOrder(t *testing.T) {
	const files = 8
	options := c.Options{DataModel: "LP64", Terms: term.NewBuilder()}
	for i := range files {
		options.Units = append(options.Units, c.Unit{File: fmt.Sprintf("%d.c", i), Source: fmt.Appendf(nil, "int f%d(void) { return missing%d; }", i, i)})
	}
	_, diagnostics, err := c.Load(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	if len(diagnostics) != files {
		t.Fatalf("%v", diagnostics)
	}
	for i, d := range diagnostics {
		if d.Pos.File != fmt.Sprintf("%d.c", i) {
			t.Errorf("number %d is of %s", i, d.Pos.File)
		}
	}
}
