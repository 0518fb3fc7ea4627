package memory

import "yogi/internal/term"

// The x87 format keeps the first bit of the significand, which the other formats leave out: in memory there are
// 80 bits, one more than sign, exponent and fraction.
const extendedWidth = 80

func isExtended(s *term.Sort) bool { return s.Exp == 15 && s.Sig == 64 }

// fromExtended is the 79 bits of the value that 80 bits in memory stand for. A denormal whose first bit is set
// counts as the normal number that it is. Patterns that the machine rejects, with a first bit that does not fit
// the exponent, are the front end's to exclude.
func (l *lowerer) fromExtended(bits *term.Term) *term.Term {
	t := l.terms
	exponent, first := t.Extract(78, 64, bits), t.Extract(63, 63, bits)
	zero := t.Eq(exponent, t.BVConst(15, 0))
	exponent = t.Ite(t.And(zero, t.Eq(first, t.BVConst(1, 1))), t.BVConst(15, 1), exponent)
	return t.Concat(t.Extract(79, 79, bits), exponent, t.Extract(62, 0, bits))
}

// toExtended is the 80 bits in memory of a value of 79.
func (l *lowerer) toExtended(bits *term.Term) *term.Term {
	t := l.terms
	exponent := t.Extract(77, 63, bits)
	first := t.Ite(t.Eq(exponent, t.BVConst(15, 0)), t.BVConst(1, 0), t.BVConst(1, 1))
	return t.Concat(t.Extract(78, 78, bits), exponent, first, t.Extract(62, 0, bits))
}
