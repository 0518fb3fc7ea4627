package main

import (
	"bytes"
	"fmt"
	"os"
	"testing"
)

func TestColours(t *testing.T) {
	var out bytes.Buffer
	p := &painter{out: &out}
	for _, text := range []string{"a.c:3:   x = 1\na.c:4:2: reach_error", "() is called\n", "assumed: malloc never fails\nFALSE(unreach-call)\n", "TRUE  0.20  f\nUNKNOWN(timeout)\nTRUENESS\n"} {
		if n, err := fmt.Fprint(p, text); n != len(text) || err != nil {
			t.Fatalf("%d bytes of %d, %v", n, len(text), err)
		}
	}
	const want = "a.c:3:   x = 1\n" + bold + "a.c:4:2: reach_error() is called" + plain + "\n" + dim + "assumed: malloc never fails" + plain + "\n" +
		red + "FALSE(unreach-call)" + plain + "\n" + green + "TRUE" + plain + "  0.20  f\n" + yellow + "UNKNOWN(timeout)" + plain + "\nTRUENESS\n"
	if out.String() != want {
		t.Errorf("%q\nwant\n%q", out.String(), want)
	}
}

// TestNoColours: a file has none, nor has a terminal where NO_COLOR is set.
func TestNoColours(t *testing.T) {
	file, err := os.Create(t.TempDir() + "/out")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if out := coloured(file); out != file {
		t.Error("a file is coloured")
	}
	t.Setenv("NO_COLOR", "1")
	if wantsColours(os.Stdout) {
		t.Error("NO_COLOR has colours")
	}
}
