package lower

import (
	"slices"

	"yogi/internal/frontend/c/clib"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/source"
	"yogi/internal/term"
)

// Functions of the library that make an object of the heap which the program is to free, or to give back. They have no
// model that calls malloc, so leak checks count their objects here. Where one may stay nothing is proved; what it holds
// is not known, so none is found to be lost.

// openers return objects of the heap that a closer frees; some may return one that the library has already. Streams are
// not among them: the library keeps a list of those that are open.
var (
	openers  = makeSet("opendir", "fdopendir", "iconv_open", "if_nameindex", "newlocale", "duplocale", "catopen")
	mayShare = makeSet("newlocale", "duplocale", "catopen")
	undoers  = makeSet("closedir", "freelocale", "iconv_close", "if_freenameindex", "catclose")
)

// handles are the entries of what openers return and undoers take back.
var handles = map[string]uint64{
	"opendir": firstHandle, "fdopendir": firstHandle, "closedir": firstHandle,
	"iconv_open": firstHandle + 1, "iconv_close": firstHandle + 1,
	"if_nameindex": firstHandle + 2, "if_freenameindex": firstHandle + 2,
	"newlocale": firstHandle + 3, "duplocale": firstHandle + 3, "freelocale": firstHandle + 3,
	"catopen": firstHandle + 4, "catclose": firstHandle + 4,
}

// countGiven counts the object that a call returns of a function of which the table says known, if anything. What an
// opener returns is for its closer alone, whatever is checked.
func (b shadow) countGiven(pos source.Pos, def *tree.FunctionDef, known *clib.Function, args []argument, v value) {
	name := modelName(def)
	isCounted := b.shadowMaps.live != nil
	isWritten := isCounted || b.shadowMaps.heap != nil && openers[name] && !b.options.Open
	if !isWritten || v.scalar == nil || v.scalar.Sort().Width != b.pointerWidth() {
		return
	}
	isGiven, entry := b.isHandle(v.scalar), uint64(ownObject)
	switch {
	case openers[name]:
		entry = handles[name]
	case known != nil && known.Result.Kind == clib.Fresh:
	case known != nil && known.Result.OrFresh && args[known.Result.Param-1].scalar != nil:
		isGiven = b.terms.And(isGiven, b.terms.Eq(args[known.Result.Param-1].scalar, b.zero(v.scalar.Sort())))
	default:
		return
	}
	b.where(pos, isGiven, func() {
		if mayShare[name] && b.checks(property.Cleanup) {
			b.refuse(pos, CodeUnsupported, "call of "+def.Name+", which may allocate memory")
			return
		}
		b.writeEntry(pos, b.shadowMaps.heap, v.scalar, b.terms.BVConst(8, entry))
		if isCounted {
			b.count(pos, b.addr(1))
			b.hide(pos, b.terms.True())
		}
	})
}

// endsKept are functions that may end the object which others return, by the name of that in the table.
var endsKept = map[string]string{"closedir": "readdir", "dlopen": "dlerror", "dlclose": "dlerror"}

// mayShow is what is wrong with what a function of the library is given, where the library does something about it, as
// an input says: it need not notice.
func (b shadow) mayShow(pos source.Pos, name string, wrong *term.Term) *term.Term {
	if wrong.IsFalse() {
		return wrong
	}
	shows := b.newTemp(b.terms.Bool())
	b.where(pos, wrong, func() { b.havoc(pos, shows, ir.MemoryWrite, name, ir.OwnerChoice) })
	return b.terms.And(wrong, shows.Sym)
}

// isHandle says that a pointer is what an opener returns that does not fail.
func (b shadow) isHandle(p *term.Term) *term.Term {
	null, none := b.zero(p.Sort()), b.terms.BVNeg(b.addr(1)) // some return (void *) -1 where they fail
	return b.terms.And(b.terms.Ne(p, null), b.terms.Ne(p, none))
}

// takeBack ends the object that an undoer is given, which must be one that an opener returned and that is still open.
func (b shadow) takeBack(pos source.Pos, def *tree.FunctionDef, args []argument) {
	isOut := b.options.Open && b.shadowMaps.live == nil
	if isOut || !undoers[modelName(def)] || len(args) == 0 || args[0].scalar == nil || args[0].scalar.Sort().Width != b.pointerWidth() {
		return
	}
	object := args[0].scalar
	isGiven := b.isHandle(object)
	if b.shadowMaps.heap != nil {
		if b.checks(property.InvalidFree) && !b.options.Open {
			b.refuseUnheardOf(pos, object, def.Name)
			bad := b.terms.And(isGiven, b.terms.Not(b.hasEntry(object, handles[modelName(def)], foreignObject)))
			good := b.terms.Not(b.mayShow(pos, def.Name, bad))
			b.require(pos, property.InvalidFree, good, def.Name+" of something that is not open", detail{kind: ir.NoteObject, value: object})
		}
		b.where(pos, b.hasEntry(object, handles[modelName(def)]), func() { b.count(pos, b.terms.BVNeg(b.addr(1))) })
		b.where(pos, isGiven, func() { b.writeEntry(pos, b.shadowMaps.heap, object, b.terms.BVConst(8, closedStream)) })
	}
	if b.checks(property.UseAfterFree) && !b.options.Open {
		b.where(pos, isGiven, func() { b.finishObject(pos, object) })
		b.lifetimes.frees[b.function] = true
	}
}

// isUnknownResult says that a function without a body is one of the C library that returns a pointer and of which the
// table has no line: what it returns may be a part of what it is given, of what it returned before, an object of the
// library or one that the program is to free.
func (b bodilessCalls) isUnknownResult(def *tree.FunctionDef) bool {
	isNamed := def.Allocates || openers[modelName(def)] || b.allocators[def.Name] || def.Name == errnoModel
	return !b.options.Open && !isNamed && isToData(def.Type.Result) && isOfSystem(def) && !IsLibrary(def.Name)
}

// returnsOthers says that a function of the library returns a pointer to an object of which the table does not say
// whether the program may free it.
func (b bodilessCalls) returnsOthers(def *tree.FunctionDef, known *clib.Function) bool {
	r := known.Result
	isOpen := r.Kind == clib.Own || r.Kind == clib.Any || r.Kind == clib.OpenStream
	return isOpen && !b.options.Open && isToData(def.Type.Result) && !openers[modelName(def)] && b.isAllocator(def)
}

// mayBeLibrarys lets an object that a call returned, unless it is null, be one of the library or one that the program
// may free, as an input says: no run shows which. entry is that of one of the library.
func (b shadow) mayBeLibrarys(pos source.Pos, def *tree.FunctionDef, object *term.Term, entry uint64) {
	if b.shadowMaps.heap == nil || object == nil || object.Sort().Kind != term.KindBV || object.Sort().Width != b.pointerWidth() {
		return
	}
	isLibrarys := b.newTemp(b.terms.Bool())
	b.havoc(pos, isLibrarys, ir.MemoryWrite, def.Name, ir.OwnerChoice)
	isSome := b.terms.Ne(object, b.zero(object.Sort()))
	b.where(pos, b.terms.And(isLibrarys.Sym, isSome), func() { b.writeEntry(pos, b.shadowMaps.heap, object, b.terms.BVConst(8, entry)) })
}

// mayEnd lets the lifetime of an object of the library end with a call of a function, or not, as an input says. It says
// whether it has.
func (b shadow) mayEnd(pos source.Pos, function string, object *term.Term) *term.Term {
	if !b.checks(property.UseAfterFree) {
		return b.terms.False()
	}
	choice := b.newTemp(b.terms.Bool())
	b.havoc(pos, choice, ir.MemoryWrite, function, ir.OwnerChoice)
	ends := b.terms.And(choice.Sym, b.terms.Ne(object, b.zero(object.Sort())))
	b.where(pos, ends, func() { b.finishObject(pos, object) })
	b.lifetimes.frees[b.function] = true
	return ends
}

// unmodelledLifetimes says in words what is not modelled of a call that makes objects or ends them.
func (b bodilessCalls) unmodelledLifetimes(def *tree.FunctionDef, args []argument) string {
	switch name := modelName(def); {
	case b.options.Open:
	case name == "fcloseall" && b.checks(property.UseAfterFree|property.InvalidFree):
		return "call of fcloseall, which ends each stream that is open"
	case name == "mmap" || name == "mmap64":
		return b.unmodelledMapping(name, args)
	}
	return ""
}

// unmodelledMapping says in words what of a call that maps memory is not modelled: where the program says where the
// memory is to lie it may be memory that it has already, what is mapped from a file and shared others may write, and
// how large it is, what may be done with it and when it ends is not known to the checks of memory.
func (b bodilessCalls) unmodelledMapping(name string, args []argument) string {
	if len(args) < 6 {
		return ""
	}
	flags := tree.ConstantOf(args[3].expr)
	const private, anonymous, fixed = 0x2, 0x20, 0x10
	switch {
	case flags == nil || flags.Int == nil || flags.Int.Int64()&fixed != 0 || flags.Int.Int64()&(private|anonymous) == 0:
		return "call of " + name + ", which may give memory that the program has already, or that others write"
	case b.checks(property.Bounds | property.UseAfterFree | property.Null):
		return "call of " + name + ", whose memory is not known to the checks of memory"
	}
	return ""
}

// returnsOwnText says that a function returns a text of the library, which no program frees and which is none of what
// the call is given: nl_langinfo, gai_strerror.
func returnsOwnText(def *tree.FunctionDef, known *clib.Function) bool {
	takesPointer := slices.ContainsFunc(known.Params, clib.Parameter.IsPointer)
	return known.Result.Kind == clib.Own && isToData(def.Type.Result) && !takesPointer && !openers[modelName(def)]
}
