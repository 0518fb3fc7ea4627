package lower

import (
	"slices"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// The bytes of a struct that belong to no member, and those of a union behind the member that is
// stored, take any values when the object, or a member of it, is stored (C11 6.2.6.1p6, p7):
// compilers copy them, leave them or overwrite them as it suits. They are inputs then, of types
// whose padding the program may look at; of all others nothing is said, and nothing is written.

// maxPadding bounds the bytes of a type that are looked at one by one.
const maxPadding = 4096

// usedBits are, for each byte of a type, the bits that belong to a scalar; nil where the type is
// too large, or has no fixed size.
func (l *padding) usedBits(t *tree.Type) []byte {
	if t.Size < 0 || t.Size > maxPadding {
		return nil
	}
	if known, ok := l.views.used[t]; ok {
		return known
	}
	used := make([]byte, t.Size)
	l.views.used[t] = used
	switch t.Kind {
	case tree.Struct, tree.Union:
		for _, f := range t.Fields {
			if f.BitWidth > 0 {
				if f.Name != "" {
					markBits(used, f.Offset*8+f.BitOffset, f.BitWidth)
				}
				continue
			}
			if f.Type.Size < 0 {
				for i := f.Offset; i < t.Size; i++ {
					used[i] = 0xff // a flexible array member
				}
				continue
			}
			for i, bits := range l.usedBits(f.Type) {
				used[f.Offset+int64(i)] |= bits
			}
		}
	case tree.Array:
		for i, elem := int64(0), l.usedBits(t.Elem); t.Elem.Size > 0 && i < t.Size; i++ {
			used[i] = elem[i%t.Elem.Size]
		}
	default:
		for i := range used {
			used[i] = 0xff
		}
		if isExtended(t) {
			clear(used[extendedWidth/8:])
		}
	}
	return used
}

func markBits(used []byte, from, width int64) {
	for bit := from; bit < from+width && bit/8 < int64(len(used)); bit++ {
		used[bit/8] |= 1 << (bit % 8)
	}
}

// hasPadding says that some bits of a type belong to no scalar.
func (l *padding) hasPadding(t *tree.Type) bool {
	if t.Kind != tree.Struct && t.Kind != tree.Union && t.Kind != tree.Array {
		return false
	}
	for _, bits := range l.usedBits(t) {
		if bits != 0xff {
			return true
		}
	}
	return false
}

// spoil makes the padding of a whole object of type t unknown, which has been stored.
func (b initialization) spoil(pos source.Pos, address *term.Term, t *tree.Type) {
	isLarge := t.Kind == tree.Struct || t.Kind == tree.Union || t.Kind == tree.Array
	if isLarge && (b.looksAtPadding(t) || b.views.copied[b.views.nameOf(t)]) {
		b.spoilBits(pos, address, t, b.usedBits(t))
	}
}

// spoilBits makes the bits of an object unknown that are not used.
func (b initialization) spoilBits(pos source.Pos, address *term.Term, t *tree.Type, used []byte) {
	for at := 0; at < len(used); at++ {
		if used[at] == 0xff {
			continue
		}
		p := b.offset(address, int64(at))
		v := b.newTemp(b.terms.BV(8))
		b.havoc(pos, v, ir.Unspecified, "padding of "+t.Name, "")
		contents := v.Sym
		access := ir.Access{Type: "unsigned char"}
		if mask := b.terms.BVConst(8, uint64(used[at])); used[at] != 0 {
			old := b.newTemp(b.terms.BV(8))
			b.emit(&ir.Load{At: ir.At{Pos: pos}, Dst: old, Addr: p, Access: access})
			contents = b.terms.BVOr(b.terms.BVAnd(old.Sym, mask), b.terms.BVAnd(v.Sym, b.terms.BVNot(mask)))
		}
		b.emit(&ir.Store{At: ir.At{Pos: pos}, Addr: p, Value: contents, Access: access})
	}
}

// spoilAround makes the padding of the structs and unions unknown that an lvalue, which has been
// stored at p, is a member of.
func (b initialization) spoilAround(pos source.Pos, target tree.Expr, p place) {
	if !p.inMemory() {
		return
	}
	before := int64(0) // bytes between the start of the record and the place
	for m, ok := target.(*tree.Member); ok; m, ok = m.Base.(*tree.Member) {
		f, record := m.Field, m.Base.ExprType()
		before += f.Offset
		if f.BitWidth > 0 {
			before += (f.BitOffset - p.bit) / 8
		}
		if !b.looksAtPadding(record) {
			continue
		}
		b.spoilBits(pos, b.terms.BVSub(p.address, b.addr(uint64(before))), record, b.kept(record, f))
	}
}

// kept are the bits of a record that keep their values when a member is stored: those of the other
// members of a struct, none of a union.
func (b initialization) kept(record *tree.Type, f *tree.Field) []byte {
	used := b.usedBits(record)
	if record.Kind == tree.Struct {
		return used
	}
	out := make([]byte, len(used))
	if f.BitWidth > 0 {
		markBits(out, f.Offset*8+f.BitOffset, f.BitWidth)
		return out
	}
	for i := range max(f.Type.Size, 0) {
		out[f.Offset+i] = 0xff
	}
	if isExtended(f.Type) {
		copy(out[f.Offset:], b.usedBits(f.Type))
	}
	return out
}

// spoilInitialized makes unknown what an initialiser leaves open of an automatic object: padding,
// and of a union what is behind the member that has a value.
func (b initialization) spoilInitialized(pos source.Pos, address *term.Term, t *tree.Type, init *tree.Initializer) {
	if !b.looksAtPadding(t) {
		return
	}
	used := b.usedBits(t)
	end := make([]bool, len(used))
	for _, e := range init.Entries {
		for i := e.Offset; i < min(e.Offset+max(e.Type.Size, 0), int64(len(end))); i++ {
			end[i] = true
		}
	}
	out := append([]byte(nil), used...)
	eachUnion(t, 0, func(union *tree.Type, at int64) {
		closeSmallest(union, end[at:at+union.Size], out[at:at+union.Size])
		b.closeMembers(union, at, init.Entries, out[at:at+union.Size])
	})
	b.spoilBits(pos, address, t, out)
}

// eachUnion visits the unions in a type, with their offsets, but for those in others.
func eachUnion(t *tree.Type, at int64, visit func(union *tree.Type, at int64)) {
	switch t.Kind {
	case tree.Struct:
		for _, f := range t.Fields {
			if f.BitWidth == 0 {
				eachUnion(f.Type, at+f.Offset, visit)
			}
		}
	case tree.Array:
		for i := int64(0); t.Elem.Size > 0 && i < t.Size; i += t.Elem.Size {
			eachUnion(t.Elem, at+i, visit)
		}
	case tree.Union:
		visit(t, at)
	}
}

// closeSmallest takes from used the bytes of a union that the smallest member does not have which has all bytes with a
// value.
func closeSmallest(union *tree.Type, valued []bool, used []byte) {
	reach := int64(0)
	for i, isValued := range valued {
		if isValued {
			reach = int64(i) + 1
		}
	}
	smallest := union.Size
	for _, f := range union.Fields {
		if f.Type.Size >= reach {
			smallest = min(smallest, f.Type.Size)
		}
	}
	if reach > 0 {
		clear(used[smallest:])
	}
}

// closeMembers takes from used the bits of a union at an offset that no member uses which may be the one that the
// entries are about.
func (b initialization) closeMembers(union *tree.Type, at int64, entries []tree.InitEntry, used []byte) {
	open := make([]byte, union.Size)
	for _, f := range union.Fields {
		fits := !slices.ContainsFunc(entries, func(e tree.InitEntry) bool {
			return e.Offset >= at && e.Offset < at+union.Size && !mayHaveScalar(f.Type, e.Offset-at-f.Offset, e.Type.Size)
		})
		for i, bits := range b.usedBits(f.Type) {
			if fits {
				open[f.Offset+int64(i)] |= bits
			}
		}
	}
	if !slices.ContainsFunc(open, func(bits byte) bool { return bits != 0 }) {
		return // none is told by its scalars, as where one is the value of an expression
	}
	for i, bits := range open {
		used[i] &= bits
	}
}

// mayHaveScalar says that a type may have a scalar, or a record, of a size at an offset.
func mayHaveScalar(t *tree.Type, offset, size int64) bool {
	switch {
	case offset < 0 || offset+size > t.Size:
		return false
	case offset == 0 && size == t.Size:
		return true
	case t.Kind == tree.Array:
		return t.Elem.Size <= 0 || mayHaveScalar(t.Elem, offset%t.Elem.Size, size)
	case t.Kind == tree.Struct || t.Kind == tree.Union:
		return slices.ContainsFunc(t.Fields, func(f *tree.Field) bool {
			return f.BitWidth > 0 || mayHaveScalar(f.Type, offset-f.Offset, size)
		})
	}
	return false
}
