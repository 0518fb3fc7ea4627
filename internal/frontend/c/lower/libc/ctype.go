package libc

import (
	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/term"
)

// This file is ctype.h in the C locale, the one that a program starts in. Arguments are EOF or the
// value of an unsigned char; of others C says nothing. In a program that calls setlocale (7.11.1.1)
// nothing is known of characters beyond ASCII but that they are no digits (7.4.1.5, 7.4.1.12), nor
// what the case of i is.

// dependsOnLocale says that what is known of a character in the C locale may not hold.
func dependsOnLocale(e emit.Emitter, name string, x *term.Term) *term.Term {
	if !e.ChoosesLocale() || name == "isdigit" || name == "isxdigit" {
		return e.Terms().False()
	}
	is := func(c byte) *term.Term { return e.Terms().Eq(x, e.Terms().BVConst(32, uint64(c))) }
	beyond := between(e, x, 128, 255)
	if name == "tolower" || name == "toupper" {
		return e.Terms().Or(beyond, is('i'), is('I'))
	}
	return beyond
}

// characterTest is not zero for the characters of a class; C says no more of the value.
func characterTest(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	if !c.Integers(1) || c.Result().Kind != tree.Integer {
		return nil, false
	}
	x := c.Args[0].Resized(e.Terms(), 32)
	if e.Checks(property.Bounds) { // glibc looks it up in a table of the characters, signed or not
		inTable := e.Terms().BVUle(e.Terms().BVAdd(x, e.Terms().BVConst(32, 128)), e.Terms().BVConst(32, 128+255))
		e.Require(c.Pos, property.Bounds, inTable, "look-up of what is no character"+property.InCall+c.Function.Name)
	}
	open := e.Input(c.Pos, c.Result(), ir.UndefinedCall, c.Function.Name)
	zero := emit.Zero(e.Terms(), open.Sort())
	some := e.Terms().Ite(e.Terms().Eq(open, zero), e.Terms().BVConst(open.Sort().Width, 1), open)
	known := e.Terms().And(isCharacter(e, x), e.Terms().Not(dependsOnLocale(e, c.Name, x)))
	return e.Terms().Ite(known, e.Terms().Ite(inClass(e, c.Name, x), some, zero), open), true
}

// isCharacter says that ctype.h is defined for x.
func isCharacter(e emit.Emitter, x *term.Term) *term.Term {
	return e.Terms().BVUle(e.Terms().BVAdd(x, e.Terms().BVConst(32, 1)), e.Terms().BVConst(32, 256))
}

func between(e emit.Emitter, x *term.Term, from, to byte) *term.Term {
	return e.Terms().And(e.Terms().BVUle(e.Terms().BVConst(32, uint64(from)), x), e.Terms().BVUle(x, e.Terms().BVConst(32, uint64(to))))
}

func inClass(e emit.Emitter, name string, x *term.Term) *term.Term {
	terms := e.Terms()
	switch name {
	case "isupper":
		return between(e, x, 'A', 'Z')
	case "islower":
		return between(e, x, 'a', 'z')
	case "isdigit":
		return between(e, x, '0', '9')
	case "isalpha":
		return terms.Or(between(e, x, 'A', 'Z'), between(e, x, 'a', 'z'))
	case "isalnum":
		return terms.Or(inClass(e, "isalpha", x), between(e, x, '0', '9'))
	case "isxdigit":
		return terms.Or(between(e, x, '0', '9'), between(e, x, 'A', 'F'), between(e, x, 'a', 'f'))
	case "isspace":
		return terms.Or(between(e, x, '\t', '\r'), between(e, x, ' ', ' '))
	case "isblank":
		return terms.Or(between(e, x, '\t', '\t'), between(e, x, ' ', ' '))
	case "iscntrl":
		return terms.Or(between(e, x, 0, 31), between(e, x, 127, 127))
	case "isprint":
		return between(e, x, ' ', '~')
	case "isgraph":
		return between(e, x, '!', '~')
	default: // ispunct
		return terms.And(between(e, x, '!', '~'), terms.Not(inClass(e, "isalnum", x)))
	}
}

// characterCase is tolower and toupper.
func characterCase(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	if !c.Integers(1) || c.Result().Kind != tree.Integer {
		return nil, false
	}
	x := c.Args[0].Resized(e.Terms(), 32)
	class, distance := "isupper", uint64('a'-'A')
	if c.Name == "toupper" {
		class, distance = "islower", 1<<32-distance
	}
	other := e.Terms().Ite(inClass(e, class, x), e.Terms().BVAdd(x, e.Terms().BVConst(32, distance)), x)
	open := emit.SignExtend(e.Terms(), e.Input(c.Pos, c.Result(), ir.UndefinedCall, c.Function.Name), 32)
	known := e.Terms().And(isCharacter(e, x), e.Terms().Not(dependsOnLocale(e, c.Name, x)))
	return e.Terms().Ite(known, other, open), true
}
