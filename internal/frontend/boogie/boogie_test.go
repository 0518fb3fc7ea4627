package boogie

import (
	"context"
	"testing"

	"yogi/internal/golden"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// load loads a program and checks its shape.
func load(t *testing.T, text string, options Options) (*ir.Program, source.Diagnostics) {
	t.Helper()
	options.File, options.Source = "program.bpl", []byte(text)
	program, diagnostics, err := Load(context.Background(), options, term.NewBuilder())
	if err != nil {
		t.Fatal(err)
	}
	if program != nil {
		if err := ir.Check(program); err != nil {
			t.Fatalf("%v\n%s", err, program)
		}
	}
	return program, diagnostics
}

// TestLower compares the intermediate representation of small programs, after normalization, with the
// golden files.
func TestLower(t *testing.T) {
	golden.Run(t, "testdata/lower/*.txtar", func(t *testing.T, f *golden.File) {
		text := f.Input(t, "program.bpl")
		options := Options{}
		if setting, ok := f.Section("free-specs"); ok {
			options.FreeSpecs = setting[:len(setting)-1]
		}
		program, diagnostics := load(t, text, options)
		if len(diagnostics) > 0 {
			t.Fatal(diagnostics)
		}
		ir.Normalize(program)
		if err := ir.CheckNormal(program); err != nil {
			t.Fatal(err)
		}
		f.Expect(t, "ir", program.String())
	})
}
