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

// TestBlockedBranches: a state in which no target of a branch can be taken is blocked after the
// branch has been merged with another or its arms have been joined.
func TestBlockedBranches(t *testing.T) {
	const header = "entry main\nfunction main {\n  local x (_ BitVec 3)\n  local y (_ BitVec 3)\n  block 0 \"\"\n    havoc x input 0 nondet \"n\" type \"int\"\n"
	for name, body := range map[string]string{
		"outer": `    goto (= x #b000) 3 (= x #b001) 1
  block 1 ""
    goto (= x #b010) 3 (not (= x #b010)) 2
  block 2 ""
    return
  block 3 ""
    goto (= x #b010) 4 (not (= x #b010)) 2
  block 4 ""
    error "bad"
}
`,
		"inner": `    goto (= x #b000) 3 (not (= x #b000)) 1
  block 1 ""
    goto (= x #b010) 3 (= x #b011) 2
  block 2 ""
    goto (= x #b100) 4 (not (= x #b100)) 3
  block 3 ""
    return
  block 4 ""
    error "bad"
}
`,
		"arms": `    goto (= x #b000) 1 (= x #b001) 2
  block 1 ""
    y := #b000
    goto true 3
  block 2 ""
    y := #b001
    goto true 3
  block 3 ""
    goto (= x y) 5 (not (= x y)) 4
  block 4 ""
    error "bad"
  block 5 ""
    return
}
`,
	} {
		p := MustParse(header+body, term.NewBuilder())
		MergeConditions(p)
		JoinArms(p, JoinOptions{Assigned: 8, Size: 400})
		Normalize(p)
		if len(p.Entry.Blocks) > 4 {
			t.Errorf("%s: nothing is joined\n%s", name, p)
		}
		assumed := false
		for _, i := range p.Entry.Entry().Instructions {
			a, ok := i.(*Assume)
			assumed = assumed || ok && len(a.Cond.Vars()) == 1
		}
		if !assumed {
			t.Errorf("%s: blocked states run on\n%s", name, p)
		}
	}
}
