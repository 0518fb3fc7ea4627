package ir

import (
	"strings"
	"testing"

	"yogi/internal/term"
)

// TestAddresses: a pointer that is null or the address of one object is that address behind the
// test that it is not null, in a callee that it is passed to as well; one that an input may set,
// and one that may be read before it is set, are not.
func TestAddresses(t *testing.T) {
	p := MustParse(`language "c"
model "LP64" 64 64 32
entry main
global |queued| (_ BitVec 64)
global |open| (_ BitVec 64)
global |sum| (_ BitVec 64)
object "device" 4294967296 16 static zero
function main {
  local |main::x| (_ BitVec 64)
  local |main::y| (_ BitVec 64)
  block 0 ""
    |queued| := #x0000000000000000
    |sum| := #x0000000000000000
    havoc |main::x| input 0 nondet "n" type "long"
    goto (= |main::x| #x0000000000000000) 1 (not (= |main::x| #x0000000000000000)) 2
  block 1 ""
    |queued| := #x0000000100000000
    |open| := #x0000000100000000
    goto true 2
  block 2 ""
    |main::y| := (bvadd |queued| #x0000000000000008)
    call run (|queued| |main::x|)
    goto true 3
  block 3 ""
    |sum| := (bvadd |sum| |main::y|)
    return
}
function run {
  param |run::p| (_ BitVec 64)
  param |run::n| (_ BitVec 64)
  block 0 ""
    goto (= |run::p| #x0000000000000000) 1 (not (= |run::p| #x0000000000000000)) 2
  block 1 ""
    return
  block 2 ""
    |sum| := (bvadd |run::p| #x0000000000000001)
    goto (= |open| #x0000000000000000) 1 (not (= |open| #x0000000000000000)) 3
  block 3 ""
    |sum| := |open|
    goto (= |run::n| #x0000000000000000) 1 (not (= |run::n| #x0000000000000000)) 4
  block 4 ""
    |sum| := |run::n|
    goto true 1
}
`, term.NewBuilder())
	Normalize(p)
	Addresses(p)
	if err := Check(p); err != nil {
		t.Fatal(err)
	}
	text := p.Function("run").String()
	for _, want := range []string{"sum := #x0000000100000001", "sum := open", "sum := |run::n|"} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q in\n%s", want, text)
		}
	}
}
