package guess_test

import (
	"errors"
	"strings"
	"testing"

	check "yogi/internal/certify/guess"
	"yogi/internal/guess"
	"yogi/internal/ir"
	"yogi/internal/term"
)

const program = `language "c"
model "ILP32" 32 32 12
global memory (Array (_ BitVec 32) (_ BitVec 32)) memory 32 1 "int"
global g (_ BitVec 32)
entry main
function main {
  local |main::i| (_ BitVec 32)
  local |main::j| (_ BitVec 32)
  block 0 ""
    |main::i| := #x00001000
    |main::j| := #x00001000
    goto true 1
  block 1 "loop"
    |main::i| := (bvadd |main::i| #x00000004)
    |main::j| := (bvadd |main::j| #x00000008)
    goto (= (select memory |main::i|) (select memory |main::j|)) 2 (not (= (select memory |main::i|) (select memory |main::j|))) 4
  block 2 ""
    goto (= (select memory |main::i|) g) 1 (not (= (select memory |main::i|) g)) 3
  block 3 ""
    call other ()
    goto true 1
  block 4 ""
    error "reached"
}
function other {
  block 0 ""
    return
}
`

// changed makes the program and changes it.
func changed(t *testing.T) (*check.Record, *ir.Program) {
	t.Helper()
	p, err := ir.Parse(program, term.NewBuilder())
	if err != nil {
		t.Fatal(err)
	}
	before := check.Take(p)
	guess.Indices(p)
	if len(p.Guesses) != 2 {
		t.Fatalf("%d guesses, want 2:\n%s", len(p.Guesses), p)
	}
	return before, p
}

// TestAccepts accepts what package guess does.
func TestAccepts(t *testing.T) {
	if err := check.Check(changed(t)); err != nil {
		t.Error(err)
	}
}

// TestRejects damages the changed program in every way that would make the argument wrong.
func TestRejects(t *testing.T) {
	for _, c := range []struct {
		name, reason string
		damage       func(p *ir.Program, main *ir.Function)
	}{
		{"an edge after which the run goes on", "go on", func(p *ir.Program, main *ir.Function) {
			guard := &main.Blocks[2].Terminator.(*ir.Goto).Targets[1].Guard
			*guard = p.Terms.And(p.Terms.Eq(main.Locals[0].Sym, p.Guesses[0].Constant.Sym), *guard)
			p.Guesses = append(p.Guesses, ir.Guess{Constant: p.Guesses[0].Constant, Block: main.Blocks[2], Target: 1, Index: main.Locals[0].Sym})
		}},
		{"one constant for two indices", "two equations", func(p *ir.Program, main *ir.Function) {
			g, target := p.Guesses, &main.Blocks[1].Terminator.(*ir.Goto).Targets[1]
			target.Guard = p.Terms.Substitute(target.Guard, map[*term.Term]*term.Term{g[1].Constant.Sym: g[0].Constant.Sym})
			g[1].Constant = g[0].Constant
		}},
		{"an index that depends on the constant", "no constant fulfils", func(p *ir.Program, main *ir.Function) {
			g, target := p.Guesses, &main.Blocks[1].Terminator.(*ir.Goto).Targets[1]
			next := p.Terms.BVAdd(g[0].Constant.Sym, p.Terms.BVConst(32, 1))
			target.Guard = p.Terms.Substitute(target.Guard, map[*term.Term]*term.Term{g[0].Index: next})
			g[0].Index = next
		}},
		{"a global in the place of a constant", "no constant", func(p *ir.Program, main *ir.Function) {
			p.Guesses[0].Constant.Constant = false
		}},
		{"a global that was there", "no constant fulfils", func(p *ir.Program, main *ir.Function) {
			g, target := p.Guesses, &main.Blocks[1].Terminator.(*ir.Goto).Targets[1]
			target.Guard = p.Terms.Substitute(target.Guard, map[*term.Term]*term.Term{g[0].Constant.Sym: p.Globals[1].Sym})
			g[0].Constant = p.Globals[1]
		}},
		{"a fact about the constant at the start", "something else is known", func(p *ir.Program, main *ir.Function) {
			p.Initial = append(p.Initial, p.Terms.Eq(p.Guesses[0].Constant.Sym, p.Terms.BVConst(32, 0)))
		}},
		{"a condition that is no equation", "is not what it was", func(p *ir.Program, main *ir.Function) {
			target := &main.Blocks[1].Terminator.(*ir.Goto).Targets[1]
			target.Guard = p.Terms.And(target.Guard, p.Terms.BVUlt(main.Locals[0].Sym, main.Locals[1].Sym))
		}},
		{"a changed edge of which nothing is said", "is not what it was", func(p *ir.Program, main *ir.Function) {
			p.Guesses = p.Guesses[:1]
		}},
		{"another guard that mentions a constant", "is not what it was", func(p *ir.Program, main *ir.Function) {
			target := &main.Blocks[2].Terminator.(*ir.Goto).Targets[0]
			target.Guard = p.Terms.And(target.Guard, p.Terms.Eq(p.Guesses[0].Index, p.Guesses[0].Constant.Sym))
		}},
		{"an edge that leads somewhere else", "is not what it was", func(p *ir.Program, main *ir.Function) {
			main.Blocks[2].Terminator.(*ir.Goto).Targets[0].Block = main.Blocks[2]
		}},
		{"an assumption about the constant", "instruction", func(p *ir.Program, main *ir.Function) {
			main.Blocks[0].Instructions[0].(*ir.Assign).Src = p.Guesses[0].Constant.Sym
		}},
		{"an instruction more", "is not what it was", func(p *ir.Program, main *ir.Function) {
			main.Blocks[1].Emit(&ir.Assume{Cond: p.Terms.False()})
		}},
		{"another error", "go on", func(p *ir.Program, main *ir.Function) {
			main.Blocks[4].Terminator = &ir.Halt{}
		}},
		{"a call of another function", "instruction", func(p *ir.Program, main *ir.Function) {
			main.Blocks[3].Call().Callee = main
		}},
		{"another entry", "another program", func(p *ir.Program, main *ir.Function) {
			p.Entry = p.Functions[1]
		}},
		{"a block less", "another function", func(p *ir.Program, main *ir.Function) {
			main.Blocks = main.Blocks[:4]
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			before, p := changed(t)
			c.damage(p, p.Entry)
			err := check.Check(before, p)
			var rejection *check.Rejection
			if !errors.As(err, &rejection) {
				t.Fatalf("accepted (%v):\n%s", err, p)
			}
			t.Log(rejection)
			if !strings.Contains(rejection.Error(), c.reason) {
				t.Errorf("%v, want %q", rejection, c.reason)
			}
		})
	}
}
