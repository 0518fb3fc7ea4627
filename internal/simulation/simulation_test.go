package simulation_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"yogi/internal/certify"
	"yogi/internal/ir"
	"yogi/internal/simulation"
	"yogi/internal/solver"
	"yogi/internal/solver/chain"
	"yogi/internal/term"
)

// locks are a level that a lock raises, and that the program keeps in memory until it is released.
const locks = `
global level Int
global M (Array Int Int)
function acquire {
  param |acquire::to| Int
  local |acquire::p| Int
  block 0 ""
    |acquire::p| := |acquire::to|
    M := (store M |acquire::p| level)
    level := 2
    return
}
function release {
  param |release::old| Int
  block 0 ""
    level := |release::old|
    return
}
function work {
  result |work::status| Int
  block 0 ""
    havoc |work::status| input 0 nondet "status" type "int"
    return
}
function main {
  local |main::p| Int
  local |main::old| Int
  local |main::status| Int
  block 0 ""
    havoc |main::p| input 1 nondet "p" type "int"
    level := 0
    goto true 1
  block 1 ""
    call acquire (|main::p|)
    goto true 2
  block 2 ""
    |main::old| := (select M |main::p|)
    WORK
    goto true 3
  block 3 ""
    call work () to |main::status|
    goto (= |main::status| 0) 4 (not (= |main::status| 0)) 5
  block 4 ""
    call release (|main::old|)
    goto true 6
  block 5 ""
    call release (|main::old|)
    goto true 6
  block 6 ""
    goto (= level 0) 7 (not (= level 0)) 8
  block 7 ""
    havoc |main::status| input 3 nondet "again" type "int"
    goto (= |main::status| 0) 1 (not (= |main::status| 0)) 9
  block 8 ""
    error "the level stays raised"
  block 9 ""
    return
}
entry main
`

// chosen is a lock at an address that is no constant, of a program that is about one object.
const chosen = `
global held Int
global |chosen object| Int
function acquire {
  param |acquire::at| Int
  block 0 ""
    goto (= |chosen object| |acquire::at|) 1 (not (= |chosen object| |acquire::at|)) 2
  block 1 ""
    held := 1
    goto true 2
  block 2 ""
    return
}
function release {
  param |release::at| Int
  block 0 ""
    goto (= |chosen object| |release::at|) 1 (not (= |chosen object| |release::at|)) 2
  block 1 ""
    goto (= held 0) 3 (not (= held 0)) 4
  block 2 ""
    return
  block 3 ""
    error "it is not held"
  block 4 ""
    held := 0
    goto true 2
}
function main {
  local |main::p| Int
  local |main::q| Int
  block 0 ""
    havoc |chosen object| input 0 nondet "chosen" type "int"
    havoc |main::p| input 1 nondet "p" type "int"
    havoc |main::q| input 2 nondet "q" type "int"
    held := 0
    goto true 1
  block 1 ""
    call acquire ((+ |main::p| 8))
    goto true 2
  block 2 ""
    WORK
    goto true 3
  block 3 ""
    call release ((+ |main::p| 8))
    goto true 4
  block 4 ""
    havoc |main::p| input 4 nondet "p" type "int"
    goto (= |main::p| |main::q|) 1 (not (= |main::p| |main::q|)) 5
  block 5 ""
    return
}
entry main
`

// zeroed reads a cell of static storage.
const zeroed = `
global level Int
global memory (Array (_ BitVec 64) (_ BitVec 8)) memory 8 1 "all memory"
range memory 4096 4104 1 0
function main {
  local |main::p| (_ BitVec 64)
  block 0 ""
    havoc |main::p| input 0 nondet "p" type "long"
    level := 0
    goto true 1
  block 1 ""
    WRITE
    goto (= (select memory #x0000000000001004) #x00) 3 (not (= (select memory #x0000000000001004) #x00)) 2
  block 2 ""
    level := 1
    goto true 3
  block 3 ""
    goto (= level 0) 5 (not (= level 0)) 4
  block 4 ""
    error "it is not zero"
  block 5 ""
    return
}
entry main
`

// kinds hands over a request of one of three kinds, which is kept in memory. KINDS are the kinds, in terms of a choice.
const kinds = `
global level Int
global M (Array Int Int)
function handle {
  param |handle::kind| Int
  local |handle::of| Int
  block 0 ""
    |handle::of| := |handle::kind|
    WORK
    goto (= |handle::of| 7) 1 (not (= |handle::of| 7)) 2
  block 1 ""
    level := 1
    goto true 2
  block 2 ""
    return
}
function main {
  local |main::n| Int
  local |main::kind| Int
  block 0 ""
    havoc |main::n| input 0 nondet "n" type "int"
    level := 0
    goto true 1
  block 1 ""
    |main::kind| := KINDS
    M := (store M 5 |main::kind|)
    goto true 2
  block 2 ""
    call handle ((select M 5))
    goto true 3
  block 3 ""
    goto (= level 0) 4 (not (= level 0)) 5
  block 4 ""
    return
  block 5 ""
    error "a request of the kind 7"
}
entry main
`

// timers sets a timer, at an address that is handed over, of which there may be one.
const timers = `
global level Int
global timer Int
global level2 Int
global memory (Array (_ BitVec 64) (_ BitVec 8)) memory 8 1 "all memory"
range memory 4096 4104 1 0
function set {
  param |set::at| (_ BitVec 64)
  block 0 ""
    goto (= timer 0) 1 (not (= timer 0)) 2
  block 1 ""
    timer := 1
    return
  block 2 ""
    unsupported "beyond" "two timers"
}
function run {
  param |run::at| (_ BitVec 64)
  block 0 ""
    goto (and (= level2 3) (= (select memory |run::at|) #x00)) 1 (not (and (= level2 3) (= (select memory |run::at|) #x00))) 2
  block 1 ""
    return
  block 2 ""
    level := 1
    return
}
function main {
  block 0 ""
    timer := 0
    level := 0
    level2 := 3
    goto true 1
  block 1 ""
    call set (#x0000000000001004)
    goto true 2
  block 2 ""
    WORK
    call run (#x0000000000001004)
    goto true 3
  block 3 ""
    timer := 0
    goto true 4
  block 4 ""
    AGAIN
    call set (#x0000000000001004)
    goto true 5
  block 5 ""
    goto (= level 0) 6 (not (= level 0)) 7
  block 6 ""
    return
  block 7 ""
    error "it was run"
}
entry main
`

// outputs takes what a callee has written where it returned that it has.
const outputs = `
model "LP64" 64 64 32
global level Int
global M (Array Int Int)
function make {
  param |make::to| Int
  local |make::n| Int
  result |make::status| Int
  block 0 ""
    havoc |make::n| input 0 nondet "n" type "int"
    goto (= |make::n| 0) 1 (not (= |make::n| 0)) 2
  block 1 ""
    |make::status| := FAILED
    return
  block 2 ""
    M := (store M |make::to| 7)
    |make::status| := DONE
    return
}
function main {
  local |main::p| Int
  local |main::status| Int
  local |main::is| Int
  block 0 ""
    havoc |main::p| input 1 nondet "p" type "int"
    level := 0
    goto true 1
  block 1 ""
    call make (|main::p|) to |main::status|
    goto true 2
  block 2 ""
    |main::is| := |main::status|
    goto true 3
  block 3 ""
    goto (= |main::is| 0) 4 (not (= |main::is| 0)) 6
  block 4 ""
    goto (= (select M |main::p|) 7) 6 (not (= (select M |main::p|) 7)) 5
  block 5 ""
    level := 1
    goto true 6
  block 6 ""
    goto (= level 0) 7 (not (= level 0)) 8
  block 7 ""
    return
  block 8 ""
    error "nothing was made"
}
entry main
`

// pending passes a request on, of which the status that comes back, by the cell of the request or by what is returned,
// is another than 3; one request is watched, and whether that was passed on is the state.
const pending = `
model "LP64" 64 64 32
global passed Int
global |watched object| Int
global M (Array Int Int)
function below {
  param |below::to| Int
  local |below::n| Int
  block 0 ""
    havoc |below::n| input 0 nondet "n" type "int"
    M := (store M |below::to| (ite (= |below::n| STATUS) 0 |below::n|))
    return
}
function finish {
  param |finish::with| Int
  result |finish::status| Int
  block 0 ""
    |finish::status| := |finish::with|
    return
}
function pass {
  param |pass::to| Int
  local |pass::s| Int
  local |pass::r| Int
  result |pass::status| Int
  block 0 ""
    passed := (ite (or (not (= passed 0)) (not (= |pass::to| |watched object|))) passed 1)
    goto true 1
  block 1 ""
    call below (|pass::to|)
    goto true 2
  block 2 ""
    |pass::s| := (select M |pass::to|)
    goto true 3
  block 3 ""
    call finish (|pass::s|) to |pass::r|
    goto true 4
  block 4 ""
    |pass::status| := |pass::r|
    return
}
function main {
  local |main::status| Int
  block 0 ""
    havoc |watched object| input 1 nondet "watched" type "int"
    passed := 0
    goto true 1
  block 1 ""
    call pass (8) to |main::status|
    goto true 2
  block 2 ""
    goto (or WHEN) 4 (not (or WHEN)) 3
  block 3 ""
    error "the request is not passed on, or is pending"
  block 4 ""
    return
}
entry main
`

// kept has a rule keep what a callee returned, which the function that called it has to return, by copies of it.
const kept = `
global status Int
function below {
  result |below::r| Int
  block 0 ""
    havoc |below::r| input 0 nondet "r" type "int"
    return
}
function pass {
  local |pass::a| Int
  local |pass::b| Int
  result |pass::r| Int
  block 0 ""
    call below () to |pass::a|
    goto true 1
  block 1 ""
    |pass::b| := |pass::a|
    goto true 2
  block 2 ""
    status := |pass::b|
    goto true 3
  block 3 ""
    |pass::r| := RETURNED
    return
}
function main {
  local |main::a| Int
  local |main::b| Int
  block 0 ""
    status := 0
    goto true 1
  block 1 ""
    call pass () to |main::a|
    goto true 2
  block 2 ""
    |main::b| := |main::a|
    WORK
    goto true 3
  block 3 ""
    goto (= status |main::b|) 4 (not (= status |main::b|)) 5
  block 4 ""
    return
  block 5 ""
    error "another status is returned"
}
entry main
`

// left is a cell that a callee may set, and did not where it says so.
const left = `
model "LP64" 64 64 32
global level Int
global M (Array Int Int)
function set {
  param |set::to| Int
  result |set::status| Int
  block 0 ""
    havoc |set::status| input 0 nondet "status" type "int"
    goto (= |set::status| 0) 1 (not (= |set::status| 0)) 2
  block 1 ""
    M := (store M |set::to| 1)
    goto true 3
  block 2 ""
    |set::status| := 1
    goto true 3
  block 3 ""
    return
}
function main {
  local |main::status| Int
  block 0 ""
    M := (store M 8 0)
    level := 0
    goto true 1
  block 1 ""
    call set (AT) to |main::status|
    goto true 2
  block 2 ""
    goto (= (select M 8) 0) 4 (not (= (select M 8) 0)) 3
  block 3 ""
    level := 1
    goto true 4
  block 4 ""
    goto (= level 0) 6 (not (= level 0)) 5
  block 5 ""
    error "the cell was set"
  block 6 ""
    return
}
entry main
`

// rounds descend to a recursive function with a level that comes back.
const rounds = `
global level Int
function descend {
  param |descend::n| Int
  result |descend::at| Int
  block 0 ""
    goto (= |descend::n| 0) 1 (not (= |descend::n| 0)) 2
  block 1 ""
    |descend::at| := level
    return
  block 2 ""
    level := (ite (= level 0) 1 0)
    goto true 3
  block 3 ""
    call descend ((+ |descend::n| (- 1))) to |descend::at|
    goto true 4
  block 4 ""
    level := LEVEL
    return
}
function main {
  local |main::n| Int
  local |main::at| Int
  block 0 ""
    havoc |main::n| input 0 nondet "n" type "int"
    level := 0
    goto true 1
  block 1 ""
    call descend (|main::n|) to |main::at|
    goto true 2
  block 2 ""
    goto (or (= level 0) (= level 1)) 3 (not (or (= level 0) (= level 1))) 4
  block 3 ""
    return
  block 4 ""
    error "no such level"
}
entry main
`

// moved reads a cell through a variable that was handed over, and that the call may give another value.
const moved = `
global level Int
global M (Array Int Int)
function next {
  param |next::of| Int
  result |next::is| Int
  block 0 ""
    M := (store M |next::of| 0)
    level := 1
    |next::is| := (+ |next::of| 4)
    return
}
function main {
  local |main::p| Int
  local |main::q| Int
  block 0 ""
    havoc |main::p| input 0 nondet "p" type "int"
    goto true 1
  block 1 ""
    call next (|main::p|) to TO
    goto true 2
  block 2 ""
    level := (select M |main::p|)
    goto (= level 0) 3 (not (= level 0)) 4
  block 3 ""
    return
  block 4 ""
    error "another cell"
}
entry main
`

// routines assumes of a map that no cell of it holds 7 when the program starts, and runs the routine 7 where one
// does. A request may be queued with that routine, which ends the run before any routine is run.
const routines = `
global level Int
global R (Array Int Int)
function begin {
  block 0 ""
    assume (and (= level 0) (forall ((|x@1| Int)) (! (or (<= 9 (select R |x@1|)) (<= (select R |x@1|) 0)) :pattern ((select R |x@1|)))))
    return
}
function exchange {
  param |exchange::of| Int
  param |exchange::by| Int
  result |exchange::was| Int
  block 0 ""
    |exchange::was| := (select R |exchange::of|)
    R := (store R |exchange::of| |exchange::by|)
    return
}
function queue {
  param |queue::of| Int
  local |queue::was| Int
  local |queue::full| Bool
  result |queue::status| Int
  block 0 ""
    havoc |queue::full| input 0 nondet "full" type "bool"
    goto |queue::full| 1 (not |queue::full|) 3
  block 1 ""
    call exchange (|queue::of| 7) to |queue::was|
    goto true 2
  block 2 ""
    |queue::status| := 1
    goto true 4
  block 3 ""
    |queue::status| := 0
    goto true 4
  block 4 ""
    return
}
function main {
  local |main::p| Int
  local |main::q| Int
  local |main::status| Int
  local |main::routine| Int
  block 0 ""
    havoc |main::p| input 1 nondet "p" type "int"
    havoc |main::q| input 2 nondet "q" type "int"
    call begin ()
    goto true 1
  block 1 ""
    call queue (|main::p|) to |main::status|
    goto true 2
  block 2 ""
    goto (= |main::status| 0) 3 (not (= |main::status| 0)) 8
  block 3 ""
    call exchange (|main::q| WITH) to |main::routine|
    goto true 4
  block 4 ""
    DO
    goto true 5
  block 5 ""
    call exchange (|main::p| 0) to |main::routine|
    goto true 6
  block 6 ""
    goto (= |main::routine| 7) 7 (not (= |main::routine| 7)) 8
  block 7 ""
    level := 1
    goto true 8
  block 8 ""
    goto (= level 0) 9 (not (= level 0)) 10
  block 9 ""
    return
  block 10 ""
    error "the routine was run"
}
entry main
`

// counts has a state of the rule for each number.
const counts = `
global level Int
function main {
  local |main::again| Bool
  block 0 ""
    level := 0
    goto true 1
  block 1 ""
    call count ()
    goto true 2
  block 2 ""
    havoc |main::again| input 0 nondet "again" type "bool"
    goto |main::again| 1 (not |main::again|) 3
  block 3 ""
    goto (= level (- 1)) 4 (not (= level (- 1))) 5
  block 4 ""
    error "below"
  block 5 ""
    return
}
function count {
  block 0 ""
    level := (+ level 1)
    goto true 1
  block 1 ""
    call counted ()
    goto true 2
  block 2 ""
    return
}
function counted {
  block 0 ""
    level := (+ level 1)
    return
}
entry main
`

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

// TestEnd: a simulation that is not finished proves nothing.
func TestEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var calls strings.Builder
	for i := range 200 {
		fmt.Fprintf(&calls, "  block %d \"\"\n    level := %d\n    goto true %d\n", i, i%2, i+1)
	}
	text := "global level Int\nfunction main {\n" + calls.String() + `
  block 200 ""
    goto (= level 1) 201 (not (= level 1)) 202
  block 201 ""
    return
  block 202 ""
    error "the level"
}
entry main
`
	p := load(t, text)
	if out := simulation.Run(t.Context(), p); out.Certificate == nil {
		t.Error("nothing is proved")
	}
	if out := simulation.Run(ctx, p); out.Certificate != nil {
		t.Error("proved when the context had ended")
	}
}

// TestAlike: what is found does not depend on the order in which maps are gone through. Which contexts of a function
// are the first, and have more than the state of the rule, decides about the proof here: in three states it is called
// with 0, 1, 2 and so on, and only of the last call in the last state it has to be known with what.
func TestAlike(t *testing.T) {
	const last = 10
	var calls strings.Builder
	for i := range last + 1 {
		fmt.Fprintf(&calls, "  block %d \"\"\n    call sees (%d) to |main::seen|\n    goto true %d\n", 2+i, i, 3+i)
	}
	text := fmt.Sprintf(`
global level Int
function sees {
  param |sees::n| Int
  result |sees::seen| Int
  block 0 ""
    level := (+ level 0)
    goto (= |sees::n| %d) 1 (not (= |sees::n| %d)) 2
  block 1 ""
    |sees::seen| := 1
    return
  block 2 ""
    |sees::seen| := 0
    return
}
function main {
  local |main::n| Int
  local |main::seen| Int
  block 0 ""
    havoc |main::n| input 0 nondet "n" type "int"
    goto (< |main::n| 0) 1 (= |main::n| 0) %d (> |main::n| 0) %d
  block 1 ""
    level := 0
    goto true 2
%s  block %d ""
    goto (and (= level 2) (= |main::seen| 0)) %d (not (and (= level 2) (= |main::seen| 0))) %d
  block %d ""
    level := 1
    goto true 2
  block %d ""
    level := 2
    goto true 2
  block %d ""
    error "not seen"
  block %d ""
    return
}
entry main
`, last, last, last+4, last+5, calls.String(), last+3, last+6, last+7, last+4, last+5, last+6, last+7)
	proved := map[bool]int{}
	for range 20 {
		proved[simulation.Run(t.Context(), load(t, text)).Certificate != nil]++
	}
	if len(proved) > 1 {
		t.Errorf("proved %d times, and %d times not", proved[true], proved[false])
	}
}

// TestSimulation: what keeps its rule is proved, by a certificate that is accepted, and of the rest nothing is said.
func TestSimulation(t *testing.T) {
	for _, c := range []struct {
		name, text, hole, with string
		proved                 bool
	}{
		{"kept in memory", locks, "WORK", "|main::status| := 0", true},
		{"kept beside another cell", locks, "WORK", "M := (store M (+ |main::p| 4) 2)", true},
		{"overwritten before it is kept", strings.Replace(locks, "level := 2\n", "level := 2\n    M := (store M (+ |acquire::p| 4) 1)\n    M := (store M |acquire::p| 1)\n", 1), "WORK", "|main::status| := 0", false},
		{"overwritten elsewhere", strings.Replace(locks, "level := 2\n", "level := 2\n    M := (store M level 1)\n", 1), "WORK", "|main::status| := 0", false},
		{"another level", locks, "WORK", "|main::old| := 2", false},
		{"a level of which nothing is known", locks, "WORK", "havoc |main::old| input 2 nondet \"old\" type \"int\"", false},
		{"recursion", rounds, "LEVEL", "(ite (= level 0) 1 0)", true},
		{"recursion that adds", rounds, "LEVEL", "(+ level 1)", false},
		{"the cell that was written", moved, "TO", "|main::q|", true},
		{"a cell of another index", moved, "TO", "|main::p|", false},
		{"no cell holds the routine", routines, "WITH", "0", true},
		{"another routine", routines, "WITH", "8", true},
		{"what a cell held", strings.Replace(routines, "DO\n", "R := (store R |main::p| (select R (+ |main::p| 4)))\n", 1), "WITH", "0", true},
		{"what a cell held that was copied", strings.Replace(routines, "DO\n", "R := (store R |main::p| |main::routine|)\n", 1), "WITH", "0", true},
		{"a cell that a condition chooses", strings.Replace(routines, "DO\n", "R := (store R (ite (= |main::routine| 0) |main::p| |main::q|) 0)\n", 1), "WITH", "0", true},
		{"the routine is set", routines, "WITH", "7", false},
		{"any routine is set", routines, "WITH", "|main::p|", false},
		{"a cell gets any number", strings.Replace(routines, "DO\n", "R := (store R |main::p| |main::q|)\n", 1), "WITH", "0", false},
		{"a sum of what cells held", strings.Replace(routines, "DO\n", "R := (store R |main::q| (+ (select R |main::p|) 1))\n", 1), "WITH", "0", false},
		{"another map", strings.Replace(routines, "DO", "havoc R input 3 nondet \"R\" type \"map\"", 1), "WITH", "0", false},
		{"two cells are written", strings.Replace(routines, "DO\n", "R := (store (store R |main::p| 0) |main::q| 7)\n", 1), "WITH", "0", false},
		{"a queued request is gone on with", strings.Replace(routines, "|queue::status| := 1", "|queue::status| := 0", 1), "WITH", "0", false},
		{"it is assumed or something else", strings.Replace(strings.Replace(routines, "(forall", "(or (= (select R 0) 5) (forall", 1), ":pattern ((select R |x@1|))", ":pattern ((select R |x@1|)))", 1), "WITH", "0", false},
		{"a branch asks it", strings.Replace(routines, "goto (= |main::status| 0) 3 (not (= |main::status| 0)) 8", "goto (forall ((|x@1| Int)) (= (select R |x@1|) 0)) 3 (not (forall ((|x@1| Int)) (= (select R |x@1|) 0))) 8", 1), "WITH", "0", true},
		{"only a branch asks it", strings.Replace(strings.Replace(routines, "goto (= |main::status| 0) 3 (not (= |main::status| 0)) 8", "goto (forall ((|x@1| Int)) (= (select R |x@1|) 0)) 3 (not (forall ((|x@1| Int)) (= (select R |x@1|) 0))) 8", 1), "(forall ((|x@1| Int)) (! (or (<= 9 (select R |x@1|)) (<= (select R |x@1|) 0)) :pattern ((select R |x@1|))))", "(= level 0)", 1), "WITH", "0", false},
		{"less is assumed", strings.Replace(routines, "(<= 9 (select", "(<= 7 (select", 1), "WITH", "0", false},
		{"released where it was acquired", chosen, "WORK", "|main::q| := 1", true},
		{"released elsewhere", chosen, "WORK", "|main::p| := |main::q|", false},
		{"another object", chosen, "WORK", "havoc |chosen object| input 3 nondet \"chosen\" type \"int\"", false},
		{"acquired elsewhere", strings.Replace(chosen, "call acquire ((+ |main::p| 8))", "call acquire ((+ |main::q| 8))", 1), "WORK", "|main::q| := 1", false},
		{"a condition is asked again where paths met", strings.Replace(chosen, "held := 1", "held := 0", 1), "WORK", "|main::q| := 1", false},
		{"zero from the start", zeroed, "WRITE", "|main::p| := #x0000000000000001", true},
		{"zero beside a write", zeroed, "WRITE", "memory := (store memory #x0000000000001005 #x01)", true},
		{"no zero", zeroed, "WRITE", "memory := (store memory #x0000000000001004 #x01)", false},
		{"a write anywhere", zeroed, "WRITE", "memory := (store memory |main::p| #x01)", false},
		{"no cell of the range", strings.ReplaceAll(zeroed, "#x0000000000001004", "#x0000000000001008"), "WRITE", "|main::p| := #x0000000000000001", false},
		{"one of several constants", kinds, "KINDS", "(ite (= |main::n| 0) 1 (ite (= |main::n| 1) 2 8))", true},
		{"of several the one", kinds, "KINDS", "(ite (= |main::n| 0) 1 (ite (= |main::n| 1) 7 8))", false},
		{"the next of several constants", strings.Replace(kinds, "|handle::of| := |handle::kind|", "|handle::of| := (+ |handle::kind| 1)", 1), "KINDS", "(ite (= |main::n| 0) 1 (ite (= |main::n| 1) 2 7))", true},
		{"the next of several is the one", strings.Replace(kinds, "|handle::of| := |handle::kind|", "|handle::of| := (+ |handle::kind| 1)", 1), "KINDS", "(ite (= |main::n| 0) 1 (ite (= |main::n| 1) 2 6))", false},
		{"several of which a condition leaves one", strings.Replace(kinds, "WORK", "assume (< |handle::of| 5)", 1), "KINDS", "(ite (= |main::n| 0) 1 (ite (= |main::n| 1) 2 7))", true},
		{"several of which a condition leaves the one", strings.Replace(kinds, "WORK", "assume (< 5 |handle::of|)", 1), "KINDS", "(ite (= |main::n| 0) 1 (ite (= |main::n| 1) 2 7))", false},
		{"several or any", kinds, "KINDS", "(ite (= |main::n| 0) 1 |main::n|)", false},
		{"what is not supported is not reached", timers, "AGAIN", "", true},
		{"what is not supported is reached", timers, "AGAIN", "timer := 1", false},
		{"zero at an address that was handed over", strings.Replace(timers, "WORK", "memory := (store memory #x0000000000001005 #x01)", 1), "AGAIN", "", true},
		{"no zero at one that was handed over", strings.Replace(timers, "WORK", "memory := (store memory #x0000000000001004 #x01)", 1), "AGAIN", "", false},
		{"a global that is no state", strings.Replace(timers, "WORK", "level2 := 2", 1), "AGAIN", "", false},
		{"what a callee wrote goes with its status", strings.Replace(outputs, "FAILED", "1", 1), "DONE", "0", true},
		{"it goes with its status in Boogie", strings.Replace(strings.Replace(outputs, "FAILED", "1", 1), "model \"LP64\" 64 64 32\n", "", 1), "DONE", "0", false},
		{"it goes with another status", strings.Replace(outputs, "FAILED", "0", 1), "DONE", "1", false},
		{"the status is one of two", strings.Replace(outputs, "FAILED", "1", 1), "DONE", "(ite (= |make::n| 1) 0 2)", true},
		{"the failure is one of two", strings.Replace(outputs, "FAILED", "(ite (= |make::to| 1) 1 0)", 1), "DONE", "0", false},
		{"what a cell is not goes to callers", strings.Replace(pending, "STATUS", "3", 1), "WHEN", "(not (= |main::status| 3)) (= passed 2)", true},
		{"what a cell may be", strings.Replace(pending, "STATUS", "4", 1), "WHEN", "(not (= |main::status| 3)) (= passed 2)", false},
		{"with the state goes why it is that", strings.Replace(pending, "STATUS", "3", 1), "WHEN", "(not (= |watched object| 8)) (= passed 1)", true},
		{"another object is passed on", strings.Replace(pending, "STATUS", "3", 1), "WHEN", "(not (= |watched object| 7)) (= passed 1)", false},
		{"a negated choice of conditions", strings.Replace(pending, "STATUS", "3", 1), "WHEN", "(not (and (= |watched object| 8) (= passed 0)))", true},
		{"what was returned is kept", kept, "RETURNED", "|pass::a|", true},
		{"something else is returned", kept, "RETURNED", "(+ |pass::a| 1)", false},
		{"it is no copy any more", strings.Replace(kept, "WORK", "havoc |main::b| input 1 nondet \"b\" type \"int\"", 1), "RETURNED", "|pass::a|", false},
		{"another is kept since", strings.Replace(kept, "WORK", "status := (+ status 1)", 1), "RETURNED", "|pass::a|", false},
		{"a callee writes another cell", left, "AT", "9", true},
		{"a callee writes the cell", left, "AT", "8", false},
		{"a counter", counts, "", "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := load(t, strings.NewReplacer("WORK\n", "\n", "DO\n", "\n").Replace(strings.ReplaceAll(c.text, c.hole, c.with)))
			before := p.String()
			out := simulation.Run(t.Context(), p)
			if p.String() != before {
				t.Errorf("the program was changed:\n%s\nwas\n%s", p, before)
			}
			if out.Variables == 0 {
				t.Fatal("no variable of a rule was found")
			}
			if proved := out.Certificate != nil; proved != c.proved {
				t.Fatalf("proved: %v, want %v, in %d contexts", proved, c.proved, out.Contexts)
			}
			if out.Certificate == nil {
				return
			}
			s, err := chain.New(p.Terms, solver.Config{Backend: "z3", Layers: "none"})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if err := certify.Certificate(t.Context(), p, out.Certificate, certify.Options{Solver: s}); err != nil {
				t.Error(err)
			}
		})
	}
}
