package certify_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"yogi/internal/certify"
	"yogi/internal/ir"
	"yogi/internal/unfold"
	"yogi/internal/verdict"
)

// unfolded returns what following all paths of a program proves, nil if nothing.
func unfolded(t *testing.T, p *ir.Program) *verdict.Certificate {
	t.Helper()
	out := unfold.Run(context.Background(), p, backend(t, p, "z3"), unfold.Limits{Blocks: 2000, Queries: 200, States: true})
	if out.Unfolding == nil {
		return nil
	}
	return &verdict.Certificate{Unfolding: out.Unfolding}
}

// twoPaths calls a function on two paths, each of which excludes the other edges of the second branch.
const twoPaths = `language "c"
global g (_ BitVec 8)
initial (= g #x05)
entry main
function add {
  param |add::n| (_ BitVec 8)
  result |add::r| (_ BitVec 8)
  block 0 ""
    |add::r| := (bvadd |add::n| g)
    return
}
function main {
  local |main::x| (_ BitVec 8)
  local |main::y| (_ BitVec 8)
  block 0 ""
    havoc |main::x| input 1 nondet "x" type "unsigned char" @a.c:1:1
    goto (bvult |main::x| #x0a) 1 (not (bvult |main::x| #x0a)) 2
  block 1 ""
    call add (|main::x|) to |main::y|
    goto true 3
  block 2 ""
    |main::y| := #x00
    goto true 3
  block 3 ""
    goto (bvult |main::y| LIMIT) 4 (not (bvult |main::y| LIMIT)) 5
  block 4 ""
    return
  block 5 ""
    error "too large"
}
`

// TestUnfolding: the proof that all paths end is accepted, and every part of it is needed.
func TestUnfolding(t *testing.T) {
	p := load(t, strings.ReplaceAll(twoPaths, "LIMIT", "#x0f"))
	proof := unfolded(t, p)
	if proof == nil || len(proof.Unfolding.Cuts) != 1 {
		t.Fatalf("no proof with one cut: %+v", proof)
	}
	options := certify.Options{Solver: backend(t, p, "cvc5-pipe")}
	var reached []string
	options.Reached = func(g *verdict.Graph, regions map[int]bool) {
		for _, tree := range g.Trees {
			if g.Function == "main" && regions[tree.Region] {
				reached = append(reached, g.Function)
			}
		}
	}
	if err := certify.Certificate(context.Background(), p, reread(t, p, proof), options); err != nil {
		t.Error(err)
	}
	if len(reached) != 5 {
		t.Errorf("%d blocks of main are said to be reached, not all but the error", len(reached))
	}
	whole := *proof.Unfolding
	for name, u := range map[string]verdict.Unfolding{
		"no cut":            {Blocks: whole.Blocks},
		"another edge":      {Blocks: whole.Blocks, Cuts: []int{0}},
		"one edge more":     {Blocks: whole.Blocks, Cuts: append([]int{0}, whole.Cuts...)},
		"an edge not there": {Blocks: whole.Blocks, Cuts: append(slices.Clone(whole.Cuts), 99)},
		"out of order":      {Blocks: whole.Blocks, Cuts: append([]int{99}, whole.Cuts...)},
		"fewer blocks":      {Blocks: whole.Blocks - 1, Cuts: whole.Cuts},
	} {
		err := certify.Certificate(context.Background(), p, &verdict.Certificate{Unfolding: &u}, options)
		if !errors.As(err, new(*certify.Rejection)) {
			t.Errorf("%s: %v, not rejected", name, err)
		}
	}
	wrong := load(t, strings.ReplaceAll(twoPaths, "LIMIT", "#x0e"))
	if unfolded(t, wrong) != nil {
		t.Error("a program that fails is unfolded")
	}
	options.Solver = backend(t, wrong, "cvc5-pipe")
	if err := certify.Certificate(context.Background(), wrong, proof, options); !errors.As(err, new(*certify.Rejection)) {
		t.Errorf("the proof of another program: %v, not rejected", err)
	}
}

// TestUnfoldingOfSmall compares with the search on the small programs, and on changes of them.
func TestUnfoldingOfSmall(t *testing.T) {
	proved, gone, rolled := 0, 0, 0
	eachSmall(t, func(t *testing.T, p *ir.Program, _ *verdict.Certificate) {
		r := rand.New(rand.NewPCG(8, 3))
		s := backend(t, p, "cvc5-pipe")
		for n := range 60 {
			undo := func() {}
			if n > 0 {
				undo = changeProgram(r, p)
			}
			ir.ComputeModifies(p)
			if c := unfolded(t, p); c != nil {
				proved++
				if err := certify.Certificate(context.Background(), p, reread(t, p, c), certify.Options{Solver: s}); err != nil {
					t.Errorf("change %d: %v\n%s", n, err, p)
				}
				if prove(t, p).Kind == verdict.Fail {
					t.Fatalf("change %d: the search finds a test\n%s", n, p)
				}
			} else {
				gone++
			}
			if c := unrolled(t, p); c != nil {
				rolled++
				if err := certify.Certificate(context.Background(), p, reread(t, p, c), certify.Options{Solver: s}); err != nil {
					t.Errorf("change %d, unrolled: %v\n%s", n, err, p)
				}
				if prove(t, p).Kind == verdict.Fail {
					t.Fatalf("change %d: it is unrolled, and the search finds a test\n%s", n, p)
				}
			}
			undo()
		}
	})
	t.Logf("%d proved, %d not, %d unrolled", proved, gone, rolled)
	if proved == 0 || gone == 0 || rolled == 0 {
		t.Error("the test says nothing")
	}
}
