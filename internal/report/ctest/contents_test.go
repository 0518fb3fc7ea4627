package ctest

import (
	"strings"
	"testing"

	"yogi/internal/ir"
)

// An edit behind a declaration is made only where it is a statement, and nothing has read the object yet.
func TestBehindDeclaration(t *testing.T) {
	for _, test := range []struct{ text, wrong string }{
		{"void f(void) { int a[3]@; g(a); }", ""},
		{"void f(void) { struct s { int x; } a@; }", ""},
		{"void f(void) { int b, a[2][3], c@; }", ""},
		{"void f(void) { int a __attribute__((aligned(8)))@; }", ""},
		{"void f(void) { int a[3], *p = a; }", "initialised"},
		{"void f(void) { int a[3], b[sizeof a]; }", "use it"},
		{"void f(void) { for (int a[3]; ;) g(a); }", "parentheses"},
		{"void f(int a, ...) { }", "parentheses"},
		{"int a[3]", "no end"},
	} {
		text := strings.Replace(test.text, "@;", ";", 1)
		name := -1
		for _, token := range scan(text) {
			if token.text == "a" && name < 0 {
				name = token.offset
			}
		}
		at, err := behindDeclaration(scan(text), name, "a")
		switch {
		case test.wrong == "" && (err != nil || at != strings.Index(test.text, "@")+1):
			t.Errorf("%s: behind offset %d, %v", text, at, err)
		case test.wrong != "" && (err == nil || !strings.Contains(err.Error(), test.wrong)):
			t.Errorf("%s: %v", text, err)
		}
	}
}

// Words that may be addresses of objects are told apart from small numbers and negative ones.
func TestMayHoldAddress(t *testing.T) {
	for word, want := range map[uint64]bool{0: false, 7: false, 1<<32 - 1: false, 1 << 32: true, 0xf_0000_0030: true, ^uint64(2): false} {
		c := contents{bytes: map[uint64]byte{}}
		for i := range uint64(8) {
			if b := byte(word >> (8 * i)); b != 0 {
				c.bytes[16+i] = b
			}
		}
		if c.mayHoldAddress(&ir.DataModel{PointerWidth: 64, GranuleBits: 32}) != want {
			t.Errorf("%#x: %v", word, !want)
		}
	}
}

// Bytes of objects outside that make an address are a pointer, or stay bytes where they are said to be numbers.
func TestForeignBytes(t *testing.T) {
	model := &ir.DataModel{PointerWidth: 64, GranuleBits: 32}
	at, own := model.ObjectOutside(0), uint64(3)<<32
	program := &ir.Program{Model: model, Objects: []*ir.Object{{Name: "own", Kind: ir.StaticObject, Address: own, Size: 8}}}
	for _, test := range []struct {
		name    string
		word    uint64
		pointer string // "": bytes
		limited bool
		last    Numbers // with which it is a pointer
	}{
		{"small", 1<<32 - 1, "", false, 0},
		{"of no object", 9<<32 + 1, "", false, 0},
		{"to the outside", at + 8, "yogi_foreign(0x400000000008ULL)", false, ToProgramNumbers},
		{"into a word of the outside", at + 9, "yogi_foreign(0x400000000009ULL)", true, ToProgramNumbers},
		{"to the program", own + 4, "(yogi_at_own + 4)", true, NoNumbers},
	} {
		for _, numbers := range []Numbers{NoNumbers, ToProgramNumbers, AllNumbers} {
			p := &world{granuleBits: 32}
			p.Numbers = numbers
			f := p.foreignAt(model, at)
			f.bytes = map[uint64]byte{}
			for i := range uint64(8) {
				if b := byte(test.word >> (8 * i)); b != 0 {
					f.bytes[16+i] = b
				}
			}
			p.planForeignBytes(program)
			isPointer := len(f.cells) == 1 && f.cells[0] == foreignCell{16, 8, "(unsigned long)" + test.pointer}
			if isPointer != (test.pointer != "" && numbers <= test.last) || !isPointer && len(f.cells) != len(f.bytes) {
				t.Errorf("%s, numbers %v: cells %v", test.name, numbers, f.cells)
			}
			if (p.MostNumbers > 0) != (test.pointer != "") || (p.Limits != nil) != test.limited {
				t.Errorf("%s, numbers %v: most %v, limits %q", test.name, numbers, p.MostNumbers, p.Limits)
			}
		}
	}
}
