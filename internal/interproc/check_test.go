package interproc_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"yogi/internal/certify"
	"yogi/internal/interproc"
	"yogi/internal/ir"
	"yogi/internal/portfolio"
	"yogi/internal/sem/concrete"
	"yogi/internal/solver"
	"yogi/internal/solver/chain"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// TestPrograms checks the IR programs of testdata, whose first line names the verdict, with the
// invariants re-checked after every step and the evidence checked.
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
			switch {
			case strings.HasPrefix(string(text), "; FAIL"):
				want = verdict.Fail
			case strings.HasPrefix(string(text), "; UNKNOWN"):
				want = verdict.Unknown
			}
			p, answer := check(t, string(text))
			t.Logf("%+v", answer.Statistics)
			if answer.Kind != want {
				t.Fatalf("%s, want %s: %s %s", answer.Kind, want, answer.Reason, answer.Detail)
			}
			if want == verdict.Unknown && !strings.HasPrefix(string(text), "; UNKNOWN "+string(answer.Reason)+":") {
				t.Fatalf("%s: %s", answer.Reason, answer.Detail)
			}
			confirm(t, p, answer)
		})
	}
}

// parse reads an IR program as it is written, after its first line.
func parse(t testing.TB, text string) *ir.Program {
	t.Helper()
	_, body, _ := strings.Cut(text, "\n")
	p, err := ir.Parse(body, term.NewBuilder())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// load brings a program into the form that the engine works on.
func load(t testing.TB, text string) *ir.Program {
	t.Helper()
	p := parse(t, text)
	ir.Normalize(p)
	ir.ComputeModifies(p)
	return p
}

// check runs the engine with its invariants re-checked after every step.
func check(t testing.TB, text string) (*ir.Program, *verdict.Answer) {
	t.Helper()
	return checkWith(t, text, interproc.Options{Check: true})
}

func checkWith(t testing.TB, text string, options interproc.Options) (*ir.Program, *verdict.Answer) {
	t.Helper()
	p := load(t, text)
	s, err := chain.New(p.Terms, solver.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	options.Solver = s
	before := p.String()
	answer := portfolio.Check(ctx, p, options)
	if p.String() != before {
		t.Errorf("the search changed the program:\n%s\nwas\n%s", p, before)
	}
	return p, answer
}

// confirm checks the evidence of an answer: the test by the interpreter, the certificate by package
// certify with another solver, if that is installed.
func confirm(t testing.TB, p *ir.Program, answer *verdict.Answer) {
	t.Helper()
	switch answer.Kind {
	case verdict.Fail:
		replay(t, p, answer.Test)
	case verdict.Pass:
		if err := certified(t, p, answer.Certificate); err != nil {
			t.Error(err)
		}
	}
}

func certified(t testing.TB, p *ir.Program, c *verdict.Certificate) error {
	t.Helper()
	s, err := chain.New(p.Terms, solver.Config{Backend: "cvc5-pipe", Layers: "none"})
	if err != nil {
		t.Skip(err)
	}
	defer s.Close()
	return certify.Certificate(context.Background(), p, c, certify.Options{Solver: s})
}

func replay(t testing.TB, p *ir.Program, test *verdict.Test) {
	t.Helper()
	out, err := concrete.Run(p, test, concrete.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if out.Kind != concrete.ReachedError {
		t.Fatalf("the test ends in %s, not in an error", out.Kind)
	}
}
