package preprocess

import (
	"os"
	"path/filepath"
	"testing"

	"yogi/internal/source"
)

// TestScans: a header that was cut before gives the tokens, with their places, that it gives alone,
// under another name, another #line and other macros, and one that was written since is read anew.
func TestScans(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const header = "#ifdef TWICE\nint N;\n#if 0\n'\n#elif 1\n#line 70 \"x.h\"\nchar a\\\nb; // no\n#endif\n#else\nlong N %:\n#endif\n"
	write("one.h", header)
	write("two.h", header)
	main := write("main.c", "#define N 5\n#include \"one.h\"\n#define TWICE\n#include \"two.h\"\n#include \"one.h\"\nN\n")
	shared := NewScans("")
	read := func(scans *Scans) ([]Token, source.Diagnostics) {
		tokens, found, err := Run(t.Context(), main, Options{Scans: scans})
		if err != nil {
			t.Fatal(err)
		}
		return tokens, found
	}
	same := func() {
		t.Helper()
		alone, _ := read(nil)
		for range 2 {
			again, found := read(shared)
			if len(found) > 0 || len(again) != len(alone) {
				t.Fatalf("%d tokens, %d alone: %v", len(again), len(alone), found)
			}
			for i := range again {
				if again[i].Text != alone[i].Text || again[i].Pos != alone[i].Pos || again[i].Kind != alone[i].Kind || again[i].Space != alone[i].Space {
					t.Errorf("%v, %v alone", again[i], alone[i])
				}
			}
		}
	}
	same()
	write("two.h", "short changed;\n")
	same()
	if tokens, _ := read(shared); tokens[3].Text != "short" {
		t.Errorf("%v is not what the header says now", tokens[3])
	}
	write("two.h", "int x; /* no end")
	for range 2 {
		if _, found := read(shared); len(found) != 1 || found[0].Pos.File != filepath.Join(folder, "two.h") || found[0].Pos.Column != 8 {
			t.Errorf("a comment without an end: %v", found)
		}
	}
}

// TestScansBound: texts beyond the bound are read, and not kept.
func TestScansBound(t *testing.T) {
	s := NewScans("")
	s.size = maxScans
	if got := s.scan([]byte("a b")); len(got.pieces) != 3 || len(s.texts) != 0 {
		t.Errorf("%d pieces, %d texts are kept", len(got.pieces), len(s.texts))
	}
}
