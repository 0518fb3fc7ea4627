package c_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"yogi/internal/frontend/c"
	"yogi/internal/ir"
	"yogi/internal/memory"
)

// FuzzLoad reads any text as C in any data model: it is refused, or lowered to a well-formed program that the
// memory pass takes, and neither takes long.
func FuzzLoad(f *testing.F) {
	for _, pattern := range []string{"testdata/language/*.c", "typecheck/testdata/*/*.c", "../../../e2e/programs/*.c"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for i, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(append([]byte(declarations), text...), uint8(i))
		}
	}
	f.Add([]byte("#define f(x...) __VA_OPT__(x) #x\nint main(void) { return sizeof(f(1)); }"), uint8(0))
	models := []string{"LP64", "ILP32", "LLP64", "ILP32-windows"}
	f.Fuzz(func(t *testing.T, text []byte, model uint8) {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		for _, all := range []bool{false, true} {
			program, refused, err := c.Load(ctx, c.Options{
				DataModel: models[model%4], Units: []c.Unit{{File: "fuzz.c", Source: text}}, AllFunctions: all,
			})
			if ctx.Err() != nil {
				t.Fatal("too slow")
			}
			if err != nil || len(refused) > 0 {
				continue
			}
			if err := ir.Check(program); err != nil {
				t.Fatal(err)
			}
			if err := memory.Lower(program, memory.Options{Split: true}); err != nil {
				t.Fatal(err)
			}
			if err := ir.Check(program); err != nil {
				t.Fatal("after the memory pass:", err)
			}
		}
	})
}
