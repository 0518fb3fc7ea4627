package split_test

import (
	"strings"
	"testing"

	"yogi/internal/certify/split"
	"yogi/internal/ir"
)

// TestMixtureAnywhere has a claim refused that has a pointer at one coordinate, once some of its bytes may be others.
func TestMixtureAnywhere(t *testing.T) {
	c := cutText(t, `language "c"
model "ILP32" 32 32 12
global next (_ BitVec 32)
counter next 8192
entry main
function main {
  local |main::a| (_ BitVec 32)
  local |main::p| (_ BitVec 32)
  local |main::x| (_ BitVec 32)
  block 0 ""
    alloc |main::a| #x0000000c heap site 0 type "struct s"
    store (bvadd |main::a| #x00000008) |main::a| type "int *" pointer
    load |main::p| (bvadd |main::a| #x00000008) type "int *" pointer
    havoc |main::p| input 1 unspecified "bytes of an address and others" type "int *"
    store |main::p| #x00000003 type "int"
    store (bvadd |main::a| #x00000004) #x00000002 type "int"
    load |main::x| |main::a| type "int"
    load |main::x| (bvadd |main::a| #x00000004) type "int"
    return
}
`)
	if err := split.Check(c.before, c.after, c.claim); err != nil {
		t.Fatal(err)
	}
	for _, i := range c.before.Functions[0].Blocks[0].Instructions {
		if havoc, ok := i.Copied.(*ir.Havoc); ok {
			havoc.Input.Kind, havoc.Input.Type = ir.AddressBytes, ir.MixtureType
		}
	}
	if err := split.Check(c.before, c.after, c.claim); err == nil || !strings.Contains(err.Error(), "may be anywhere in an object") {
		t.Errorf("the claim is not refused for that: %v", err)
	}
}
