package typecheck

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// FuzzCheck reads any text as C: soon there is a tree or there are diagnostics, never both.
func FuzzCheck(f *testing.F) {
	files, err := filepath.Glob("testdata/*/*.c")
	if err != nil {
		f.Fatal(err)
	}
	for i, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text, uint8(i))
	}
	for i, text := range []string{
		"struct s { int a : 3, : 0; char b[]; } x = { .a = 1 };", "int f(a, b) int a; char b; { return a + b; }",
		"int f(void) { static void *t[] = { &&a }; goto *t[0]; a: return ({ int x = 1; x; }); }", "typedef int t; t f(t t) { return _Generic(t, int: 1, default: 2); }",
		"int n; int f(int n, int a[n][n + 1]) { return sizeof a[0]; }", "struct { union { int x; float y; }; } v = { .y = 1e5 };", "_Complex double z = 1.0i;",
		"int g(void) { __try { __leave; } __finally { } return 0; }", "enum e { A = -1, B = 1u << 31, C } c; int h(void) { switch (c) { case A ... B: default:; } }",
	} {
		f.Add([]byte(text), uint8(i))
	}
	models := []string{"LP64", "ILP32", "LLP64", "ILP32-windows"}
	f.Fuzz(func(t *testing.T, text []byte, model uint8) {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		unit, ds, err := Check(ctx, Options{DataModel: models[model%4], Files: []string{"fuzz.c"}, Source: map[string][]byte{"fuzz.c": text}})
		if err != nil {
			t.Fatal("too slow:", err)
		}
		if (unit == nil) != (len(ds) > 0) {
			t.Fatal("a tree and diagnostics, or neither")
		}
	})
}
