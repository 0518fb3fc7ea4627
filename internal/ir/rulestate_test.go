package ir_test

import (
	"fmt"
	"slices"
	"testing"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// watched is a program with a rule woven in as functions: the state is locked, acquire and release
// set it, and the answer of what main calls says whether it was ever wrong.
const watched = `entry main
global locked (_ BitVec 8)
global broken (_ BitVec 8)
global other (_ BitVec 8)
initial (= locked #x00)
function main {
  local |main::bad| Bool
  block 0 ""
    call driver () to |main::bad|
    assume |main::bad|
    error "the rule is broken"
}
function driver {
  result |driver::bad| Bool
  local |driver::n| (_ BitVec 8)
  block 0 ""
    havoc |driver::n| input 1 nondet "n" type "int"
    goto (= other #x00) 1 (not (= other #x00)) 2
  block 1 ""
    other := (bvadd other #x01)
    goto true 2
  block 2 ""
    goto (bvult |driver::n| #x05) 3 (not (bvult |driver::n| #x05)) 4
  block 3 ""
    call acquire (|driver::n|)
    goto true 4
  block 4 ""
    |driver::bad| := (= broken #x01)
    return
}
function acquire {
  param |acquire::how| (_ BitVec 8)
  block 0 ""
    goto (= locked #x01) 1 (not (= locked #x01)) 2
  block 1 ""
    call abort ()
    goto true 3
  block 2 ""
    goto (= |acquire::how| #x02) 4 (not (= |acquire::how| #x02)) 3
  block 3 ""
    return
  block 4 ""
    locked := #x01
    goto true 3
}
function abort {
  block 0 ""
    broken := #x01
    return
}
`

// watchedProgram is the program as passes over it need it.
func watchedProgram() *ir.Program {
	p := ir.MustParse(watched, term.NewBuilder())
	ir.Normalize(p)
	ir.ComputeModifies(p)
	return p
}

// The rule's state is what its violation depends on, through flags, results and calls; what the driver does besides is
// none of it. Comparisons with arguments are those of the functions that set the state.
func TestRuleState(t *testing.T) {
	p := watchedProgram()
	s := ir.FindRuleState(p)
	if got, want := fmt.Sprint(s.Conditions), "[(= broken #x01) (= locked #x01)]"; got != want {
		t.Errorf("conditions %s, want %s", got, want)
	}
	var names []string
	for v := range s.Variables {
		names = append(names, v.Name)
	}
	slices.Sort(names)
	if got := fmt.Sprint(names); got != "[broken locked]" {
		t.Errorf("state %s", got)
	}
	for f, atoms := range s.Arguments {
		if f.Name != "acquire" || fmt.Sprint(atoms) != "[(= |acquire::how| #x02)]" {
			t.Errorf("arguments of %s: %s", f.Name, atoms)
		}
	}
	if len(s.Arguments) != 1 {
		t.Errorf("arguments of %d functions", len(s.Arguments))
	}
}
