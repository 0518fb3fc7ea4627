package induction_test

import (
	"testing"
	"time"

	"yogi/internal/certify"
	"yogi/internal/induction"
	"yogi/internal/ir"
	"yogi/internal/solver"
	"yogi/internal/solver/chain"
	"yogi/internal/term"
)

var limits = induction.Limits{Queries: 300, Claims: 2000, Attempts: 3, Rounds: 2, Query: time.Second}

func load(t *testing.T, text string) *ir.Program {
	t.Helper()
	p, err := ir.Parse(text, term.NewBuilder())
	if err != nil {
		t.Fatal(err)
	}
	ir.Normalize(p)
	ir.ComputeModifies(p)
	return p
}

func run(t *testing.T, p *ir.Program) induction.Outcome {
	t.Helper()
	s, err := chain.New(p.Terms, solver.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	return induction.Run(t.Context(), p, s, limits)
}

// TestProofs: what is excluded is proved, by a certificate that is accepted.
func TestProofs(t *testing.T) {
	for _, c := range []struct{ name, text string }{
		{"a guard", `
entry main
function main {
  local |main::i| (_ BitVec 8)
  block 0 ""
    havoc |main::i| input 0 nondet "n" type "int"
    goto (bvult |main::i| #x0a) 1 (not (bvult |main::i| #x0a)) 3
  block 1 ""
    goto (bvult |main::i| #x14) 3 (not (bvult |main::i| #x14)) 2
  block 2 ""
    error "outside"
  block 3 ""
    return
}`},
		{"a loop", `
entry main
function main {
  local |main::i| (_ BitVec 8)
  block 0 ""
    |main::i| := #x00
    goto true 1
  block 1 ""
    goto (bvslt |main::i| #x0a) 2 (not (bvslt |main::i| #x0a)) 5
  block 2 ""
    goto (bvsle #x00 |main::i|) 3 (not (bvsle #x00 |main::i|)) 4
  block 3 ""
    |main::i| := (bvadd |main::i| #x01)
    goto true 1
  block 4 ""
    error "below"
  block 5 ""
    return
}`},
		{"a value under a condition", `
entry main
function main {
  local |main::open| Bool
  local |main::p| (_ BitVec 8)
  local |main::x| (_ BitVec 8)
  block 0 ""
    |main::open| := false
    |main::p| := #x00
    goto true 1
  block 1 ""
    havoc |main::x| input 0 nondet "n" type "int"
    goto |main::open| 2 (not |main::open|) 4
  block 2 ""
    goto (= |main::p| #x00) 3 (not (= |main::p| #x00)) 1
  block 3 ""
    error "null"
  block 4 ""
    goto (= |main::x| #x01) 5 (not (= |main::x| #x01)) 1
  block 5 ""
    |main::open| := true
    |main::p| := #x40
    goto true 1
}`},
		{"an entry, whoever calls", `
global g (_ BitVec 8)
entry main
function main {
  block 0 ""
    g := #x05
    call f (#x01) none
    call f (g) none
    return
}
function f {
  param |f::p| (_ BitVec 8)
  block 0 ""
    goto (= |f::p| #x00) 1 (not (= |f::p| #x00)) 2
  block 1 ""
    error "null"
  block 2 ""
    g := (bvor |f::p| #x01)
    return
}`},
		{"a global that a callee changes and leaves in range", `
global g (_ BitVec 8)
entry main
function main {
  block 0 ""
    g := #x05
    goto true 1
  block 1 ""
    call f () none
    goto (bvult g #x08) 1 (not (bvult g #x08)) 2
  block 2 ""
    error "range"
}
function f {
  block 0 ""
    goto (bvult g #x07) 1 (not (bvult g #x07)) 2
  block 1 ""
    g := (bvadd g #x01)
    return
  block 2 ""
    g := #x00
    return
}`},
		{"an object that a callee leaves alone", `
language "c"
model "ILP32" 32 32 12
global next (_ BitVec 32)
global size (Array (_ BitVec 20) (_ BitVec 32))
counter next 12288
entry main
function main {
  local |main::p| (_ BitVec 32)
  block 0 ""
    |main::p| := next
    next := (bvadd next #x00001000)
    assume (and (bvult |main::p| next) (bvult #x00002fff |main::p|) (= ((_ extract 11 0) |main::p|) #x000))
    size := (store size ((_ extract 31 12) |main::p|) #x00000009)
    call f () none
    goto (= (select size ((_ extract 31 12) |main::p|)) #x00000009) 2 (not (= (select size ((_ extract 31 12) |main::p|)) #x00000009)) 1
  block 1 ""
    error "gone"
  block 2 ""
    return
}
function f {
  local |f::q| (_ BitVec 32)
  block 0 ""
    |f::q| := next
    next := (bvadd next #x00001000)
    assume (and (bvult |f::q| next) (bvult #x00002fff |f::q|) (= ((_ extract 11 0) |f::q|) #x000))
    size := (store size ((_ extract 31 12) |f::q|) #x00000004)
    goto true 1
  block 1 ""
    size := (store size ((_ extract 31 12) |f::q|) #x00000001)
    return
}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := load(t, c.text)
			out := run(t, p)
			if out.Goals == 0 || out.Certificate == nil {
				t.Fatalf("%d of %d goals, %d queries", len(out.Excluded), out.Goals, out.Queries)
			}
			checker, err := chain.New(p.Terms, solver.Config{Backend: "cvc5-pipe", Layers: "none"})
			if err != nil {
				t.Skip(err)
			}
			defer checker.Close()
			if err := certify.Certificate(t.Context(), p, out.Certificate, certify.Options{Solver: checker}); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestReached: an error that a run gets to is not excluded, and others in the same program are.
func TestReached(t *testing.T) {
	p := load(t, `
global g (_ BitVec 8)
entry main
function main {
  local |main::i| (_ BitVec 8)
  block 0 ""
    g := #x00
    goto true 1
  block 1 ""
    havoc |main::i| input 0 nondet "n" type "int"
    call f (|main::i|) none
    goto (bvult g #x20) 1 (not (bvult g #x20)) 2
  block 2 ""
    error "far"
}
function f {
  param |f::p| (_ BitVec 8)
  block 0 ""
    goto (= g #xff) 1 (not (= g #xff)) 2
  block 1 ""
    error "never"
  block 2 ""
    g := (ite (bvult |f::p| #x30) |f::p| #x00)
    return
}`)
	out := run(t, p)
	if out.Goals != 2 || len(out.Excluded) != 1 || out.Certificate != nil {
		t.Fatalf("%d of %d goals", len(out.Excluded), out.Goals)
	}
	for b := range out.Excluded {
		if e, ok := b.Terminator.(*ir.Error); !ok || e.What != "never" {
			t.Errorf("excluded is %v", b.Terminator)
		}
	}
}
