package lower

import (
	"yogi/internal/assumption"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// initializers begin the lives of objects, and give them their initial values.
type initializers struct{ *expressions }

func (b *expressions) initializers() initializers { return initializers{b} }

// declare starts the life of an automatic object: it gets its initial value, or an input where C leaves
// it open, anew each time the declaration is passed.
func (b initializers) declare(pos source.Pos, o *tree.Object, init *tree.Initializer) {
	if o.Static || o.Extern {
		return
	}
	s := b.storageOf(o)
	b.localLives().declared(pos, o, s)
	b.initialization().noteUnset(pos, s)
	switch {
	case o.Type.Size < 0:
		b.declareVariableLength(pos, o, s)
	case init != nil:
		b.initialize(pos, o, s, init)
		b.givesInitial(pos, o, init)
		b.initialization().noteSet(pos, s)
		b.tellDeclared(pos, o, s)
	case o.Zeroed && o.Type.Size >= 0: // which C says nothing of, so they count as without a value
		b.initialize(pos, o, s, &tree.Initializer{})
	case s.address == nil:
		for i, c := range s.cells {
			b.havocScalar(o.Pos, s.registers[i], c.typ, ir.UninitializedRead, o.Name+c.path)
		}
	case b.repeating > 0:
		b.renew(pos, o, s)
	}
}

// maxRenewedCells bounds the scalars of an object in memory that are overwritten by inputs at a
// declaration inside a loop; a larger object is allocated anew.
const maxRenewedCells = 16

// renew makes the contents of an object in memory unknown again. Where a jump may have stayed in the object's
// block (6.2.4p6), a large one that pointers may point at stays what it is, contents and all.
func (b initializers) renew(pos source.Pos, o *tree.Object, s *storage) {
	cells, ok := b.cellsOf(o.Type)
	if !ok || len(cells) > maxRenewedCells {
		if len(b.def.Labels) > 0 && b.reach.escaping[o] {
			b.assumeOf(assumption.KeptContents, o.Name, pos)
			return
		}
		v := b.program.VariableOf(s.address)
		b.emit(b.alloc(pos, v, b.addr(uint64(o.Size())), ir.StackObject, o.Type.Name, o.Name))
		b.addressing().allocated(pos, v.Sym, o.Type.Align)
		if b.localLives().isShadowed(o) {
			b.shadow().begin(pos, v.Sym, b.addr(uint64(o.Size())), nameOfObject(o))
		}
		return
	}
	for _, c := range cells {
		if !isModelled(c.typ) {
			continue
		}
		v := b.newTemp(b.cellSort(c))
		b.havocScalar(pos, v, c.typ, ir.UninitializedRead, o.Name+c.path)
		b.storeCell(s.address, c, v.Sym, pos)
	}
}

func (b initializers) declareVariableLength(pos source.Pos, o *tree.Object, s *storage) {
	v := b.program.VariableOf(s.address)
	size := b.stackSize(b.sizeOf(pos, o.Type), b.negativeLength(pos, o.Type))
	if b.repeating > 0 {
		b.shadow().finishObject(pos, s.address) // the one of the last time, if a jump has not left the block
	}
	b.emit(b.alloc(pos, v, size, ir.StackObject, o.Type.Name, o.Name))
	b.addressing().allocated(pos, v.Sym, o.Type.Align)
	b.shadow().begin(pos, v.Sym, size, nameOfObject(o))
}

// negativeLength says that some length of an array of variable length is negative (6.7.6.2p5).
func (b initializers) negativeLength(pos source.Pos, t *tree.Type) *term.Term {
	negative := b.terms.False()
	for ; t.Size < 0 && t.SizeExpr == nil && t.Kind == tree.Array; t = t.Elem {
		if n := b.lengths[t]; n != nil {
			negative = b.terms.Or(negative, b.terms.BVSlt(n.Sym, b.addr(0)))
		}
	}
	return negative
}

// stackSize is the size of an object on the stack. One of a negative size, or of more bytes than the difference
// of two pointers can tell, has none: no run is left out that asks for it, and each access is outside.
func (b *builder) stackSize(size, wrong *term.Term) *term.Term {
	return b.terms.Ite(b.terms.Or(wrong, b.terms.BVSlt(size, b.addr(0))), b.addr(0), size)
}

// initialize gives an object its initial value: entries in order over zero.
func (b initializers) initialize(pos source.Pos, o *tree.Object, s *storage, init *tree.Initializer) {
	if s.address == nil {
		b.initializeRegisters(pos, o, s, init)
		return
	}
	if !b.coversAll(o.Type, init) && s.size > 0 {
		b.emit(&ir.Fill{At: ir.At{Pos: pos}, Addr: s.address, Size: uint64(s.size)})
	}
	for _, e := range init.Entries {
		b.initEntry(place{typ: o.Type, address: s.address}, e, s.size)
	}
	b.initialization().spoilInitialized(pos, s.address, o.Type, init)
}

func (b initializers) initializeRegisters(pos source.Pos, o *tree.Object, s *storage, init *tree.Initializer) {
	written := map[cellKey]bool{}
	for _, e := range init.Entries {
		b.markWritten(written, e)
	}
	for i, c := range s.cells {
		if !written[c.key] {
			b.assign(pos, s.registers[i], b.zero(b.cellSort(c)))
		}
	}
	for _, e := range init.Entries {
		b.initEntry(place{typ: o.Type, storage: s}, e, o.Type.Size)
	}
}

func (b initializers) markWritten(written map[cellKey]bool, e tree.InitEntry) {
	if text, ok := e.Value.(*tree.StringInit); ok {
		size := max(elementSizeOf(e.Type), 1)
		for i := int64(0); i < int64(len(text.Bytes)); i += size {
			written[cellKey{offset: e.Offset + i}] = true
		}
		return
	}
	cells, _ := b.cellsOf(e.Type)
	for _, c := range cells {
		written[cellKey{e.Offset + c.key.offset, e.BitOffset + c.key.bit}] = true
	}
}

func elementSizeOf(t *tree.Type) int64 {
	if t.Elem != nil {
		return t.Elem.Size
	}
	return t.Size
}

// coversAll says that the entries write every byte of an object of type t.
func (b initializers) coversAll(t *tree.Type, init *tree.Initializer) bool {
	written := map[int64]bool{}
	total := int64(0)
	for _, e := range init.Entries {
		if e.BitWidth > 0 || written[e.Offset] {
			continue
		}
		written[e.Offset] = true
		if text, ok := e.Value.(*tree.StringInit); ok {
			total += int64(len(text.Bytes))
		} else {
			total += e.Type.Size
		}
	}
	return total >= t.Size
}

// initEntry writes one entry of an initialiser into an object.
func (b initializers) initEntry(object place, e tree.InitEntry, limit int64) {
	if text, ok := e.Value.(*tree.StringInit); ok {
		b.initString(object, e, text)
		return
	}
	p := b.partOf(object, e.Offset, e.Type)
	if e.BitWidth > 0 {
		if object.inMemory() {
			p = b.bitFieldPlace(object.address, e.Offset, e.BitOffset, e.BitWidth, e.Type, limit)
		} else {
			p.key.bit, p.bitWidth = e.BitOffset, e.BitWidth
		}
	}
	b.store(e.Pos, p, b.value(e.Value))
}

func (b initializers) initString(object place, e tree.InitEntry, text *tree.StringInit) {
	elem := e.Type.Elem
	if elem == nil {
		elem = e.Type
	}
	for i := int64(0); i+elem.Size <= int64(len(text.Bytes)); i += elem.Size {
		t := b.littleEndian(text.Bytes[i : i+elem.Size])
		b.storeScalar(e.Pos, b.partOf(object, e.Offset+i, elem), t)
	}
}

func (b *builder) littleEndian(bytes []byte) *term.Term {
	var x uint64
	for i, c := range bytes {
		x |= uint64(c) << (8 * i)
	}
	return b.terms.BVConst(len(bytes)*8, x)
}
