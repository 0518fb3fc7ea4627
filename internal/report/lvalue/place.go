package lvalue

import (
	"fmt"
	"slices"
	"strings"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// load reads width bytes at an address.
func (r *Reader) load(array, address *term.Term, width int64) expression {
	return r.loads(array, address, width)[0].expression
}

// loadPointer reads a pointer at an address.
func (r *Reader) loadPointer(array, address *term.Term, width int64) expression {
	all := r.loads(array, address, width)
	if n := slices.IndexFunc(all, func(x reading) bool { return r.isPointerType(x.typ) }); n > 0 {
		return all[n].expression
	}
	return all[0].expression
}

// loads are the ways to read width bytes at an address, the best first; there is at least one.
func (r *Reader) loads(array, address *term.Term, width int64) []reading {
	defer r.remember()()
	of := load{array, address, width}
	known, isKnown := r.loaded[of]
	if !isKnown {
		before := r.wordless
		r.wordless = false
		known.all = r.waysToLoad(array, address, width)
		for i := range known.all {
			known.all[i].expression = r.shortened(known.all[i].expression)
		}
		known.wordless = r.wordless
		r.wordless = before
		r.loaded[of] = known
	}
	r.wordless = r.wordless || known.wordless
	return known.all
}

func (r *Reader) waysToLoad(array, address *term.Term, width int64) []reading {
	raw := func() []reading { return []reading{{expression: r.raw(array, address)}} }
	access := accessed{width: width, typ: r.noteOf(array)}
	if value, ok := address.Value(); ok {
		if o, offset := r.object(value.Uint64(), address.Sort().Width); o != nil {
			return r.readings(expression{text: o.Name, typ: o.Type, level: levelPostfix}, place{typ: o.Type, offset: offset, width: width}, ".", access)
		}
	}
	base, offset, index := r.split(address)
	if base == nil {
		o, inside := r.object(uint64(offset), address.Sort().Width)
		if o == nil || index == nil {
			return raw()
		}
		object := r.readings(expression{text: o.Name, typ: o.Type, level: levelPostfix}, place{o.Type, inside, width, index}, ".", access)
		if len(object[0].rest) > 0 {
			return raw()
		}
		return object
	}
	var all []reading
	for _, pointer := range r.pointers(base) {
		all = append(all, r.through(pointer, offset, index, access)...)
	}
	r.rank(all, access)
	if len(all) == 0 || len(all[0].rest) > 0 {
		return raw()
	}
	return all
}

// pointers are the ways to read a pointer; there is at least one.
func (r *Reader) pointers(base *term.Term) []expression {
	array, address, width := r.memoryRead(base)
	if address == nil {
		return []expression{r.read(base)}
	}
	var out []expression
	for _, x := range r.loads(array, address, width) {
		if r.isPointerType(x.typ) {
			out = append(out, x.expression)
		}
	}
	if len(out) == 0 {
		return []expression{r.read(base)}
	}
	return out
}

// memoryRead takes a read of memory apart; the address is nil for what is none.
func (r *Reader) memoryRead(t *term.Term) (array, address *term.Term, width int64) {
	switch t.Op() {
	case term.OpSelect:
		if v := r.Program.VariableOf(t.Arg(0)); v != nil && v.Memory != nil {
			return t.Arg(0), t.Arg(1), int64(v.Memory.CellWidth / 8)
		}
	case term.OpConcat:
		if address, array = bytesOf(t); address != nil {
			return array, address, int64(t.Sort().Width / 8)
		}
	}
	return nil, nil, 0
}

// through are the ways to read what lies behind a pointer, at an offset and distances from it.
func (r *Reader) through(pointer expression, offset int64, index []distance, access accessed) []reading {
	elem := r.elementOf(pointer.typ)
	layout := r.layout(elem)
	if layout == nil || layout.Size <= 0 {
		return nil
	}
	text := at(pointer, levelPostfix)
	of, inner := ofStride(index, layout.Size)
	if of == nil && floor(offset, layout.Size) != 0 && len(layout.Fields) > 0 {
		return nil // more likely a pointer that was cast than another element
	}
	switch number := floor(offset, layout.Size); {
	case of != nil || number != 0:
		// Another element of the array that the pointer points into.
		inside := offset - number*layout.Size
		text = fmt.Sprintf("%s[%s]", text, r.indexText(of, number))
		return r.readings(expression{text: text, typ: elem, level: levelPostfix}, place{elem, inside, access.width, inner}, ".", access)
	case len(layout.Fields) > 0:
		return r.readings(expression{text: text, typ: elem, level: levelPostfix}, place{elem, offset, access.width, inner}, "->", access)
	}
	return []reading{{expression{text: "*" + at(pointer, levelUnary), typ: elem, level: levelUnary}, inner}}
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
	for _, isBase := range []func(*term.Term) bool{r.IsPointer, r.MayBePointer} {
		if n := slices.IndexFunc(terms, func(t *term.Term) bool { return !t.IsConst() && isBase(t) }); n >= 0 {
			base = terms[n]
			break
		}
	}
	for _, t := range terms {
		switch v, ok := t.Value(); {
		case ok:
			offset += v.Int64()
		case t != base:
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

// AddressOf is the address that a term reads from memory, nil if it does not.
func (r *Reader) AddressOf(t *term.Term) *term.Term {
	_, address, _ := r.memoryRead(t)
	return address
}

// IsInObject says that an address which no pointer is a part of is in an object with a fixed address, as far as it is
// constant.
func (r *Reader) IsInObject(address *term.Term) bool {
	base, offset, _ := r.split(address)
	if base != nil {
		return false
	}
	o, _ := r.object(uint64(offset), address.Sort().Width)
	return o != nil
}

// IsBehind says that an address which no pointer is a part of is, as far as it is constant, at another one or behind
// it, and not outside.
func (r *Reader) IsBehind(address *term.Term, first uint64) bool {
	base, offset, _ := r.split(address)
	return base == nil && uint64(offset) >= first && offset > 0 && !r.Program.Model.IsOutside(uint64(offset))
}

// ElementSize is the size of what a pointer points at, 0 if it is not known.
func (r *Reader) ElementSize(pointer *term.Term) int64 {
	l := r.layout(r.elementOf(r.read(pointer).typ))
	if l == nil {
		return 0
	}
	return max(l.Size, 0)
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

// reading is a place in words; rest are distances that no array in it accounts for.
type reading struct {
	expression
	rest []distance
}

// accessed says how the program accesses a place: so many bytes (0: any), as a type that is "" if it is not known.
type accessed struct {
	width int64
	typ   string
}

// noteOf is the type that the program accesses the cells of a map as, the first one if there are several.
func (r *Reader) noteOf(array *term.Term) string {
	if array == nil {
		return ""
	}
	if v := r.Program.VariableOf(array); v != nil && v.Memory != nil {
		return v.Memory.Note
	}
	return ""
}

// mostReadings bounds the members of unions that are looked at for one place.
const mostReadings = 32

// member reads a place in an object as an expression.
func (r *Reader) member(object expression, p place, dot string) expression {
	return r.readings(object, p, dot, accessed{width: p.width})[0].expression
}

// readings are the ways to read a place in an object, the best first: in a union there is one for each member
// that the place may be in, and which one the program means its accesses tell.
func (r *Reader) readings(object expression, p place, dot string, access accessed) []reading {
	all := r.members(object, p, dot)
	r.rank(all, access)
	return all
}

// rank puts the readings first that go best with an access; those that do so equally stay in the order of the text.
func (r *Reader) rank(all []reading, access accessed) {
	if len(all) > 1 {
		slices.SortStableFunc(all, func(x, y reading) int { return r.fit(y, access) - r.fit(x, access) })
	}
}

// How well a reading goes with an access.
const (
	isPart      = iota // some distances are left
	isOther            // its type has another size, or none
	isSized            // its type has the size of the access
	isElsewhere        // the program accesses some place as its type
	isNoted            // the program accesses the place as its type
)

// fit says how well a reading goes with an access.
func (r *Reader) fit(x reading, access accessed) int {
	l := r.layout(x.typ)
	switch {
	case len(x.rest) > 0:
		return isPart
	case l == nil || access.width > 0 && l.Size != access.width:
		return isOther
	case x.typ == access.typ:
		return isNoted
	case r.isAccessed(x.typ):
		return isElsewhere
	}
	return isSized
}

// isAccessed says that the program accesses some memory as a type.
func (r *Reader) isAccessed(typ string) bool {
	return slices.ContainsFunc(r.Program.Globals, func(v *ir.Variable) bool { return v.Memory != nil && v.Memory.Note == typ })
}

// members are the ways to read a place in an object, in the order of the text; there is at least one.
func (r *Reader) members(object expression, p place, dot string) []reading {
	for {
		layout := r.layout(p.typ)
		switch {
		case layout == nil || layout.Pointer:
			return []reading{{object, p.index}}
		case len(layout.Fields) > 0:
			fields := r.fieldsAt(layout, p.offset, p.width)
			if len(fields) == 0 {
				return []reading{{object, p.index}}
			}
			var out []reading
			for _, f := range fields {
				if len(out) < mostReadings {
					part, inside, next := r.field(object, p, f, dot)
					out = append(out, r.members(part, inside, next)...)
				}
			}
			return out
		case layout.Elem != "":
			elem := r.layout(layout.Elem)
			if elem == nil || elem.Size <= 0 {
				return []reading{{object, p.index}}
			}
			of, others := ofStride(p.index, elem.Size)
			object.text = fmt.Sprintf("%s[%s]", at(object, levelPostfix), r.indexText(of, p.offset/elem.Size))
			object.level = levelPostfix
			p.offset, p.typ, p.index = p.offset%elem.Size, layout.Elem, others
		default:
			return []reading{{object, p.index}}
		}
		object.typ = p.typ
	}
}

// field is a member of an object, and the place inside of it.
func (r *Reader) field(object expression, p place, f *ir.LayoutField, dot string) (part expression, inside place, next string) {
	if f.Name != "" {
		object.text = at(object, levelPostfix) + dot + f.Name
		object.level, dot = levelPostfix, "."
	}
	object.monitor = object.monitor || f.Monitor || r.Monitors[f.Name]
	object.typ = f.Type
	p.offset, p.typ = p.offset-f.Offset, f.Type
	return object, p, dot
}

// fieldsAt are the members that cover an offset: one, or those of a union.
func (r *Reader) fieldsAt(layout *ir.Layout, offset, width int64) []*ir.LayoutField {
	var out []*ir.LayoutField
	for i := range layout.Fields {
		f := &layout.Fields[i]
		size := int64(1)
		if l := r.layout(f.Type); l != nil {
			size = max(l.Size, 1)
		}
		if offset < f.Offset || offset+max(width, 1) > f.Offset+size {
			continue
		}
		if out = append(out, f); f.BitWidth > 0 {
			break // further ones are bits of the same bytes
		}
	}
	return out
}

// fieldAt is the first member that covers an offset.
func (r *Reader) fieldAt(layout *ir.Layout, offset, width int64) *ir.LayoutField {
	if all := r.fieldsAt(layout, offset, width); len(all) > 0 {
		return all[0]
	}
	return nil
}
