package ir

import (
	"strings"
	"testing"

	"yogi/internal/term"
)

// TestMergeConditions joins a || b || c with an assumption in the middle into one branch.
func TestMergeConditions(t *testing.T) {
	p := MustParse(`language "c"
model "ILP32" 32 32 12
entry main
function main {
  local |main::x| (_ BitVec 32)
  local |main::y| (_ BitVec 32)
  block 0 ""
    havoc |main::x| input 0 nondet "n" type "int"
    havoc |main::y| input 1 nondet "n" type "int"
    goto (= |main::x| #x00000001) 3 (not (= |main::x| #x00000001)) 1
  block 1 ""
    assume (not (= |main::y| #x00000000))
    goto (= |main::y| #x00000002) 3 (not (= |main::y| #x00000002)) 2
  block 2 ""
    goto (= |main::x| |main::y|) 3 (not (= |main::x| |main::y|)) 4
  block 3 ""
    error "reached"
  block 4 ""
    return
}
`, term.NewBuilder())
	MergeConditions(p)
	Normalize(p)
	f := p.Entry
	if err := Check(p); err != nil {
		t.Fatal(err)
	}
	if len(f.Blocks) != 3 {
		t.Fatalf("%d blocks, want 3:\n%s", len(f.Blocks), f)
	}
	text := f.String()
	for _, want := range []string{"assume (or ", "(= |main::x| #x00000001)", "(= |main::x| |main::y|)"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
}
