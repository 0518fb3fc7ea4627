package source

import "testing"

// TestParsePos: a position reads back, also one whose file has colons; what has no line or no column is none.
func TestParsePos(t *testing.T) {
	for _, p := range []Pos{{"a.c", 3, 5}, {"C:/dir/a.c", 12, 1}, {"<library>", 1, 1}} {
		if got, ok := ParsePos(p.String()); !ok || got != p {
			t.Errorf("%s is read as %v, %v", p, got, ok)
		}
	}
	for _, text := range []string{"", "-", "a.c", "a.c:3", "a.c:x:1", "a.c:3:0", ":3:5", "3:5"} {
		if p, ok := ParsePos(text); ok {
			t.Errorf("%q is read as %v", text, p)
		}
	}
}
