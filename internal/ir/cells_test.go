package ir

import (
	"strings"
	"testing"

	"yogi/internal/term"
)

// cellsProgram has a device at #x0000000100000000, whose address is in a cell of the map "to", and
// whose first word is in the map "word".
const cellsProgram = `language "c"
model "LP64" 64 64 32
global |to| (Array (_ BitVec 64) (_ BitVec 64)) memory 64 1 "struct device *"
global |word| (Array (_ BitVec 64) (_ BitVec 32)) memory 32 2 "int"
global |other| (Array (_ BitVec 64) (_ BitVec 32)) memory 32 3 "int"
global |sum| (_ BitVec 32)
global |table| (Array (_ BitVec 64) (_ BitVec 32)) const memory 32 4 "int"
$axiom
object "device" 4294967296 16 static zero
object "place" 8589934592 8 static zero
range |to| 8589934592 8589934600 8 0
range |word| 4294967296 4294967304 4 0
range |table| 8589934592 8589934600 4 0
global |next address| (_ BitVec 64)
counter |next address| 12884901888
entry main
function main {
  local |main::x| (_ BitVec 32)
  local |main::m| (Array (_ BitVec 64) (_ BitVec 32))
  block 0 ""
    havoc |main::x| input 0 nondet "n" type "int"
    $first
    |sum| := #x00000000
    |to| := (store |to| #x0000000200000000 #x0000000100000000)
    call run (#x0000000200000000)
    goto true 1
  block 1 ""
    $last
    return
}
function run {
  param |run::p| (_ BitVec 64)
  freerequires (= (select |word| #x0000000100000000) #x00000000)
  local |run::to| (_ BitVec 64)
  block 0 ""
    |run::to| := (select |to| |run::p|)
    goto (= |run::to| #x0000000000000000) 1 (not (= |run::to| #x0000000000000000)) 2
  block 1 ""
    return
  block 2 ""
    |word| := (store |word| (bvadd |run::to| #x0000000000000004) #x00000007)
    |sum| := (bvadd (select |word| #x0000000100000004) (select |word| |run::to|))
    return
}
`

// TestCells: the cells of a map are variables if each access is to one of them whatever happened
// before, and nothing else is known of the map.
func TestCells(t *testing.T) {
	const again = "\n call run (#x0000000200000000)\n goto true 2\n  block 2 \"\""
	for _, test := range []struct {
		name, axiom, first, last string
		to, word                 bool // is no map any more
	}{
		{name: "constants", to: true, word: true},
		{name: "another place", last: `|to| := (store |to| #x0000000200000000 #x0000000000000000)`, to: true, word: true},
		{name: "an address of two", last: `|to| := (store |to| #x0000000200000000 #x0000000300000000)` + again, to: true},
		{name: "an address of two, known at the only call", last: `|to| := (store |to| #x0000000200000000 #x0000000300000000)`, to: true, word: true},
		{name: "a cell that is anything", first: `|to| := (store |to| #x0000000200000000 ((_ zero_extend 32) |main::x|))`, last: again, to: true},
		{name: "any address", last: `|word| := (store |word| ((_ zero_extend 32) |main::x|) #x00000001)`, to: true},
		{name: "any address is read", last: `|sum| := (select |word| ((_ zero_extend 32) |main::x|))`, to: true},
		{name: "any address of addresses", last: `|to| := (store |to| ((_ zero_extend 32) |main::x|) #x0000000100000000)`},
		{name: "an address that is known of a cell that is not", first: `|to| := (store |to| ((_ zero_extend 32) |main::x|) #x0000000100000000)`},
		{name: "a cell that starts with anything", last: `|word| := (store |word| #x0000000100000008 #x00000001)`, to: true},
		{name: "two writes", last: `|word| := (store (store |word| #x0000000100000000 #x00000001) #x0000000100000004 #x00000002)`, to: true, word: true},
		{name: "a write that reads what one before it wrote", to: true,
			last: `|word| := (store (store |word| #x0000000100000000 #x00000001) #x0000000100000004 (select |word| #x0000000100000000))`},
		{name: "a read among what may just have been written", to: true,
			last: `|sum| := (select (store |word| #x0000000100000000 #x00000001) (bvadd #x0000000100000000 ((_ zero_extend 32) |main::x|)))`},
		{name: "a copy of a map", last: "|main::m| := |word|\n |sum| := (select |main::m| ((_ zero_extend 32) |main::x|))", to: true},
		{name: "maps compared", last: "|main::m| := |other|\n assume (= |word| |main::m|)", to: true},
		{name: "a fact about a map", axiom: "axiom (= (select |table| #x0000000200000000) #x00000000)", last: `|sum| := (select |table| #x0000000200000000)`, to: true, word: true},
		{name: "run again", last: "call main ()\n goto true 2\n  block 2 \"\""},
		{name: "started again", last: "goto (= |main::x| #x00000000) 0 (not (= |main::x| #x00000000)) 2\n  block 2 \"\""},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := MustParse(strings.NewReplacer("$axiom", test.axiom, "$first", test.first, "$last", test.last).Replace(cellsProgram), term.NewBuilder())
			Normalize(p)
			Addresses(p)
			if err := Check(p); err != nil {
				t.Fatal(err)
			}
			left := map[string]bool{}
			for _, v := range p.Globals {
				left[v.Name] = true
			}
			for _, r := range p.InitialRanges {
				if !left[r.Map.Name] {
					t.Errorf("there is a range of %s, which is no map any more", r.Map.Name)
				}
			}
			if left["to"] == test.to || left["word"] == test.word {
				t.Errorf("want to %v, word %v:\n%s", test.to, test.word, p)
			}
		})
	}
}

// TestCellNames: cells have names of their own where objects share one, as in a program that no front end made.
func TestCellNames(t *testing.T) {
	p := MustParse(`language "c"
model "LP64" 64 64 32
global |word| (Array (_ BitVec 64) (_ BitVec 32)) memory 32 1 "int"
global |same+0@word| (_ BitVec 32)
object "same" 4294967296 4 static zero
object "same" 8589934592 4 static zero
range |word| 4294967296 4294967300 4 0
range |word| 8589934592 8589934596 4 0
entry main
function main {
  block 0 ""
    havoc |same+0@word| input 0 nondet "n" type "int"
    |word| := (store |word| #x0000000100000000 |same+0@word|)
    |word| := (store |word| #x0000000200000000 (select |word| #x0000000100000000))
    return
}
`, term.NewBuilder())
	Normalize(p)
	Addresses(p)
	if err := Check(p); err != nil {
		t.Fatal(err)
	}
	if words := len(p.Globals); words != 3 || len(p.InitialRanges) > 0 {
		t.Errorf("there are %d globals, not three words:\n%s", words, p)
	}
}
