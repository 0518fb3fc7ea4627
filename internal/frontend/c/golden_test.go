package c_test

import (
	"context"
	"testing"

	"yogi/internal/frontend/c"
	"yogi/internal/golden"
	"yogi/internal/ir"
)

// TestGolden lowers the section "c" of each file.
func TestGolden(t *testing.T) {
	golden.Run(t, "testdata/*.txtar", func(t *testing.T, f *golden.File) {
		p, diagnostics, err := c.Load(context.Background(), c.Options{
			DataModel: "ILP32", Units: []c.Unit{{File: "in.c", Source: []byte(f.Input(t, "c"))}},
		})
		if err != nil {
			t.Fatal(err)
		}
		if len(diagnostics) > 0 {
			f.Expect(t, "diagnostics", diagnostics.Error()+"\n")
			return
		}
		ir.Normalize(p)
		if err := ir.CheckNormal(p); err != nil {
			t.Fatal(err)
		}
		f.Expect(t, "ir", p.String())
	})
}
