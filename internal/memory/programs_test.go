package memory_test

import (
	"context"
	"path/filepath"
	"testing"

	"yogi/internal/frontend/c"
	"yogi/internal/ir"
	"yogi/internal/memory"
	"yogi/internal/term"
)

// TestProgramsAgree runs the C programs that come with the project with one map and with split memory.
func TestProgramsAgree(t *testing.T) {
	var files []string
	for _, pattern := range []string{"../../e2e/programs/*.c", "../../examples/*/*.c"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	runs := 0
	for _, file := range files {
		for _, model := range []string{"ILP32", "LP64"} {
			one, split := lowerFile(t, file, model, memory.Options{}), lowerFile(t, file, model, memory.Options{Split: true})
			if one == nil {
				continue
			}
			for seed := 0; seed < 4; seed++ {
				want, got := run(t, one, seed, 0).outcome(), run(t, split, seed, 0).outcome()
				if want == "" || got == "" || want == floatInMemory || got == floatInMemory {
					continue
				}
				runs++
				if want != got {
					t.Errorf("%s, %s, seed %d: with one map %s, with split memory %s", file, model, seed, want, got)
				}
			}
		}
	}
	if runs < 100 {
		t.Errorf("only %d runs were compared", runs)
	}
}

// lowerFile loads and lowers a C file; nil if there is nothing to run.
func lowerFile(t *testing.T, file, model string, o memory.Options) *ir.Program {
	p, _, err := c.Load(context.Background(), c.Options{DataModel: model, Units: []c.Unit{{File: file}}, Terms: term.NewBuilder()})
	if err != nil {
		t.Fatal(err)
	}
	if p == nil {
		return nil
	}
	lower(t, p, o)
	ir.Normalize(p)
	if err := ir.CheckNormal(p); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return p
}
