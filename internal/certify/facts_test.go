package certify_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"yogi/internal/certify"
	"yogi/internal/ir"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// oneBlock is the certificate that a program of one function, whose first block branches to an error
// (target 0) or not, starts in states of safe, and that the error branch is not taken from there.
func oneBlock(p *ir.Program, safe *term.Term) *verdict.Certificate {
	g := &verdict.Graph{
		Function: p.Entry.Name, Exit: verdict.ErrorExit, Post: p.Terms.True(), NotMay: []int{2},
		Trees: map[int]*verdict.SplitTree{
			verdict.ExitLocation: {Region: 0},
			0:                    {Pred: safe, Yes: &verdict.SplitTree{Region: 2}, No: &verdict.SplitTree{Region: 3}},
		},
	}
	for i := range p.Entry.Blocks[1:] {
		g.Trees[i+1] = &verdict.SplitTree{Region: 10 + i}
	}
	g.Absent = []verdict.AbsentEdge{{From: 2, To: 10, Block: 0, Target: 0}}
	return &verdict.Certificate{Graphs: []*verdict.Graph{g}}
}

// predicate parses a predicate over the globals and functions of a program.
func predicate(t *testing.T, p *ir.Program, text string) *term.Term {
	t.Helper()
	out, err := p.Terms.Parse(text, func(name string) (*term.Term, *term.Func) {
		for _, v := range p.Globals {
			if v.Name == name {
				return v.Sym, nil
			}
		}
		if name == "f" {
			return nil, p.Terms.Func("f", []*term.Sort{p.Terms.Int()}, p.Terms.Int())
		}
		return nil, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// memory is a map of bytes that starts as zero at the addresses 0x1000 to 0x107f.
const memory = `model "ILP32" 32 32 12
global M (Array (_ BitVec 32) (_ BitVec 8)) memory 8 0 "bytes"
global p (_ BitVec 32)
range M 4096 4224 1 0`

// TestFacts: what a proof may assume of the start and of constants, and what not.
func TestFacts(t *testing.T) {
	const branch = `
entry main
function main {
  block 0 ""
    goto %GUARD% 1 (not %GUARD%) 2
  block 1 ""
    error "bad"
  block 2 ""
    return
}
`
	cases := []struct {
		name, header, guard, safe string
		good                      bool
	}{
		{"nothing known", "global a Int", "(= a 1)", "true", false},
		{"initial", "global a Int\ninitial (= a 2)", "(= a 1)", "(= a 2)", true},
		{"initial too weak", "global a Int\ninitial (<= a 2)", "(= a 1)", "(= a 2)", false},
		{"initial is not for ever", "global a Int\ninitial (= a 2)", "(= a 1)", "true", false},
		{"axiom", "global K Int const\naxiom (= K 2)", "(= K 1)", "true", true},
		{"axiom through another", "global K Int const\nglobal L Int const\naxiom (= K L)\naxiom (= L 2)", "(= K 1)", "true", true},
		{"axiom about a variable", "global a Int\naxiom (= a 2)", "(= a 1)", "true", false},
		{"quantified axiom", "declare f (Int) Int\nglobal a Int\naxiom (forall ((x Int)) (! (< x (f x)) :pattern ((f x))))", "(< (f a) a)", "true", true},
		{"wrong with quantified axiom", "declare f (Int) Int\nglobal a Int\naxiom (forall ((x Int)) (! (< x (f x)) :pattern ((f x))))", "(< (f a) (+ a 5))", "true", false},
		{"zero cell", memory, "(not (= (select M #x00001004) #x00))", "(= (select M #x00001004) #x00)", true},
		{"cell outside", memory, "(not (= (select M #x00001100) #x00))", "(= (select M #x00001100) #x00)", false},
		{"zero cell read at a variable", memory + "\ninitial (= p #x00001008)",
			"(not (= (select M p) #x00))", "(= (select M p) #x00)", true},
		{"two cells", memory + "\ninitial (bvult p #x00000010)",
			"(not (= (select M (bvadd #x00001000 p)) (select M #x00001004)))", "(= (select M (bvadd #x00001000 p)) (select M #x00001004))", true},
		{"all cells", memory, "(not (forall ((x (_ BitVec 32))) (=> (and (bvule #x00001000 x) (bvult x #x00001080)) (= (select M x) #x00))))",
			"(forall ((x (_ BitVec 32))) (=> (and (bvule #x00001000 x) (bvult x #x00001080)) (= (select M x) #x00)))", true},
		{"counter", "global p (_ BitVec 32)\ncounter p 4096", "(= p #x00000001)", "(= p #x00001000)", true},
		{"wrong counter", "global p (_ BitVec 32)\ncounter p 4096", "(= p #x00000001)", "(= p #x00002000)", false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p := load(t, c.header+strings.ReplaceAll(branch, "%GUARD%", c.guard))
			err := certify.Certificate(context.Background(), p, oneBlock(p, predicate(t, p, c.safe)), certify.Options{Solver: backend(t, p, "cvc5-pipe")})
			if (err == nil) != c.good {
				t.Errorf("got %v", err)
			}
			var rejection *certify.Rejection
			var gaveUp *certify.GaveUp
			if err != nil && !errors.As(err, &rejection) && !errors.As(err, &gaveUp) {
				t.Errorf("got %T", err)
			}
		})
	}
}
