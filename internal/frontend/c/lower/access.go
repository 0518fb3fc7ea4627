package lower

import (
	"yogi/internal/assumption"
	"yogi/internal/bug"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// Reading and writing what an lvalue names: registers, memory, and bits of either.

// load reads a place.
func (b *frame) load(pos source.Pos, p place) value {
	if !isModelled(p.typ) {
		return b.unsupportedValue(pos, p.typ, "a value of type "+p.typ.Name)
	}
	switch {
	case p.typ.Kind == tree.Void:
		return value{}
	case p.typ.IsScalar():
		return value{scalar: b.loadScalar(pos, p)}
	case p.inMemory():
		b.shadow().requireAccess(pos, p, p.typ.Size)
		if b.changerOf(p) != nobody {
			b.assume(assumption.VolatileSteady, pos)
		}
		return value{address: p.address}
	}
	cells, _ := b.cellsOf(p.typ)
	v := value{cells: make([]*term.Term, len(cells))}
	for i, c := range cells {
		v.cells[i] = b.read(b.register(p, c.key))
	}
	return v
}

// register is the variable of the cell at key inside p.
func (b *frame) register(p place, key cellKey) *ir.Variable {
	key.offset += p.key.offset
	i, ok := p.storage.index[key]
	if !ok {
		bug.Errorf("no register at offset %d of %s", key.offset, p.typ)
	}
	return p.storage.registers[i]
}

func (b *frame) loadScalar(pos source.Pos, p place) *term.Term {
	b.initialization().requireWritten(pos, p, cellKey{bit: p.key.bit})
	if !p.inMemory() {
		v := b.read(b.register(p, cellKey{bit: p.key.bit}))
		b.programStart().knownHeld(pos, p, v)
		return b.widen(v, p)
	}
	read := p
	read.isRead = true
	b.shadow().requireAccess(pos, read, p.accessSize())
	if by := b.changerOf(p); by != nobody {
		if v := b.volatileInput(pos, p, by); v != nil {
			return v
		}
		b.assume(assumption.VolatileSteady, pos)
	}
	if p.bitWidth == 0 {
		if isExtended(p.typ) {
			return b.loadExtended(pos, p)
		}
		v := b.newTemp(b.sortOf(p.typ))
		b.emit(&ir.Load{At: ir.At{Pos: pos}, Dst: v, Addr: p.address, Access: p.access()})
		if p.typ.Kind == tree.Bool {
			return b.booleanByte(v.Sym)
		}
		if b.options.Open && p.typ.Kind == tree.Pointer {
			b.fromOutside().knownPointer(pos, v)
			b.shadow().knownLoaded(pos, v.Sym)
		}
		b.programStart().knownText(pos, p, v)
		b.programStart().knownArgument(pos, p, v)
		return v.Sym
	}
	unit := b.loadUnit(pos, p)
	return b.widen(b.terms.Extract(int(p.bit+p.bitWidth)-1, int(p.bit), unit), p)
}

// booleanByte is the value of the byte of a _Bool: those other than 0 and 1 are no values of the type (6.2.6.1p5),
// and count as 1.
func (b *builder) booleanByte(v *term.Term) *term.Term {
	zero, one := b.terms.BVConst(v.Sort().Width, 0), b.terms.BVConst(v.Sort().Width, 1)
	return b.terms.Ite(b.terms.Eq(v, zero), zero, one)
}

// accessSize is the number of bytes that reading or writing a scalar place touches.
func (p place) accessSize() int64 {
	if p.bitWidth > 0 {
		return p.unitBytes
	}
	return p.typ.Size
}

func (b *frame) loadUnit(pos source.Pos, p place) *term.Term {
	v := b.newTemp(b.terms.BV(int(p.unitBytes) * 8))
	b.emit(&ir.Load{At: ir.At{Pos: pos}, Dst: v, Addr: p.address, Access: p.access()})
	return v.Sym
}

// widen extends the bits of a bit-field to its declared type.
func (b *frame) widen(t *term.Term, p place) *term.Term {
	if p.bitWidth == 0 {
		return t
	}
	width := int(p.typ.Size) * 8
	if isSigned(p.typ) {
		return b.terms.SignExtTo(width, t)
	}
	return b.terms.ZeroExtTo(width, t)
}

func (p place) access() ir.Access {
	return ir.Access{Type: p.typ.Name, Pointer: p.typ.Kind == tree.Pointer, Volatile: p.typ.Volatile, Fresh: p.isFresh, Array: p.array}
}

// store writes a value of the place's type and returns what the place holds then.
func (b *frame) store(pos source.Pos, p place, v value) value {
	if !isModelled(p.typ) {
		return b.unsupportedValue(pos, p.typ, "a value of type "+p.typ.Name)
	}
	if p.typ.IsScalar() {
		return value{scalar: b.storeScalar(pos, p, v.scalar)}
	}
	if p.inMemory() {
		b.shadow().requireAccess(pos, p, p.typ.Size)
		b.initialization().noteWritten(pos, p, cellKey{})
	}
	cells, split := b.cellsOf(p.typ)
	switch {
	case p.inMemory() && v.address != nil:
		if p.typ.Size > 0 {
			b.emit(&ir.Copy{At: ir.At{Pos: pos}, To: p.address, From: v.address, Size: uint64(p.typ.Size), Type: p.typ.Name})
			b.shadow().noteCopied(pos, v.address)
			b.initialization().spoil(pos, p.address, p.typ)
		}
		return value{address: p.address}
	case !split:
		bug.Errorf("%s: aggregate %s is split", pos, p.typ)
	}
	contents := b.cellsOfValue(pos, v, p.typ)
	for i, c := range cells {
		if p.inMemory() {
			b.storeCell(p.address, c, contents[i], pos)
		} else {
			b.assign(pos, b.register(p, c.key), contents[i])
			b.initialization().noteWritten(pos, p, c.key)
		}
	}
	if p.inMemory() {
		b.initialization().spoil(pos, p.address, p.typ)
	}
	return b.load(pos, p)
}

func (b *frame) storeScalar(pos source.Pos, p place, t *term.Term) *term.Term {
	if p.bitWidth > 0 {
		t = b.terms.Trunc(int(p.bitWidth), t)
	}
	if !p.inMemory() {
		r := b.register(p, cellKey{bit: p.key.bit})
		b.addressing().keepOrigin(pos, r, p.typ, t)
		b.assign(pos, r, t)
		b.initialization().noteWritten(pos, p, cellKey{bit: p.key.bit})
		b.programStart().noteHeld(pos, p, b.read(r))
		return b.widen(b.read(r), p)
	}
	b.shadow().requireAccess(pos, p, p.accessSize())
	b.initialization().noteWritten(pos, p, cellKey{})
	if p.bitWidth > 0 {
		return b.storeBits(pos, p, t)
	}
	if isExtended(p.typ) {
		b.storeExtended(pos, p, t)
		return t
	}
	b.emit(&ir.Store{At: ir.At{Pos: pos}, Addr: p.address, Value: t, Access: p.access()})
	b.shadow().noteStored(pos, p, t)
	b.textEnds().noteTextStored(pos, p, t)
	return t
}

// storeBits replaces the bits of a bit-field in its unit.
func (b *frame) storeBits(pos source.Pos, p place, t *term.Term) *term.Term {
	unit := b.loadUnit(pos, p)
	var parts []*term.Term
	if high := p.unitBytes * 8; p.bit+p.bitWidth < high {
		parts = append(parts, b.terms.Extract(int(high)-1, int(p.bit+p.bitWidth), unit))
	}
	parts = append(parts, t)
	if p.bit > 0 {
		parts = append(parts, b.terms.Extract(int(p.bit)-1, 0, unit))
	}
	b.emit(&ir.Store{At: ir.At{Pos: pos}, Addr: p.address, Value: b.concat(parts), Access: p.access()})
	return b.widen(t, p)
}

func (b *builder) concat(parts []*term.Term) *term.Term {
	if len(parts) == 1 {
		return parts[0]
	}
	return b.terms.Concat(parts...)
}

// cellPlace is a cell of an aggregate at an address.
func (b *frame) cellPlace(address *term.Term, c cell, limit int64) place {
	if c.bitWidth > 0 {
		return b.bitFieldPlace(address, c.key.offset, c.key.bit, c.bitWidth, c.typ, limit)
	}
	return place{typ: c.typ, address: b.offset(address, c.key.offset)}
}

func (b *frame) storeCell(address *term.Term, c cell, t *term.Term, pos source.Pos) {
	if !isModelled(c.typ) {
		return
	}
	p := b.cellPlace(address, c, c.key.offset+c.typ.Size)
	if c.bitWidth > 0 {
		b.storeBits(pos, p, t)
		return
	}
	b.storeScalar(pos, p, t)
}

// cellsOfValue returns an aggregate as its cells, which load it if it is in memory.
func (b *frame) cellsOfValue(pos source.Pos, v value, t *tree.Type) []*term.Term {
	if v.scalar != nil {
		return []*term.Term{v.scalar}
	}
	if v.address == nil {
		return v.cells
	}
	cells, _ := b.cellsOf(t)
	out := make([]*term.Term, len(cells))
	for i, c := range cells {
		p := b.cellPlace(v.address, c, c.key.offset+c.typ.Size)
		if !isModelled(c.typ) {
			out[i] = b.zero(b.cellSort(c))
			continue
		}
		out[i] = b.loadScalar(pos, p)
		if c.bitWidth > 0 {
			out[i] = b.terms.Trunc(int(c.bitWidth), out[i])
		}
	}
	return out
}

// materialize puts a value into a fresh object and returns its address; a value that is in memory
// already is copied, since the original may change before the copy is used.
func (b *frame) materialize(pos source.Pos, v value, t *tree.Type) *term.Term {
	temp := b.newTemp(b.terms.BV(b.pointerWidth()))
	size := uint64(max(t.Size, 0))
	b.emit(b.alloc(pos, temp, b.addr(size), ir.StackObject, t.Name, ""))
	b.addressing().allocated(pos, temp.Sym, t.Align)
	b.shadow().begin(pos, temp.Sym, b.addr(size), objectName{})
	b.store(pos, place{typ: t, address: temp.Sym}, v)
	return temp.Sym
}
