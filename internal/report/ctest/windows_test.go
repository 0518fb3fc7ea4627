package ctest

import "testing"

// TestNarrow: what is a long of four bytes for Windows is an int, and nothing else changes.
func TestNarrow(t *testing.T) {
	for source, want := range map[string]string{
		"long x; unsigned long y; long int z;":               "int x; unsigned int y;  int z;",
		"long long x; unsigned long long int y; long double": "long long x; unsigned long long int y; long double",
		"x = 1L + 2UL + 0x7fL + 3LL + 4ull + 1.5L;":          "x = 1 + 2u + 0x7f + 3LL + 4ull + 1.5L;",
		"s = \"long 1L\"; // long\nlong_name = L'a';":        "s = \"long 1L\"; // long\nlong_name = L'a';",
		"__try { f(); } __except (g()) { h(); }":             " { f(); } if (0) if (g()) { h(); }",
		"const long volatile *p;":                            "const int volatile *p;",
	} {
		if got := narrow(source); got != want {
			t.Errorf("%s:\n got %q\nwant %q", source, got, want)
		}
	}
}
