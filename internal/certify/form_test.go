package certify_test

import (
	"context"
	"errors"
	"os"
	"testing"

	"yogi/internal/certify"
	"yogi/internal/ir"
	"yogi/internal/solver"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// small loads one of the small programs and its certificate.
func small(t *testing.T, name string) (*ir.Program, *verdict.Certificate) {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name + ".ir")
	if err != nil {
		t.Fatal(err)
	}
	p := load(t, string(text))
	answer := prove(t, p)
	if answer.Kind != verdict.Pass {
		t.Fatal(answer.Kind)
	}
	return p, answer.Certificate
}

// TestForm: a certificate that does not have the form is rejected, whatever it claims.
func TestForm(t *testing.T) {
	changes := map[string]func(p *ir.Program, c *verdict.Certificate){
		"no graphs":         func(_ *ir.Program, c *verdict.Certificate) { c.Graphs = nil },
		"main out of range": func(_ *ir.Program, c *verdict.Certificate) { c.Main = len(c.Graphs) },
		"main elsewhere":    func(_ *ir.Program, c *verdict.Certificate) { c.Main = returning(c) },
		"missing graph":     func(_ *ir.Program, c *verdict.Certificate) { c.Graphs[1] = nil },
		"no exit":           func(_ *ir.Program, c *verdict.Certificate) { c.Graphs[0].Exit = verdict.InvalidExit },
		"unknown function":  func(_ *ir.Program, c *verdict.Certificate) { c.Graphs[0].Function = "nobody" },
		"other function":    func(_ *ir.Program, c *verdict.Certificate) { c.Graphs[returning(c)].Function = "main" },
		"missing tree":      func(_ *ir.Program, c *verdict.Certificate) { delete(c.Graphs[0].Trees, 1) },
		"tree too many":     func(_ *ir.Program, c *verdict.Certificate) { c.Graphs[0].Trees[77] = &verdict.SplitTree{Region: 99} },
		"tree elsewhere": func(_ *ir.Program, c *verdict.Certificate) {
			c.Graphs[0].Trees[77] = c.Graphs[0].Trees[1]
			delete(c.Graphs[0].Trees, 1)
		},
		"half a node":  func(_ *ir.Program, c *verdict.Certificate) { split(c).Yes = nil },
		"region twice": func(_ *ir.Program, c *verdict.Certificate) { c.Graphs[0].Trees[1] = c.Graphs[0].Trees[0] },
		"no predicate": func(p *ir.Program, c *verdict.Certificate) { split(c).Pred = p.Globals[0].Sym },
		"out of scope": func(p *ir.Program, c *verdict.Certificate) { split(c).Pred = p.Terms.Var("stranger", p.Terms.Bool()) },
		"other's local": func(p *ir.Program, c *verdict.Certificate) {
			split(c).Pred = equalsZero(p, p.Function("next").Params[0])
		},
		"Post missing": func(_ *ir.Program, c *verdict.Certificate) { c.Graphs[returning(c)].Post = nil },
		"Post not the tree's": func(p *ir.Program, c *verdict.Certificate) {
			c.Graphs[returning(c)].Post = p.Terms.True()
		},
		"Post over a parameter": func(p *ir.Program, c *verdict.Certificate) {
			g := c.Graphs[returning(c)]
			g.Post = p.Terms.And(g.Post, equalsZero(p, p.Function("next").Params[0]))
			g.Trees[verdict.ExitLocation].Pred = g.Post
		},
		"exit regions changed": func(_ *ir.Program, c *verdict.Certificate) {
			exit := c.Graphs[returning(c)].Trees[verdict.ExitLocation]
			exit.Yes, exit.No = exit.No, exit.Yes
		},
		"error exit split": func(p *ir.Program, c *verdict.Certificate) {
			c.Graphs[0].Trees[verdict.ExitLocation] = &verdict.SplitTree{
				Pred: p.Terms.False(), Yes: &verdict.SplitTree{Region: 0}, No: &verdict.SplitTree{Region: 1},
			}
		},
		"error Post":           func(p *ir.Program, c *verdict.Certificate) { c.Graphs[0].Post = p.Terms.False() },
		"error region renamed": func(_ *ir.Program, c *verdict.Certificate) { c.Graphs[0].Trees[verdict.ExitLocation].Region = 1 },
		"NotMay elsewhere": func(_ *ir.Program, c *verdict.Certificate) {
			c.Graphs[0].NotMay = append(c.Graphs[0].NotMay, regions(c.Graphs[0].Trees[1])[0])
		},
		"NotMay unknown": func(_ *ir.Program, c *verdict.Certificate) { c.Graphs[0].NotMay = []int{1234} },
		"rigid is a variable": func(p *ir.Program, c *verdict.Certificate) {
			c.Graphs[0].Rigid = []*term.Term{p.Globals[0].Sym}
		},
		"edge of no block":      func(_ *ir.Program, c *verdict.Certificate) { used(c).Block = 55 },
		"edge of no target":     func(_ *ir.Program, c *verdict.Certificate) { used(c).Target = 9 },
		"edge from elsewhere":   func(_ *ir.Program, c *verdict.Certificate) { used(c).From = 0 },
		"edge to elsewhere":     func(_ *ir.Program, c *verdict.Certificate) { used(c).To = used(c).From },
		"use of no graph":       func(_ *ir.Program, c *verdict.Certificate) { used(c).Uses[0].Graph = -1 },
		"use of another callee": func(_ *ir.Program, c *verdict.Certificate) { used(c).Uses[0].Graph = 0 },
		"use without rigid":     func(_ *ir.Program, c *verdict.Certificate) { used(c).Uses[0].Rigid = nil },
		"rigid of another sort": func(p *ir.Program, c *verdict.Certificate) { setRigid(c, p.Terms.True()) },
		"rigid out of scope":    func(p *ir.Program, c *verdict.Certificate) { setRigid(c, p.Function("next").Params[0].Sym) },
		"use off a call": func(_ *ir.Program, c *verdict.Certificate) {
			uses := used(c).Uses
			for i := range c.Graphs[0].Absent {
				c.Graphs[0].Absent[i].Uses = uses
			}
		},
	}
	p, certificate := small(t, "rigid")
	s := backend(t, p, "cvc5-pipe")
	for name, change := range changes {
		t.Run(name, func(t *testing.T) {
			c := clone(certificate)
			change(p, c)
			err := certify.Certificate(context.Background(), p, c, certify.Options{Solver: s})
			var rejection *certify.Rejection
			if !errors.As(err, &rejection) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func equalsZero(p *ir.Program, v *ir.Variable) *term.Term {
	return p.Terms.Eq(v.Sym, p.Terms.Const(term.ZeroValue(v.Sort)))
}

// returning is the first graph about a return.
func returning(c *verdict.Certificate) int {
	for i, g := range c.Graphs {
		if g.Exit == verdict.ReturnExit {
			return i
		}
	}
	panic("no graph about a return")
}

// split is a node of main with a predicate.
func split(c *verdict.Certificate) *verdict.SplitTree {
	for _, t := range c.Graphs[0].Trees {
		if t.Pred != nil {
			return t
		}
	}
	panic("no predicate")
}

// used is an absent edge of main that relies on a claim.
func used(c *verdict.Certificate) *verdict.AbsentEdge {
	for i := range c.Graphs[0].Absent {
		if a := &c.Graphs[0].Absent[i]; len(a.Uses) > 0 {
			return a
		}
	}
	panic("no use")
}

func setRigid(c *verdict.Certificate, value *term.Term) {
	for sym := range used(c).Uses[0].Rigid {
		used(c).Uses[0].Rigid[sym] = value
	}
}

// constantSolver answers every query alike.
type constantSolver solver.Answer

// Check implements solver.Solver.
func (s constantSolver) Check(context.Context, solver.Query) solver.Answer { return solver.Answer(s) }

// Close implements solver.Solver.
func (s constantSolver) Close() error { return nil }

// TestUndecided: without a clear "unsat" nothing is accepted.
func TestUndecided(t *testing.T) {
	p, c := small(t, "initial")
	check := func(status solver.Status) error {
		return certify.Certificate(context.Background(), p, c, certify.Options{Solver: constantSolver{Status: status}})
	}
	if err := check(solver.Unsat); err != nil {
		t.Fatal(err)
	}
	var gaveUp *certify.GaveUp
	for _, status := range []solver.Status{solver.Unknown, solver.Invalid} {
		if err := check(status); !errors.As(err, &gaveUp) {
			t.Errorf("%s: got %v", status, err)
		}
	}
	var rejection *certify.Rejection
	if err := check(solver.Sat); !errors.As(err, &rejection) {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := certify.Certificate(ctx, p, c, certify.Options{Solver: backend(t, p, "cvc5-pipe")}); !errors.As(err, &gaveUp) {
		t.Errorf("canceled: got %v", err)
	}
}

// TestUnsupportedCallee: a place that is not modelled counts as an error, in callees too.
func TestUnsupportedCallee(t *testing.T) {
	p := load(t, `
entry main
function main {
  block 0 ""
    call f ()
    return
}
function f {
  block 0 ""
    unsupported "x" "asm" @a.c:1:1
}
`)
	trees := map[int]*verdict.SplitTree{verdict.ExitLocation: {Region: 0}}
	for i := range p.Entry.Blocks {
		trees[i] = &verdict.SplitTree{Region: i + 2}
	}
	c := &verdict.Certificate{Graphs: []*verdict.Graph{{
		Function: "main", Exit: verdict.ErrorExit, Post: p.Terms.True(), Trees: trees, NotMay: []int{2},
	}}}
	var rejection *certify.Rejection
	if err := certify.Certificate(context.Background(), p, c, certify.Options{Solver: backend(t, p, "cvc5-pipe")}); !errors.As(err, &rejection) {
		t.Errorf("got %v", err)
	}
}
