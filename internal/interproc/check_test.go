package interproc_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"yogi/internal/interproc"
	"yogi/internal/ir"
	"yogi/internal/sem/concrete"
	"yogi/internal/solver"
	"yogi/internal/solver/chain"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// TestPrograms checks the IR programs of testdata, whose first line names the verdict, with the
// invariants re-checked after every step and every failing test replayed.
func TestPrograms(t *testing.T) {
	files, err := filepath.Glob("testdata/*.ir")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".ir"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			want := verdict.Pass
			if strings.HasPrefix(string(text), "; FAIL") {
				want = verdict.Fail
			}
			p, answer := check(t, string(text))
			t.Logf("%+v", answer.Statistics)
			if answer.Kind != want {
				t.Fatalf("%s, want %s: %s %s", answer.Kind, want, answer.Reason, answer.Detail)
			}
			if answer.Kind == verdict.Fail {
				replay(t, p, answer.Test)
			}
		})
	}
}

func check(t *testing.T, text string) (*ir.Program, *verdict.Answer) {
	t.Helper()
	terms := term.NewBuilder()
	_, body, _ := strings.Cut(text, "\n")
	p, err := ir.Parse(body, terms)
	if err != nil {
		t.Fatal(err)
	}
	ir.Normalize(p)
	ir.ComputeModifies(p)
	s, err := chain.New(terms, solver.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	return p, interproc.Check(ctx, p, interproc.Options{Algorithm: "dash", Solver: s, Check: true})
}

func replay(t *testing.T, p *ir.Program, test *verdict.Test) {
	t.Helper()
	out, err := concrete.Run(p, test, concrete.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if out.Kind != concrete.ReachedError {
		t.Fatalf("the test ends in %s, not in an error", out.Kind)
	}
}
