package lvalue

import (
	"math/bits"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// Objects do not share granules, so "they are different objects" is said of the numbers of the
// granules that two addresses lie in.

// isGranule says that a term is the number of the granule that a pointer points into, or of the
// word (see isWord). Two starts of objects have the same if they are the same.
func (r *Reader) isGranule(t *term.Term) bool {
	m := r.Program.Model
	return m != nil && t.Op() == term.OpExtract && t.Param(0) == m.PointerWidth-1 && (t.Param(1) == m.GranuleBits || r.isWord(t))
}

// isWord says that the number is that of a pointer's word, a part of an object.
func (r *Reader) isWord(t *term.Term) bool {
	return t.Param(1) == bits.TrailingZeros(uint(r.Program.Model.PointerWidth/8))
}

// objects prints that two addresses lie in the same object, or in different ones: as a comparison
// of pointers where both are pointers as the source has them, else as what overlaps.
func (r *Reader) objects(op string, a, b *term.Term) expression {
	if a.IsConst() {
		a, b = b, a
	}
	x := a.Arg(0)
	if v, ok := b.Value(); ok {
		return expression{text: at(r.read(x), levelEqual+1) + " " + op + " " + r.numbered(v.Uint64()), level: levelEqual}
	}
	y := b.Arg(0)
	if r.isWord(a) {
		return r.words(op, x, y)
	}
	if !isSum(x) && !isSum(y) {
		return r.relation(op, x, y, levelEqual)
	}
	if !isSum(x) {
		x, y = y, x
	}
	return expression{text: r.pointee(x) + between(op) + r.pointee(y), level: levelEqual}
}

func between(op string) string {
	if op == "!=" {
		return " does not overlap "
	}
	return " overlaps "
}

// words prints that two places of an object share a word, or do not, the one of which the distance is not known first.
func (r *Reader) words(op string, x, y *term.Term) expression {
	if _, constant := r.Base(x); constant {
		x, y = y, x
	}
	return expression{text: r.load(nil, x, 0).text + between(op) + r.load(nil, y, 0).text, level: levelEqual}
}

// Member is the member of the struct behind a pointer that an address computed from it lies in as
// far as its distance is constant, nil if there is none; offset is that distance, and each further
// one is so many strides of bytes, 0 if there is none.
func (r *Reader) Member(address *term.Term) (field *ir.LayoutField, offset, stride int64) {
	base, offset, index := r.split(address)
	if base == nil {
		return nil, 0, 0
	}
	for _, d := range index {
		if stride == 0 || d.stride&-d.stride < stride {
			stride = d.stride & -d.stride
		}
	}
	layout := r.layout(r.elementOf(r.read(base).typ))
	if layout == nil || offset < 0 || offset >= layout.Size {
		return nil, 0, 0
	}
	return r.fieldAt(layout, offset, 1), offset, stride
}

// IsArray says that a member is an array.
func (r *Reader) IsArray(field *ir.LayoutField) bool {
	l := r.layout(field.Type)
	return l != nil && !l.Pointer && l.Elem != ""
}

func isSum(t *term.Term) bool { return t.Op() == term.OpBVAdd }

// pointee returns what lies at an address, the whole object if it is a pointer.
func (r *Reader) pointee(address *term.Term) string {
	if !isSum(address) {
		return "*" + at(r.read(address), levelUnary)
	}
	return r.load(nil, address, 0).text
}

// ObjectMadeLater stands for the address of an object that has no name.
const ObjectMadeLater = "an object made later"

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
	return ObjectMadeLater
}
