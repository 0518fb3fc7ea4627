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

// TestSitesAreApart cuts a program with a list whose head is in a structure of another kind than its entries:
// one map is of bytes, as a number in the entries lies where a pointer lies beside the head, and all are where
// sites are not told apart.
func TestSitesAreApart(t *testing.T) {
	for alike, want := range map[bool]struct{ maps, bytes int }{false: {4, 1}, true: {1, 1}} {
		p, _, err := c.Load(context.Background(), c.Options{
			DataModel: "LP64", Units: []c.Unit{{File: "../../e2e/programs/list_head_record_safe.c"}}, Terms: term.NewBuilder(),
		})
		if err != nil {
			t.Fatal(err)
		}
		p.SitesAlike = alike
		lower(t, p, memory.Options{Split: true})
		maps, bytes := 0, 0
		for _, v := range p.Globals {
			if v.Memory == nil {
				continue
			}
			maps++
			if v.Memory.CellWidth == 8 {
				bytes++
			}
		}
		if maps != want.maps || bytes != want.bytes {
			t.Errorf("sites alike %t: %d maps, %d of bytes", alike, maps, bytes)
		}
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
