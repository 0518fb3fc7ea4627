package lower

import (
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/term"
)

// This file is ctype.h in the C locale, the one that a program starts in. Arguments are EOF or the value of
// an unsigned char; of others C says nothing. In a program that calls setlocale (7.11.1.1) nothing is known of characters
// beyond ASCII but that they are no digits (7.4.1.5, 7.4.1.12), nor what the case of i is.

// localeFunctions are those that choose another locale.
var localeFunctions = makeSet("setlocale", "uselocale")

// dependsOnLocale says that what is known of a character in the C locale may not hold.
func (b *body) dependsOnLocale(name string, x *term.Term) *term.Term {
	if !b.reach.choosesLocale || name == "isdigit" || name == "isxdigit" {
		return b.terms.False()
	}
	is := func(c byte) *term.Term { return b.terms.Eq(x, b.terms.BVConst(32, uint64(c))) }
	beyond := b.between(x, 128, 255)
	if name == "tolower" || name == "toupper" {
		return b.terms.Or(beyond, is('i'), is('I'))
	}
	return beyond
}

// characterTest is not zero for the characters of a class; C says no more of the value.
func (b *body) characterTest(u *libraryUse) (value, bool) {
	if !u.integers(1) || u.result.Kind != tree.Integer {
		return value{}, false
	}
	x := b.resizeBits(u.args[0].scalar, 32, isSigned(u.args[0].typ))
	open := b.input(u.pos, u.result, ir.UndefinedCall, u.def.Name)
	zero := b.zero(open.Sort())
	some := b.terms.Ite(b.terms.Eq(open, zero), b.terms.BVConst(open.Sort().Width, 1), open)
	known := b.terms.And(b.isCharacter(x), b.terms.Not(b.dependsOnLocale(u.name, x)))
	return value{scalar: b.terms.Ite(known, b.terms.Ite(b.inClass(u.name, x), some, zero), open)}, true
}

// isCharacter says that ctype.h is defined for x.
func (b *body) isCharacter(x *term.Term) *term.Term {
	return b.terms.BVUle(b.terms.BVAdd(x, b.terms.BVConst(32, 1)), b.terms.BVConst(32, 256))
}

func (b *body) between(x *term.Term, from, to byte) *term.Term {
	return b.terms.And(b.terms.BVUle(b.terms.BVConst(32, uint64(from)), x), b.terms.BVUle(x, b.terms.BVConst(32, uint64(to))))
}

func (b *body) inClass(name string, x *term.Term) *term.Term {
	terms := b.terms
	switch name {
	case "isupper":
		return b.between(x, 'A', 'Z')
	case "islower":
		return b.between(x, 'a', 'z')
	case "isdigit":
		return b.between(x, '0', '9')
	case "isalpha":
		return terms.Or(b.between(x, 'A', 'Z'), b.between(x, 'a', 'z'))
	case "isalnum":
		return terms.Or(b.inClass("isalpha", x), b.between(x, '0', '9'))
	case "isxdigit":
		return terms.Or(b.between(x, '0', '9'), b.between(x, 'A', 'F'), b.between(x, 'a', 'f'))
	case "isspace":
		return terms.Or(b.between(x, '\t', '\r'), b.between(x, ' ', ' '))
	case "isblank":
		return terms.Or(b.between(x, '\t', '\t'), b.between(x, ' ', ' '))
	case "iscntrl":
		return terms.Or(b.between(x, 0, 31), b.between(x, 127, 127))
	case "isprint":
		return b.between(x, ' ', '~')
	case "isgraph":
		return b.between(x, '!', '~')
	default: // ispunct
		return terms.And(b.between(x, '!', '~'), terms.Not(b.inClass("isalnum", x)))
	}
}

// characterCase is tolower and toupper.
func (b *body) characterCase(u *libraryUse) (value, bool) {
	if !u.integers(1) || u.result.Kind != tree.Integer {
		return value{}, false
	}
	x := b.resizeBits(u.args[0].scalar, 32, isSigned(u.args[0].typ))
	class, distance := "isupper", uint64('a'-'A')
	if u.name == "toupper" {
		class, distance = "islower", 1<<32-distance
	}
	other := b.terms.Ite(b.inClass(class, x), b.terms.BVAdd(x, b.terms.BVConst(32, distance)), x)
	open := b.resizeBits(b.input(u.pos, u.result, ir.UndefinedCall, u.def.Name), 32, true)
	known := b.terms.And(b.isCharacter(x), b.terms.Not(b.dependsOnLocale(u.name, x)))
	return value{scalar: b.terms.Ite(known, other, open)}, true
}
