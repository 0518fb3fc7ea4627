package trace_test

import (
	"context"
	"slices"
	"testing"

	"yogi/internal/angelic/trace"
	"yogi/internal/frontend/boogie"
	"yogi/internal/interproc"
	"yogi/internal/ir"
	"yogi/internal/portfolio"
	"yogi/internal/solver"
	"yogi/internal/solver/chain"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// programs fail in one way each; relevant are the branches that the failure depends on.
var programs = []struct {
	name, text string
	relevant   []string
	earlier    int
}{
	{"straight", `procedure p(x: int) { assert x > 3; }`, nil, 0},
	{"irrelevant branch", `var g: int;
		procedure p(x: int, y: int) { if (y > 0) { g := 1; } else { g := 2; } assert x > 3; }`, nil, 0},
	{"branch that sets what is asserted", `procedure p(y: int) { var x: int; x := 5; if (y > 0) { x := 1; } assert x > 3; }`, []string{"y > 0"}, 0},
	{"branch around the assertion", `procedure p(x: int, y: int) { if (y > 0) { assert x > 3; } }`, []string{"y > 0"}, 0},
	{"irrelevant call", `var g: int;
		procedure q(y: int) { if (y > 7) { g := 1; } }
		procedure p(x: int, y: int) { call q(y); assert x > 3; }`, nil, 0},
	{"call that returns what is asserted", `procedure q(y: int) returns (r: int) { r := 9; if (y > 7) { r := 1; } }
		procedure p(y: int) { var x: int; call x := q(y); assert x > 3; }`, []string{"y > 7"}, 0},
	{"loop that is left out", `var g: int;
		procedure p(x: int, n: int) { var i: int; i := 0; while (i < n) { i := i + 1; g := i; } assert x > 3; }`, nil, 0},
	{"loop with an assertion that is left out", `var g: int;
		procedure p(x: int, n: int) { var i: int; i := 0; while (i < n) { i := i + 1; assert i != 7; g := i; } assert x > 3; }`, nil, 0},
	{"assertion that held", `procedure p(x: int, y: int) { assert y != 5; if (y == 7) { assert x > 3; } }`, []string{"y == 7"}, 1},
	{"stub", `procedure s() returns (r: int);
		procedure p() { var a, b: int; call a := s(); call b := s(); assert a != b; }`, nil, 0},
}

func load(t *testing.T, text string) *ir.Program {
	t.Helper()
	p, diagnostics, err := boogie.Load(context.Background(), boogie.Options{File: "p.bpl", Source: []byte(text), Entry: "p"}, term.NewBuilder())
	if err != nil || len(diagnostics) > 0 {
		t.Fatal(err, diagnostics)
	}
	ir.Normalize(p)
	ir.Simplify(p)
	ir.ComputeModifies(p)
	p.Number()
	return p
}

func fail(t *testing.T, p *ir.Program) *verdict.Test {
	t.Helper()
	s, err := chain.New(p.Terms, solver.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	answer := portfolio.Check(context.Background(), p, interproc.Options{Solver: s})
	if answer.Kind != verdict.Fail {
		t.Fatalf("the program does not fail: %v %s", answer.Kind, answer.Detail)
	}
	return answer.Test
}

// given is the test with these values of the inputs of the entry.
func given(p *ir.Program, values ...int64) *verdict.Test {
	test := &verdict.Test{}
	for _, i := range p.Entry.Blocks[0].Instructions {
		if h, ok := i.(*ir.Havoc); ok {
			value, _ := p.Terms.IntConst(values[len(test.Inputs)]).Value()
			test.Inputs = append(test.Inputs, verdict.InputValue{Input: h.Input, Value: value})
		}
	}
	return test
}

// assignment is the start of a test.
type assignment struct {
	path *trace.Path
	test *verdict.Test
	p    *ir.Program
}

func (a assignment) Lookup(sym *term.Term) (term.Value, bool) {
	for _, o := range a.path.Occurrences {
		if o.Symbol == sym {
			return o.Value, true
		}
	}
	for _, g := range a.test.Globals {
		if g.Variable.Sym == sym && !g.Cell.IsValid() {
			return g.Value, true
		}
	}
	return term.ZeroValue(sym.Sort()), true
}

func (a assignment) Apply(f *term.Func, _ []term.Value) (term.Value, bool) {
	return term.ZeroValue(f.Result), true
}

func TestPaths(t *testing.T) {
	for _, program := range programs {
		t.Run(program.name, func(t *testing.T) {
			p := load(t, program.text)
			var test *verdict.Test
			if program.name == "assertion that held" {
				test = given(p, 0, 7) // another test fails at the first assertion
			} else {
				test = fail(t, p)
			}
			path, err := trace.Of(p, test, nil)
			if err != nil {
				t.Fatal(err)
			}
			var relevant []string
			for _, c := range path.Conditions {
				if c.Relevant && c.Kind == trace.Branch && !slices.Contains(relevant, plain(c.Text)) {
					relevant = append(relevant, plain(c.Text))
				}
			}
			if !slices.Equal(relevant, program.relevant) {
				t.Errorf("relevant: %q, want %q", relevant, program.relevant)
			}
			if n := len(path.Earlier()); n != program.earlier {
				t.Errorf("%d earlier failures, want %d", n, program.earlier)
			}
			// What the path demands is true of the test that takes it.
			e := term.NewEvaluator()
			for _, c := range append(path.Conditions, trace.Condition{Term: path.Failing}) {
				if holds, err := e.Holds(c.Term, assignment{path, test, p}); err != nil || !holds {
					t.Errorf("%s does not hold of the test (%v)", c.Term, err)
				}
			}
		})
	}
}

// plain is a branch in its words, whichever way it was taken.
func plain(text string) string {
	if len(text) > 3 && text[:2] == "!(" {
		return text[2 : len(text)-1]
	}
	return text
}

func TestOccurrencesAreToldApart(t *testing.T) {
	p := load(t, programs[len(programs)-1].text)
	path, err := trace.Of(p, fail(t, p), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(path.Occurrences) != 2 || path.Occurrences[0].Symbol == path.Occurrences[1].Symbol {
		t.Errorf("occurrences: %v", path.Occurrences)
	}
	if path.Failing != p.Terms.Eq(path.Occurrences[0].Symbol, path.Occurrences[1].Symbol) {
		t.Errorf("the path fails where %s", path.Failing)
	}
}
