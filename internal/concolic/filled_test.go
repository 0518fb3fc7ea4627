package concolic

import (
	"testing"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// TestFillable: memory of bytes may begin full of characters, unless something is said of its contents.
func TestFillable(t *testing.T) {
	const head = `language "c"
model "LP64" 64 64 32
global |next address| (_ BitVec 64)
global open (Array (_ BitVec 64) (_ BitVec 8)) memory 8 1 "char"
global words (Array (_ BitVec 64) (_ BitVec 32)) memory 32 2 "int"
global known (Array (_ BitVec 64) (_ BitVec 8)) memory 8 3 "char"
global said (Array (_ BitVec 64) (_ BitVec 8)) memory 8 4 "char"
counter |next address| 8589934592
axiom (= (select said #x0000000200000000) #x07)
range known 4294967296 4295032832 1 0
entry main
function main {
  block 0 ""
    return
}
`
	program, err := ir.Parse(head, term.NewBuilder())
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, v := range fillable(program, nil) {
		names = append(names, v.Name)
	}
	if len(names) != 1 || names[0] != "open" {
		t.Errorf("%q may be filled", names)
	}
}
