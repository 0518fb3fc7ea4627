package lower

import (
	"slices"
	"strings"

	"yogi/internal/assumption"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// addressing lowers what depends on where objects are: comparisons of addresses, and their numbers on the
// machine.
type addressing struct{ *frame }

func (b *frame) addressing() addressing { return addressing{b} }

// This file is about where objects lie on the machine. An address in the program is an object and
// an offset: the object starts a granule, and no two objects share one (see ir.DataModel). That is
// what pointers and memory hold. The number that the machine has for it is another one, and C
// leaves open which: any that is aligned as the object's type asks, with live objects disjoint. So
// the places of objects are a map of any contents, which says for each granule how far from its
// address in the program its object lies (ir.Program.Places), and a number is made where the
// program turns an address into one (6.3.2.3p6), orders addresses of different objects, or takes
// their difference:
//
//	number of p  =  p + places[granule of p]
//
// A number that becomes an address again is that of the object whose number was taken last there
// ("PNVI-ae" in TS 6010: the address of the object is exposed where it is cast): the map of owners,
// from numbers to granules, is written where a number is taken. Numbers that are nobody's stay what
// they are: small ones (null, tags, errors such as -12) are in the first and the last granules,
// where no object is.
//
// An open program (Options.Open) keeps numbers that are the addresses.

// placement holds what the lowering of a program has of the places of objects.
type placement struct {
	gone    *ir.Variable              // whether the lifetime of some object has ended; nil: no comparison asks
	sizes   *ir.Variable              // the sizes of what malloc made, by granule; nil: nothing looks at both
	before  *ir.Variable              // the address whose number was taken last; nil: nothing asks
	numbers map[*term.Term]*term.Term // the addresses that numbers were made of
}

// lowestPlace and highestPlace bound the numbers of objects: the first page holds none, nor what
// the system keeps for itself.
const lowestPlace = 1 << 12

func (l *layout) highestPlace() uint64 {
	if l.pointerWidth() == 64 {
		return 1 << 47
	}
	return 1<<32 - 1<<13
}

// numberOf is the number of an address.
func (b addressing) numberOf(address *term.Term) *term.Term {
	if b.options.Open || address.IsConst() {
		return address // what no symbol of an object is in is no object's
	}
	number := b.terms.Ite(b.program.IsPlaced(address), b.program.NumberOf(address), address)
	b.placement.numbers[number] = address
	return number
}

// exposed is the number of an address that the program goes on with, so that it may become an address again.
func (b addressing) exposed(pos source.Pos, address *term.Term) *term.Term {
	number := b.numberOf(address)
	switch {
	case !address.IsConst() && b.refuseNarrow(pos, "the number of an address"):
		return address
	case address.IsConst():
		return number
	case b.options.Open:
		b.assume(assumption.AddressAsNumber, pos)
		b.shadow().noteShown(pos, address)
		return number
	}
	owners := b.program.OwnerMap()
	b.liveAreApart(pos, address, number)
	written := b.terms.Store(owners.Sym, number, b.granuleOf(address))
	b.assign(pos, owners, b.terms.Ite(b.program.IsPlaced(address), written, owners.Sym))
	return number
}

// liveAreApart says of the start of an object whose number is taken that no other object, of which
// that was done before, starts there: as long as none is gone they are all alive.
func (b addressing) liveAreApart(pos source.Pos, address, number *term.Term) {
	other := b.terms.Select(b.program.OwnerMap().Sym, number)
	clash := b.terms.And(b.isStart(address), b.terms.Ne(other, b.zero(other.Sort())), b.terms.Ne(other, b.granuleOf(address)),
		b.terms.Eq(number, b.program.PlaceOf(other)), b.terms.Not(b.mayStartTogether(b.granuleOf(address), other)))
	if b.reach.lifetimesEnd() {
		clash = b.terms.And(clash, b.terms.Not(b.goneFlag().Sym))
	}
	b.emit(&ir.Assume{At: ir.At{Pos: pos}, Cond: b.terms.Not(clash), Known: true})
	if b.reach.measuresChunks() {
		before := b.addressBefore()
		b.chunksApart(pos, before.Sym, address)
		b.assign(pos, before, b.terms.Ite(b.program.IsPlaced(address), address, before.Sym))
	}
}

// chunksApart says of two addresses that, if they are of different objects that malloc made and
// none is gone, the objects do not overlap. A C library hands out disjoint chunks that have at
// least as many bytes as were asked for, none of which leaves the address space (so no sum here
// wraps around), whatever it keeps between them: so this excludes no placement of a build. It says
// nothing of one byte behind an object, where the next may start; of objects of no bytes; of those
// that are larger than a granule; of those that a model of a library function made, which may ask
// for more than the function does; and nothing once an object is gone, whose bytes may be
// another's.
func (b addressing) chunksApart(pos source.Pos, x, y *term.Term) {
	if !b.reach.measuresChunks() || b.options.Open || x.IsConst() || y.IsConst() {
		return
	}
	t, sizes := b.terms, b.chunkSizes()
	first, second := b.granuleOf(x), b.granuleOf(y)
	ofFirst, ofSecond := t.Select(sizes.Sym, first), t.Select(sizes.Sym, second)
	start, other := b.program.PlaceOf(first), b.program.PlaceOf(second)
	clash := t.And(t.Ne(first, second), t.Ne(ofFirst, b.addr(0)), t.Ne(ofSecond, b.addr(0)),
		t.BVUlt(start, t.BVAdd(other, ofSecond)), t.BVUlt(other, t.BVAdd(start, ofFirst)))
	if b.reach.lifetimesEnd() {
		clash = t.And(clash, t.Not(b.goneFlag().Sym))
	}
	b.emit(&ir.Assume{At: ir.At{Pos: pos}, Cond: t.Not(clash), Known: true})
}

// noteChunk writes the size of what malloc made, if something asks: 0 stands for one of which nothing is said.
func (b addressing) noteChunk(pos source.Pos, address, size *term.Term) {
	if !b.reach.measuresChunks() || b.options.Open || strings.HasPrefix(pos.File, "<") {
		return
	}
	known := b.terms.Ite(b.terms.BVUlt(size, b.addr(b.granule())), size, b.addr(0))
	b.writeEntry(pos, b.chunkSizes(), address, known)
}

// chunkSizes is the map of the sizes of what malloc made.
func (l *lowerer) chunkSizes() *ir.Variable {
	if l.placement.sizes == nil {
		const name = "sizes of chunks"
		l.names[name] = true
		index := l.terms.BV(l.pointerWidth() - l.options.Model.GranuleBits)
		l.placement.sizes = l.program.NewGlobal(name, l.terms.Array(index, l.terms.BV(l.pointerWidth())))
	}
	return l.placement.sizes
}

// addressBefore is the address whose number was taken last.
func (l *lowerer) addressBefore() *ir.Variable {
	if l.placement.before == nil {
		const name = "address whose number was taken last"
		l.names[name] = true
		l.placement.before = l.program.NewGlobal(name, l.terms.BV(l.pointerWidth()))
	}
	return l.placement.before
}

// addressAt is the address of a number that the program makes a pointer of. One that is not taken of an object is
// that object's whose number it was computed from, since an access may not leave it.
func (b addressing) addressAt(pos source.Pos, number *term.Term) *term.Term {
	switch {
	case number.IsConst():
		b.refuseNarrowAddress(pos, number)
		return number
	case b.refuseNarrow(pos, "an address of a number that is no constant"):
		return number
	case b.options.Open:
		b.assume(assumption.AddressOfNumber, pos)
		return number
	}
	if address := b.placement.numbers[number]; address != nil {
		return address
	}
	base, origin := b.originOf(number)
	otherwise := number
	if base != nil {
		distance := b.terms.BVSub(number, base)
		otherwise = b.terms.BVAdd(origin, distance)
		if distance.IsConst() {
			return otherwise
		}
	}
	if !b.reach.exposesAddresses() {
		return otherwise
	}
	return b.terms.Ite(b.program.IsOwned(number), b.program.OwnedAt(number), otherwise)
}

// originOf is the number of an address that a term is computed from, and that address, if there is
// just one: a part of the term, or what a variable in it was computed from.
func (b addressing) originOf(number *term.Term) (base, address *term.Term) {
	var found []*term.Term
	seen := map[*term.Term]bool{}
	var visit func(t *term.Term)
	visit = func(t *term.Term) {
		if seen[t] {
			return
		}
		seen[t] = true
		of := b.placement.numbers[t]
		if of == nil && t.IsVar() && b.origins[t] != nil {
			of = b.origins[t].Sym
		}
		if of == nil {
			for _, a := range t.Args() {
				visit(a)
			}
		} else if !slices.Contains(found, of) {
			found = append(found, of)
		}
	}
	visit(number)
	if len(found) != 1 {
		return nil, nil
	}
	return b.numberOf(found[0]), found[0]
}

// keepOrigin writes down which address an integer that is assigned to a register was computed from,
// where it may become an address again.
func (b addressing) keepOrigin(pos source.Pos, register *ir.Variable, t *tree.Type, value *term.Term) {
	if !b.reach.numbers.made || b.options.Open || register.Kind == ir.Global || t.Kind != tree.Integer || value.Sort() != b.terms.BV(b.pointerWidth()) {
		return
	}
	_, address := b.originOf(value)
	origin := b.origins[register.Sym]
	switch {
	case origin == nil && address == nil:
		return
	case origin == nil:
		origin = b.function.NewLocal("origin of "+register.Source, b.terms.BV(b.pointerWidth()))
		origin.Source, origin.Pos = "", pos
		b.origins[register.Sym] = origin
		b.inFirst(func() { b.assign(pos, origin, b.addr(0)) })
	case address == nil:
		address = b.addr(0)
	}
	if address == nil {
		address = b.addr(0)
	}
	if address != origin.Sym {
		b.assign(pos, origin, address)
	}
}

// toInteger converts an address to an integer type, as a cast does.
func (b addressing) toInteger(pos source.Pos, address *term.Term, from, to *tree.Type) *term.Term {
	return b.coerce(pos, b.exposed(pos, address), from, to)
}

// toPointer converts an integer to an address.
func (b addressing) toPointer(pos source.Pos, number *term.Term, from, to *tree.Type) *term.Term {
	return b.addressAt(pos, b.coerce(pos, number, from, to))
}

// allocated says where a fresh object may lie.
func (b addressing) allocated(pos source.Pos, address *term.Term, alignment int64) {
	if b.options.Open || !b.reach.looksAtNumbers {
		return
	}
	b.emit(&ir.Assume{At: ir.At{Pos: pos}, Cond: b.placedAt(b.program.PlaceOf(b.granuleOf(address)), alignment), Known: true})
}

// placedAt says what is known of the number of an object's start.
func (l *layout) placedAt(place *term.Term, alignment int64) *term.Term {
	width := l.pointerWidth()
	known := l.terms.And(
		l.terms.BVUle(l.addr(lowestPlace), place),
		l.terms.BVUlt(place, l.addr(l.highestPlace())))
	if low := lowBits(alignment); low > 0 {
		known = l.terms.And(known, l.terms.Eq(l.terms.Extract(min(low, width)-1, 0, place), l.terms.BVConst(min(low, width), 0)))
	}
	return known
}

// lowBits is the number of bits that an alignment makes zero.
func lowBits(alignment int64) int {
	n := 0
	for alignment > 1 && alignment%2 == 0 {
		alignment /= 2
		n++
	}
	return n
}

// heapAlignment returns the alignment that the allocation functions of the C libraries give
// (7.22.3: suitable for any object).
func (l *layout) heapAlignment() int64 { return 16 }

// maxApart bounds the static objects of which it is said pair by pair that they do not overlap.
// Nothing is said of others, so that more placements are looked at than there are.
const maxApart = 12

// closePlaces says where static objects lie.
func (l *lowerer) closePlaces() {
	if l.placement.gone != nil {
		l.setFirst(l.placement.gone, l.terms.False())
	}
	if before := l.placement.before; before != nil {
		l.setFirst(before, l.addr(0))
	}
	if sizes := l.placement.sizes; sizes != nil {
		l.setFirst(sizes, l.terms.ConstArray(sizes.Sort, l.zero(sizes.Sort.Elem)))
	}
	if owners := l.program.Owners; owners != nil {
		sort := owners.Sort
		l.setFirst(owners, l.terms.ConstArray(sort, l.zero(sort.Elem)))
	}
	if l.program.Places == nil {
		return
	}
	type fixed struct {
		place, size *term.Term
		text        bool
	}
	var all []fixed
	add := func(address uint64, size, alignment int64, o *tree.Object) {
		place := l.program.PlaceOf(l.granuleOf(l.addr(address)))
		l.program.Axioms = append(l.program.Axioms, l.placedAt(place, alignment))
		if 0 < size && uint64(size) < l.granule() { // one of no bytes may lie anywhere
			all = append(all, fixed{place, l.addr(uint64(size)), o != nil && o.String != nil})
		}
	}
	for _, def := range l.reach.addressed {
		add(l.address[def].Address, 1, 1, nil)
	}
	for _, o := range l.reach.objects {
		s := l.statics[o]
		if s.address == nil || !l.reach.escaping[o] && o.String == nil {
			continue
		}
		v := l.program.VariableOf(s.address)
		if object := l.objectOf(v); object != nil {
			add(object.Address, s.size, max(o.Type.Align, 1), o)
		}
	}
	if len(all) > maxApart {
		return
	}
	for i, x := range all {
		for _, y := range all[:i] {
			if x.text && y.text {
				continue // literals share bytes
			}
			apart := l.terms.Or(
				l.terms.BVUle(l.terms.BVAdd(x.place, x.size), y.place),
				l.terms.BVUle(l.terms.BVAdd(y.place, y.size), x.place))
			l.program.Axioms = append(l.program.Axioms, apart)
		}
	}
}

// objectOf is the object whose symbol a variable is.
func (l *output) objectOf(v *ir.Variable) *ir.Object {
	for _, o := range l.program.Objects {
		if o.Symbol == v && v != nil {
			return o
		}
	}
	return nil
}

// setFirst assigns before anything else of a run.
func (l *output) setFirst(v *ir.Variable, to *term.Term) {
	if l.program.Entry == nil {
		return
	}
	first := l.program.Entry.Blocks[0]
	set := &ir.Assign{At: ir.At{Pos: first.Pos}, Dst: v, Src: to}
	first.Instructions = append([]ir.Instruction{set}, first.Instructions...)
}
