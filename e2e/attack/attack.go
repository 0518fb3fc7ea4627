// Package attack generates small C programs about what a verdict rests on beside the search:
// addresses, functions without a body, the C library's effects, padding, what callers give, and the
// checks. A verdict about one is held against runs of what gcc makes of it (attack_test.go).
//
// A program is a handful of statements and a condition made of atoms. Each atom says whether runs
// on all inputs show all that can happen to it (it is settled), or whether where objects lie, or an
// outside that no list of functions exhausts, has a part.
package attack

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"yogi/internal/property"
)

// Program is a program of some family, and how it is checked.
type Program struct {
	Family string
	Text   string // what the checker sees
	World  string // a second file, with the functions and objects that the first only declares
	// Settled: if no run on any input reaches the error, none can.
	Settled bool
	Entry   string // "": main
	Checks  property.Checks
	// Undefined says what a function without a body does, as the command line has it.
	Undefined string
}

// families are the kinds of programs, each with what writes one.
var families = []struct {
	name  string
	write func(*writer) Program
}{
	{"addresses", addresses},
	{"outside", outside},
	{"library", library},
	{"padding", padding},
	{"entries", entries},
	{"checks", checks},
	{"arguments", arguments},
}

// Generate is the program of a seed. Seeds that follow one another are of different families.
func Generate(seed int64) Program {
	family := families[uint64(seed)%uint64(len(families))]
	w := &writer{Rand: rand.New(rand.NewPCG(uint64(seed), 16)), settled: true}
	p := family.write(w)
	p.Family, p.Settled = family.name, w.settled
	return p
}

// writer writes a program.
type writer struct {
	*rand.Rand
	heads, body strings.Builder
	settled     bool
	names       int
}

// atom is a condition. It is settled if runs on all inputs show all that can happen to it.
type atom struct {
	text    string
	settled bool
}

func fixed(format string, args ...any) atom { return atom{fmt.Sprintf(format, args...), true} }
func loose(format string, args ...any) atom { return atom{fmt.Sprintf(format, args...), false} }

func (w *writer) head(format string, args ...any) { fmt.Fprintf(&w.heads, format+"\n", args...) }
func (w *writer) line(format string, args ...any) { fmt.Fprintf(&w.body, "  "+format+"\n", args...) }

func (w *writer) pick(options ...string) string { return options[w.IntN(len(options))] }

// new is a name that the program does not have.
func (w *writer) new(prefix string) string {
	w.names++
	return fmt.Sprintf("%s%d", prefix, w.names)
}

// errorIf writes the error, where a condition made of some of the atoms holds.
func (w *writer) errorIf(atoms ...atom) {
	use := func() string {
		a := atoms[w.IntN(len(atoms))]
		w.settled = w.settled && a.settled
		if w.IntN(3) == 0 {
			return "!(" + a.text + ")"
		}
		return "(" + a.text + ")"
	}
	condition := use()
	switch w.IntN(6) {
	case 0:
		condition += " && " + use()
	case 1:
		condition += " && x == " + w.pick("0", "1", "3")
	case 2:
		condition = fmt.Sprintf("(x & 1 ? %s : %s)", condition, use())
	}
	w.line("if (%s) reach_error();", condition)
}

// basics begin every program.
const basics = `#include <string.h>
#include <stdlib.h>
#include <stdint.h>
#include <stdarg.h>
typedef unsigned char u8; typedef unsigned long word;
static u8 in(void) { u8 c = __VERIFIER_nondet_uchar(); if (c > 3) abort(); return c; }
`

// inMain is the text of a program whose body is main's, with the inputs x and y.
func (w *writer) inMain(includes string) string {
	return includes + basics + w.heads.String() + "int main(void) {\n  u8 x = in(), y = in(); (void)y;\n" + w.body.String() + "  return 0;\n}\n"
}
