package lower

import (
	"yogi/internal/assumption"
	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/source"
	"yogi/internal/term"
)

// shadow lowers what is remembered of memory beside its contents: how far objects reach, which are
// alive, what was written, and what of it nobody points at.
type shadow struct{ *frame }

func (b *frame) shadow() shadow { return shadow{b} }

// The memory checks keep shadow state of objects in map variables of the program, keyed by granule (each
// object owns whole granules and starts where one does, see ir.DataModel):
//
//	object extent   what accesses in the granule may touch, see below
//	object on heap  not 0 where a live object of the heap starts, which free takes
//	size on heap    the size of such an object, for the leak check without the others
//	object assumed  1 where the size of the object is an assumption: it comes from outside the program
//	text end        where a zero was written last, see textends.go
//
// The extent of a live object is its size (what is left of it, in later granules of a static object) and
// liveExtent more; of an object whose lifetime has ended deadExtent; of any other granule 0. So an access
// of width bytes at offset of its granule is one to a live object exactly if
// offset + width + liveExtent <= extent, one comparison.
//
// An object is in the shadow state when a pointer to it can be a value of the program. One that is only accessed
// by its name is live wherever it can be named, and its bounds are those of its type.
const (
	deadExtent = 1
	liveExtent = 2
)

// memoryChecks are those that need the shadow state.
const memoryChecks = property.Bounds | property.UseAfterFree

// shadowMaps holds the map variables; nil where no check reads them.
type shadowMaps struct {
	extent, heap, assumed *ir.Variable
	live                  *ir.Variable // the number of live objects of the heap, see leaks.go
	outOfSight            *ir.Variable // see hide
	textEnd               *ir.Variable // see textends.go
	size                  *ir.Variable // sizes of objects of the heap, where there are no extents, see leakchains.go
	died                  *ir.Variable // in an open program: whether the lifetime of any object has ended
}

// declareShadow makes the map variables that the checks read.
func (l *lowerer) declareShadow() {
	index := l.terms.BV(l.pointerWidth() - l.options.Model.GranuleBits)
	newMap := func(name string, cell *term.Sort) *ir.Variable {
		l.names[name] = true
		return l.program.NewGlobal(name, l.terms.Array(index, cell))
	}
	if l.checks(memoryChecks) {
		l.shadowMaps.extent = newMap(ir.Extents, l.terms.BV(l.pointerWidth()))
		l.shadowMaps.assumed = newMap("object assumed", l.terms.BV(8))
	}
	if l.checks(property.Bounds) {
		l.shadowMaps.textEnd = newMap("text end", l.terms.BV(l.options.Model.GranuleBits))
	}
	if l.checks(property.InvalidFree | leakChecks) {
		l.shadowMaps.heap = newMap("object on heap", l.terms.BV(8))
	}
	if l.options.Open && l.checks(property.UseAfterFree|property.InvalidFree) {
		l.names["object died"] = true
		l.shadowMaps.died = l.program.NewGlobal("object died", l.terms.Bool())
	}
	switch {
	case l.options.Open && l.checks(property.Leak):
		l.declareOpenLeaks()
	case l.checks(leakChecks):
		l.names["objects alive"] = true
		l.shadowMaps.live = l.program.NewGlobal("objects alive", l.terms.BV(l.pointerWidth()))
		if l.checks(property.Leak) {
			l.names["objects out of sight"] = true
			l.shadowMaps.outOfSight = l.program.NewGlobal("objects out of sight", l.terms.Bool())
			if !l.checks(memoryChecks) && l.reach.mayKeepBehind() {
				l.shadowMaps.size = newMap("size on heap", l.terms.BV(l.pointerWidth()))
			}
		}
		l.assume(assumption.LeaksInLoops, source.Pos{})
	}
}

// startShadow makes the first thing that a run does to write what is known of static objects.
func (l *lowerer) startShadow() {
	if l.program.Entry == nil {
		return
	}
	first := l.program.Entry.Blocks[0]
	var start []ir.Instruction
	empty := func(v *ir.Variable) *term.Term { return l.terms.ConstArray(v.Sort, l.zero(v.Sort.Elem)) }
	set := func(v *ir.Variable, contents *term.Term) {
		start = append(start, &ir.Assign{At: ir.At{Pos: first.Pos}, Dst: v, Src: contents})
	}
	if l.shadowMaps.heap != nil {
		set(l.shadowMaps.heap, empty(l.shadowMaps.heap))
	}
	if l.shadowMaps.live != nil {
		set(l.shadowMaps.live, l.addr(0))
	}
	if l.shadowMaps.size != nil {
		set(l.shadowMaps.size, empty(l.shadowMaps.size))
	}
	if l.shadowMaps.outOfSight != nil {
		set(l.shadowMaps.outOfSight, l.terms.False())
	}
	if l.shadowMaps.died != nil {
		set(l.shadowMaps.died, l.terms.False())
	}
	l.startOpenLeaks(set)
	if l.shadowMaps.textEnd != nil {
		set(l.shadowMaps.textEnd, l.staticTextEnds(empty(l.shadowMaps.textEnd)))
	}
	if l.shadowMaps.extent != nil {
		set(l.shadowMaps.assumed, empty(l.shadowMaps.assumed))
		contents := empty(l.shadowMaps.extent)
		for _, o := range l.reach.objects {
			if s := l.statics[o]; s.address != nil && (l.reach.escaping[o] || o.String != nil || o.Type.Size < 0) {
				contents = l.staticExtents(contents, o, s)
			}
		}
		set(l.shadowMaps.extent, contents)
	}
	first.Instructions = append(start, first.Instructions...)
}

// staticExtents adds a static object to contents, in each granule that it has a byte in.
func (l *lowerer) staticExtents(contents *term.Term, o *tree.Object, s *storage) *term.Term {
	size := uint64(s.size)
	if o.Extern && o.Type.Size < 0 {
		size = l.granule() - 1
		l.assumeOf(assumption.LargeEnough, o.Name, o.Pos)
	}
	for from := uint64(0); from == 0 || from < size; from += l.granule() {
		at := l.granuleOf(l.terms.BVAdd(s.address, l.addr(from)))
		contents = l.terms.Store(contents, at, l.addr(size-from+liveExtent))
	}
	return contents
}

// offsetOf is the distance of an address from where its granule starts.
func (l *layout) offsetOf(address *term.Term) *term.Term {
	return l.terms.ZeroExtTo(l.pointerWidth(), l.terms.Extract(l.options.Model.GranuleBits-1, 0, address))
}

// writeEntry changes the entry of an object in one map of the shadow state, if there is that map.
func (b *builder) writeEntry(pos source.Pos, v *ir.Variable, address, entry *term.Term) ir.Instruction {
	if v == nil {
		return nil
	}
	i := &ir.Assign{At: ir.At{Pos: pos}, Dst: v, Src: b.terms.Store(v.Sym, b.granuleOf(address), entry)}
	b.emit(i)
	return i
}

// begin writes that an object of size bytes at address is alive.
func (b shadow) begin(pos source.Pos, address, size *term.Term, of objectName) {
	written := b.writeEntry(pos, b.shadowMaps.extent, address, b.terms.BVAdd(size, b.addr(liveExtent)))
	b.runNotes().tellLife(pos, detail{kind: ir.NoteBegins, text: "declared", typ: of.name, unit: of.unit, value: address}, size)
	if n, ok := constantSize(size); ok && written != nil && n < 1<<40 {
		b.lifetimes.begins[written] = fact{address, int64(n)}
	}
}

// finishObject writes that the lifetime of the object at address has ended.
func (b shadow) finishObject(pos source.Pos, address *term.Term) {
	b.runNotes().tellLife(pos, detail{kind: ir.NoteEnds, value: address}, nil)
	if b.checks(property.UseAfterFree) {
		b.lifetimes.ends[b.writeEntry(pos, b.shadowMaps.extent, address, b.addr(deadExtent))] = true
		b.fromOutside().noteDeath(pos)
		clear(b.known.accessible)
	}
}

// requireAccess checks an access of size bytes to a place, and that the pointer it is reached
// through is not null.
func (b shadow) requireAccess(pos source.Pos, p place, size int64) {
	if size <= 0 || !b.checks(memoryChecks) {
		b.checkPointer(pos, p)
		return
	}
	if p.inside != nil {
		b.require(pos, property.Bounds, p.inside, property.Outside+" the array that is indexed", b.indexDetails(p)...)
	}
	device := b.isDevice(pos, p, size)
	if device != nil && device.IsTrue() {
		return
	}
	b.checkPointerBefore(pos, p.pointer, p.pointerText)
	switch {
	case p.root != nil && p.root.size >= 0:
		if b.checks(property.Bounds) {
			b.require(pos, property.Bounds, b.insideRootOrText(pos, p, size), property.Outside+" its object", b.rootDetails(p, size)...)
		}
	case p.pointer != nil && p.base != nil:
		b.requireRange(pos, accessRange{pointer: p.pointer, start: p.base, size: b.addr(uint64(p.delta + size)), known: p.delta + size, skip: device, text: p.pointerText, place: &p})
	case p.pointer != nil:
		b.requireRange(pos, accessRange{pointer: p.pointer, start: p.address, size: b.addr(uint64(size)), known: size, skip: device, text: p.pointerText, place: &p})
	case p.root != nil:
		// An object of variable length.
		b.requireRange(pos, accessRange{pointer: p.root.address, start: p.address, size: b.addr(uint64(size)), known: size, place: &p})
	}
}

// insideRootOrText is insideRoot, or what says more of a text that is read in a loop.
func (b shadow) insideRootOrText(pos source.Pos, p place, size int64) *term.Term {
	good := b.insideRoot(p, size)
	if good.IsConst() {
		return good
	}
	return b.terms.Or(good, b.isBeforeTextEnd(pos, p))
}

// checkPointerBefore checks that a pointer is not null, unless the check of the bounds that follows
// does so too.
func (b shadow) checkPointerBefore(pos source.Pos, pointer *term.Term, text string) {
	if !b.checks(property.Null) || !b.checks(property.Bounds) {
		b.checkPointer(pos, place{pointer: pointer, pointerText: text})
	}
}

// insideRoot says that size bytes at a place lie inside the named object that it is a part of.
func (b shadow) insideRoot(p place, size int64) *term.Term {
	if size > p.root.size {
		return b.terms.False()
	}
	offset := b.terms.BVSub(p.address, p.root.address)
	return b.terms.BVUle(offset, b.addr(uint64(p.root.size-size)))
}

// accessRange is an access to size bytes from the address start, which was computed from a pointer.
type accessRange struct {
	pointer, start, size *term.Term
	known                int64      // size where it is a constant, else 0
	skip                 *term.Term // where this holds there is no access; nil: nowhere
	text                 string     // the pointer in words of the source, for told programs
	place                *place     // what is accessed; nil: it is no lvalue
}

// requireRange checks an access. A range that was found to be accessible is not checked again until
// an object may have died.
func (b shadow) requireRange(pos source.Pos, a accessRange) {
	if a.known > 0 && b.known.accessible[a.start] >= a.known {
		return
	}
	good := b.accessible(a, a.pointer)
	if a.known == 0 {
		good = b.terms.Or(b.terms.Eq(a.size, b.addr(0)), good)
	}
	if a.skip != nil {
		good = b.terms.Or(a.skip, good)
	}
	if good.IsTrue() {
		return
	}
	if a.place != nil && a.place.isText {
		if among := b.programStart().isAmongArguments(*a.place); a.place.index != nil {
			good = among
		} else {
			good = b.terms.Or(among, good)
		}
	}
	if a.place != nil && b.checks(property.Bounds) && !good.IsConst() {
		good = b.terms.Or(good, b.isBeforeTextEnd(pos, *a.place))
	}
	from := b.block
	wrong := b.unless(pos, good)
	right := b.block
	if a.known > 0 && a.skip == nil {
		b.lifetimes.checks[from] = b.rangeChecked(a, right)
	}
	b.refuseAccess(pos, wrong, a)
	b.block = right
	if a.known > 0 && a.skip == nil {
		b.known.accessible[a.start] = a.known
	}
}

// rangeChecked is a check as dropKnownChecks reads it: from the pointer on, where the distance is
// known.
func (b shadow) rangeChecked(a accessRange, right *ir.Block) rangeCheck {
	d := signedValue(b.terms.BVSub(a.start, a.pointer))
	if d != nil && d.Sign() >= 0 && d.BitLen() < 31 {
		return rangeCheck{start: a.pointer, pointer: a.pointer, size: d.Int64() + a.known, right: right}
	}
	return rangeCheck{start: a.start, pointer: a.pointer, size: a.known, right: right}
}

func (b *builder) extentAt(address *term.Term) *term.Term {
	return b.terms.Select(b.shadowMaps.extent.Sym, b.granuleOf(address))
}

// accessible says that an access stays inside a live object, the one that the address inside lies
// in.
func (b shadow) accessible(a accessRange, inside *term.Term) *term.Term {
	terms, extent := b.terms, b.extentAt(inside)
	if !b.checks(property.Bounds) {
		return terms.Or(b.fromOutside().allAlive(), terms.Ne(extent, b.addr(deadExtent)))
	}
	distance := terms.BVSub(a.start, inside)
	start := terms.BVAdd(b.offsetOf(inside), distance)
	good := terms.BVUlt(terms.BVAdd(start, terms.BVAdd(a.size, b.addr(liveExtent-1))), extent)
	d := signedValue(distance)
	if d == nil || d.Sign() < 0 || d.BitLen() > 31 {
		good = terms.And(good, terms.BVUlt(start, extent)) // the sum did not wrap around
	}
	if a.known == 0 || a.known > int64(1)<<min(30, a.size.Sort().Width-2) {
		good = terms.And(good, terms.BVUlt(a.size, extent)) // nor did the one with the size
	}
	if b.options.Open {
		good = terms.And(terms.Or(good, b.fromOutside().isOfOutside(inside)), b.insideCounted(a, inside))
	}
	return good
}

// refuseAccess tells what is wrong with an access in the block where it is: each way is a check of
// its own.
func (b shadow) refuseAccess(pos source.Pos, wrong *ir.Block, a accessRange) {
	b.block = wrong
	b.program.Checked = true
	either := func(cond *term.Term, t ir.Terminator) {
		yes, no := b.newBlock("", pos), b.newBlock("", pos)
		b.branch(pos, cond, yes, no)
		yes.Terminator = t
		b.block = no
	}
	failure := func(check property.Checks, what string) *ir.Error {
		return &ir.Error{At: ir.At{Pos: pos}, What: b.inWords(what), Property: check.SubProperty()}
	}
	unsupported := func(what string) *ir.Unsupported {
		return &ir.Unsupported{At: ir.At{Pos: pos}, Diagnostic: &source.Diagnostic{Pos: pos, Code: CodeUnsupported, Message: what}}
	}
	terms, extent := b.terms, b.extentAt(a.pointer)
	either(terms.Eq(a.pointer, b.addr(0)), failure(property.Null, "access through a null pointer"))
	ended := property.Ended
	if b.keepsObjects() {
		ended += property.OrAgain
	}
	if b.reach.unwatched {
		ended += property.OrUnwatched
	}
	b.runNotes().tellDetails(wrong, pos, b.accessDetails(a))
	either(terms.Eq(extent, b.addr(deadExtent)), failure(property.UseAfterFree, ended))
	if !b.checks(property.Bounds) {
		b.block.Terminator = &ir.Halt{At: ir.At{Pos: pos}, What: "unreachable"}
		return
	}
	assumed := terms.Ne(terms.Select(b.shadowMaps.assumed.Sym, b.granuleOf(a.pointer)), terms.BVConst(8, 0))
	either(assumed, unsupported("access beyond the type of an object that comes from outside the program"))
	if unheard := b.unheardOf(a.pointer); !unheard.IsFalse() {
		either(unheard, unsupported("access to an object that an object from outside the program leads to"))
	}
	either(b.inLaterGranule(a.pointer), unsupported("access to the end of a very large object"))
	if a.start != a.pointer {
		either(b.accessible(a, a.start), unsupported("access inside another object than the one that the pointer was computed from"))
	}
	b.block.Terminator = failure(property.Bounds, property.Outside+" every object")
}

// inLaterGranule says that a pointer leads to a later granule of an object larger than one: it lies
// between the static objects and the next free address, and has no entry.
func (b shadow) inLaterGranule(pointer *term.Term) *term.Term {
	terms := b.terms
	return terms.And(terms.Eq(b.extentAt(pointer), b.addr(0)), terms.BVUle(b.addr(max(b.nextFree, b.granule())), pointer), terms.BVUlt(pointer, b.counter().Sym))
}

// unheardOf says that a pointer leads to an object of the outside that the program got to know of
// from another one of the outside: nobody has told what it is.
func (b shadow) unheardOf(pointer *term.Term) *term.Term {
	if b.shadowMaps.extent == nil || b.options.Open || len(b.reach.outside.classes) == 0 {
		return b.terms.False()
	}
	return b.terms.And(b.options.Model.InOutside(b.terms, pointer), b.terms.Eq(b.extentAt(pointer), b.addr(0)))
}

// requireBytes checks an access of n bytes at a pointer by a library function.
func (b shadow) requireBytes(pos source.Pos, pointer, n *term.Term) {
	known := int64(0)
	if size, ok := constantSize(n); ok {
		if size == 0 {
			return
		}
		known = int64(min(size, 1<<40))
	}
	switch {
	case known > 0:
		b.checkPointerBefore(pos, pointer, "")
	case b.checks(property.Null) && !b.checks(property.Bounds):
		some := b.terms.Or(b.terms.Eq(n, b.zero(n.Sort())), b.terms.Ne(pointer, b.zero(pointer.Sort())))
		b.require(pos, property.Null, some, b.inWords("access through a null pointer"))
	}
	if b.checks(memoryChecks) {
		b.requireRange(pos, accessRange{pointer: pointer, start: pointer, size: n, known: known})
	}
}

// release frees an object of the heap; null is no object.
func (b shadow) release(pos source.Pos, pointer *term.Term) {
	switch {
	case b.shadowMaps.heap != nil && b.options.Open:
		b.fromOutside().releaseOutside(pos, pointer)
	case b.shadowMaps.heap != nil:
		null := b.terms.Eq(pointer, b.addr(0))
		onHeap := b.hasEntry(pointer, ownObject, foreignObject)
		isStart := b.terms.Eq(b.offsetOf(pointer), b.addr(0))
		good := b.terms.Or(null, b.terms.And(onHeap, isStart))
		b.fromOutside().assumeOnHeap(pos)
		if b.checks(property.InvalidFree) {
			b.refuseUnheardOf(pos, pointer, "free")
			if b.reach.numbers.opens {
				handle := b.terms.Or(b.isOpened(pointer), b.hasEntry(pointer, closedStream))
				good = b.terms.Ite(handle, b.terms.Not(b.mayShow(pos, "free", handle)), good)
			}
			b.require(pos, property.InvalidFree, good, "free of something that is no live object of the heap", detail{kind: ir.NoteObject, value: pointer})
		}
		owned := b.terms.And(isStart, b.hasEntry(pointer, ownObject))
		b.count(pos, b.terms.Ite(owned, b.terms.BVNeg(b.addr(1)), b.addr(0)))
		b.writeEntry(pos, b.shadowMaps.heap, pointer, b.terms.BVConst(8, 0))
	}
	b.noteFreed(pos, pointer)
	b.emit(&ir.Free{At: ir.At{Pos: pos}, Addr: pointer, Kind: ir.HeapObject})
	b.addressing().noteGone(ir.At{Pos: pos})
	b.finishObject(pos, pointer)
	if b.checks(property.UseAfterFree) {
		b.lifetimes.frees[b.function] = true
	}
}

// refuseUnheardOf refuses to say whether an object may be given back of which nobody has told what it is.
func (b shadow) refuseUnheardOf(pos source.Pos, pointer *term.Term, call string) {
	if unheard := b.unheardOf(pointer); !unheard.IsFalse() {
		b.where(pos, unheard, func() {
			b.refuse(pos, CodeUnsupported, call+" of an object that an object from outside the program leads to")
		})
	}
}

// constantSize returns a size argument whose value is known.
func constantSize(t *term.Term) (uint64, bool) { return emit.ConstantSize(t) }
