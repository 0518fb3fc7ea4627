package c

import (
	"context"
	"strings"
	"testing"

	"yogi/internal/ir"
	"yogi/internal/property"
)

const allMemoryChecks = property.Null | property.Bounds | property.UseAfterFree | property.InvalidFree

// checksLeft lowers a program with the memory checks and counts those of accesses through pointers that
// a run can come to.
func checksLeft(t *testing.T, text string) int {
	t.Helper()
	p, diagnostics, err := Load(context.Background(), Options{
		Units: []Unit{{File: "t.c", Source: []byte(text)}}, Checks: allMemoryChecks,
	})
	if err != nil || len(diagnostics) > 0 {
		t.Fatalf("%v %v", err, diagnostics.Err())
	}
	ir.Normalize(p)
	left := 0
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			if e, ok := b.Terminator.(*ir.Error); ok && strings.HasSuffix(e.What, "every object") {
				left++
			}
		}
	}
	return left
}

// Checks that cannot fail are gone before the engine sees the program; those that can are not.
func TestKnownChecksAreDropped(t *testing.T) {
	const prelude = "#include <stdlib.h>\nextern int nondet(void); struct s { int a, b; struct s *next; };\n"
	for _, c := range []struct {
		name, text string
		left       int
	}{
		{"constant index", `int g[4]; int main(void) { int l[2] = {1, 2}; g[3] = l[1]; return g[0]; }`, 0},
		{"fresh object", `int main(void) { struct s *p = malloc(sizeof *p); p->a = 1; p->b = 2; p->next = p; return p->a; }`, 0},
		{"fresh object that is too small", `int main(void) { struct s *p = malloc(4); p->a = 1; p->b = 2; return 0; }`, 1},
		{"accessed before", `int f(struct s *p) { p->b = 1; return p->a + p->b; } int main(void) { struct s *q = malloc(nondet()); return f(q); }`, 1},
		{"larger access after", `int f(struct s *p) { p->a = 1; return p->b; } int main(void) { struct s *q = malloc(nondet()); return f(q); }`, 2},
		{"argument", `int f(struct s *p) { return p->b; } int main(void) { struct s x = {1, 2}; return f(&x); }`, 0},
		{"arguments that differ", `int f(int *p) { return p[1]; } int main(void) { int x[2] = {0}, y = 1; return f(x) + f(&y); }`, 1},
		{"result", `struct s *make(void) { struct s *p = malloc(sizeof *p); p->next = 0; return p; } int main(void) { return make()->next != 0; }`, 0},
		{"freed", `int main(void) { int *p = malloc(4); *p = 1; free(p); return *p; }`, 1},
		{"freed on one way", `int main(void) { int *p = malloc(4); *p = 1; if (nondet()) free(p); return *p; }`, 1},
		{"freed by a callee", `void f(int *p) { free(p); } int main(void) { int *p = malloc(4); *p = 1; f(p); return *p; }`, 1},
		{"callee that frees nothing", `int f(int *p) { return *p; } int main(void) { int *p = malloc(4); *p = 1; f(p); return *p; }`, 0},
		{"moved pointer", `int main(void) { int *p = malloc(8); p = p + 1; *p = 1; return *p; }`, 0},
		{"moved too far", `int main(void) { int *p = malloc(8); p = p + 2; *p = 1; return *p; }`, 1},
		{"moving pointer", `int main(void) { int *p = malloc(8); for (int i = 0; i < nondet(); i++) *p++ = 1; return 0; }`, 1},
		{"pointer that moves along a large object", `int main(void) { char *p = malloc(1 << 30); for (int i = 0; i < nondet(); i++) { *p = *p + 1; p++; } return 0; }`, 1},
		{"pointers that move in nested loops", `int main(void) { char *p = malloc(1 << 30), *q = malloc(1 << 29); while (nondet()) { *p++ = 1; while (nondet()) *q++ = 1; } return 0; }`, 2},
		{"one of two objects", `int main(void) { struct s *p = malloc(sizeof *p), *q = malloc(4); if (nondet()) p = q; p->b = 1; return 0; }`, 1},
		{"loaded pointer", `int main(void) { struct s *p = malloc(sizeof *p); p->next = p; return p->next->a; }`, 1},
		{"global pointer behind a call", `struct s *g; void f(void) { g = malloc(nondet()); } int main(void) { g = malloc(sizeof *g); g->a = 1; f(); return g->b; }`, 1},
		{"left block", `int main(void) { int *p; { int x = 1; p = &x; *p = 2; } return *p; }`, 1},
		{"returned local", `int *f(void) { int x = 1, *p = &x; *p = 2; return p; } int main(void) { return *f(); }`, 1},
		{"recursion", `int f(struct s *p, int n) { p->a = n; return n ? f(p, n - 1) : p->a; } int main(void) { struct s x; return f(&x, 9); }`, 0},
		{"recursion that moves", `int f(int *p, int n) { *p = n; return n ? f(p + 1, n - 1) : 0; } int main(void) { int x[4]; return f(x, nondet()); }`, 1},
		{"recursion that moves along a large object", `int f(char *p, int n) { *p = n; return n ? f(p + 1, n - 1) : 0; } int main(void) { struct s *q = malloc(sizeof *q); q->b = 1; return q->b + f(malloc(1 << 30), nondet()); }`, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			if left := checksLeft(t, prelude+c.text); left != c.left {
				t.Errorf("%d checks are left, want %d", left, c.left)
			}
		})
	}
}
