package lower

import (
	"yogi/internal/frontend/c/clib"
	"yogi/internal/frontend/c/lower/libc"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// What functions of the C library write, as the table (clib) says: any values, which are inputs.
// The library's own contents are no objects of the program.

// maxWritten bounds the cells of an object that is written without a loop.
const maxWritten = 128

// writeLibrary writes what a call of a library function writes; false if that is not known.
func (b libraryCalls) writeLibrary(pos source.Pos, c tableCall) bool {
	for i, p := range c.Params {
		a := c.args[i]
		switch {
		case !p.IsPointer() || p.Optional && isNull(a.expr) || a.scalar == nil:
		case p.Role == clib.Kept || p.Role == clib.Callback || p.Role == clib.Variable:
			if !p.Optional {
				return false
			}
			b.where(pos, b.terms.Ne(a.scalar, b.zero(a.scalar.Sort())), func() {
				b.refuse(pos, CodeUnmodelled, "call of "+c.def.Name+", which keeps, or calls, what it is given")
			})
		case p.Write.Unit != clib.Nothing:
			if !b.writeAmount(pos, c, i) {
				return false
			}
		}
	}
	return b.writeCounts(pos, c)
}

// writeAmount gives any values to what is written through an argument.
func (b libraryCalls) writeAmount(pos source.Pos, c tableCall, i int) bool {
	a, p := c.args[i], c.Params[i]
	if stringOf(a.expr) != nil {
		return true // writing to a literal is undefined
	}
	whole := shownObject(a.expr)
	switch {
	case p.Points > 0:
		b.pointInto(pos, c, i)
		return true
	case leadsToWritable(c.elementOf(i), map[*tree.Type]bool{}):
		return false
	}
	n, ok := b.bytes(c, i, p.Write)
	if !ok {
		if whole == nil || whole.ExprType().Size < 0 {
			return false
		}
		n = b.addr(uint64(whole.ExprType().Size)) // of a text all is somewhere in its object
	}
	_, isMember := whole.(*tree.Member)
	if isMember { // what is behind the member may be written too
		size, known := constantSize(n)
		isMember = !known || size > uint64(whole.ExprType().Size)
	}
	if whole != nil && whole.ExprType().Size >= 0 && !isMember {
		b.writeShownObject(pos, c, i, n, whole.ExprType())
		return true
	}
	b.where(pos, b.terms.Ne(a.scalar, b.zero(a.scalar.Sort())), func() { b.writeBehind(pos, c, i, n) })
	return true
}

// pointInto makes the pointer behind an argument one into what another argument points into.
func (b libraryCalls) pointInto(pos source.Pos, c tableCall, i int) {
	at, from := c.args[i].scalar, c.args[c.Params[i].Points-1]
	t := &tree.Type{Kind: tree.Pointer, Name: "char *", Size: int64(b.pointerWidth() / 8), Align: int64(b.pointerWidth() / 8), Elem: c.elementOf(i)}
	b.where(pos, b.terms.Ne(at, b.zero(at.Sort())), func() {
		b.storeScalar(pos, place{typ: t, address: at}, b.somewhereIn(pos, c, from))
	})
}

// somewhereIn is a pointer into what an argument points into.
func (b libraryCalls) somewhereIn(pos source.Pos, c tableCall, from argument) *term.Term {
	word := &tree.Type{Kind: tree.Integer, Name: "unsigned long", Size: int64(b.pointerWidth() / 8), Align: int64(b.pointerWidth() / 8)}
	distance := b.input(pos, word, ir.MemoryWrite, c.def.Name)
	most := b.addr(b.granule() - 1)
	if whole := shownObject(from.expr); whole != nil && whole.ExprType().Size > 0 {
		most = b.addr(uint64(whole.ExprType().Size) - 1)
	}
	b.assumeTrue(pos, b.terms.BVUle(distance, most))
	return b.terms.BVAdd(from.scalar, distance)
}

// writeShownObject writes the first n bytes of an object of type t that is seen whole; beyond its
// end there is nothing to write.
func (b libraryCalls) writeShownObject(pos source.Pos, c tableCall, i int, n *term.Term, t *tree.Type) {
	size, known := constantSize(n)
	if known {
		size = min(size, uint64(t.Size))
	} else {
		size = uint64(t.Size)
	}
	cells, ok := b.firstCells([]*tree.Type{t, c.elementOf(i)}, size)
	if !ok {
		if known {
			n = b.addr(size)
		} else {
			n = b.terms.Ite(b.terms.BVUlt(b.addr(size), n), b.addr(size), n)
		}
		libc.Fill(emitter{b: b.body}, pos, c.def.Name, c.args[i].scalar, n)
		return
	}
	for _, cell := range cells {
		v := b.writtenCell(pos, cell, c.def.Name)
		if !known && isModelled(cell.typ) {
			p := b.cellPlace(c.args[i].scalar, cell, cell.key.offset+cell.typ.Size)
			if cell.bitWidth > 0 {
				v = b.terms.Ite(b.terms.BVUlt(b.addr(uint64(cell.key.offset)), n), v, b.terms.Trunc(int(cell.bitWidth), b.loadScalar(pos, p)))
			} else {
				v = b.terms.Ite(b.terms.BVUlt(b.addr(uint64(cell.key.offset)), n), v, b.loadScalar(pos, p))
			}
		}
		b.storeCell(c.args[i].scalar, cell, v, pos)
	}
}

// writeBehind writes n bytes behind a pointer, or up to n if the function may write fewer.
func (b libraryCalls) writeBehind(pos source.Pos, c tableCall, i int, n *term.Term) {
	pointer, size := c.args[i].scalar, uint64(0)
	size, known := constantSize(n)
	if known && c.Params[i].All {
		if cells, ok := b.firstCells([]*tree.Type{b.pointeeOf(c.args[i]), c.elementOf(i)}, size); ok {
			for _, cell := range cells {
				b.storeCell(pointer, cell, b.writtenCell(pos, cell, c.def.Name), pos)
			}
			return
		}
	}
	if !c.Params[i].All {
		word := &tree.Type{Kind: tree.Integer, Name: "unsigned long", Size: int64(b.pointerWidth() / 8), Align: int64(b.pointerWidth() / 8)}
		k := b.input(pos, word, ir.MemoryWrite, c.def.Name)
		b.assumeTrue(pos, b.terms.BVUle(k, n))
		n = k
	}
	libc.Fill(emitter{b: b.body}, pos, c.def.Name, pointer, n)
}

// firstCells are scalars that make up the first so many bytes of an object of one of some types; of
// arrays that are longer than the type of one element as many as there need be.
func (b libraryCalls) firstCells(types []*tree.Type, size uint64) ([]cell, bool) {
	for _, t := range types {
		if t == nil || t.Size <= 0 || t.Kind == tree.Void || t.Kind == tree.Union {
			continue
		}
		elem := t
		for elem.Kind == tree.Array {
			elem = elem.Elem
		}
		one, ok := b.cellsOf(elem)
		if !ok || elem.Size <= 0 {
			continue
		}
		if cells, ok := repeated(one, elem.Size, int64(size)); ok {
			return cells, true
		}
	}
	return nil, false
}

// repeated lays cells one behind another until they fill size bytes; ok is false if one would stick
// out, or there are too many.
func repeated(one []cell, step, size int64) (out []cell, ok bool) {
	for start := int64(0); start < size; start += step {
		for _, c := range one {
			at := c
			at.key.offset += start
			if at.key.offset >= size {
				continue
			}
			if at.key.offset+c.typ.Size > size || len(out) >= maxWritten {
				return nil, false
			}
			out = append(out, at)
		}
	}
	return out, true
}
