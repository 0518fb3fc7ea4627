package lower

import (
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// The x87 format of long double keeps the first bit of the significand, which the other formats leave out: in memory
// there are 80 bits, one more than sign, exponent and fraction.
const extendedWidth = 80

func isExtended(t *tree.Type) bool { return t.Kind == tree.LongDouble && t.Precision == 64 }

// loadExtended reads an x87 number. A denormal whose first bit is set counts as the normal number that it is; the
// machine takes no other pattern whose first bit does not fit the exponent, and the path ends there.
func (b *frame) loadExtended(pos source.Pos, p place) *term.Term {
	t := b.terms
	v := b.newTemp(t.BV(extendedWidth))
	b.emit(&ir.Load{At: ir.At{Pos: pos}, Dst: v, Addr: p.address, Access: p.access()})
	exponent, first := t.Extract(78, 64, v.Sym), t.Eq(t.Extract(63, 63, v.Sym), t.BVConst(1, 1))
	low := t.Eq(exponent, t.BVConst(15, 0))
	good, bad := b.newBlock("", pos), b.newBlock("", pos)
	b.branch(pos, t.Or(first, low), good, bad)
	b.enter(bad)
	b.refuse(pos, CodePattern, "a bit pattern that is no number of type "+p.typ.Name)
	b.enter(good)
	exponent = t.Ite(t.And(low, first), t.BVConst(15, 1), exponent)
	return t.FFromBits(15, 64, t.Concat(t.Extract(79, 79, v.Sym), exponent, t.Extract(62, 0, v.Sym)))
}

func (b *frame) storeExtended(pos source.Pos, p place, x *term.Term) {
	t := b.terms
	bits := b.patternOf(pos, x)
	exponent := t.Extract(77, 63, bits)
	first := t.Ite(t.Eq(exponent, t.BVConst(15, 0)), t.BVConst(1, 0), t.BVConst(1, 1))
	pattern := t.Concat(t.Extract(78, 78, bits), exponent, first, t.Extract(62, 0, bits))
	b.emit(&ir.Store{At: ir.At{Pos: pos}, Addr: p.address, Value: pattern, Access: p.access()})
	if b.looksAtWide() {
		b.initialization().spoilBits(pos, p.address, p.typ, b.usedBits(p.typ))
	}
}

// patternOf is the bits of a float. SMT-LIB has no such function, since a NaN has many patterns; where the pattern
// does not follow from the term it is an input that reads back as the value.
func (b *frame) patternOf(pos source.Pos, x *term.Term) *term.Term {
	if v, ok := x.Value(); ok && !v.IsNaN() {
		return b.terms.Const(v.Bits())
	}
	if x.Op() == term.OpFFromBits {
		return x.Args()[0]
	}
	if !x.IsVar() {
		// A variable's value is at hand when a test has to choose the bits.
		x = b.keep(pos, x)
	}
	s := x.Sort()
	bits := b.newTemp(b.terms.BV(s.Exp + s.Sig))
	b.havoc(pos, bits, ir.Unspecified, "bits of a float", "")
	b.emit(&ir.Assume{At: ir.At{Pos: pos}, Cond: b.terms.Eq(b.terms.FFromBits(s.Exp, s.Sig, bits.Sym), x)})
	return bits.Sym
}
