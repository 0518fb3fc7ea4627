package lower

import (
	"yogi/internal/assumption"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/term"
)

// This file is about the sizes of what callers hand to the entry of an open program. Where a parameter counts
// what another one leads to (Options.Counted), the object has that many elements, or one more, or nothing is
// known of its size: which of these is an input, so that a condition on it can be stated. An object of another
// parameter is as large as the program takes it to be.

// Count says that a parameter counts the elements of what another one leads to.
type Count struct {
	By   *tree.Object
	Unit int64 // bytes that it counts each time
}

// The values of the input that says how large a counted object is.
const (
	roomForElements = iota
	roomForOneMore  // a zero behind a text is not counted
	roomForAnything // the number is negative, or more than an object can have
)

// countedObject is what a parameter of the entry leads to that another one counts.
type countedObject struct {
	elem  *tree.Type
	start *ir.Variable // its address; 0: nothing is known of its size
	size  *ir.Variable // in bytes
}

// declareCounted makes the globals that hold the sizes of counted objects.
func (l *lowerer) declareCounted() {
	if !l.options.Open || l.options.Harness || !l.checks(property.Bounds) || l.entry == nil {
		return
	}
	for _, p := range l.entry.Params {
		if _, found := l.options.Counted[p]; !found {
			continue
		}
		global := func(name string, width int) *ir.Variable {
			name += p.Name
			l.names[name] = true
			return l.program.NewGlobal(name, l.terms.BV(width))
		}
		l.counted = append(l.counted, &countedObject{
			elem:  p.Type.Elem,
			start: global("object behind ", l.pointerWidth()),
			size:  global("size behind ", l.pointerWidth()),
		})
	}
}

// sizeCounted gives the counted objects their sizes. inputs are the numbers of the inputs that the parameters are.
func (b fromOutside) sizeCounted(entry *tree.FunctionDef, values map[*tree.Object][]*term.Term, inputs map[*tree.Object]int) {
	n := 0
	for _, p := range entry.Params {
		count, found := b.options.Counted[p]
		if !found || n >= len(b.counted) {
			continue
		}
		o := b.counted[n]
		b.sizeOf(o, p, count, values, inputs)
		for _, other := range b.counted[:n] {
			same := b.terms.Or(b.terms.Ne(o.start.Sym, other.start.Sym), b.terms.Eq(o.start.Sym, b.addr(0)), b.terms.Eq(o.size.Sym, other.size.Sym))
			b.emit(&ir.Assume{At: ir.At{Pos: b.entry.Pos}, Known: true, Cond: same})
		}
		n++
	}
}

func (b fromOutside) sizeOf(o *countedObject, p *tree.Object, count Count, values map[*tree.Object][]*term.Term, inputs map[*tree.Object]int) {
	pos, terms, pointer := b.entry.Pos, b.terms, values[p][0]
	elements := b.wide(values[count.By][0], count.By.Type)
	room := b.newTemp(terms.BV(8))
	b.havoc(pos, room, ir.EntryParameter, ir.RoomBehind+p.Name, "")
	is := func(value uint64) *term.Term { return terms.Eq(room.Sym, terms.BVConst(8, value)) }
	unit := uint64(count.Unit)
	most := uint64(1) << (b.options.Model.GranuleBits - 1) / unit
	isCount := terms.BVUlt(elements, b.addr(most))
	b.emit(&ir.Assume{At: ir.At{Pos: pos}, Known: true, Cond: terms.BVUle(room.Sym, terms.BVConst(8, roomForAnything))})
	b.emit(&ir.Assume{At: ir.At{Pos: pos}, Known: true, Cond: terms.Or(isCount, is(roomForAnything))})
	b.assign(pos, o.start, terms.Ite(is(roomForAnything), b.addr(0), pointer))
	b.assign(pos, o.size, terms.BVMul(terms.BVAdd(elements, terms.ZeroExtTo(b.pointerWidth(), room.Sym)), b.addr(unit)))
	b.assumeOf(assumption.OutsideCounted, p.Name, pos)
	b.program.Counted = append(b.program.Counted, ir.Counted{
		Pointer: inputs[p], Number: inputs[count.By], Room: b.inputs, Unit: count.Unit, Signed: isSigned(count.By.Type),
	})
}

// wide is a number as one of the width of addresses.
func (b fromOutside) wide(number *term.Term, t *tree.Type) *term.Term {
	width := number.Sort().Width
	switch {
	case width > b.pointerWidth():
		return b.terms.Extract(b.pointerWidth()-1, 0, number)
	case isSigned(t):
		return b.terms.SignExtTo(b.pointerWidth(), number)
	}
	return b.terms.ZeroExtTo(b.pointerWidth(), number)
}

// insideCounted says that an access stays inside of the counted object that a pointer leads to, if it leads to one.
func (b shadow) insideCounted(a accessRange, inside *term.Term) *term.Term {
	good := b.terms.True()
	for _, o := range b.counted {
		if a.place != nil && !isOfElement(o.elem, a.place.typ) {
			continue
		}
		elsewhere := b.terms.Ne(b.granuleOf(inside), b.granuleOf(o.start.Sym))
		from := b.terms.BVSub(a.start, o.start.Sym)
		in := b.terms.BVUlt(from, o.size.Sym)
		if a.known != 1 {
			in = b.terms.And(b.terms.BVUle(b.terms.BVAdd(from, a.size), o.size.Sym), b.terms.BVUle(from, o.size.Sym), b.terms.BVUle(a.size, o.size.Sym))
		}
		good = b.terms.And(good, b.terms.Or(elsewhere, in))
	}
	return good
}

// isOfElement says that an access to a value of a type may be one to an element: objects are taken to be accessed
// as what they are.
func isOfElement(elem, accessed *tree.Type) bool {
	return accessed != nil && accessed.IsScalar() && (elem.Kind == tree.Void || accessed.Size == elem.Size)
}
