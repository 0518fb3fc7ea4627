package lvalue

import (
	"fmt"
	"strings"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// load reads width bytes at an address.
func (r *Reader) load(array, address *term.Term, width int64) expression {
	if value, ok := address.Value(); ok {
		if o, offset := r.object(value.Uint64(), address.Sort().Width); o != nil {
			object, _ := r.member(expression{text: o.Name, typ: o.Type, level: levelPostfix}, place{typ: o.Type, offset: offset, width: width}, ".")
			return object
		}
	}
	base, offset, index := r.split(address)
	if base == nil {
		o, inside := r.object(uint64(offset), address.Sort().Width)
		if o == nil || index == nil {
			return r.raw(array, address)
		}
		object, rest := r.member(expression{text: o.Name, typ: o.Type, level: levelPostfix}, place{o.Type, inside, width, index}, ".")
		if len(rest) > 0 {
			return r.raw(array, address)
		}
		return object
	}
	pointer := r.read(base)
	elem := r.elementOf(pointer.typ)
	layout := r.layout(elem)
	if layout == nil || layout.Size <= 0 {
		return r.raw(array, address)
	}
	text := at(pointer, levelPostfix)
	of, inner := ofStride(index, layout.Size)
	if of == nil && floor(offset, layout.Size) != 0 && len(layout.Fields) > 0 {
		return r.raw(array, address) // more likely a pointer that was cast than another element
	}
	var out expression
	var rest []distance
	switch number := floor(offset, layout.Size); {
	case of != nil || number != 0:
		// Another element of the array that the pointer points into.
		inside := offset - number*layout.Size
		text = fmt.Sprintf("%s[%s]", text, r.indexText(of, number))
		out, rest = r.member(expression{text: text, typ: elem, level: levelPostfix}, place{elem, inside, width, inner}, ".")
	case len(layout.Fields) > 0:
		out, rest = r.member(expression{text: text, typ: elem, level: levelPostfix}, place{elem, offset, width, inner}, "->")
	default:
		out, rest = expression{text: "*" + at(pointer, levelUnary), typ: elem, level: levelUnary}, inner
	}
	if len(rest) > 0 {
		return r.raw(array, address)
	}
	return out
}

// raw is a read that has no better words; without an array it is of anything.
func (r *Reader) raw(array, address *term.Term) expression {
	typ := ""
	if array == nil {
		return expression{text: "*(" + r.Text(address) + ")", level: levelUnary}
	}
	if v := r.Program.VariableOf(array); v != nil && v.Memory != nil {
		typ = v.Memory.Note
	}
	return expression{text: fmt.Sprintf("*(%s *)(%s)", typ, r.Text(address)), typ: typ, level: levelUnary}
}

// split takes an address apart: a pointer, a constant distance, and terms that are added to it.
func (r *Reader) split(address *term.Term) (base *term.Term, offset int64, index []distance) {
	terms := []*term.Term{address}
	if address.Op() == term.OpBVAdd {
		terms = address.Args()
	}
	for _, t := range terms {
		switch v, ok := t.Value(); {
		case ok:
			offset += v.Int64()
		case base == nil && r.IsPointer(t):
			base = t
		default:
			index = append(index, distanceOf(t))
		}
	}
	return base, offset, index
}

// Base is the pointer that an address is computed from, nil if none is known; constant says that it is at a constant
// distance.
func (r *Reader) Base(address *term.Term) (base *term.Term, constant bool) {
	base, _, index := r.split(address)
	return base, len(index) == 0
}

// distance is a part of an address: so many strides in bytes.
type distance struct {
	count  *term.Term
	stride int64
}

func distanceOf(t *term.Term) distance {
	if args := t.Args(); t.Op() == term.OpBVMul && len(args) == 2 {
		if c, ok := args[0].Value(); ok && c.Int64() > 0 {
			return distance{args[1], c.Int64()}
		}
	}
	return distance{t, 1}
}

// ofStride are the distances of a stride, and the others.
func ofStride(all []distance, stride int64) (of, others []distance) {
	for _, d := range all {
		if d.stride == stride {
			of = append(of, d)
		} else {
			others = append(others, d)
		}
	}
	return of, others
}

// indexText is the index that distances of one stride and a number of them stand for.
func (r *Reader) indexText(index []distance, number int64) string {
	var parts []string
	for _, d := range index {
		parts = append(parts, r.Text(d.count))
	}
	if number != 0 || len(parts) == 0 {
		parts = append(parts, fmt.Sprint(number))
	}
	return strings.Join(parts, " + ")
}

func floor(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

func (r *Reader) layout(typ string) *ir.Layout {
	return r.Program.Layouts[typ]
}

// elementOf is the type that a pointer type points at.
func (r *Reader) elementOf(pointer string) string {
	if l := r.layout(pointer); l != nil && l.Pointer && l.Elem != "" {
		return l.Elem
	}
	return strings.TrimSpace(strings.TrimSuffix(pointer, "*"))
}

// place is the scalar of width bytes (0: any) at an offset and at distances inside an object of some type.
type place struct {
	typ           string
	offset, width int64
	index         []distance
}

// member reads a place in an object as an expression; rest are distances that no array in it accounts for.
func (r *Reader) member(object expression, p place, dot string) (out expression, rest []distance) {
	for {
		layout := r.layout(p.typ)
		switch {
		case layout == nil || layout.Pointer:
			return object, p.index
		case len(layout.Fields) > 0:
			f := fieldAt(layout, p.offset, p.width, r)
			if f == nil {
				return object, p.index
			}
			if f.Name != "" {
				object.text = at(object, levelPostfix) + dot + f.Name
				object.level, dot = levelPostfix, "."
			}
			object.monitor = object.monitor || f.Monitor || r.Monitors[f.Name]
			p.offset, p.typ = p.offset-f.Offset, f.Type
		case layout.Elem != "":
			elem := r.layout(layout.Elem)
			if elem == nil || elem.Size <= 0 {
				return object, p.index
			}
			of, others := ofStride(p.index, elem.Size)
			object.text = fmt.Sprintf("%s[%s]", at(object, levelPostfix), r.indexText(of, p.offset/elem.Size))
			object.level = levelPostfix
			p.offset, p.typ, p.index = p.offset%elem.Size, layout.Elem, others
		default:
			return object, p.index
		}
		object.typ = p.typ
	}
}

// fieldAt is the member that covers an offset.
func fieldAt(layout *ir.Layout, offset, width int64, r *Reader) *ir.LayoutField {
	for i := range layout.Fields {
		f := &layout.Fields[i]
		size := int64(1)
		if l := r.layout(f.Type); l != nil {
			size = max(l.Size, 1)
		}
		if offset >= f.Offset && offset+max(width, 1) <= f.Offset+size {
			return f
		}
	}
	return nil
}
