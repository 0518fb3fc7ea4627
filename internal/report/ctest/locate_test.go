package ctest

import (
	"strings"
	"testing"

	"yogi/internal/source"
)

// TestStatementStart: @ stands before the first character of the statement or full expression, and
// the position that is asked about is that of the name x behind it.
func TestStatementStart(t *testing.T) {
	for _, text := range []string{
		"int main(void) { int n = 0; @n = a[x]; }",
		"int main(void) { @return *x; }",
		"int main(void) { if (@n > *x) n++; }",
		"int main(void) { if (n > 0) @n += *x; }",
		"int main(void) { if (f(n)) { g(); } else @n = f(1, *x, (2)); }",
		"int main(void) { for (i = 0; @i < *x; i++) n++; }",
		"int main(void) { for (@i = *x; i < n; i++) n++; }",
		"int main(void) { for (int i = 0; i < n; @i += *x) n++; }",
		"int main(void) { while (@*x) n++; }",
		"int main(void) { do @f(x); while (n); }",
		"int main(void) { do { n++; } while (@*x); }",
		"int main(void) { switch (@*x) { case 1: break; } }",
		"int main(void) { switch (n) { case 1: @f(*x); } }",
		"int main(void) { switch (n) { default: @f(*x); } }",
		"int main(void) { again: @n = n ? *x : 1; }",
		"int main(void) { @int a[] = { 1, *x }; }",
		"int main(void) { n++; @int a[2][2] = { 1, f(*x) }; }",
		"int main(void) { n++; @struct s a[2] = { { 1 }, { *x } }; }",
		"int main(void) { /* ; */ @f(\";\", *x); }",
		"int main(void) { if (a) if (b) while (c) @f(*x); }",
		"int main(void) { @a[i + (n - 1)] = 1 + x; }",
	} {
		want := strings.IndexByte(text, '@')
		plain := strings.Replace(text, "@", "", 1)
		l := NewLocator([]Unit{{File: "a.c", Text: plain}})
		at := want + strings.IndexByte(plain[want:], 'x')
		got, err := l.StatementStart(source.Pos{File: "a.c", Line: 1, Column: at + 1})
		if err != nil || got.Column != want+1 {
			t.Errorf("%s: column %d (%v), want %d", text, got.Column, err, want+1)
		}
	}
}
