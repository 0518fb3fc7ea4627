package guess_test

import (
	"testing"

	check "yogi/internal/certify/guess"
	"yogi/internal/golden"
	"yogi/internal/guess"
	"yogi/internal/ir"
	"yogi/internal/term"
)

// TestGolden changes the section "ir" of each file and has that checked.
func TestGolden(t *testing.T) {
	golden.Run(t, "testdata/*.txtar", func(t *testing.T, f *golden.File) {
		text := f.Input(t, "ir")
		p, err := ir.Parse(text, term.NewBuilder())
		if err != nil {
			t.Fatal(err)
		}
		f.Expect(t, "ir", p.String())
		ir.ComputeModifies(p)
		guess.Assertions(p)
		ir.Normalize(p)
		ir.Simplify(p)
		before := check.Take(p)
		guess.Indices(p)
		if err := ir.CheckNormal(p); err != nil {
			t.Fatalf("%v\n%s", err, p)
		}
		if err := check.Check(before, p); err != nil {
			t.Errorf("%v\n%s", err, p)
		}
		f.Expect(t, "guessed", p.String())
	})
}
