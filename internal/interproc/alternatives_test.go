package interproc_test

import (
	"testing"

	"yogi/internal/feature"
	"yogi/internal/interproc"
	"yogi/internal/region"
	"yogi/internal/verdict"
)

// graphsOf runs a search whose first attempt has to end in a pass with a certificate; it returns the graphs of a
// function.
func graphsOf(t *testing.T, text, function string) []*region.Graph {
	t.Helper()
	var graphs []*region.Graph
	attempts := 0
	p, answer := checkWith(t, text, interproc.Options{Check: true, Features: feature.Set{}.Without(feature.Invariants), Graphs: func(all []*region.Graph) {
		attempts++
		for _, g := range all {
			if g.Function.Name == function {
				graphs = append(graphs, g)
			}
		}
	}})
	if answer.Kind != verdict.Pass {
		t.Fatalf("%s %s", answer.Kind, answer.Detail)
	}
	if attempts != 1 {
		t.Fatalf("%d attempts", attempts)
	}
	confirm(t, p, answer)
	return graphs
}

// TestAlternatives: callers that watch different objects ask a callee that changes neither the same question.
func TestAlternatives(t *testing.T) {
	graphs := graphsOf(t, watchedObjects, "act")
	if len(graphs) != 2 {
		t.Errorf("%d questions about a callee that is asked for two things", len(graphs))
	}
	for _, g := range graphs {
		for _, sym := range g.Post.Vars() {
			if sym.Name() != "s" {
				t.Errorf("the question mentions what the callee leaves alone: %s", g.Post)
			}
		}
	}
}

// TestWeakerDenied: what a recursive procedure cannot do at all is not asked for each value of its counter, which
// would go on for ever.
func TestWeakerDenied(t *testing.T) {
	for _, g := range graphsOf(t, countsAlong, "loop") {
		if n := g.Regions(); n > 40 {
			t.Errorf("%d regions for %s", n, g.Post)
		}
	}
}

const watchedObjects = `; PASS: the state is never bad and neither object is watched
language "boogie"
model "none" 0 0 0
entry main
global s Int
global watched Int
function main {
  local |main::a| Int
  local |main::b| Int
  block 0 ""
    havoc watched input 1 choice "w" type "int"
    havoc |main::a| input 2 choice "a" type "int"
    havoc |main::b| input 3 choice "b" type "int"
    assume (not (= watched |main::a|))
    assume (< watched |main::b|)
    s := 0
    goto true 1
  block 1 ""
    call act (|main::a|)
    goto true 2
  block 2 ""
    goto (or (= s 1) (= watched |main::a|)) 5 (not (or (= s 1) (= watched |main::a|))) 3
  block 3 ""
    call act (|main::b|)
    goto true 4
  block 4 ""
    goto (or (= s 1) (and (= s 2) (= watched 0)) (= watched |main::b|)) 5 (not (or (= s 1) (and (= s 2) (= watched 0)) (= watched |main::b|))) 6
  block 5 ""
    error "broken"
  block 6 ""
    return
}
function act {
  param |act::x| Int
  block 0 ""
    goto (= |act::x| 0) 1 (not (= |act::x| 0)) 2
  block 1 ""
    s := 3
    return
  block 2 ""
    s := 0
    return
}
`

const countsAlong = `; PASS: the loop never breaks the rule, whatever its counter is
language "boogie"
model "none" 0 0 0
entry main
global s Int
function main {
  local |main::i| Int
  block 0 ""
    s := 0
    goto true 1
  block 1 ""
    call loop (5) to |main::i|
    goto true 2
  block 2 ""
    goto (= s 1) 5 (not (= s 1)) 3
  block 3 ""
    call loop (6) to |main::i|
    goto true 4
  block 4 ""
    goto (and (= s 1) (= |main::i| 0)) 5 (not (and (= s 1) (= |main::i| 0))) 6
  block 5 ""
    error "broken"
  block 6 ""
    return
}
function loop {
  param |loop::i| Int
  result |loop::r| Int
  local |loop::c| Int
  block 0 ""
    |loop::r| := |loop::i|
    havoc |loop::c| input 4 choice "c" type "int"
    goto (= |loop::c| 0) 1 (not (= |loop::c| 0)) 2
  block 1 ""
    return
  block 2 ""
    goto (= s 0) 3 (not (= s 0)) 4
  block 3 ""
    call loop ((+ |loop::i| 1)) to |loop::r|
    goto true 1
  block 4 ""
    s := 0
    goto true 3
}
`
