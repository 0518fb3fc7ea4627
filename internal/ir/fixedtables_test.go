package ir_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// tableText is a program that branches on a cell of a table of four cells at 64, each of a byte and two apart: what the
// start does, what is done before the read and between it and the branch, the address that is read, and what is written
// behind it.
func tableText(start, before, address, between, other string) string {
	return `language "c"
model "ILP32" 8 8 2
entry |@start|
global |m| (Array (_ BitVec 8) (_ BitVec 8)) memory 8 1 "char"
global |g| (_ BitVec 8)
object "table" 64 8 static zero type "char [8]"
object "after" 76 2 static zero type "char [2]"
range m 64 72 1 0
function |@start| {
  block 0 ""
` + start + `
    goto true 1
  block 1 ""
    call main ()
    goto true 2
  block 2 ""
    return
}
function main {
  local |k| (_ BitVec 8)
  local |x| (_ BitVec 8)
  block 0 ""
    havoc |k| input 0 nondet "k" type "char"
` + before + `
    |x| := (select m ` + address + `)
` + between + `
    goto (= |x| #x05) 1 (= |x| #x06) 2 (not (or (= |x| #x05) (= |x| #x06))) 3
  block 1 ""
    |g| := (bvadd |k| #x01)
    return
  block 2 ""
    |g| := #x40
    goto true 4
  block 3 ""
    error "neither"
  block 4 ""
    ` + other + `
    return
}
`
}

const (
	fillTable = "    m := (store m #x40 #x05)\n    m := (store m #x42 #x06)\n    m := (store m #x44 #x05)\n    m := (store m #x46 #x06)"
	atIndex   = "(bvadd (bvmul #x02 |k|) #x40)"
)

// TestFixedTables: what is branched on by its index, and what stays as somebody may have written it, or another address
// is read.
func TestFixedTables(t *testing.T) {
	for name, c := range map[string]struct {
		start, before, address, between, other string
		byIndex                                bool
	}{
		"a table":                   {fillTable, "", atIndex, "", "", true},
		"of zeros":                  {"", "", atIndex, "", "", true},
		"each byte":                 {fillTable, "", "(bvadd |k| #x40)", "", "", true},
		"from its middle":           {fillTable, "", "(bvadd (bvmul #x02 |k|) #x44)", "", "", true},
		"overwritten at the start":  {fillTable + "\n    m := (store m #x42 #x07)", "", atIndex, "", "", true},
		"written later":             {fillTable, "", atIndex, "", "m := (store m |k| #x05)", false},
		"written at a place":        {fillTable + "\n    m := (store m |g| #x05)", "", atIndex, "", "", false},
		"anything":                  {fillTable + "\n    havoc m input 1 nondet \"m\" type \"char\"", "", atIndex, "", "", false},
		"one that is written":       {fillTable, "    |k| := (bvadd |k| #x01)", atIndex, "", "", true},
		"the index changes":         {fillTable, "", atIndex, "    |k| := #x00", "", false},
		"the value changes":         {fillTable, "", atIndex, "    |x| := |k|", "", false},
		"an address":                {fillTable, "", "|k|", "", "", false},
		"no object":                 {fillTable, "", "(bvadd (bvmul #x02 |k|) #x50)", "", "", false},
		"behind what is known":      {fillTable, "", "(bvadd (bvmul #x02 |k|) #x49)", "", "", false},
		"the last cell of an array": {fillTable, "", "(bvadd (bvmul #x02 |k|) #x46)", "", "", false},
	} {
		text := tableText(c.start, c.before, c.address, c.between, c.other)
		p := parsed(t, text, term.NewBuilder())
		ir.Normalize(p)
		before := p.Copy()
		ir.FixedTables(p)
		ir.Normalize(p)
		mustCheck(t, p)
		main := p.Entry.Callees()[0]
		if byIndex := len(main.Blocks) > 5; byIndex != c.byIndex {
			t.Errorf("%s: by the index is %v\n%s", name, byIndex, main)
		}
		if strings.Contains(text, "havoc m") {
			continue // execute has no inputs that are maps
		}
		for seed := range int64(40) {
			if want, got := executeSmall(t, before, seed), executeSmall(t, p, seed); want != got {
				t.Errorf("%s, seed %d: %s, was %s\n%s", name, seed, got, want, p)
			}
		}
	}
}

// TestFixedTablesInOrder: of two blocks of the start that write a cell the one that runs last counts, wherever it is.
func TestFixedTablesInOrder(t *testing.T) {
	text := strings.Replace(tableText(fillTable, "", atIndex, "", ""), `    goto true 1
  block 1 ""
    call main ()
    goto true 2
  block 2 ""
    return
`, `    goto true 2
  block 1 ""
    m := (store m #x42 #x06)
    goto true 3
  block 2 ""
    m := (store m #x42 #x07)
    goto true 1
  block 3 ""
    call main ()
    goto true 4
  block 4 ""
    return
`, 1)
	p := parsed(t, text, term.NewBuilder())
	before := p.Copy()
	ir.FixedTables(p)
	mustCheck(t, p)
	if main := p.Entry.Callees()[0]; len(main.Blocks) != 7 {
		t.Errorf("no branch by the index\n%s", main)
	}
	for seed := range int64(40) {
		if want, got := executeSmall(t, before, seed), executeSmall(t, p, seed); want != got {
			t.Errorf("seed %d: %s, was %s\n%s", seed, got, want, p)
		}
	}
}

// executeSmall is execute with an index that is in the table, or near it.
func executeSmall(t *testing.T, p *ir.Program, seed int64) string {
	small := fmt.Sprintf("#x%02x", rand.New(rand.NewSource(seed)).Intn(12))
	text := strings.Replace(p.String(), "havoc |k| input 0 nondet \"k\" type \"char\"", "|k| := "+small, 1)
	return execute(t, parsed(t, text, term.NewBuilder()), seed)
}
