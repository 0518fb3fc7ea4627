package lower

import (
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// fromOutside lowers what the outside may do: callers of an entry and functions that are not in the
// program, the objects that they have, and what they know of the program's.
type fromOutside struct{ *frame }

func (b *frame) fromOutside() fromOutside { return fromOutside{b} }

// A pointer from outside is null, or leads to any object that the outside knows and that its type
// fits: one that only the outside has, which may be that of an earlier pointer, or one of the
// program that it was told of.
//
// Objects of the outside are there from the start, in the part of the address space that is the
// outside's (ir.DataModel). So two pointers are equal or not as the input says, and what one writes
// the other reads. Where a run gets but one such pointer it is fresh, which is the same and
// cheaper.

// outsideCall is the call that a pointer is the result of.
type outsideCall struct {
	def  *tree.FunctionDef
	args []argument
	used *tree.Type // what a void pointer is converted to; nil: nothing else
	// writes: the pointer is not the call's result, but what it writes.
	writes bool
}

// origin is a place that a pointer from outside may lead to: count of them, step bytes apart.
type origin struct {
	address     *term.Term
	step, count int64
	text        ir.Origin
}

// outsideData is a pointer from outside to data: the result of call, or, if that is nil, what a
// parameter of the entry or an object that the program only declares holds.
func (b fromOutside) outsideData(pos source.Pos, c cell, name string, call *outsideCall) *term.Term {
	t := c.typ
	if !isToData(t) {
		if call != nil && !call.writes {
			return b.outsideFunction(pos, t, name+"()"+c.path, call)
		}
		return b.outsideFunction(pos, t, name+c.path, call)
	}
	if call != nil && call.used != nil && t.Elem.Kind == tree.Void {
		t = call.used
	}
	class := b.reach.outside.classOf(t)
	origins := b.knownOrigins(pos, class)
	if call != nil {
		origins = append(origins, b.handedOver(pos, class, call)...)
		origins = append(origins, b.keptOrigins(class)...)
		b.leftOutOfTold(class, pos)
	}
	origins = append(origins, b.withinOthers(class)...)
	if len(origins) == 0 && !b.isRepeated(class) {
		return b.programStart().nullOrFresh(pos, t, name+c.path, writtenByCaller)
	}
	if call != nil && !call.writes {
		name += "()"
	}
	if call == nil || !call.writes {
		name += c.path
	}
	v := b.objectOutside(pos, class, t, name)
	if call == nil && b.isRepeated(class) && t.Elem.Size > 0 && t.Elem.Kind != tree.Void {
		v = b.elementOutside(pos, v, t, name)
	}
	if len(origins) == 0 {
		return v
	}
	return b.oneOf(pos, v, origins, name, call)
}

// isRepeated says that a run may get several pointers of a class from outside; one may lie in the
// object of another, or in one that its pointers lead to.
func (b fromOutside) isRepeated(class *outsideClass) bool {
	if class.sites != 1 || b.reach.entryCalled {
		return class.sites > 0
	}
	return class.elem.Kind != tree.Void && (leadsTo(class.elem, class.elem) || b.liesFar(class, class.elem))
}

// objectOutside is null or the start of an object that only the outside has.
func (b fromOutside) objectOutside(pos source.Pos, class *outsideClass, t *tree.Type, name string) *term.Term {
	if b.refuseNarrow(pos, "an object that comes from outside, "+name+",") {
		return b.addr(0)
	}
	v := b.newTemp(b.terms.BV(b.pointerWidth()))
	v.Type = class.name
	b.havoc(pos, v, ir.OutsidePointer, name, t.Name)
	b.emit(&ir.Assume{At: ir.At{Pos: pos}, Cond: b.options.Model.OutsideStart(b.terms, v.Sym), Known: true})
	isNull := b.terms.Eq(v.Sym, b.addr(0))
	size := int64(unknownObjectSize)
	if e := t.Elem; e.Size > 1 && e.Kind != tree.Void {
		size = e.Size
	}
	unlessNull := func(entry *term.Term) *term.Term { return b.terms.Ite(isNull, b.zero(entry.Sort()), entry) }
	b.writeEntry(pos, b.shadowMaps.extent, v.Sym, unlessNull(b.addr(uint64(size+liveExtent))))
	b.writeEntry(pos, b.shadowMaps.assumed, v.Sym, unlessNull(b.terms.BVConst(8, 1)))
	b.writeEntry(pos, b.shadowMaps.heap, v.Sym, unlessNull(b.terms.BVConst(8, foreignObject)))
	b.shadow().hide(pos, b.terms.Not(isNull))
	return v.Sym
}

// mostElements bounds the index of the element that a pointer into an array from outside leads to.
const mostElements = 64

// elementOutside lets a pointer lead into an array of which others may lead to other elements.
func (b fromOutside) elementOutside(pos source.Pos, start *term.Term, t *tree.Type, name string) *term.Term {
	b.notTo("an element of an array of the outside behind the first "+itoa(mostElements), pos)
	index := b.newTemp(b.terms.BV(b.pointerWidth()))
	b.havoc(pos, index, ir.PointerChoice, name, ir.Origins{List: []ir.Origin{{Object: "element", Step: t.Elem.Size, Count: mostElements}}}.String())
	b.emit(&ir.Assume{At: ir.At{Pos: pos}, Cond: b.terms.BVUlt(index.Sym, b.addr(mostElements)), Known: true})
	there := b.terms.BVAdd(start, b.terms.BVMul(b.addr(uint64(t.Elem.Size)), index.Sym))
	return b.terms.Ite(b.terms.Eq(start, b.addr(0)), start, there)
}

// oneOf is a pointer to an object of the outside, or to one of the origins.
func (b fromOutside) oneOf(pos source.Pos, v *term.Term, origins []origin, name string, call *outsideCall) *term.Term {
	var text ir.Origins
	if call != nil {
		text.Parameters = b.parameterKinds(call)
	}
	for _, o := range origins {
		o.text.Step, o.text.Count = o.step, o.count
		text.List = append(text.List, o.text)
	}
	choice := b.newTemp(b.terms.BV(b.pointerWidth()))
	b.havoc(pos, choice, ir.PointerChoice, name, text.String())
	from := uint64(1)
	for _, o := range origins {
		index := b.terms.BVSub(choice.Sym, b.addr(from))
		address := b.terms.BVAdd(o.address, b.terms.BVMul(b.addr(uint64(o.step)), index))
		if o.count == 1 {
			address = o.address
		}
		v = b.terms.Ite(b.terms.BVUlt(index, b.addr(uint64(o.count))), address, v)
		from += uint64(o.count)
	}
	return b.keep(pos, v)
}

// knownOrigins are the places in objects with linkage that pointers of a class may lead to, and
// where the pointers of the class lead that lie there; and those in others with static storage, for
// pointers that the program may have put where they are, or if it shows the outside their addresses.
func (b fromOutside) knownOrigins(pos source.Pos, class *outsideClass) []origin {
	var out []origin
	for _, k := range class.known {
		address := b.offset(b.statics[k.object].address, k.offset)
		out = append(out, origin{address, k.step, k.count, ir.Origin{Object: symbolOf(k.object), Offset: k.offset}})
	}
	for _, k := range class.inner {
		if !b.starting && !b.isShown(k.object) {
			b.notTo(k.object.Name, k.object.Pos)
			continue
		}
		address := b.offset(b.statics[k.object].address, k.offset)
		out = append(out, origin{address, k.step, k.count, ir.Origin{Object: symbolOf(k.object), Offset: k.offset}})
	}
	b.leftOutOfCompared(class, pos)
	out = append(out, b.streamOrigins(pos, class)...)
	for _, o := range class.holders {
		if b.starting {
			break
		}
		for _, c := range b.pointersBehind(class, o.Type) {
			out = append(out, b.heldPointer(pos, o, c))
		}
	}
	return out
}

// streamOrigins are the standard streams that the program looks at, if pointers of the class lead to streams.
func (b fromOutside) streamOrigins(pos source.Pos, class *outsideClass) []origin {
	var out []origin
	for _, o := range b.reach.objects {
		switch {
		case !isStandardStream(o) || !sameType(o.Type.Elem, class.elem):
		case b.starting: // it may hold nothing yet
			b.notTo("where "+o.Name+" leads", o.Pos)
		default:
			out = append(out, b.heldPointer(pos, o, cell{typ: o.Type}))
		}
	}
	return out
}

// heldPointer is where the pointer leads that lies in a cell of a static object.
func (b fromOutside) heldPointer(pos source.Pos, o *tree.Object, c cell) origin {
	s, text := b.statics[o], ir.Origin{Object: symbolOf(o), Offset: c.key.offset, Loaded: true}
	if s.address == nil {
		return origin{b.read(b.register(place{typ: o.Type, storage: s}, c.key)), 0, 1, text}
	}
	at := b.offset(s.address, c.key.offset)
	return origin{b.loadedOutside(pos, at, at, c), 0, 1, text}
}

func symbolOf(o *tree.Object) string {
	if o.Symbol != "" {
		return o.Symbol
	}
	return o.Name
}

// handedOver are the places that the arguments of a call show: in the objects that they point at,
// and where the pointers lead that lie there.
func (b fromOutside) handedOver(pos source.Pos, class *outsideClass, call *outsideCall) []origin {
	var out []origin
	for i, a := range call.args {
		t := objectBehind(a)
		if t == nil || a.scalar == nil || a.scalar.Sort().Kind != term.KindBV || a.scalar.Sort().Width != b.pointerWidth() {
			continue
		}
		b.leftOut(class, t, "an argument of type "+t.Name+" *", pos)
		for _, p := range b.partsFor(class.elem, t, 0) {
			out = append(out, origin{b.offset(a.scalar, p.offset), p.step, p.count, ir.Origin{Argument: i + 1, Offset: p.offset}})
		}
		for _, c := range b.pointersBehind(class, t) {
			at := b.offset(a.scalar, c.key.offset)
			out = append(out, origin{b.loadedOutside(pos, a.scalar, at, c), 0, 1, ir.Origin{Argument: i + 1, Offset: c.key.offset, Loaded: true}})
		}
	}
	return out
}

// objectBehind is the type of the object that an argument points at, a whole array where it shows
// one; nil if it points at none.
func objectBehind(a argument) *tree.Type {
	if a.typ.Kind != tree.Pointer || a.expr == nil || tree.IsNull(a.expr) || stringOf(a.expr) != nil {
		return nil
	}
	t := behind(a.expr)
	if named := namedObject(a.expr); named != nil && (named.Kind == tree.Array || t != nil && t.Kind == tree.Void) {
		t = named
	}
	if t == nil || t.Kind == tree.Function {
		return nil
	}
	return t
}

// pointersBehind are the pointers of a class that lie in an object of type t.
func (l *objectFacts) pointersBehind(class *outsideClass, t *tree.Type) []cell {
	cells, ok := l.cellsOf(t)
	if !ok || len(cells) > maxFilled || class.elem.Kind == tree.Void {
		return nil
	}
	var out []cell
	for _, c := range cells {
		if c.bitWidth == 0 && c.typ.Kind == tree.Pointer && sameType(c.typ.Elem, class.elem) {
			out = append(out, c)
		}
	}
	return out
}

// loadedOutside is the pointer that lies in a cell at an address, null if what leads there is.
func (b fromOutside) loadedOutside(pos source.Pos, base, at *term.Term, c cell) *term.Term {
	v := b.newTemp(b.terms.BV(b.pointerWidth()))
	b.assign(pos, v, b.addr(0))
	b.where(pos, b.terms.Ne(base, b.addr(0)), func() {
		b.emit(&ir.Load{At: ir.At{Pos: pos}, Dst: v, Addr: at, Access: place{typ: c.typ, address: at}.access()})
	})
	return v.Sym
}

// parameterKinds are the kinds of the parameters of a called function, as ir.Origins has them.
func (b fromOutside) parameterKinds(call *outsideCall) string {
	out := make([]byte, len(call.args))
	for i, a := range call.args {
		t := a.typ
		switch {
		case t.Kind == tree.Pointer:
			out[i] = 'p'
		case (t.Kind == tree.Integer || t.Kind == tree.Bool) && t.Size <= int64(b.pointerWidth()/8):
			out[i] = map[int64]byte{1: 'c', 2: 's', 4: 'w', 8: 'i'}[t.Size]
		case t.Kind == tree.Integer && t.Size == 8:
			out[i] = 'l'
		case t.Kind == tree.Float && t.Size == 4:
			out[i] = 'f'
		case t.Kind == tree.Float:
			out[i] = 'd'
		default:
			out[i] = 'o'
		}
	}
	return string(out)
}
