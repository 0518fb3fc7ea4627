package lower

import (
	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/source"
	"yogi/internal/term"
)

// helperSuffix keeps the names of functions that models make apart from those of the user.
const helperSuffix = "@library"

func (e emitter) Emit(i ir.Instruction) { e.b.emit(i) }

func (e emitter) Block() *ir.Block { return e.b.block }

func (e emitter) NewBlock(label string, pos source.Pos) *ir.Block { return e.b.newBlock(label, pos) }

func (e emitter) Enter(b *ir.Block) { e.b.enter(b) }

func (e emitter) Jump(pos source.Pos, to *ir.Block) { e.b.block.Jump(pos, to) }

func (e emitter) Branch(pos source.Pos, cond *term.Term, then, els *ir.Block) {
	e.b.branch(pos, cond, then, els)
}

func (e emitter) Return(pos source.Pos) { e.b.block.Jump(pos, e.b.exitBlock(pos)) }

func (e emitter) Helper(name, variant string, build func(emit.Emitter, *ir.Function)) *ir.Function {
	l := e.b.lowerer
	whole := name + helperSuffix + variant
	if f := l.library[whole]; f != nil {
		return f
	}
	f := l.program.NewFunction(whole, source.Pos{File: "<library>"})
	l.library[whole] = f
	inside := l.newBody(f, &tree.FunctionDef{Name: name})
	build(emitter{b: inside.frame}, f)
	inside.finish()
	return f
}

func (e emitter) Load(pos source.Pos, p emit.Place) *term.Term {
	return e.b.loadScalar(pos, pointed(p))
}

func (e emitter) Store(pos source.Pos, p emit.Place, x *term.Term) {
	e.b.storeScalar(pos, pointed(p), x)
}

// pointed is the place of an access through a pointer.
func pointed(p emit.Place) place {
	return place{typ: p.Type, address: p.Address, pointer: p.Address}
}

func (e emitter) RequirePointer(pos source.Pos, pointer *term.Term) {
	e.b.shadow().checkPointerBefore(pos, pointer, "")
}

func (e emitter) RequireBytes(pos source.Pos, pointer, n *term.Term) {
	e.b.shadow().requireBytes(pos, pointer, n)
}

func (e emitter) RequireAccess(pos source.Pos, a emit.Access) {
	if e.b.checks(memoryChecks) {
		size := e.b.addr(uint64(a.Size))
		e.b.shadow().requireRange(pos, accessRange{pointer: a.Pointer, start: a.Start, size: size, known: a.Size, skip: a.Skip})
	}
}

func (e emitter) Accessible(pointer, n *term.Term) *term.Term {
	return e.b.shadow().accessible(accessRange{pointer: pointer, start: pointer, size: n}, pointer)
}

func (e emitter) TextLength(pos source.Pos, pointer *term.Term) *term.Term {
	return e.b.textEnds().textLength(pos, pointer)
}

func (e emitter) HasTextEnd(pos source.Pos, pointer *term.Term) *term.Term {
	return e.b.textEnds().hasTextEnd(pos, pointer)
}

func (e emitter) NoteTextEnd(pos source.Pos, object, address, cond *term.Term) {
	e.b.textEnds().noteTextEnd(pos, object, address, cond)
}

func (e emitter) NoteTextCopied(pos source.Pos, to, from, n *term.Term) {
	e.b.textEnds().noteTextCopied(pos, to, from, n)
}

func (e emitter) MallocMayFail() bool { return e.b.options.MallocMayFail }

func (e emitter) AllocateHeap(c *emit.Call, size *term.Term, of emit.Contents) *term.Term {
	b := e.b
	v := b.newTemp(b.terms.BV(b.pointerWidth()))
	a := b.alloc(c.Pos, v, size, ir.HeapObject, "", c.Name)
	a.Zero = of == emit.Zeroed
	b.emit(a)
	b.addressing().allocated(c.Pos, v.Sym, b.heapAlignment())
	b.addressing().noteChunk(c.Pos, v.Sym, size)
	b.shadow().begin(c.Pos, v.Sym, size, objectName{})
	b.runNotes().tellLife(c.Pos, detail{kind: ir.NoteBegins, text: "allocated", value: v.Sym}, size)
	return v.Sym
}

func (e emitter) Own(pos source.Pos, address, size, fails *term.Term) {
	b := e.b
	none, own := b.terms.BVConst(8, 0), b.terms.BVConst(8, ownObject)
	b.writeEntry(pos, b.shadowMaps.heap, address, b.terms.Ite(fails, none, own))
	b.writeEntry(pos, b.shadowMaps.size, address, size)
	b.shadow().count(pos, b.terms.Ite(fails, b.addr(0), b.addr(1)))
	b.shadow().hide(pos, b.terms.BVUle(b.addr(b.granule()), size))
	b.shadow().noteMade(pos, address, fails)
}

func (e emitter) AllocateStack(c *emit.Call, size *term.Term) (address *term.Term, ok bool) {
	b := e.b
	v := b.newTemp(b.terms.BV(b.pointerWidth()))
	if b.checks(property.UseAfterFree) && (b.repeating > 0 || b.jumpsBack(b.def)) {
		return nil, false
	}
	size = b.stackSize(size, b.terms.False())
	b.emit(b.alloc(c.Pos, v, size, ir.StackObject, "", c.Name))
	b.addressing().allocated(c.Pos, v.Sym, b.heapAlignment())
	b.shadow().begin(c.Pos, v.Sym, size, objectName{})
	b.runNotes().tellLife(c.Pos, detail{kind: ir.NoteBegins, text: "allocated", value: v.Sym}, size)
	b.allocas = append(b.allocas, v)
	return v.Sym, true
}

func (e emitter) Free(pos source.Pos, pointer *term.Term) { e.b.shadow().release(pos, pointer) }

func (e emitter) MayEnd(pos source.Pos, function string, pointer *term.Term) *term.Term {
	return e.b.shadow().mayEnd(pos, function, pointer)
}
