package ir

import (
	"testing"

	"yogi/internal/term"
)

// TestJoinArms: a branch in an arm of a branch, whose arms swap two variables, becomes one block; an arm
// that takes an input stays an arm.
func TestJoinArms(t *testing.T) {
	p := MustParse(`language "c"
model "ILP32" 32 32 12
entry main
function main {
  result |main::r| (_ BitVec 32)
  local |main::x| (_ BitVec 32)
  local |main::y| (_ BitVec 32)
  local |main::z| (_ BitVec 32)
  block 0 ""
    havoc |main::x| input 0 nondet "n" type "int"
    havoc |main::y| input 1 nondet "n" type "int"
    goto (= |main::x| #x00000001) 1 (not (= |main::x| #x00000001)) 4
  block 1 ""
    |main::z| := |main::x|
    |main::x| := |main::y|
    |main::y| := |main::z|
    goto (= |main::y| #x00000002) 2 (not (= |main::y| #x00000002)) 3
  block 2 ""
    |main::x| := #x00000007
    goto true 3
  block 3 ""
    goto true 4
  block 4 ""
    goto (= |main::x| |main::y|) 5 (not (= |main::x| |main::y|)) 6
  block 5 ""
    havoc |main::x| input 2 nondet "n" type "int"
    goto true 6
  block 6 ""
    |main::r| := (bvadd |main::x| (bvmul #x00000003 |main::y|))
    return
}
`, term.NewBuilder())
	Normalize(p)
	JoinArms(p, JoinOptions{Assigned: 4, Size: 100})
	Normalize(p)
	Simplify(p)
	if err := Check(p); err != nil {
		t.Fatal(err)
	}
	if f := p.Entry; len(f.Blocks) != 3 {
		t.Errorf("%d blocks, want 3:\n%s", len(f.Blocks), f)
	}
}

// TestJoinArmsBounds: a branch that assigns more than is allowed stays.
func TestJoinArmsBounds(t *testing.T) {
	for assigned, blocks := range map[int]int{1: 4, 2: 1} {
		p := MustParse(`language "c"
model "ILP32" 32 32 12
entry main
function main {
  result |main::r| (_ BitVec 32)
  local |main::x| (_ BitVec 32)
  block 0 ""
    havoc |main::x| input 0 nondet "n" type "int"
    goto (= |main::x| #x00000001) 1 (not (= |main::x| #x00000001)) 2
  block 1 ""
    |main::x| := #x00000007
    |main::r| := #x00000001
    goto true 3
  block 2 ""
    |main::r| := #x00000002
    goto true 3
  block 3 ""
    |main::r| := (bvadd |main::x| |main::r|)
    return
}
`, term.NewBuilder())
		JoinArms(p, JoinOptions{Assigned: assigned, Size: 100})
		Normalize(p)
		Simplify(p)
		if f := p.Entry; len(f.Blocks) != blocks {
			t.Errorf("%d blocks, want %d, when %d variables may be assigned:\n%s", len(f.Blocks), blocks, assigned, f)
		}
	}
}
