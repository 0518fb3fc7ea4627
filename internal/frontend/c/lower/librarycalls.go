package lower

import (
	"maps"
	"slices"

	"yogi/internal/assumption"
	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/lower/libcall"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// What package libcall asks for, to lower calls of the library by what clib knows of them.

func (e emitter) RequireNotNull(pos source.Pos, pointer *term.Term) {
	e.b.checkPointer(pos, place{pointer: pointer})
}

func (e emitter) HasEnded(pointer *term.Term) *term.Term {
	return e.b.terms.Eq(e.b.extentAt(pointer), e.b.addr(deadExtent))
}

func (e emitter) StoreUnchecked(pos source.Pos, p emit.Place, x *term.Term) {
	e.b.storeScalar(pos, place{typ: p.Type, address: p.Address}, x)
}

func (e emitter) Refuse(c *emit.Call, what string) {
	e.b.unmodelledCall(c.Pos, c.Want, what, c.Function.Name)
}

func (e emitter) RefuseCheck(c *emit.Call, what string) {
	e.b.refuseCall(c.Pos, c.Want, CodeUnsupported, what, ownDefinition(c.Function.Name)+e.b.withoutCaller())
}

func (e emitter) RelyOf(on *assumption.Kind, of string, pos source.Pos) { e.b.assumeOf(on, of, pos) }

func (e emitter) CellsOf(t *tree.Type) ([]libcall.Cell, bool) {
	cells, ok := e.b.cellsOf(t)
	out := make([]libcall.Cell, len(cells))
	for i, c := range cells {
		out[i] = libcall.Cell{Type: c.typ, Offset: c.key.offset, Bit: c.key.bit, BitWidth: c.bitWidth}
	}
	return out, ok
}

// cellAt is the cell that package libcall knows by its place.
func cellAt(c libcall.Cell) cell {
	return cell{key: cellKey{c.Offset, c.Bit}, bitWidth: c.BitWidth, typ: c.Type}
}

func (e emitter) LoadCell(pos source.Pos, object *term.Term, c libcall.Cell) *term.Term {
	x := e.b.loadScalar(pos, e.b.cellPlace(object, cellAt(c), c.Offset+c.Type.Size))
	if c.BitWidth > 0 {
		return e.b.terms.Trunc(int(c.BitWidth), x)
	}
	return x
}

func (e emitter) StoreCell(pos source.Pos, object *term.Term, c libcall.Cell, x *term.Term) {
	e.b.storeCell(object, cellAt(c), x, pos)
}

func (e emitter) AnyCell(pos source.Pos, c libcall.Cell, name string) *term.Term {
	return e.b.bodilessCalls().writtenCell(pos, cellAt(c), name)
}

func (e emitter) IsOpen() bool { return e.b.options.Open }

func (e emitter) SomeLiteral(is func(text string) bool) bool {
	for _, o := range e.b.reach.objects {
		if o.String != nil && is(string(o.String)) {
			return true
		}
	}
	return false
}

func (e emitter) PassesCounts() bool { return e.b.reach.passesCounts }

func (e emitter) MayCall(name string) bool { return e.b.reach.steady[name] }

func (e emitter) Global(name string, s *term.Sort) *ir.Variable { return e.b.buffer(name, s) }

func (e emitter) Fails(c *emit.Call) *term.Term {
	v := e.b.newTemp(e.b.terms.Bool())
	e.b.havoc(c.Pos, v, ir.AllocationChoice, c.Function.Name, c.Result().Name)
	return v.Sym
}

func (e emitter) ReturnsAgain(c *emit.Call) *term.Term {
	v := e.b.newTemp(e.b.terms.Bool())
	e.b.havoc(c.Pos, v, ir.MemoryWrite, c.Function.Name, ir.SameChoice)
	return v.Sym
}

func (e emitter) FreshObject(pos source.Pos, t *tree.Type, name string) *term.Term {
	return e.b.programStart().freshObject(pos, t, name, writtenByLibrary)
}

func (e emitter) FreshBytes(pos source.Pos, size int64, t *tree.Type, name string) *term.Term {
	return e.b.programStart().freshBytes(pos, size, t.Name, name, objectName{}, writtenByLibrary)
}

func (e emitter) NullOrFresh(pos source.Pos, pointer *tree.Type, name string) *term.Term {
	return e.b.programStart().nullOrFresh(pos, pointer, name, writtenByLibrary)
}

func (e emitter) KeepFromFree(pos source.Pos, object *term.Term) {
	b := e.b
	if b.shadowMaps.heap == nil {
		return
	}
	b.where(pos, b.terms.Ne(object, b.zero(object.Sort())), func() { b.writeEntry(pos, b.shadowMaps.heap, object, b.terms.BVConst(8, 0)) })
}

func (e emitter) FromOutside(c *emit.Call) *term.Term {
	call := &outsideCall{def: c.Function, args: e.args, used: e.used}
	return e.b.bodilessCalls().outsideResult(c.Pos, c.Result(), ir.UndefinedCall, call).scalar
}

// buffer is a global for what the library keeps.
func (l *output) buffer(name string, sort *term.Sort) *ir.Variable {
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
