package concolic

import (
	"testing"

	"yogi/internal/term"
	"yogi/internal/verdict"
)

// pointed writes and reads where inputs lead.
const pointed = `global g (_ BitVec 8)
global m (Array (_ BitVec 8) (_ BitVec 8))
entry main
function main {
  local |main::p| (_ BitVec 8)
  local |main::q| (_ BitVec 8)
  block 0 ""
    havoc |main::p| input 0 nondet "f" type "char"
    havoc |main::q| input 1 nondet "f" type "char"
    m := (store m |main::p| #x03)
    g := (select m (bvadd (select m |main::q|) #x01))
    goto (= g #x00) 1 (not (= g #x00)) 2
  block 1 ""
    goto (= (select m #x09) #x03) 3 (not (= (select m #x09) #x03)) 2
  block 2 ""
    return
  block 3 ""
    error "written"
}
`

// TestFixIndices: conditions with the indices of a test hold of that test, read and write at constants, and say that
// the indices are these: what meets them meets the conditions as they were.
func TestFixIndices(t *testing.T) {
	f := forestOf(t, pointed)
	end, err := f.RunTest(&Plan{Inputs: []verdict.InputValue{{Value: term.BVValue(8, 20)}, {Value: term.BVValue(8, 30)}}})
	if err != nil {
		t.Fatal(err)
	}
	path := f.Constraint(end.Path)
	fixed, _, some := f.FixIndices(end.Path, f.PlanOf(end.Test), path, nil)
	if !some || len(fixed) <= len(path) {
		t.Fatalf("nothing was fixed: %v", fixed)
	}
	inputs := map[string]uint64{"in!0!(_ BitVec 8)": 20, "in!1!(_ BitVec 8)": 30}
	at := map[*term.Term]*term.Term{}
	for _, v := range f.program.Globals { // zero at the start
		at[v.Sym] = f.terms.Const(term.ZeroValue(v.Sort))
	}
	for _, c := range fixed {
		term.Walker(func(u *term.Term) bool {
			if isAccess(u) && !u.Arg(1).IsConst() {
				t.Errorf("%s accesses a map anywhere", c)
			}
			if v, ok := inputs[u.Name()]; u.IsVar() && ok {
				at[u] = f.terms.BVConst(8, v)
			}
			return true
		})(c)
	}
	for _, c := range fixed {
		if !f.terms.Substitute(c, at).IsTrue() {
			t.Errorf("%s does not hold of the test", c)
		}
	}
	if len(at) != len(f.program.Globals)+2 {
		t.Errorf("the conditions say nothing of an input: %v", fixed)
	}
	again, _, more := f.FixIndices(end.Path, f.PlanOf(end.Test), fixed, nil)
	if more || len(again) != len(fixed) {
		t.Errorf("conditions with constant indices were fixed: %v", again)
	}
}
