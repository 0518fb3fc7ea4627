package interproc_test

import (
	"strings"
	"testing"

	"yogi/internal/feature"
	"yogi/internal/interproc"
	"yogi/internal/portfolio"
	"yogi/internal/refine"
	"yogi/internal/region"
	"yogi/internal/solver"
	"yogi/internal/solver/chain"
	"yogi/internal/verdict"
)

// threeCalls is SMASH's Figure 2 with a function whose interesting path a first guess misses.
const threeCalls = `; FAIL: what was found for the first call serves for the others
language "c"
model "ILP32" 32 32 12
entry main
function main {
  local |main::i| (_ BitVec 8)
  local |main::a| (_ BitVec 8)
  local |main::b| (_ BitVec 8)
  local |main::c| (_ BitVec 8)
  block 0 ""
    havoc |main::i| input 1 nondet "n" type "int"
    call hash (|main::i|) to |main::a|
    havoc |main::i| input 2 nondet "n" type "int"
    call hash (|main::i|) to |main::b|
    havoc |main::i| input 3 nondet "n" type "int"
    call hash (|main::i|) to |main::c|
    goto (and (= |main::a| #x01) (= |main::b| #x01) (= |main::c| #x01)) 1 (not (and (= |main::a| #x01) (= |main::b| #x01) (= |main::c| #x01))) 2
  block 1 ""
    error "found"
  block 2 ""
    return
}
function hash {
  param |hash::x| (_ BitVec 8)
  result |hash::r| (_ BitVec 8)
  block 0 ""
    |hash::r| := #x00
    goto (= (bvmul |hash::x| |hash::x|) #x51) 1 (not (= (bvmul |hash::x| |hash::x|) #x51)) 3
  block 1 ""
    goto (bvult |hash::x| #x20) 2 (not (bvult |hash::x| #x20)) 3
  block 2 ""
    |hash::r| := #x01
    goto true 3
  block 3 ""
    return
}
`

// TestMustSummaries: a path found through a function is used at its other calls, where the
// algorithm keeps such paths: for the same question where no graph of it is kept, for another one
// anyway. Every algorithm finds the error, with a test that replays.
func TestMustSummaries(t *testing.T) {
	otherwise := strings.NewReplacer("(= |main::b| #x01)", "(bvult #x00 |main::b|)", "(= |main::c| #x01)", "(not (= |main::c| #x00))").Replace(threeCalls)
	for text, uses := range map[string]map[string]bool{threeCalls: {"must": true}, otherwise: {"must": true, "smash": true}} {
		for _, algorithm := range algorithms {
			p, answer := checkWith(t, text, interproc.Options{Check: true, Algorithm: algorithm})
			if answer.Kind != verdict.Fail {
				t.Fatalf("%s: %s %s", algorithm, answer.Kind, answer.Detail)
			}
			confirm(t, p, answer)
			if used := answer.Statistics.ByKind["must summaries used"]; (used > 0) != uses[algorithm] {
				t.Errorf("%s used %d must summaries", algorithm, used)
			}
		}
	}
}

// TestNotMaySummaries: the second question of a kind is answered by the graph of the first, where the
// algorithm keeps it.
func TestNotMaySummaries(t *testing.T) {
	hits := map[string]int{}
	for _, algorithm := range algorithms {
		p, answer := checkWith(t, neverTwo, interproc.Options{Check: true, Algorithm: algorithm})
		if answer.Kind != verdict.Pass {
			t.Fatalf("%s: %s %s", algorithm, answer.Kind, answer.Detail)
		}
		confirm(t, p, answer)
		hits[algorithm] = answer.Statistics.GraphsReused
	}
	if hits["smash"] == 0 || hits["may"] == 0 || hits["dash"] != 0 || hits["must"] != 0 {
		t.Errorf("answers taken from earlier questions: %v", hits)
	}
}

// TestMemo: with the memo an algorithm that keeps no regions takes the answer to a question that it answered before,
// and its proof stands on the graph of the first.
func TestMemo(t *testing.T) {
	for _, algorithm := range []string{"dash", "must"} {
		p, answer := checkWith(t, neverTwo, interproc.Options{Check: true, Algorithm: algorithm, Features: feature.Set{}.With(feature.Memo)})
		if answer.Kind != verdict.Pass {
			t.Fatalf("%s: %s %s", algorithm, answer.Kind, answer.Detail)
		}
		confirm(t, p, answer)
		if answer.Statistics.ByKind["not-may summaries used"] == 0 {
			t.Errorf("%s: the second call was answered anew: %v", algorithm, answer.Statistics.ByKind)
		}
	}
}

// TestInitial: with a first abstraction the proof begins with the conditions of the rule's state, those over what a
// callee returns too, and is one that the checker accepts.
func TestInitial(t *testing.T) {
	for initial, splits := range map[refine.Initial]bool{refine.InitialNone: false, refine.InitialState: true, refine.InitialArguments: true} {
		p, answer := checkWith(t, lockedTwice, interproc.Options{Check: true, Initial: initial})
		if answer.Kind != verdict.Pass {
			t.Fatalf("%d: %s %s", initial, answer.Kind, answer.Detail)
		}
		confirm(t, p, answer)
		if done := answer.Statistics.ByKind["splits of the first abstraction"] > 0; done != splits {
			t.Errorf("%d: %v", initial, answer.Statistics.ByKind)
		}
	}
}

// TestInitialAtEntry: a first abstraction by what a callee compares its own variables with leaves
// its entry alone, where the caller has to state what it demands.
func TestInitialAtEntry(t *testing.T) {
	p, answer := checkWith(t, comparedWithin, interproc.Options{Check: true, Initial: refine.InitialArguments})
	if answer.Kind != verdict.Pass || answer.Statistics.ByKind["splits of the first abstraction"] == 0 {
		t.Fatalf("%s: %s %v", answer.Kind, answer.Detail, answer.Statistics.ByKind)
	}
	confirm(t, p, answer)
}

// comparedWithin compares a local with the level that it stored.
const comparedWithin = `; PASS: the level is what was stored
language "c"
model "ILP32" 32 32 12
entry main
global level (_ BitVec 8)
initial (= level #x00)
function main {
  local |main::x| (_ BitVec 8)
  block 0 ""
    havoc |main::x| input 0 nondet "nondet"
    call store (|main::x|)
    call store (level)
    return
}
function store {
  param |store::to| (_ BitVec 8)
  local |store::now| (_ BitVec 8)
  block 0 ""
    level := |store::to|
    |store::now| := level
    goto (= level |store::to|) 1 (not (= level |store::to|)) 2
  block 1 ""
    goto (= level |store::now|) 3 (not (= level |store::now|)) 2
  block 2 ""
    error "another level"
  block 3 ""
    return
}
`

// lockedTwice takes and gives back a lock in a function of its own, twice.
const lockedTwice = `; PASS: the lock is free whenever it is taken
language "c"
model "ILP32" 32 32 12
entry main
global locked (_ BitVec 8)
initial (= locked #x00)
function main {
  block 0 ""
    call pair ()
    call pair ()
    return
}
function pair {
  block 0 ""
    goto (= locked #x01) 1 (not (= locked #x01)) 2
  block 1 ""
    error "taken twice"
  block 2 ""
    locked := #x01
    goto true 3
  block 3 ""
    goto (= locked #x00) 1 (not (= locked #x00)) 4
  block 4 ""
    locked := #x00
    return
}
`

const neverTwo = `; PASS: one fact about the callee serves for both calls
language "c"
model "ILP32" 32 32 12
entry main
function main {
  local |main::i| (_ BitVec 8)
  local |main::a| (_ BitVec 8)
  block 0 ""
    havoc |main::i| input 1 nondet "n" type "int"
    goto (= |main::i| #x00) 1 (not (= |main::i| #x00)) 2
  block 1 ""
    call bit (|main::i|) to |main::a|
    goto true 3
  block 2 ""
    call bit (|main::i|) to |main::a|
    goto true 3
  block 3 ""
    goto (= |main::a| #x02) 4 (not (= |main::a| #x02)) 5
  block 4 ""
    error "two"
  block 5 ""
    return
}
function bit {
  param |bit::x| (_ BitVec 8)
  result |bit::r| (_ BitVec 8)
  block 0 ""
    goto (bvult |bit::x| #x10) 1 (not (bvult |bit::x| #x10)) 2
  block 1 ""
    |bit::r| := #x00
    return
  block 2 ""
    |bit::r| := #x01
    return
}
`

// manyAssumes draws inputs in one block and assumes something of each in later ones.
const manyAssumes = `; FAIL: reached by the first test
language "boogie"
model "none" 0 0 0
entry main
global g Int
function main {
  local |main::p| Int
  local |main::q| Int
  local |main::s| Int
  block 0 ""
    havoc |main::p| input 1 choice "p" type "int"
    havoc |main::q| input 2 choice "q" type "int"
    havoc |main::s| input 3 choice "s" type "int"
    goto true 1 true 2 choice input 4 choice "goto"
  block 1 ""
    assume (not (= |main::p| 0))
    assume (<= 1 |main::p|)
    goto true 3 true 4 choice input 5 choice "goto"
  block 2 ""
    assume (<= 5 |main::q|)
    assume (= |main::s| (+ |main::q| 4))
    goto true 3 true 4 choice input 6 choice "goto"
  block 3 ""
    assume (and (<= 7 g) (not (= |main::s| g)))
    goto true 5
  block 4 ""
    assume (= g (+ |main::p| 12))
    goto true 5
  block 5 ""
    assume (= |main::s| (- 1073741637))
    goto true 6
  block 6 ""
    error "reached"
}
`

// TestSurvival: a blocked run is repaired, so one test and few queries reach the end, whichever way it goes.
func TestSurvival(t *testing.T) {
	p, answer := checkWith(t, manyAssumes, interproc.Options{Check: true})
	if answer.Kind != verdict.Fail {
		t.Fatalf("%s: %s", answer.Kind, answer.Detail)
	}
	confirm(t, p, answer)
	if s := answer.Statistics; s.Tests > 2 || s.SolverQueries > 6 {
		t.Errorf("%d tests and %d queries", s.Tests, s.SolverQueries)
	}
}

// TestObligationsAreCarried: where what is owed is impossible for a reason that unvisited blocks do not touch, none
// of their branch conditions becomes a predicate.
func TestObligationsAreCarried(t *testing.T) {
	p := load(t, twelveFlags)
	s, err := chain.New(p.Terms, solver.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	graphs := ""
	answer := portfolio.Check(t.Context(), p, interproc.Options{Solver: s, Check: true, Graphs: func(all []*region.Graph) { graphs = textOf(all) }})
	if answer.Kind != verdict.Pass {
		t.Fatalf("%s: %s", answer.Kind, answer.Detail)
	}
	confirm(t, p, answer)
	if strings.Contains(graphs, "(= f ") {
		t.Errorf("a flag became a predicate:\n%s", graphs)
	}
}

const twelveFlags = `; PASS: the status is never an error code
language "boogie"
model "none" 0 0 0
entry main
global f Int
global h Int
function main {
  local |main::status| Int
  local |main::x| Int
  block 0 ""
    f := 0
    havoc |main::x| input 1 choice "x" type "int"
    |main::status| := (ite (<= 0 |main::x|) |main::x| 259)
    goto (= f 11) 1 (not (= f 11)) 2
  block 1 ""
    h := 1
    goto true 2
  block 2 ""
    goto (= f 12) 3 (not (= f 12)) 4
  block 3 ""
    h := 2
    goto true 4
  block 4 ""
    goto (= f 13) 5 (not (= f 13)) 6
  block 5 ""
    h := 3
    goto true 6
  block 6 ""
    goto (= f 14) 7 (not (= f 14)) 8
  block 7 ""
    h := 4
    goto true 8
  block 8 ""
    goto (<= |main::status| (- 1)) 9 (not (<= |main::status| (- 1))) 10
  block 9 ""
    error "negative"
  block 10 ""
    return
}
`
