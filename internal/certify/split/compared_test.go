package split_test

import (
	"strings"
	"testing"

	"yogi/internal/certify/split"
	"yogi/internal/ir"
)

const comparedProgram = `language "c"
model "ILP32" 32 32 12
global next (_ BitVec 32)
counter next 8192
entry main
function main {
  local |main::a| (_ BitVec 32)
  local |main::p| (_ BitVec 32)
  local |main::q| (_ BitVec 32)
  local |main::x| (_ BitVec 32)
  block 0 ""
    alloc |main::a| #x00000010 heap site 0 outside type "struct s"
    load |main::p| (bvadd |main::a| #x00000008) type "int *" pointer
    load |main::q| (bvadd |main::a| #x0000000c) type "long *" pointer
    assume CONDITION known
    store |main::a| #x00000001 type "int"
    store |main::p| #x00000003 type "int"
    store |main::q| #x00000004 type "long"
    load |main::x| |main::a| type "int"
    load |main::x| |main::q| type "long"
    return
}
`

// TestComparedApart has a claim that keeps addresses apart refused once the program compares them, which the claim was
// made without: what is known of all values is not compared by the program.
func TestComparedApart(t *testing.T) {
	for condition, refused := range map[string]bool{
		"(= |main::p| |main::a|)":                                           true,
		"(bvult |main::p| |main::q|)":                                       true,
		"(bvult #x00000003 (bvadd |main::q| (bvmul #xffffffff |main::a|)))": true,
		"(= |main::p| #x00000000)":                                          false,
		"(= |main::a| (bvadd |main::a| |main::x|))":                         false,
	} {
		c := cutText(t, strings.ReplaceAll(comparedProgram, "CONDITION", condition))
		if err := split.Check(c.before, c.after, c.claim); err != nil {
			t.Fatalf("%s: %v", condition, err)
		}
		for _, f := range c.before.Functions {
			for _, b := range f.Blocks {
				for _, i := range b.Instructions {
					if assume, ok := i.Copied.(*ir.Assume); ok {
						assume.Known = false
					}
				}
			}
		}
		if err := split.Check(c.before, c.after, c.claim); (err != nil) != refused {
			t.Errorf("%s: %v, want it refused: %v", condition, err, refused)
		}
	}
}
