package lvalue

import "yogi/internal/term"

// Cell is a read of a member of a struct behind a pointer, at a distance from it that is constant.
type Cell struct {
	Array         *term.Term // the memory that it is read from
	Base          *term.Term // the pointer
	Struct        string     // the type of what it points at
	Offset, Width int64
}

// Cell reads a term as a member; ok is false if it is none.
func (r *Reader) Cell(t *term.Term) (c Cell, ok bool) {
	array, address, width := r.memoryRead(t)
	if address == nil {
		return Cell{}, false
	}
	return r.cell(Cell{Array: array, Width: width}, address)
}

// cell completes what is read at an address.
func (r *Reader) cell(c Cell, address *term.Term) (Cell, bool) {
	base, offset, index := r.split(address)
	if base == nil || len(index) > 0 {
		return Cell{}, false
	}
	c.Base, c.Offset, c.Struct = base, offset, r.elementOf(r.readPointer(base).typ)
	l := r.layout(c.Struct)
	return c, l != nil && len(l.Fields) > 0 && offset >= 0 && offset+c.Width <= l.Size
}

// CellNotNull is the member that a condition says not to be null; ok is false if it says something else.
func (r *Reader) CellNotNull(t *term.Term) (c Cell, ok bool) {
	if t.Op() == term.OpNot && t.Arg(0).Op() == term.OpEq {
		load, null := t.Arg(0).Arg(0), t.Arg(0).Arg(1)
		if load.IsConst() {
			load, null = null, load
		}
		if v, isConst := null.Value(); isConst && v.IsZero() && r.MayBePointer(load) {
			return r.Cell(load)
		}
		return Cell{}, false
	}
	first, isNull, ok := r.nullBytes(t)
	if !ok || isNull {
		return Cell{}, false
	}
	return r.cell(Cell{Array: first.array, Width: int64(r.Program.Model.PointerWidth / 8)}, first.address)
}
