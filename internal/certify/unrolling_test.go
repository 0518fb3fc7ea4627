package certify_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"yogi/internal/certify"
	"yogi/internal/ir"
	"yogi/internal/unfold"
	"yogi/internal/verdict"
)

// unrolled is the proof that following the paths of a program together gives, nil if there is none.
func unrolled(t *testing.T, p *ir.Program) *verdict.Certificate {
	t.Helper()
	out := unfold.Joined(context.Background(), p, backend(t, p, "z3"), unfold.Limits{Blocks: 2000, Queries: 200})
	if out.Unrolling == nil {
		return nil
	}
	return &verdict.Certificate{Unrolling: out.Unrolling}
}

// sumOfRounds adds to one of two cells in each of a few rounds: the paths are joined in every round,
// and with them the maps, from which both sides have stores. The objects that one side allocates
// keep paths apart.
const sumOfRounds = `language "c"
global m (Array (_ BitVec 8) (_ BitVec 8))
global |next address| (_ BitVec 64)
counter |next address| 4096
range m 0 2 1 0
entry main
function main {
  local |main::n| (_ BitVec 8)
  local |main::i| (_ BitVec 8)
  local |main::x| (_ BitVec 8)
  block 0 ""
    havoc |main::n| input 1 nondet "n" type "unsigned char" @a.c:1:1
    assume (or (= |main::n| #x00) (bvult |main::n| #x04))
    |main::i| := #x00
    goto true 1
  block 1 "loop"
    goto (bvult |main::i| |main::n|) 2 (not (bvult |main::i| |main::n|)) 6
  block 2 ""
    havoc |main::x| input 2 nondet "x" type "unsigned char" @a.c:1:1
    goto (= |main::x| #x00) 3 (not (= |main::x| #x00)) 4
  block 3 ""
    m := (store m #x00 (bvadd (select m #x00) #x01))
    |next address| := (ite (= |main::n| #x03) (bvadd |next address| #x0000000000001000) |next address|)
    goto true 5
  block 4 ""
    m := (store m #x01 (bvadd (select m #x01) #x01))
    goto true 5
  block 5 ""
    |main::i| := (bvadd |main::i| #x01)
    goto true 1
  block 6 ""
    goto (bvult (bvadd (select m #x00) (select m #x01)) LIMIT) 7 (not (bvult (bvadd (select m #x00) (select m #x01)) LIMIT)) 8
  block 7 ""
    return
  block 8 ""
    error "too large"
}
`

// TestUnrolling: the proof that loops end is accepted, every bound in it is needed, and none is
// believed.
func TestUnrolling(t *testing.T) {
	p := load(t, strings.ReplaceAll(sumOfRounds, "LIMIT", "#x04"))
	proof := unrolled(t, p)
	if proof == nil || len(proof.Unrolling.Ends) < 2 {
		t.Fatalf("no proof with several ends: %+v", proof)
	}
	options := certify.Options{Solver: backend(t, p, "cvc5-pipe")}
	reached := 0
	options.Reached = func(g *verdict.Graph, regions map[int]bool) {
		for _, tree := range g.Trees {
			if regions[tree.Region] {
				reached++
			}
		}
	}
	if err := certify.Certificate(context.Background(), p, reread(t, p, proof), options); err != nil {
		t.Error(err)
	}
	if reached != 9 {
		t.Errorf("%d blocks are said to be visited, not all", reached)
	}
	whole := *proof.Unrolling
	early := make([]string, len(whole.Ends))
	for i, end := range whole.Ends {
		early[i] = strings.NewReplacer("[3]", "[2]", "[4]", "[2]").Replace(end)
	}
	for name, u := range map[string]verdict.Unrolling{
		"no end":          {Blocks: whole.Blocks},
		"one end less":    {Blocks: whole.Blocks, Ends: whole.Ends[1:]},
		"a round too few": {Blocks: whole.Blocks, Ends: slices.Concat(early, whole.Ends)},
		"fewer blocks":    {Blocks: whole.Blocks - 1, Ends: whole.Ends},
		"ends of nothing": {Blocks: whole.Blocks, Ends: []string{"main:1[0]", "main:8[]"}},
	} {
		err := certify.Certificate(context.Background(), p, &verdict.Certificate{Unrolling: &u}, options)
		if !errors.As(err, new(*certify.Rejection)) {
			t.Errorf("%s: %v, not rejected", name, err)
		}
	}
	wrong := load(t, strings.ReplaceAll(sumOfRounds, "LIMIT", "#x03"))
	if unrolled(t, wrong) != nil {
		t.Error("a program that fails is unrolled")
	}
	options.Solver = backend(t, wrong, "cvc5-pipe")
	if err := certify.Certificate(context.Background(), wrong, proof, options); !errors.As(err, new(*certify.Rejection)) {
		t.Errorf("the proof of another program: %v, not rejected", err)
	}
}

// passedLoop copies as many bytes as an input says, and then allocates an object of a size that it bounds
// only behind the allocation. Behind that the next object is somewhere that is known.
const passedLoop = `language "c"
model "lp64" 64 64 32
global m (Array (_ BitVec 64) (_ BitVec 8))
global k (Array (_ BitVec 64) (_ BitVec 8))
global |next address| (_ BitVec 64)
counter |next address| 4294967296
entry main
function main {
  local |main::n| (_ BitVec 64)
  local |main::i| (_ BitVec 64)
  local |main::size| (_ BitVec 64)
  block 0 ""
    havoc |main::n| input 1 nondet "n" type "unsigned long" @a.c:1:1
    havoc |main::size| input 2 nondet "size" type "unsigned long" @a.c:1:1
    k := (store k #x0000000000000003 #x07)
    |main::i| := #x0000000000000000
    goto true 1
  block 1 ""
    goto (bvult |main::i| |main::n|) 2 (not (bvult |main::i| |main::n|)) 3
  block 2 ""
    m := (store m |main::i| #x01)
    |main::i| := (bvadd |main::i| #x0000000000000001)
    goto true 1
  block 3 ""
    |next address| := (bvadd |next address| (concat ((_ extract 63 32) (bvadd |main::size| #x0000000100000000)) #x00000000))
    assume (bvult |main::size| BOUND)
    goto (= |next address| #x0000000200000000) 4 (not (= |next address| #x0000000200000000)) 6
  block 4 ""
    goto (= (select k #x0000000000000003) #x07) 5 (not (= (select k #x0000000000000003) #x07)) 6
  block 5 ""
    return
  block 6 ""
    error "elsewhere"
}
`

// TestPassedLoop: a loop that is not unrolled is passed with all that it assigns, an address is found
// where the proof says so, and neither is believed.
func TestPassedLoop(t *testing.T) {
	bounded := strings.ReplaceAll(passedLoop, "BOUND", "#x0000000100000000")
	p := load(t, bounded)
	proof := unrolled(t, p)
	if proof == nil || len(proof.Unrolling.Passed) != 1 || len(proof.Unrolling.Placed) != 1 {
		t.Fatalf("no proof that passes the loop and finds the address: %+v", proof)
	}
	options := certify.Options{Solver: backend(t, p, "cvc5-pipe")}
	if err := certify.Certificate(context.Background(), p, reread(t, p, proof), options); err != nil {
		t.Error(err)
	}
	rejected := func(name string, p *ir.Program, u verdict.Unrolling) {
		t.Helper()
		options := certify.Options{Solver: backend(t, p, "cvc5-pipe")}
		err := certify.Certificate(context.Background(), p, &verdict.Certificate{Unrolling: &u}, options)
		if !errors.As(err, new(*certify.Rejection)) {
			t.Errorf("%s: %v, not rejected", name, err)
		}
	}
	unrolledOnly := *proof.Unrolling
	unrolledOnly.Passed = nil
	rejected("the rounds without the loop being passed", p, unrolledOnly)
	elsewhere := *proof.Unrolling
	elsewhere.Passed = []verdict.LoopAt{{Function: "main", Block: 99}}
	rejected("a loop that is not there", p, elsewhere)
	for name, text := range map[string]string{
		"a size without a bound":       strings.ReplaceAll(passedLoop, "BOUND", "#x0000000300000000"),
		"a round changes what is read": strings.Replace(bounded, "m := (store m |main::i| #x01)", "k := (store k |main::i| #x01)", 1),
		"a later round fails": strings.Replace(bounded, "    m := (store m |main::i| #x01)\n    |main::i| := (bvadd |main::i| #x0000000000000001)\n    goto true 1",
			"    |main::i| := (bvadd |main::i| #x0000000000000001)\n    goto (= |main::i| #x0000000000000064) 6 (not (= |main::i| #x0000000000000064)) 1", 1),
	} {
		other := load(t, text)
		if text == bounded || unrolled(t, other) != nil {
			t.Errorf("%s: the program is the same, or unrolled", name)
		}
		rejected(name, other, *proof.Unrolling)
	}
}

// settled has an object that may be none, and a status that says so. Where the status is zero the object is there, and
// it has room for a few bytes behind so many as an input says.
const settled = `language "c"
model "lp64" 64 64 32
global size (Array (_ BitVec 32) (_ BitVec 64))
entry main
function main {
  local |main::none| Bool
  local |main::n| (_ BitVec 64)
  local |main::p| (_ BitVec 64)
  local |main::status| (_ BitVec 32)
  block 0 ""
    havoc |main::none| input 1 nondet "none" type "_Bool" @a.c:1:1
    havoc |main::n| input 2 nondet "n" type "unsigned long" @a.c:1:1
    assume (bvult |main::n| BOUND)
    size := (store size #x00000007 (bvadd |main::n| #x0000000000000008))
    |main::p| := (ite |main::none| #x0000000000000000 #x0000000700000000)
    goto (= |main::p| #x0000000000000000) 1 (not (= |main::p| #x0000000000000000)) 2
  block 1 ""
    |main::status| := #x00000001
    goto true 3
  block 2 ""
    |main::status| := #x00000000
    goto true 3
  block 3 ""
    goto (= |main::status| STATUS) 4 (not (= |main::status| STATUS)) 6
  block 4 ""
    |main::p| := (bvadd |main::p| |main::n|)
    goto (bvult ((_ zero_extend 32) ((_ extract 31 0) (bvadd |main::p| LAST))) (select size ((_ extract 63 32) (bvadd |main::p| LAST)))) 5 (not (bvult ((_ zero_extend 32) ((_ extract 31 0) (bvadd |main::p| LAST))) (select size ((_ extract 63 32) (bvadd |main::p| LAST))))) 7
  block 5 ""
    goto true 6
  block 6 ""
    return
  block 7 ""
    error "out of bounds"
}
`

// TestStatusTells: which object a pointer leads to is known behind the check of a status, and none of what makes
// it known may be missing.
func TestStatusTells(t *testing.T) {
	write := func(bound, status, last string) string {
		return strings.NewReplacer("BOUND", bound, "STATUS", status, "LAST", last).Replace(settled)
	}
	const fewer, last = "#x0000000000001000", "#x0000000000000007"
	p := load(t, write(fewer, "#x00000000", last))
	proof := unrolled(t, p)
	if proof == nil {
		t.Fatal("no proof")
	}
	if err := certify.Certificate(context.Background(), p, reread(t, p, proof), certify.Options{Solver: backend(t, p, "cvc5-pipe")}); err != nil {
		t.Error(err)
	}
	for name, text := range map[string]string{
		"the status of no object": write(fewer, "#x00000001", last),
		"one byte too far":        write(fewer, "#x00000000", "#x0000000000000008"),
		"carried into the object": write("#x0000000100000000", "#x00000000", last),
	} {
		other := load(t, text)
		if unrolled(t, other) != nil {
			t.Errorf("%s: a program that fails is unrolled", name)
		}
		err := certify.Certificate(context.Background(), other, proof, certify.Options{Solver: backend(t, other, "cvc5-pipe")})
		if !errors.As(err, new(*certify.Rejection)) {
			t.Errorf("%s: %v, not rejected", name, err)
		}
	}
}

// cleared clears so many bytes of one object as an input says, and then reads what it has stored in another.
const cleared = `language "c"
model "lp64" 64 64 32
global m (Array (_ BitVec 64) (_ BitVec 8))
global |next address| (_ BitVec 64)
counter |next address| 4294967296
entry main
function main {
  local |main::n| (_ BitVec 64)
  local |main::i| (_ BitVec 64)
  block 0 ""
    havoc |main::n| input 1 nondet "n" type "unsigned long" @a.c:1:1
    assume (bvult |main::n| BOUND)
    m := (store (store m #x0000000700000003 #x07) #x0000000800000001 #x05)
    |main::i| := #x0000000000000000
    goto true 1
  block 1 ""
    goto (bvult |main::i| |main::n|) 2 (not (bvult |main::i| |main::n|)) 3
  block 2 ""
    m := (store m (bvadd BASE |main::i|) #x00)
    |main::i| := (bvadd |main::i| #x0000000000000001)
    goto true 1
  block 3 ""
    goto (= (select m READ) VALUE) 4 (not (= (select m READ) VALUE)) 5
  block 4 ""
    return
  block 5 ""
    error "changed"
}
`

// TestKeptObjects: a loop that is passed keeps what is stored in objects that its rounds do not write, and no others.
func TestKeptObjects(t *testing.T) {
	write := func(bound, base, read, value string) string {
		return strings.NewReplacer("BOUND", bound, "BASE", base, "READ", read, "VALUE", value).Replace(cleared)
	}
	const few, clears, other = "#x0000000000001000", "#x0000000800000000", "#x0000000700000003"
	p := load(t, write(few, clears, other, "#x07"))
	proof := unrolled(t, p)
	if proof == nil || len(proof.Unrolling.Kept) != 1 || !slices.Equal(proof.Unrolling.Kept[0].Objects, []uint64{7}) {
		t.Fatalf("no proof that keeps the other object: %+v", proof)
	}
	if err := certify.Certificate(context.Background(), p, reread(t, p, proof), certify.Options{Solver: backend(t, p, "cvc5-pipe")}); err != nil {
		t.Error(err)
	}
	rejected := func(name string, p *ir.Program, kept []verdict.KeptObjects) {
		t.Helper()
		u := *proof.Unrolling
		u.Kept = kept
		err := certify.Certificate(context.Background(), p, &verdict.Certificate{Unrolling: &u}, certify.Options{Solver: backend(t, p, "cvc5-pipe")})
		if !errors.As(err, new(*certify.Rejection)) {
			t.Errorf("%s: %v, not rejected", name, err)
		}
	}
	at := proof.Unrolling.Kept[0].Place
	rejected("nothing is kept", p, nil)
	rejected("kept somewhere else", p, []verdict.KeptObjects{{Place: "main:3[]", Objects: []uint64{7}}})
	rejected("the object that is cleared", p, []verdict.KeptObjects{{Place: at, Objects: []uint64{7, 8}}})
	for name, text := range map[string]string{
		"what is cleared is read":       write(few, clears, "#x0000000800000001", "#x05"),
		"the other object is cleared":   write(few, "#x0000000700000000", other, "#x07"),
		"cleared up to the next object": write("#x0000000200000000", "#x0000000600000000", other, "#x07"),
	} {
		wrong := load(t, text)
		if unrolled(t, wrong) != nil {
			t.Errorf("%s: a program that fails is unrolled", name)
		}
		for _, objects := range [][]uint64{{7}, {7, 8}, {8}} {
			rejected(name, wrong, []verdict.KeptObjects{{Place: at, Objects: objects}})
		}
	}
}
