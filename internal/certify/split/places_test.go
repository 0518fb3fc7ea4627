package split_test

import (
	"errors"
	"strings"
	"testing"

	"yogi/internal/certify/split"
)

// throughMaps hands the address of an object on in the map %m, and writes to the object by it.
const throughMaps = `
language "c"
model "ILP32" 32 32 12
global next (_ BitVec 32)
global places (Array (_ BitVec 20) (_ BitVec 32))
global owners (Array (_ BitVec 32) (_ BitVec 20))
counter next 4096
%m
entry main
function main {
  local |main::p| (_ BitVec 32)
  local |main::q| (_ BitVec 32)
  local |main::x| (_ BitVec 32)
  block 0 ""
    alloc |main::p| #x00000004 heap site 0 type "int"
    store |main::p| #x00000000 type "int"
    %w
    |main::q| := %r
    store |main::q| #x00000001 type "int"
    load |main::x| |main::p| type "int"
    return
}
`

// TestMapsThatHandAddressesOn: what is in the map of places is no address of the program only as
// long as nothing writes there, and what is in the map of owners may be a part of one. The analysis
// takes neither for an address.
func TestMapsThatHandAddressesOn(t *testing.T) {
	for name, of := range map[string]struct{ declared, written, read string }{
		"places": {"places places", "places := (store places #x00000 |main::p|)", "(select places #x00000)"},
		"owners": {"owners owners", "owners := (store owners #x00000000 ((_ extract 31 12) |main::p|))", "(concat (select owners #x00000000) #x000)"},
	} {
		text := strings.NewReplacer("%m", of.declared, "%w", of.written, "%r", of.read).Replace(throughMaps)
		x := cutText(t, text)
		var rejection *split.Rejection
		if err := split.Check(x.before, x.after, x.claim); x.claim.Whole == nil && !errors.As(err, &rejection) {
			t.Errorf("%s: %v", name, err)
		} else if x.claim.Whole != nil {
			t.Errorf("%s: memory is not cut", name)
		}
	}
}
