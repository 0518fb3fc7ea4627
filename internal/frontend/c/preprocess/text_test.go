package preprocess

import (
	"context"
	"testing"
)

// TestText: the text of tokens, read again, is the same tokens at the same places.
func TestText(t *testing.T) {
	const source = "#define F(x) x +\\\n  x\nint a = F(1);\n#pragma pack(push, 1)\nstruct s { char c; };\n\n\n\n\n\n\n\n\n\n\n\nint b = L'a' - -1;\n"
	read := func(text string) []Token {
		tokens, diagnostics, err := Run(context.Background(), "f.c", Options{Overlay: map[string][]byte{"f.c": []byte(text)}})
		if err != nil || len(diagnostics) > 0 {
			t.Fatal(err, diagnostics)
		}
		return tokens
	}
	first := read(source)
	second := read(Text(first))
	if len(first) != len(second) {
		t.Fatalf("%d tokens, then %d:\n%s", len(first), len(second), Text(first))
	}
	for i := range first[:len(first)-1] {
		if x, y := first[i], second[i]; x.Kind != y.Kind || x.Text != y.Text || x.Kind != Pragma && (x.Pos.File != y.Pos.File || x.Pos.Line != y.Pos.Line) {
			t.Errorf("%v %q at %v, then %v %q at %v", x.Kind, x.Text, x.Pos, y.Kind, y.Text, y.Pos)
		}
	}
}
