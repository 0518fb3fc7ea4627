package preprocess

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// FuzzRun preprocesses any text: soon there are tokens, ending with EOF, or diagnostics.
func FuzzRun(f *testing.F) {
	files, err := filepath.Glob("testdata/*.c")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	for _, text := range []string{
		"#define a b\n#define b a\na b", "#define f(x) #x ## x\nf(f(1))", "#if (1 ? 2 : 3) && defined x || __has_include(<x>)\n#elif 1/0\n#endif",
		"#include <stdio.h>\n# 7 \"f\" 2\n__LINE__ __FILE__", "#define g(a, b...) a ## b, ## b __VA_OPT__(x)\ng(1) g(1, 2)", "_Pragma(\"pack(1)\") %:define x <: :>", "'\\x' L\"\\u1234\" u8\"\\",
		"#define c defined(x)\n#if c\n#endif\n#if defined", "#line 5 \"x\"\n#pragma push_macro(\"x\")\n#pragma pop_macro(\"x\")",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		tokens, ds, err := Run(ctx, "fuzz.c", Options{Overlay: map[string][]byte{"fuzz.c": text}})
		if err != nil {
			t.Fatal("too slow:", err)
		}
		if len(ds) == 0 && (len(tokens) == 0 || tokens[len(tokens)-1].Kind != EOF) {
			t.Fatal("the tokens do not end")
		}
	})
}
