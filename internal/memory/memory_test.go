package memory_test

import (
	"testing"

	"yogi/internal/golden"
	"yogi/internal/ir"
	"yogi/internal/memory"
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
			if err := memory.Lower(p, mode.options); err != nil {
				t.Fatal(err)
			}
			ir.Normalize(p)
			if err := ir.CheckNormal(p); err != nil {
				t.Fatalf("%v\n%s", err, p)
			}
			f.Expect(t, mode.section, p.String())
		}
	})
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
