package ir_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// FuzzParse reads any text as a program: it is refused, or what it says is printed so that it reads back the same, and
// the passes take it if it is well-formed. Nothing takes long.
func FuzzParse(f *testing.F) {
	for _, pattern := range []string{"testdata/*.txtar", "../interproc/testdata/*.ir", "../certify/testdata/*.ir"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			f.Fatal(pattern, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(string(text))
		}
	}
	for seed := int64(0); seed < 5; seed++ {
		f.Add(newRandomProgram(seed).String())
	}
	f.Fuzz(func(t *testing.T, text string) {
		start := time.Now()
		defer func() {
			if time.Since(start) > 10*time.Second {
				t.Error("too slow")
			}
		}()
		program, err := ir.Parse(text, term.NewBuilder())
		if err != nil || ir.Check(program) != nil {
			return
		}
		// Another builder orders the arguments of sums by their first use in the text.
		first := parsed(t, program.String(), term.NewBuilder()).String()
		if second := parsed(t, first, term.NewBuilder()).String(); first != second {
			t.Fatal(difference(first, second))
		}
		ir.Normalize(program)
		mustBeNormal(t, program)
		ir.ComputeModifies(program)
		ir.Simplify(program)
		mustBeNormal(t, program)
	})
}
