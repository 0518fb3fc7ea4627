package lower

import (
	"maps"
	"slices"

	"yogi/internal/assumption"
	"yogi/internal/frontend/c/clib"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// Some functions of the library return an object of its own, the same each time, which each call
// overwrites: what an earlier call returned has other contents then. The pointer to the object is a
// global of the program, null until a call makes it.

// keptText is how much of a text a call overwrites; that the rest stays is assumed.
const keptText = 256

// returnsKept says that the result of a call is such an object.
func (c tableCall) returnsKept() bool {
	return c.Result.Kind == clib.Static && c.def.Type.Result.Kind == tree.Pointer && c.def.Type.Result.Elem != nil
}

// keptResult is the result of a function that returns an object of the library.
func (b libraryCalls) keptResult(pos source.Pos, c tableCall) value {
	kept, elem := b.keptObject(c.Result.Buffer), c.def.Type.Result.Elem
	null := b.addr(0)
	b.where(pos, b.terms.Eq(kept.Sym, null), func() { b.assign(pos, kept, b.programStart().freshObject(pos, elem, c.def.Name)) })
	b.overwrite(pos, kept.Sym, elem, c.def.Name)
	v := b.read(kept)
	if c.Result.OrNull {
		v = b.terms.Ite(b.libraryChoice(pos, c), null, v)
	}
	return value{scalar: v}
}

// keptObject is the global that points at an object of the library.
func (l *lowerer) keptObject(buffer string) *ir.Variable {
	return l.buffer("the library's "+buffer, l.terms.BV(l.pointerWidth()))
}

// buffer is a global for what the library keeps.
func (l *lowerer) buffer(name string, sort *term.Sort) *ir.Variable {
	if l.buffers[name] == nil {
		l.names[name] = true
		l.buffers[name] = l.program.NewGlobal(name, sort)
	}
	return l.buffers[name]
}

// closeKept says that the library keeps nothing at the start.
func (l *lowerer) closeKept() {
	for _, name := range slices.Sorted(maps.Keys(l.buffers)) {
		v := l.buffers[name]
		if v.Sort == l.terms.Bool() {
			l.setFirst(v, l.terms.False())
		} else {
			l.setFirst(v, l.zero(v.Sort))
		}
	}
}

// overwrite gives an object of the library any contents.
func (b libraryCalls) overwrite(pos source.Pos, at *term.Term, t *tree.Type, name string) {
	cells, ok := b.cellsOf(t)
	if ok && (t.Kind == tree.Struct || t.Kind == tree.Union) && len(cells) <= maxFilled {
		for _, c := range cells {
			if c.bitWidth == 0 && c.typ.Kind == tree.Pointer {
				b.storeCell(at, c, b.programStart().nullOrFresh(pos, c.typ, name), pos)
			} else {
				b.storeCell(at, c, b.writtenCell(pos, c, name), pos)
			}
		}
		return
	}
	size := t.Size
	if size <= 1 {
		size = keptText
		b.assumeOf(assumption.KeptText, name, pos)
	}
	other := b.programStart().freshBytes(pos, size, t.Name, name, objectName{})
	b.emit(&ir.Copy{At: ir.At{Pos: pos}, To: at, From: other, Size: uint64(size)})
}
