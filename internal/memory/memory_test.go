package memory_test

import (
	"testing"

	"yogi/internal/certify/split"
	"yogi/internal/golden"
	"yogi/internal/ir"
	"yogi/internal/memory"
	"yogi/internal/pointsto"
	"yogi/internal/term"
)

// TestGolden lowers the section "ir" of each file with one map ("one") and with split memory ("split").
func TestGolden(t *testing.T) {
	golden.Run(t, "testdata/*.txtar", func(t *testing.T, f *golden.File) {
		text := f.Input(t, "ir")
		f.Expect(t, "ir", mustParse(t, text).String())
		for _, mode := range []struct {
			section string
			options memory.Options
		}{{"one", memory.Options{}}, {"split", memory.Options{Split: true}}} {
			p := mustParse(t, text)
			lower(t, p, mode.options)
			ir.Normalize(p)
			if err := ir.CheckNormal(p); err != nil {
				t.Fatalf("%v\n%s", err, p)
			}
			f.Expect(t, mode.section, p.String())
		}
	})
}

// lower lowers a program and has the claim that it rests on checked.
func lower(t *testing.T, p *ir.Program, o memory.Options) *pointsto.Claim {
	t.Helper()
	ir.Normalize(p)
	ir.Simplify(p)
	before := split.Take(p)
	claim, err := memory.LowerNormal(p, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := split.Check(before, p, claim); err != nil {
		t.Fatalf("%v\n%s", err, p)
	}
	return claim
}

func mustParse(t *testing.T, text string) *ir.Program {
	t.Helper()
	p, err := ir.Parse(text, term.NewBuilder())
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.Check(p); err != nil {
		t.Fatal(err)
	}
	return p
}
