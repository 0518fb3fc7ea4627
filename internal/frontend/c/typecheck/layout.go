package typecheck

import (
	"math/big"

	"yogi/internal/frontend/c/tree"
)

// layout gives the members of a record their places, as gcc does for the System V ABIs and AAPCS, with
// packed and aligned attributes and #pragma pack.
func (c *operators) layout(r *record, members []member, attrs attributes) {
	l := layouter{c: c, isUnion: r.typ.Kind == tree.Union, packed: attrs.packed, pack: c.pack * 8, align: 8}
	l.microsoft = (c.target.MSBitFields || attrs.msStruct) && !attrs.gccStruct
	var fields []*tree.Field
	for _, m := range members {
		f := l.place(m)
		if f != nil {
			f.Index = len(fields)
			fields = append(fields, f)
		}
	}
	l.align = max(l.align, attrs.aligned*8)
	t := r.typ
	t.Fields = fields
	t.Align = l.align / 8
	t.Size = roundUp(max(l.end, l.bit), l.align) / 8
	if l.start != nil {
		t.Size, t.SizeExpr = -1, c.roundedUp(l.offset(), t.Align)
	}
	c.checkSize(t)
	c.checkAtomicMember(t, c.previous)
	r.refused = r.refused || l.refused
	r.isPacked = attrs.packed
	c.complete(r)
}

// layouter places members; all its numbers are bits.
type layouter struct {
	c       *operators
	isUnion bool
	packed  bool
	pack    int64 // #pragma pack, 0 for none
	bit     int64 // next free bit
	end     int64 // size of the largest member of a union
	align   int64
	// microsoft says that bit-fields lie in units of their types, as Microsoft's compilers have it; unit is the size of
	// the open one, which ends at bit, and used is how much of it is taken. 0: none is open.
	microsoft  bool
	unit, used int64
	// start is where a member of variable length has ended, in bytes; bits are counted from there. nil: from 0.
	start   tree.Expr
	refused bool // a bit-field comes behind one
}

// offset is the next free byte behind a member of variable length.
func (l *layouter) offset() tree.Expr {
	if l.bit == 0 {
		return l.start
	}
	return l.c.binaryNode(tree.Add, l.start, l.c.small((l.bit+7)/8, l.c.sizeType, l.start.Position()), l.c.sizeType)
}

// roundedUp is the multiple of align, a power of two, that n is not beyond.
func (c *operators) roundedUp(n tree.Expr, align int64) tree.Expr {
	if align == 1 {
		return n
	}
	pos := n.Position()
	sum := c.binaryNode(tree.Add, n, c.small(align-1, c.sizeType, pos), c.sizeType)
	return c.binaryNode(tree.BitAnd, sum, c.integer(wrap(big.NewInt(-align), c.sizeType), c.sizeType, pos), c.sizeType)
}

// placeBehind places a member of variable length, or one that comes behind such a member. align is in bits.
func (l *layouter) placeBehind(m member, align int64) *tree.Field {
	f := &tree.Field{Name: m.name, Type: m.typ, Align: align / 8}
	end := l.c.small(0, l.c.sizeType, m.pos)
	if m.typ.Size >= 0 || isVariable(m.typ) { // not the flexible array member
		end = l.c.sizeOf(m.typ, m.pos)
	}
	if l.start == nil {
		f.Offset = roundUp(l.bit, align) / 8
		end = l.c.binaryNode(tree.Add, l.c.small(f.Offset, l.c.sizeType, m.pos), end, l.c.sizeType)
	} else {
		f.OffsetExpr = l.c.roundedUp(l.offset(), align/8)
		end = l.c.binaryNode(tree.Add, f.OffsetExpr, end, l.c.sizeType)
	}
	l.start, l.bit = end, 0
	return f
}

func roundUp(n, align int64) int64 { return (n + align - 1) / align * align }

func (l *layouter) place(m member) *tree.Field {
	packed := l.packed || m.attrs.packed
	if l.isUnion {
		l.bit, l.unit = 0, 0
	}
	switch {
	case m.width >= 0 && l.start != nil:
		l.refused = true
		return &tree.Field{Name: m.name, Type: m.typ}
	case m.width >= 0 && l.microsoft:
		return l.placeUnit(m, packed)
	case m.width >= 0:
		return l.placeBits(m, packed)
	}
	l.unit = 0
	align := l.c.alignOf(m.typ) * 8
	if packed {
		align = 8
	}
	align = max(align, m.attrs.aligned*8)
	if l.pack > 0 {
		align = min(align, l.pack)
	}
	l.align = max(l.align, align)
	if l.start != nil || isVariable(m.typ) && !l.isUnion {
		return l.placeBehind(m, align)
	}
	l.bit = roundUp(l.bit, align)
	f := &tree.Field{Name: m.name, Type: m.typ, Offset: l.bit / 8, Align: align / 8}
	if m.typ.Size > 0 {
		l.bit += m.typ.Size * 8
	}
	l.end = max(l.end, l.bit)
	return f
}

// placeBits places a bit-field: it may not cross a boundary of its type's units unless it is packed, or no type has
// such boundaries.
func (l *layouter) placeBits(m member, packed bool) *tree.Field {
	unit, align := m.typ.Size*8, l.c.alignOf(m.typ)*8
	if m.width == 0 {
		// Neither packed nor #pragma pack changes what a zero width aligns to.
		if l.c.target.BitFieldsAlign {
			l.align = max(l.align, align)
		}
		l.bit = roundUp(l.bit, max(align, m.attrs.aligned*8))
		l.end = max(l.end, l.bit)
		return nil
	}
	if want := m.attrs.aligned * 8; want > 0 {
		if l.pack > 0 {
			want = min(want, l.pack)
		}
		l.bit = roundUp(l.bit, want)
		l.align = max(l.align, want)
	}
	if !packed && l.pack == 0 && !l.c.target.Unaligned && (l.bit%align+m.width+align-1)/align > unit/align {
		l.bit = roundUp(l.bit, align)
	}
	if m.isNamed || l.c.target.BitFieldsAlign {
		typeAlign := align
		if l.pack > 0 {
			typeAlign = min(typeAlign, l.pack)
		} else if packed {
			typeAlign = 8
		}
		l.align = max(l.align, typeAlign)
	}
	start := l.bit
	l.bit += m.width
	l.end = max(l.end, l.bit)
	if !m.isNamed {
		return nil
	}
	return &tree.Field{Name: m.name, Type: m.typ, Offset: start / 8, BitOffset: start % 8, BitWidth: m.width}
}

// placeUnit places a bit-field as Microsoft's compilers do: in the open unit if its type has the unit's size and
// there is room, otherwise in a new unit of its type. A width of zero closes a unit and aligns what follows; without
// an open unit it means nothing.
func (l *layouter) placeUnit(m member, packed bool) *tree.Field {
	size, align := m.typ.Size*8, l.c.alignOf(m.typ)*8
	if packed {
		align = 8
	}
	align = max(align, m.attrs.aligned*8)
	if l.pack > 0 {
		align = min(align, l.pack)
	}
	if m.width == 0 {
		if l.unit > 0 {
			l.unit = 0
			l.bit = roundUp(l.bit, align)
			l.align = max(l.align, align)
			l.end = max(l.end, l.bit)
		}
		return nil
	}
	if l.isUnion || l.unit != size || l.used+m.width > size {
		l.bit = roundUp(l.bit, align) + size
		l.unit, l.used = size, 0
	}
	l.align = max(l.align, align)
	start := l.bit - size + l.used
	l.used += m.width
	l.end = max(l.end, l.bit)
	if !m.isNamed {
		return nil
	}
	return &tree.Field{Name: m.name, Type: m.typ, Offset: start / 8, BitOffset: start % 8, BitWidth: m.width}
}

// findField finds a member, also of anonymous members, and returns the way to it.
func findField(t *tree.Type, name string) []*tree.Field {
	for _, f := range t.Fields {
		if f.Name == name {
			return []*tree.Field{f}
		}
	}
	for _, f := range t.Fields {
		if f.Name == "" && isRecord(f.Type) {
			if path := findField(f.Type, name); path != nil {
				return append([]*tree.Field{f}, path...)
			}
		}
	}
	return nil
}
