package angelic

import (
	"math/bits"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// This file makes the atoms that keep apart what is written and what is read, where memory is read byte by byte.

// apart is the atom that says that what is written at one address is in another object than what is
// read at the other; nil if the atom may not be part of a specification, or if that two pointers
// differ says it better. Addresses in different objects differ, on the condition that each lies
// where the atom says. Of two that are computed from the same pointer, see membersApart.
func (u *unknowns) apart(written, read *term.Term) (atom, condition *term.Term) {
	m, terms := u.program.Model, u.program.Terms
	if written.Sort().Kind != term.KindBV || written.Sort().Width != m.PointerWidth {
		return nil, nil
	}
	from, fromConstant := u.reader.Base(written)
	to, toConstant := u.reader.Base(read)
	switch same := terms.Eq(written, read); {
	case from == nil || to == nil:
		return nil, nil
	case from == to:
		return u.membersApart(written, read, from)
	case same.Arg(0).Op() != term.OpBVAdd && same.Arg(1).Op() != term.OpBVAdd:
		return nil, nil
	}
	fromObject, fromHolds := u.object(written, from, fromConstant)
	toObject, toHolds := u.object(read, to, toConstant)
	atom = terms.Ne(fromObject, toObject)
	if atom.IsConst() || !u.constrainable(atom) {
		return nil, nil
	}
	return atom, terms.And(fromHolds, toHolds)
}

// object is the granule that an address lies in: that of the pointer it is computed from if that is
// the start of an object and the distance is constant, on the condition that it is the same.
func (u *unknowns) object(address, base *term.Term, constant bool) (granule, condition *term.Term) {
	m, terms := u.program.Model, u.program.Terms
	exact := terms.Extract(m.PointerWidth-1, m.GranuleBits, address)
	if o, ok := u.known[base]; ok && constant && o.Input.Kind == ir.OutsidePointer {
		start := terms.Extract(m.PointerWidth-1, m.GranuleBits, base)
		return start, terms.Eq(start, exact)
	}
	return exact, terms.True()
}

// membersApart is the atom that says that what is written into an array of a struct, at a distance
// that is not known, is not in the word of the pointer in another member that is read: it stays in
// the array. Both are in the object that base is the start of. Where the distance depends on what
// was written before, nobody could read the atom, and there is none.
func (u *unknowns) membersApart(written, read, base *term.Term) (atom, condition *term.Term) {
	terms := u.program.Terms
	o, ok := u.known[base]
	if !ok || o.Input.Kind != ir.OutsidePointer || written.HasOp(term.OpIte) {
		return nil, nil
	}
	array, at, stride := u.reader.Member(written)
	member, offset, none := u.reader.Member(read)
	if array == nil || member == nil || array == member || stride == 0 || none != 0 || !u.reader.IsArray(array) {
		return nil, nil
	}
	into, intoHolds := u.word(written, at, stride)
	of, ofHolds := u.word(read, offset, 0)
	atom = terms.Ne(into, of)
	if atom.IsConst() || !u.constrainable(atom) {
		return nil, nil
	}
	return atom, terms.And(intoHolds, ofHolds)
}

// word is the number of the word that an address lies in, which is at an offset and some strides
// behind the start of an object. The bytes of an element have the same where they are in one word,
// on the condition that they are.
func (u *unknowns) word(address *term.Term, offset, stride int64) (number, condition *term.Term) {
	m, terms := u.program.Model, u.program.Terms
	size := int64(m.PointerWidth / 8)
	element := size
	if stride != 0 {
		element = min(size, stride&-stride)
	}
	first := terms.BVSub(address, terms.BVConst(m.PointerWidth, uint64(offset%element)))
	low := bits.TrailingZeros(uint(size))
	number = terms.Extract(m.PointerWidth-1, low, first)
	return number, terms.Eq(number, terms.Extract(m.PointerWidth-1, low, address))
}
