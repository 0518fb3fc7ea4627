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

// TestAnalysisServesTwice: what TakeNumbers found of a program that it did not change is what
// memory is cut by, and the program that comes out is the one that a new analysis gives. A program
// that it did change is looked at anew.
func TestAnalysisServesTwice(t *testing.T) {
	for seed := int64(1); seed <= 20; seed++ {
		text := generate(seed)
		lowered := func(found func(*ir.Program) *memory.Points) (string, *pointsto.Claim) {
			p := mustParse(t, text)
			ir.Normalize(p)
			ir.Simplify(p)
			claim, err := memory.LowerNormal(p, memory.Options{Split: true, Points: found(p)})
			if err != nil {
				t.Fatal(err)
			}
			return p.String(), claim
		}
		take := func(p *ir.Program) *memory.Points {
			points, err := memory.TakeNumbers(p)
			if err != nil || points == nil {
				t.Fatalf("seed %d: nothing is known of where addresses point: %v", seed, err)
			}
			return points
		}
		again, claim := lowered(take)
		if anew, _ := lowered(func(*ir.Program) *memory.Points { return nil }); again != anew {
			t.Errorf("seed %d: another program\n%s\n%s", seed, again, anew)
		}
		if claim.Whole != nil {
			t.Errorf("seed %d: memory is not cut", seed)
		}
		_, claim = lowered(func(p *ir.Program) *memory.Points {
			points := take(p)
			points.Confuse()
			return points
		})
		if claim.Whole == nil {
			t.Errorf("seed %d: memory is cut by another analysis than the one that is known", seed)
		}
	}
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
