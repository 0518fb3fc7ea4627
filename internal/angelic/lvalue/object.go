package lvalue

import "yogi/internal/term"

// Objects do not share granules, so "they are different objects" is said of the numbers of the granules that two addresses
// lie in.

// isGranule says that a term is the number of the granule that a pointer points into. Two starts of objects have the same if
// they are the same.
func (r *Reader) isGranule(t *term.Term) bool {
	m := r.Program.Model
	return m != nil && t.Op() == term.OpExtract && t.Param(0) == m.PointerWidth-1 && t.Param(1) == m.GranuleBits
}

// objects prints that two addresses lie in the same object, or in different ones: as a comparison of pointers where both are
// pointers as the source has them, else as what overlaps.
func (r *Reader) objects(op string, a, b *term.Term) expression {
	if a.IsConst() {
		a, b = b, a
	}
	x := a.Arg(0)
	if v, ok := b.Value(); ok {
		return expression{text: at(r.read(x), levelEqual+1) + " " + op + " " + r.numbered(v.Uint64()), level: levelEqual}
	}
	y := b.Arg(0)
	if !isSum(x) && !isSum(y) {
		return r.relation(op, x, y, levelEqual)
	}
	if !isSum(x) {
		x, y = y, x
	}
	between := " overlaps "
	if op == "!=" {
		between = " does not overlap "
	}
	return expression{text: r.pointee(x) + between + r.pointee(y), level: levelEqual}
}

func isSum(t *term.Term) bool { return t.Op() == term.OpBVAdd }

// pointee is what lies at an address, the whole object if it is a pointer.
func (r *Reader) pointee(address *term.Term) string {
	if !isSum(address) {
		return "*" + at(r.read(address), levelUnary)
	}
	return r.load(nil, address, 0).text
}

// numbered is the address of the object in the granule with a number.
func (r *Reader) numbered(granule uint64) string {
	if granule == 0 {
		return r.Null
	}
	for _, o := range r.Program.Objects {
		if o.Address>>r.Program.Model.GranuleBits == granule {
			return "&" + o.Name
		}
	}
	return "an object made later"
}
