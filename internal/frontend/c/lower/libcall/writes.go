package libcall

import (
	"yogi/internal/frontend/c/clib"
	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/lower/libc"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/term"
)

// What functions of the C library write, as the table (clib) says: any values, which are inputs.
// The library's own contents are no objects of the program.

// maxWritten bounds the cells of an object that is written without a loop.
const maxWritten = 128

// Write writes what a call of a library function writes; false if that is not known.
func Write(e Emitter, c Call) bool {
	for i, p := range c.Known.Params {
		a := c.Args[i]
		switch {
		case !p.IsPointer() || p.Optional && tree.IsNull(a.Expr) || a.Value == nil:
		case p.Role == clib.Kept || p.Role == clib.Callback || p.Role == clib.Variable:
			if !p.Optional {
				return false
			}
			e.Where(c.Pos, isSome(e, a.Value), func() {
				e.Refuse(c.Call, "call of "+c.Function.Name+", which keeps, or calls, what it is given")
			})
		case p.Write.Unit != clib.Nothing:
			if !writeAmount(e, c, i) {
				return false
			}
		}
	}
	return WriteCounts(e, c)
}

// writeAmount gives any values to what is written through an argument.
func writeAmount(e Emitter, c Call, i int) bool {
	a, p := c.Args[i], c.Known.Params[i]
	if emit.Literal(a.Expr) != nil {
		return true // writing to a literal is undefined
	}
	whole := tree.ShownObject(a.Expr)
	switch {
	case p.Points > 0:
		pointInto(e, c, i)
		return true
	case tree.LeadsToWritable(c.elementOf(i)):
		return false
	}
	n, ok := c.bytes(e, i, p.Write)
	if !ok {
		if whole == nil || whole.ExprType().Size < 0 {
			return false
		}
		n = address(e, uint64(whole.ExprType().Size)) // of a text all is somewhere in its object
	}
	_, isMember := whole.(*tree.Member)
	if isMember { // what is behind the member may be written too
		size, known := emit.ConstantSize(n)
		isMember = !known || size > uint64(whole.ExprType().Size)
	}
	if whole != nil && whole.ExprType().Size >= 0 && !isMember {
		writeShownObject(e, c, i, n, whole.ExprType())
		return true
	}
	e.Where(c.Pos, isSome(e, a.Value), func() { writeBehind(e, c, i, n) })
	return true
}

// Terminate writes the zero behind the text that a call has written, where its result says how long that is. Not so
// behind a text that ends where a character of several bytes, which a locale may have, finds no room.
func Terminate(e Emitter, c Call, result *term.Term) {
	t := c.elementOf(0)
	isCut := c.Name == "wcstombs" && e.ChoosesLocale()
	if isCut || !clib.Is(c.Name, clib.Terminates) || t == nil || result == nil || c.Result().Kind != tree.Integer {
		return
	}
	room, ok := c.product(e, c.Known.Params[0].Write.Count, 1)
	if !ok {
		return
	}
	terms, to := e.Terms(), c.Args[0].Value
	length := emit.Resize(terms, result, e.DataModel().PointerWidth, isSigned(c.Result())) // -1: it failed
	e.Where(c.Pos, terms.And(isSome(e, to), terms.BVUlt(length, room)), func() {
		end := terms.BVAdd(to, terms.BVMul(length, address(e, uint64(t.Size))))
		e.StoreUnchecked(c.Pos, emit.Place{Type: t, Address: end}, emit.Zero(terms, e.Sort(t)))
	})
}

// word is the type of a number of the width of an address.
func word(e emit.Values) *tree.Type {
	size := int64(e.DataModel().PointerWidth / 8)
	return &tree.Type{Kind: tree.Integer, Name: "unsigned long", Size: size, Align: size}
}

// pointInto makes the pointer behind an argument one into what another argument points into.
func pointInto(e Emitter, c Call, i int) {
	at, from := c.Args[i].Value, c.Args[c.Known.Params[i].Points-1]
	size := int64(e.DataModel().PointerWidth / 8)
	t := &tree.Type{Kind: tree.Pointer, Name: "char *", Size: size, Align: size, Elem: c.elementOf(i)}
	e.Where(c.Pos, isSome(e, at), func() {
		e.StoreUnchecked(c.Pos, emit.Place{Type: t, Address: at}, somewhereIn(e, c, from))
	})
}

// somewhereIn is a pointer into what an argument points into.
func somewhereIn(e Emitter, c Call, from emit.Argument) *term.Term {
	distance := e.Input(c.Pos, word(e), ir.MemoryWrite, c.Function.Name)
	most := address(e, 1<<e.DataModel().GranuleBits-1)
	if whole := tree.ShownObject(from.Expr); whole != nil && whole.ExprType().Size > 0 {
		most = address(e, uint64(whole.ExprType().Size)-1)
	}
	e.Assume(c.Pos, e.Terms().BVUle(distance, most))
	return e.Terms().BVAdd(from.Value, distance)
}

// writeShownObject writes the first n bytes of an object of type t that is seen whole; beyond its
// end there is nothing to write.
func writeShownObject(e Emitter, c Call, i int, n *term.Term, t *tree.Type) {
	terms, object := e.Terms(), c.Args[i].Value
	size, known := emit.ConstantSize(n)
	if known {
		size = min(size, uint64(t.Size))
	} else {
		size = uint64(t.Size)
	}
	cells, ok := firstCells(e, []*tree.Type{t, c.elementOf(i)}, size)
	if !ok {
		if known {
			n = address(e, size)
		} else {
			n = terms.Ite(terms.BVUlt(address(e, size), n), address(e, size), n)
		}
		libc.Fill(e, c.Pos, c.Function.Name, object, n)
		return
	}
	for _, cell := range cells {
		v := e.AnyCell(c.Pos, cell, c.Function.Name)
		if !known && emit.IsModelled(cell.Type) {
			old := e.LoadCell(c.Pos, object, cell)
			v = terms.Ite(terms.BVUlt(address(e, uint64(cell.Offset)), n), v, old)
		}
		e.StoreCell(c.Pos, object, cell, v)
	}
}

// writeBehind writes n bytes behind a pointer, or up to n if the function may write fewer.
func writeBehind(e Emitter, c Call, i int, n *term.Term) {
	pointer := c.Args[i].Value
	size, known := emit.ConstantSize(n)
	if known && c.Known.Params[i].All {
		if cells, ok := firstCells(e, []*tree.Type{c.Args[i].Pointee(), c.elementOf(i)}, size); ok {
			for _, cell := range cells {
				e.StoreCell(c.Pos, pointer, cell, e.AnyCell(c.Pos, cell, c.Function.Name))
			}
			return
		}
	}
	if !c.Known.Params[i].All {
		k := e.Input(c.Pos, word(e), ir.MemoryWrite, c.Function.Name)
		e.Assume(c.Pos, e.Terms().BVUle(k, n))
		n = k
	}
	libc.Fill(e, c.Pos, c.Function.Name, pointer, n)
}

// firstCells are scalars that make up the first so many bytes of an object of one of some types; of
// arrays that are longer than the type of one element as many as there need be.
func firstCells(e Emitter, types []*tree.Type, size uint64) ([]Cell, bool) {
	for _, t := range types {
		if t == nil || t.Size <= 0 || t.Kind == tree.Void || t.Kind == tree.Union {
			continue
		}
		elem := t
		for elem.Kind == tree.Array {
			elem = elem.Elem
		}
		one, ok := e.CellsOf(elem)
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
func repeated(one []Cell, step, size int64) (out []Cell, ok bool) {
	for start := int64(0); start < size; start += step {
		for _, c := range one {
			at := c
			at.Offset += start
			if at.Offset >= size {
				continue
			}
			if at.Offset+c.Type.Size > size || len(out) >= maxWritten {
				return nil, false
			}
			out = append(out, at)
		}
	}
	return out, true
}
