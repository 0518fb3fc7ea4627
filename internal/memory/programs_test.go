package memory_test

import (
	"context"
	"path/filepath"
	"testing"

	"yogi/internal/frontend/c"
	"yogi/internal/ir"
	"yogi/internal/term"
)

// TestProgramsAgree runs the C programs that come with the project with one map, with split memory and with variables in the place of maps.
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
			one, split, variables := lowerFile(t, file, model, "one map"), lowerFile(t, file, model, "split memory"), lowerFile(t, file, model, "variables")
			if one == nil {
				continue
			}
			for seed := 0; seed < 4; seed++ {
				want, got, third := run(t, one, seed, 0).outcome(), run(t, split, seed, 0).outcome(), run(t, variables, seed, 0).outcome()
				if want == "" || got == "" || third == "" {
					continue
				}
				runs++
				if want != got {
					t.Errorf("%s, %s, seed %d: with one map %s, with split memory %s", file, model, seed, want, got)
				}
				if want != third {
					t.Errorf("%s, %s, seed %d: with one map %s, with variables %s", file, model, seed, want, third)
				}
			}
		}
	}
	if runs < 100 {
		t.Errorf("only %d runs were compared", runs)
	}
}

// lowerFile loads and lowers a C file; nil if there is nothing to run.
func lowerFile(t *testing.T, file, model, form string) *ir.Program {
	p, _, err := c.Load(context.Background(), c.Options{DataModel: model, Units: []c.Unit{{File: file}}, Terms: term.NewBuilder()})
	if err != nil {
		t.Fatal(err)
	}
	if p == nil {
		return nil
	}
	forms[form](t, p)
	ir.Normalize(p)
	if err := ir.CheckNormal(p); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return p
}
