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
			return r.member(expression{text: o.Name, typ: o.Type, level: levelPostfix}, o.Type, offset, width, ".")
		}
	}
	base, offset, index := r.split(address)
	if base == nil {
		return r.raw(array, address)
	}
	pointer := r.read(base)
	elem := r.elementOf(pointer.typ)
	layout := r.layout(elem)
	if layout == nil || layout.Size <= 0 {
		return r.raw(array, address)
	}
	text := at(pointer, levelPostfix)
	if index == nil && floor(offset, layout.Size) != 0 && len(layout.Fields) > 0 {
		return r.raw(array, address) // more likely a pointer that was cast than another element
	}
	if number := floor(offset, layout.Size); index != nil || number != 0 {
		// Another element of the array that the pointer points into.
		inside := offset - number*layout.Size
		text = fmt.Sprintf("%s[%s]", text, r.indexText(index, number, layout.Size))
		return r.member(expression{text: text, typ: elem, level: levelPostfix}, elem, inside, width, ".")
	}
	if len(layout.Fields) > 0 {
		return r.member(expression{text: text, typ: elem, level: levelPostfix}, elem, offset, width, "->")
	}
	return expression{text: "*" + at(pointer, levelUnary), typ: elem, level: levelUnary}
}

// raw is a read that has no better words.
func (r *Reader) raw(array, address *term.Term) expression {
	typ := ""
	if v := r.Program.VariableOf(array); v != nil && v.Memory != nil {
		typ = v.Memory.Note
	}
	return expression{text: fmt.Sprintf("*(%s *)(%s)", typ, r.Text(address)), typ: typ, level: levelUnary}
}

// split takes an address apart: a pointer, a constant distance, and terms that are added to it.
func (r *Reader) split(address *term.Term) (base *term.Term, offset int64, index []*term.Term) {
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
			index = append(index, t)
		}
	}
	return base, offset, index
}

// indexText is the index that distances in bytes stand for.
func (r *Reader) indexText(index []*term.Term, number, size int64) string {
	var parts []string
	for _, t := range index {
		text := r.Text(t)
		if args := t.Args(); t.Op() == term.OpBVMul && len(args) == 2 {
			if c, ok := args[0].Value(); ok && c.Int64() == size {
				parts = append(parts, r.Text(args[1]))
				continue
			}
		}
		if size > 1 {
			text = fmt.Sprintf("(%s) / %d", text, size)
		}
		parts = append(parts, text)
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

// member is the scalar of width bytes (0: any) at an offset inside an object of some type.
func (r *Reader) member(object expression, typ string, offset, width int64, dot string) expression {
	for {
		layout := r.layout(typ)
		switch {
		case layout == nil || layout.Pointer:
			return object
		case len(layout.Fields) > 0:
			f := fieldAt(layout, offset, width, r)
			if f == nil {
				return object
			}
			if f.Name != "" {
				object.text = at(object, levelPostfix) + dot + f.Name
				object.level = levelPostfix
			}
			object.monitor = object.monitor || f.Monitor || r.Monitors[f.Name]
			offset, typ, dot = offset-f.Offset, f.Type, "."
		case layout.Elem != "":
			elem := r.layout(layout.Elem)
			if elem == nil || elem.Size <= 0 {
				return object
			}
			object.text = fmt.Sprintf("%s[%d]", at(object, levelPostfix), offset/elem.Size)
			object.level = levelPostfix
			offset, typ = offset%elem.Size, layout.Elem
		default:
			return object
		}
		object.typ = typ
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
