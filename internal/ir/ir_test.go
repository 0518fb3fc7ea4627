package ir_test

import (
	"strings"
	"testing"

	"yogi/internal/golden"
	"yogi/internal/ir"
	"yogi/internal/term"
)

// TestGolden runs the passes that a file's sections ask for. The input section "ir" must print back to
// itself.
func TestGolden(t *testing.T) {
	golden.Run(t, "testdata/*.txtar", func(t *testing.T, f *golden.File) {
		text := f.Input(t, "ir")
		parse := func() *ir.Program {
			p, err := ir.Parse(text, term.NewBuilder())
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
		f.Expect(t, "ir", parse().String())
		if _, ok := f.Section("check"); ok {
			message := "ok"
			if err := ir.Check(parse()); err != nil {
				message = err.Error()
			}
			f.Expect(t, "check", message)
			return
		}
		p := parse()
		mustCheck(t, p)
		ir.Normalize(p)
		mustBeNormal(t, p)
		ir.ComputeModifies(p)
		f.Expect(t, "normalized", p.String())
		ir.Simplify(p)
		mustBeNormal(t, p)
		f.Expect(t, "simplified", p.String())
		if _, ok := f.Section("dot"); ok {
			f.Expect(t, "dot", p.DOT())
		}
	})
}

func mustCheck(t *testing.T, p *ir.Program) {
	t.Helper()
	if err := ir.Check(p); err != nil {
		t.Fatalf("check: %v\n%s", err, p)
	}
}

func mustBeNormal(t *testing.T, p *ir.Program) {
	t.Helper()
	if err := ir.CheckNormal(p); err != nil {
		t.Fatalf("check: %v\n%s", err, p)
	}
}

func TestParseErrors(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"nonsense", `line 1: unknown statement "nonsense"`},
		{"\n\nentry main", "line 3: unknown function main"},
		{"global x Bool\nglobal x Bool", "line 2: variable x declared twice"},
		{"function f {\nblock 0 \"\"\nx := true\nreturn\n}", "line 3: unknown variable x"},
		{"function f {\nblock 0 \"\"\ngoto true 1\n}", "line 3: no block 1"},
		{"function f {\nblock 0 \"\"\ngoto true 18446744073709551615\n}", "line 3: the number 18446744073709551615 is too large"},
		{"model \"wide\" 32 32 64", "line 1: widths of more than 64 bits, or granules larger than the memory"},
		{"global x (_ BitVec 2000000000)", "line 1: sort (_ BitVec 2000000000): not a sort"},
		{"axiom (= (_ bv1 2000000000) (_ bv1 2000000000))", "line 1: unknown constant (_ bv1 2000000000)"},
		{"axiom " + strings.Repeat("(", 200000) + strings.Repeat(")", 200000), "nested too deeply"},
		{"function f {\nblock 0 \"\"\nreturn return\n}", "line 3: \"return\" is left over"},
		{"function f {\nblock 0 \"\"\nreturn\n", "has no end"},
		{"function f {\nblock 0 \"\"\nassume (and true\n}", "line 3: parenthesis not closed"},
		{"global x Nothing.\naxiom (x", "parenthesis not closed"},
		{"language \"c", "quote"},
	} {
		_, err := ir.Parse(test.text, term.NewBuilder())
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("Parse(%q): %v, want %q", test.text, err, test.want)
		}
	}
}
