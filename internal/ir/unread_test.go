package ir_test

import (
	"testing"

	"yogi/internal/ir"
)

// TestDropUnread has what is only written left out, with the loads that were for it, and what something may read kept.
func TestDropUnread(t *testing.T) {
	for _, test := range []struct {
		name, body string
		kept       string // the instructions on memory that stay
	}{
		{"a load for nothing", "load |f::x| |f::p| type \"int\"", ""},
		{"a load for a message", "load |f::x| |f::p| type \"int\"\n store (bvadd |f::a| #x00000004) |f::x| type \"int\"", ""},
		{"a volatile load", "load |f::x| |f::p| type \"int\" volatile", "load"},
		{"a volatile store", "store |f::a| #x00000001 type \"int\" volatile", "store"},
		{"what is filled", "fill |f::a| 0 8", ""},
		{"what is read elsewhere", "store |f::a| #x00000001 type \"int\"\n load |f::x| (bvadd |f::a| #x00000004) type \"int\"\n |f::r| := |f::x|", "store load"},
		{"at an index", "store (bvadd |f::a| |f::p|) #x00000001 type \"int\"", "store"},
		{"whose address is kept", "store |f::a| #x00000001 type \"int\"\n store |f::p| |f::a| type \"int *\" pointer", "store store"},
		{"whose address is given back", "store |f::a| #x00000001 type \"int\"\n |f::r| := |f::a|", "store"},
		{"that the variable did not make", "|f::a| := |f::p|\n store |f::a| #x00000001 type \"int\"", "store"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := localsProgram(t, test.body)
			for ir.DropUnread(p) {
				ir.Simplify(p)
			}
			if got := accesses(p); got != test.kept {
				t.Errorf("%q is kept, want %q", got, test.kept)
			}
		})
	}
}
