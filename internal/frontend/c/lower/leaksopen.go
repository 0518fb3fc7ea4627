package lower

import (
	"yogi/internal/assumption"
	"yogi/internal/frontend/c/clib"
	"yogi/internal/frontend/c/lower/libcall"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/source"
	"yogi/internal/term"
)

// In an open program an object of the heap is lost if it is alive when the entry returns and the caller has
// no way to it. What its caller can get to is not the entry's to say: that has no end. So the check is about
// what the entry has done with the address: an object is kept once its address was returned, was stored to
// an object outside, or in static storage, or was handed to a function without a body, which may keep or
// free it, whatever happened to the address there since. Stored to another object of the program, it is held
// by that; if that one is freed, or ends with the entry, it is lost with it, and if that one is lost itself,
// then that is what is reported.
//
// Which object is asked about is any number, chosen before the run, and so is the one that may hold its
// address; both are constants of the run, so that what has to be known of a loop are truth values. An address
// in two objects of the program counts as kept, as does one that was made a number or copied as bytes.

// openLeaks is the shadow state of that; nil where it is not asked for.
type openLeaks struct {
	watched, holder  *ir.Variable // granules: of the object that is asked about, of one that may hold its address
	made, kept, held *ir.Variable // the watched object is alive; something outside has its address; the holder has
	inMemory         *ir.Variable // the address of the holder was stored
	site             *ir.Variable // the number of the place where it was allocated, from 1
	allocating       *ir.Variable // the place of the last call of a model, which may allocate
	sites            []source.Pos
}

// siteBits is the width of the number of a place of allocation.
const siteBits = 16

// lostObject is the text of a report about an object that is lost.
const lostObject = "an object of the heap that is allocated here is lost when the entry returns"

// declareOpenLeaks makes the state.
func (l *lowerer) declareOpenLeaks() {
	granule := l.terms.BV(l.pointerWidth() - l.options.Model.GranuleBits)
	global := func(name string, sort *term.Sort) *ir.Variable {
		l.names[name] = true
		return l.program.NewGlobal(name, sort)
	}
	l.openLeaks = &openLeaks{
		watched: global(ir.WatchedForLeaks, granule), holder: global(ir.HolderForLeaks, granule),
		made: global("watched object made", l.terms.Bool()), kept: global("watched object kept", l.terms.Bool()),
		held: global("watched object held", l.terms.Bool()), inMemory: global("holder in memory", l.terms.Bool()),
		site: global("watched object's place", l.terms.BV(siteBits)), allocating: global("place of allocations", l.terms.BV(siteBits)),
	}
}

// startOpenLeaks begins a run: nothing was allocated.
func (l *lowerer) startOpenLeaks(set func(*ir.Variable, *term.Term)) {
	if s := l.openLeaks; s != nil {
		for _, v := range []*ir.Variable{s.made, s.kept, s.held, s.inMemory} {
			set(v, l.terms.False())
		}
		for _, v := range []*ir.Variable{s.site, s.allocating} {
			set(v, l.terms.BVConst(siteBits, 0))
		}
	}
}

func (b shadow) isWatched(address *term.Term) *term.Term {
	return b.terms.Eq(b.granuleOf(address), b.openLeaks.watched.Sym)
}

func (b shadow) inHolder(address *term.Term) *term.Term {
	return b.terms.Eq(b.granuleOf(address), b.openLeaks.holder.Sym)
}

// keep notes that where cond holds something outside has the address of the watched object.
func (b shadow) keep(pos source.Pos, cond *term.Term) {
	if !cond.IsFalse() {
		b.assign(pos, b.openLeaks.kept, b.terms.Or(b.openLeaks.kept.Sym, cond))
	}
}

// siteAt is the number of a place of the program's text where something is allocated.
func (b shadow) siteAt(pos source.Pos) *term.Term {
	s := b.openLeaks
	for n, known := range s.sites {
		if known == pos {
			return b.terms.BVConst(siteBits, uint64(n+1))
		}
	}
	s.sites = append(s.sites, pos)
	return b.terms.BVConst(siteBits, uint64(len(s.sites)))
}

// noteModelCall notes where a model is called that allocates: what it allocates is allocated there.
func (b shadow) noteModelCall(pos source.Pos, def *tree.FunctionDef) {
	if b.openLeaks != nil && !libcall.IsModelFile(pos.File) && allocates(def, map[*tree.FunctionDef]bool{}) {
		b.assign(pos, b.openLeaks.allocating, b.siteAt(pos))
	}
}

// heapFunctions are the functions without a model that make objects of the heap.
var heapFunctions = makeSet("malloc", "calloc", "realloc", "aligned_alloc")

// allocates says that a model calls one of them, directly or not. Those seen are not looked at again.
func allocates(def *tree.FunctionDef, seen map[*tree.FunctionDef]bool) bool {
	if seen[def] || def.Body == nil {
		return heapFunctions[modelName(def)]
	}
	seen[def] = true
	found := false
	var expr func(tree.Expr)
	var stmt func(tree.Stmt)
	expr = func(e tree.Expr) {
		if call, ok := e.(*tree.Call); ok && !found {
			callee := directCallee(call.Callee)
			found = callee != nil && allocates(callee, seen)
		}
		tree.Operands(e, expr, stmt)
	}
	stmt = func(s tree.Stmt) { tree.Parts(s, expr, stmt) }
	stmt(def.Body)
	return found
}

// noteMade notes that an object of the heap was allocated unless that has failed.
func (b shadow) noteMade(pos source.Pos, address, fails *term.Term) {
	s := b.openLeaks
	if s == nil {
		return
	}
	is := b.terms.And(b.terms.Not(fails), b.isWatched(address))
	at := s.allocating.Sym
	if !libcall.IsModelFile(pos.File) {
		at = b.siteAt(pos)
	}
	b.assign(pos, s.made, b.terms.Or(s.made.Sym, is))
	b.assign(pos, s.kept, b.terms.And(s.kept.Sym, b.terms.Not(is)))
	b.assign(pos, s.held, b.terms.And(s.held.Sym, b.terms.Not(is)))
	b.assign(pos, s.site, b.terms.Ite(is, at, s.site.Sym))
}

// noteFreed notes that an object was freed, with all that it holds.
func (b shadow) noteFreed(pos source.Pos, address *term.Term) {
	if s := b.openLeaks; s != nil && !address.IsConst() {
		b.assign(pos, s.made, b.terms.And(s.made.Sym, b.terms.Not(b.isWatched(address))))
		b.assign(pos, s.held, b.terms.And(s.held.Sym, b.terms.Not(b.inHolder(address))))
	}
}

// noteStored notes that a pointer was written to memory.
func (b shadow) noteStored(pos source.Pos, p place, v *term.Term) {
	s := b.openLeaks
	if s == nil || v.IsConst() || p.typ.Kind != tree.Pointer || p.bitWidth > 0 {
		return
	}
	is := b.isWatched(v)
	at := p.address
	if p.pointer != nil {
		at = p.pointer // which tells the object
	}
	inside, own := b.inHolder(at), b.isOwn(p, at)
	b.keep(pos, b.terms.And(is, b.terms.Not(b.terms.And(own, inside))))
	b.assign(pos, s.held, b.terms.Or(s.held.Sym, b.terms.And(is, own, inside)))
	b.assign(pos, s.inMemory, b.terms.Or(s.inMemory.Sym, b.inHolder(v)))
}

// knownLoaded says of a pointer that is loaded that it leads neither to the watched object nor to the holder as long as
// the address of that was not stored: memory of the outside has no addresses of objects that are made later.
func (b shadow) knownLoaded(pos source.Pos, v *term.Term) {
	s := b.openLeaks
	if s == nil {
		return
	}
	terms := b.terms
	notWatched := terms.Or(terms.Not(b.isWatched(v)), s.kept.Sym, s.held.Sym)
	b.assume(assumption.OutsideEarlier, pos)
	notHolder := terms.Or(terms.Not(b.inHolder(v)), s.inMemory.Sym)
	b.emit(&ir.Assume{At: ir.At{Pos: pos}, Known: true, Cond: terms.Or(terms.Not(b.isOwnAddress(v)), terms.And(notWatched, notHolder))})
}

// isOwn says that a place is in an object that the program makes while it runs, as the address of that says.
func (b shadow) isOwn(p place, at *term.Term) *term.Term {
	if p.root != nil && p.root.address != nil && p.pointer == nil {
		return b.terms.BoolConst(!p.root.address.IsConst() && !b.isStatic(p.root))
	}
	return b.isOwnAddress(at)
}

// isOwnAddress says that an address is in such an object.
func (b shadow) isOwnAddress(address *term.Term) *term.Term {
	isStatic := b.terms.BVUlt(address, b.addr(max(b.nextFree, b.granule())))
	return b.terms.Not(b.terms.Or(isStatic, b.options.Model.InOutside(b.terms, address)))
}

// isStatic says that storage is that of an object with static storage.
func (b shadow) isStatic(s *storage) bool {
	for _, o := range b.reach.objects {
		if b.statics[o] == s {
			return true
		}
	}
	return false
}

// noteHanded notes that a function of the outside of a type was handed values, and got to see what is in the objects
// that they lead to. What it gets as a pointer to something constant it has borrowed: it frees no such object.
func (b shadow) noteHanded(pos source.Pos, to *tree.Type, args []argument) {
	if b.openLeaks == nil {
		return
	}
	for i, a := range args {
		if i < len(to.Params) && to.Params[i].Kind == tree.Pointer && to.Params[i].Elem != nil && to.Params[i].Elem.Const {
			continue
		}
		b.noteShown(pos, a.scalar)
		b.noteShown(pos, a.address)
		for _, c := range a.cells {
			b.noteShown(pos, c)
		}
	}
}

// noteShown notes that the outside has got an address, if the value is one.
func (b shadow) noteShown(pos source.Pos, v *term.Term) {
	if s := b.openLeaks; s != nil && v != nil && !v.IsConst() && v.Sort() == b.terms.BV(b.pointerWidth()) {
		b.keep(pos, b.terms.Or(b.isWatched(v), b.terms.And(s.held.Sym, b.inHolder(v))))
		b.assign(pos, s.inMemory, b.terms.Or(s.inMemory.Sym, b.inHolder(v)))
	}
}

// noteCopied notes that bytes of the object at an address were copied: what they hold may be anywhere.
func (b shadow) noteCopied(pos source.Pos, from *term.Term) {
	if s := b.openLeaks; s != nil && from != nil && !from.IsConst() && from.Sort() == b.terms.BV(b.pointerWidth()) {
		b.keep(pos, b.terms.And(s.held.Sym, b.inHolder(from)))
	}
}

// copiers are the functions of the library that copy bytes of what they are given, whatever these are.
var copiers = makeSet("memcpy", "memmove", "mempcpy", "memccpy", "bcopy", "realloc", "reallocarray", "qsort")

// noteLibraryCall notes what a function of the library does with what it is given.
func (b shadow) noteLibraryCall(pos source.Pos, def *tree.FunctionDef, args []argument) {
	if b.openLeaks == nil || libcall.IsModelFile(pos.File) {
		return
	}
	name := modelName(def)
	known, ok := clib.Lookup(name)
	for i, a := range args {
		switch {
		case copiers[name]:
			b.noteCopied(pos, a.scalar)
		case ok && i < len(known.Params) && (known.Params[i].Role == clib.Held || known.Params[i].Role == clib.Kept):
			b.noteShown(pos, a.scalar)
		}
	}
}

// requireKept checks the end of the entry: whether the watched object is lost. Results are what it returned,
// object where it wrote a structure that it returns, nil for none.
func (b shadow) requireKept(pos source.Pos, results []*ir.Variable, object *term.Term) {
	s := b.openLeaks
	if s == nil || len(s.sites) == 0 {
		return
	}
	b.assume(assumption.OutsideOwns, pos)
	terms := b.terms
	safe := []*term.Term{terms.Not(s.made.Sym), s.kept.Sym}
	stays := terms.Eq(terms.Select(b.shadowMaps.heap.Sym, s.holder.Sym), terms.BVConst(8, ownObject))
	if object != nil {
		stays = terms.Or(stays, b.inHolder(object))
	}
	safe = append(safe, terms.And(s.held.Sym, stays))
	for _, r := range results {
		if r.Sort == terms.BV(b.pointerWidth()) {
			safe = append(safe, b.isWatched(r.Sym))
		}
	}
	for _, o := range b.reach.objects {
		if kept := b.statics[o]; kept.address == nil {
			for i, c := range kept.cells {
				if c.bitWidth == 0 && c.typ.Kind == tree.Pointer {
					safe = append(safe, b.isWatched(kept.registers[i].Sym))
				}
			}
		}
	}
	right := b.newBlock("", pos)
	b.leadWhere(pos, terms.Or(safe...), right)
	b.program.Checked = true
	from := b.newBlock("", pos)
	b.block.Jump(pos, from)
	b.enter(from)
	which := &ir.Goto{At: ir.At{Pos: pos}}
	for n, at := range s.sites {
		lost := b.newBlock("", pos)
		lost.Terminator = &ir.Error{At: ir.At{Pos: at}, What: lostObject, Property: property.Leak.SubProperty()}
		which.Targets = append(which.Targets, ir.Target{Guard: terms.Eq(s.site.Sym, terms.BVConst(siteBits, uint64(n+1))), Block: lost})
	}
	none := b.newBlock("", pos)
	none.Terminator = &ir.Halt{At: ir.At{Pos: pos}, What: "unreachable"}
	known := terms.And(terms.Ne(s.site.Sym, terms.BVConst(siteBits, 0)), terms.BVUle(s.site.Sym, terms.BVConst(siteBits, uint64(len(s.sites)))))
	which.Targets = append(which.Targets, ir.Target{Guard: terms.Not(known), Block: none})
	b.end(which)
	b.enter(right)
}
