package concolic

import (
	"testing"

	"yogi/internal/term"
	"yogi/internal/verdict"
)

// The state before a call may be dropped while states in the callee are kept; the state after the call needs both.
func TestSymbolicAfterDroppedCall(t *testing.T) {
	f := forestOf(t, `global g (_ BitVec 8)
entry main
function main {
  local |main::x| (_ BitVec 8)
  block 0 ""
    havoc |main::x| input 0 nondet "f" type "char"
    goto true 1
  block 1 ""
    call double (|main::x|)
    goto (= g #x06) 2 (not (= g #x06)) 3
  block 2 ""
    error "six"
  block 3 ""
    return
}
function double {
  param |double::n| (_ BitVec 8)
  block 0 ""
    g := (bvadd |double::n| |double::n|)
    return
}
`)
	end, err := f.RunTest(&Plan{Inputs: []verdict.InputValue{{Value: term.BVValue(8, 1)}}, Length: 1})
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for p := end.Path; p.Parent != nil; p = p.Parent {
		if p.move.Kind != LeaveMove {
			continue
		}
		found = true
		x := f.program.Entry.Locals[0]
		before := f.Symbolic(p).Local(int32(x.Index))
		p.point, p.Previous.point = nil, nil
		if after := f.Symbolic(p).Local(int32(x.Index)); after != before {
			t.Errorf("%s was %s", after, before)
		}
	}
	if !found {
		t.Error("the run comes back from no call")
	}
}
