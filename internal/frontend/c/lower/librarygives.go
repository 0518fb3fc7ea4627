package lower

import (
	"slices"

	"yogi/internal/frontend/c/clib"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/property"
	"yogi/internal/source"
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

// countGiven counts the object that a call returns of a function of which the table says known, if anything.
func (b shadow) countGiven(pos source.Pos, def *tree.FunctionDef, known *clib.Function, args []argument, v value) {
	if b.shadowMaps.live == nil || v.scalar == nil || v.scalar.Sort().Width != b.pointerWidth() {
		return
	}
	null, none := b.zero(v.scalar.Sort()), b.terms.BVNeg(b.addr(1)) // some return (void *) -1 where they fail
	isGiven := b.terms.And(b.terms.Ne(v.scalar, null), b.terms.Ne(v.scalar, none))
	switch name := modelName(def); {
	case known != nil && known.Result.Kind == clib.Fresh, openers[name]:
	case known != nil && known.Result.OrFresh && args[known.Result.Param-1].scalar != nil:
		isGiven = b.terms.And(isGiven, b.terms.Eq(args[known.Result.Param-1].scalar, null))
	default:
		return
	}
	b.where(pos, isGiven, func() {
		if mayShare[modelName(def)] && b.checks(property.Cleanup) {
			b.refuse(pos, CodeUnsupported, "call of "+def.Name+", which may allocate memory")
			return
		}
		b.writeEntry(pos, b.shadowMaps.heap, v.scalar, b.terms.BVConst(8, ownObject))
		b.count(pos, b.addr(1))
		b.hide(pos, b.terms.True())
	})
}

// takeBack counts the object that a call of an undoer frees.
func (b shadow) takeBack(pos source.Pos, def *tree.FunctionDef, args []argument) {
	if b.shadowMaps.live == nil || !undoers[modelName(def)] || len(args) == 0 || args[0].scalar == nil {
		return
	}
	object := args[0].scalar
	b.where(pos, b.pointsAtOwn(object), func() {
		b.writeEntry(pos, b.shadowMaps.heap, object, b.terms.BVConst(8, 0))
		b.count(pos, b.terms.BVNeg(b.addr(1)))
	})
}

// returnsOwnText says that a function returns a text of the library, which no program frees and which is none of what
// the call is given: nl_langinfo, gai_strerror.
func returnsOwnText(def *tree.FunctionDef, known *clib.Function) bool {
	takesPointer := slices.ContainsFunc(known.Params, clib.Parameter.IsPointer)
	return known.Result.Kind == clib.Own && isToData(def.Type.Result) && !takesPointer && !openers[modelName(def)]
}
