package certify_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"yogi/internal/certify"
	"yogi/internal/interproc"
	"yogi/internal/ir"
	"yogi/internal/portfolio"
	"yogi/internal/report/evidence"
	"yogi/internal/solver"
	"yogi/internal/solver/chain"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// load parses an IR program and brings it into the form that the engine works on.
func load(t testing.TB, text string) *ir.Program {
	t.Helper()
	p, err := ir.Parse(text, term.NewBuilder())
	if err != nil {
		t.Fatal(err)
	}
	ir.Normalize(p)
	ir.ComputeModifies(p)
	return p
}

// backend opens a solver; a test that needs one that is not installed is skipped.
func backend(t testing.TB, p *ir.Program, name string) solver.Solver {
	t.Helper()
	s, err := chain.New(p.Terms, solver.Config{Backend: name, Layers: "none"})
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// prove runs the engine on a program.
func prove(t testing.TB, p *ir.Program) *verdict.Answer {
	t.Helper()
	s, err := chain.New(p.Terms, solver.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	return portfolio.Check(ctx, p, interproc.Options{Algorithm: "dash", Solver: s})
}

// reread writes a certificate to text and reads it back.
func reread(t testing.TB, p *ir.Program, c *verdict.Certificate) *verdict.Certificate {
	t.Helper()
	text, err := json.Marshal(evidence.EncodeCertificate(p, c))
	if err != nil {
		t.Fatal(err)
	}
	var read evidence.Certificate
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	out, err := read.Decode(p)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestEngine checks the certificates and the tests that the engine finds, after a way through their text.
func TestEngine(t *testing.T) {
	files, err := filepath.Glob("../interproc/testdata/*.ir")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".ir"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			p := load(t, string(text))
			answer := prove(t, p)
			if answer.Kind != verdict.Pass {
				t.Skip(answer.Kind)
			}
			var counts certify.Counts
			err = certify.Certificate(context.Background(), p, reread(t, p, answer.Certificate), certify.Options{Solver: backend(t, p, "cvc5-pipe"), Counts: &counts})
			if err != nil {
				t.Error(err)
			}
			t.Logf("%+v", counts)
		})
	}
}
