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

var limits = induction.Limits{Queries: 300, Claims: 2000, Attempts: 3, Rounds: 2, Conditional: true, Query: time.Second}

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
	before := p.String()
	out := induction.Run(t.Context(), p, s, limits)
	if p.String() != before {
		t.Errorf("the program was changed:\n%s\nwas\n%s", p, before)
	}
	return out
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
		{"a range that a loop goes through, up to an input that is bounded", `
global size (_ BitVec 64)
entry main
function main {
  block 0 ""
    size := #x0000000000000402
    call f () none
    return
}
function f {
  local |f::n| (_ BitVec 64)
  local |f::i| (_ BitVec 64)
  block 0 ""
    havoc |f::n| input 0 nondet "n" type "size_t"
    assume (bvule |f::n| #x0000000000000400)
    |f::i| := #x0000000000000000
    goto true 1
  block 1 ""
    goto (bvult |f::i| |f::n|) 2 (not (bvult |f::i| |f::n|)) 5
  block 2 ""
    goto (bvult (bvadd |f::i| #x0000000000000002) size) 3 (not (bvult (bvadd |f::i| #x0000000000000002) size)) 4
  block 3 ""
    |f::i| := (bvadd |f::i| #x0000000000000001)
    goto true 1
  block 4 ""
    error "outside"
  block 5 ""
    return
}`},
		{"a loop up to what it is not equal to", `
entry main
function main {
  local |main::i| (_ BitVec 16)
  local |main::n| (_ BitVec 16)
  block 0 ""
    havoc |main::n| input 0 nondet "n" type "short"
    assume (bvule |main::n| #x0400)
    |main::i| := #x0000
    goto true 1
  block 1 ""
    goto (not (= |main::i| |main::n|)) 2 (= |main::i| |main::n|) 5
  block 2 ""
    goto (bvult |main::i| #x0400) 3 (not (bvult |main::i| #x0400)) 4
  block 3 ""
    |main::i| := (bvadd |main::i| #x0001)
    goto true 1
  block 4 ""
    error "outside"
  block 5 ""
    return
}`},
		{"two reasons, one of which a loop keeps", `
global end (_ BitVec 16)
global bytes (Array (_ BitVec 16) (_ BitVec 8))
entry main
function main {
  local |main::i| (_ BitVec 16)
  block 0 ""
    havoc end input 0 nondet "n" type "short"
    bytes := (store bytes end #x00)
    |main::i| := #x0000
    goto true 1
  block 1 ""
    goto (or (bvult |main::i| #x0100) (and (bvule |main::i| end) (= (select bytes end) #x00))) 2 (not (or (bvult |main::i| #x0100) (and (bvule |main::i| end) (= (select bytes end) #x00)))) 4
  block 2 ""
    goto (= (select bytes |main::i|) #x00) 5 (not (= (select bytes |main::i|) #x00)) 3
  block 3 ""
    |main::i| := (bvadd |main::i| #x0001)
    goto true 1
  block 4 ""
    error "outside"
  block 5 ""
    return
}`},
		{"two counters in step, one down and one up", `
global count (_ BitVec 16)
entry main
function main {
  local |main::n| (_ BitVec 16)
  block 0 ""
    havoc |main::n| input 0 nondet "n" type "short"
    assume (bvult |main::n| #x0400)
    goto true 1
  block 1 ""
    call walk (|main::n|) none
    goto true 2
  block 2 ""
    return
}
function walk {
  param |walk::left| (_ BitVec 16)
  local |walk::at| (_ BitVec 16)
  block 0 ""
    count := |walk::left|
    |walk::at| := #x0000
    goto true 1
  block 1 ""
    goto (bvslt #x0000 |walk::left|) 2 (bvsle |walk::left| #x0000) 4
  block 2 ""
    goto (and (bvult count #x0400) (bvult |walk::at| (bvmul #x0008 count))) 3 (not (and (bvult count #x0400) (bvult |walk::at| (bvmul #x0008 count)))) 5
  block 3 ""
    |walk::left| := (bvadd |walk::left| #xffff)
    |walk::at| := (bvadd |walk::at| #x0008)
    goto true 1
  block 4 ""
    return
  block 5 ""
    error "outside"
}`},
		{"a counter by whole steps, up to what it is not equal to", `
global size (_ BitVec 16)
entry main
function main {
  local |main::n| (_ BitVec 8)
  local |main::at| (_ BitVec 16)
  block 0 ""
    havoc |main::n| input 0 nondet "n" type "char"
    |main::at| := #x0000
    size := (bvmul #x0008 ((_ zero_extend 8) |main::n|))
    goto true 1
  block 1 ""
    goto (not (= |main::at| size)) 2 (= |main::at| size) 4
  block 2 ""
    goto (bvult |main::at| size) 3 (bvule size |main::at|) 5
  block 3 ""
    |main::at| := (bvadd |main::at| #x0008)
    goto true 1
  block 4 ""
    return
  block 5 ""
    error "outside"
}`},
		{"a function that is called where nothing gets to", `
global g (_ BitVec 8)
entry main
function main {
  block 0 ""
    g := #x05
    goto true 1
  block 1 ""
    goto (= g #x05) 1 (not (= g #x05)) 2
  block 2 ""
    call f () none
    return
}
function f {
  local |f::i| (_ BitVec 8)
  block 0 ""
    |f::i| := #x00
    goto true 1
  block 1 ""
    goto (= |f::i| #x40) 2 (not (= |f::i| #x40)) 3
  block 2 ""
    error "the end"
  block 3 ""
    |f::i| := (bvadd |f::i| #x01)
    goto true 1
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

// TestConditionalClaims: a stream is closed where it is the one that is watched. What is claimed before that is that
// the stream is the watched one or none is open, and of the two the second alone where it is opened: which one is
// opened is nothing to ask the callee about, which counts those that it has made.
func TestConditionalClaims(t *testing.T) {
	text := `
global made (_ BitVec 16)
global watched (_ BitVec 16)
global open Bool
entry main
function main {
  local |main::f| (_ BitVec 16)
  local |main::more| Bool
  block 0 ""
    havoc watched input 0 choice "watched object" type "int"
    made := #x0003
    open := false
    goto true 1
  block 1 ""
    call new () to |main::f|
    goto true 2
  block 2 ""
    open := (or open (and (not (= |main::f| #x0000)) (= |main::f| watched)))
    goto (= |main::f| #x0000) 5 (not (= |main::f| #x0000)) 3
  block 3 ""
    havoc |main::more| input 1 nondet "more" type "int"
    goto |main::more| 3 (not |main::more|) 4
  block 4 ""
    open := (and open (not (= |main::f| watched)))
    goto true 1
  block 5 ""
    goto open 6 (not open) 7
  block 6 ""
    error "open"
  block 7 ""
    return
}
function new {
  local |new::fails| Bool
  result |new::r| (_ BitVec 16)
  block 0 ""
    |new::r| := #x0000
    havoc |new::fails| input 2 nondet "fails" type "int"
    goto |new::fails| 2 (not |new::fails|) 1
  block 1 ""
    |new::r| := made
    made := (bvadd made #x0001)
    goto true 2
  block 2 ""
    return
}`
	for _, conditional := range []bool{false, true} {
		p := load(t, text)
		s, err := chain.New(p.Terms, solver.Config{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		with := induction.Limits{Queries: 20, Claims: 2000, Rounds: 1, Conditional: conditional, Query: time.Second}
		out := induction.Run(t.Context(), p, s, with)
		if conditional != (out.Certificate != nil) {
			t.Fatalf("conditional claims %v: %d of %d goals", conditional, len(out.Excluded), out.Goals)
		}
		if !conditional {
			continue
		}
		checker, err := chain.New(p.Terms, solver.Config{Backend: "cvc5-pipe", Layers: "none"})
		if err != nil {
			t.Skip(err)
		}
		defer checker.Close()
		if err := certify.Certificate(t.Context(), p, out.Certificate, certify.Options{Solver: checker}); err != nil {
			t.Error(err)
		}
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
