package intrinsic

import (
	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/lower/libc"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/source"
	"yogi/internal/term"
)

// The words of harnesses for CBMC that speak of objects: how far one reaches behind a pointer, and
// where in it the pointer is. The checks of memory know, so they are lowered where these are on, and
// refused elsewhere.

const isFresh = "__CPROVER_is_fresh"

// Objects are questions about the object that a pointer leads to.
type Objects interface {
	// ObjectsAreKnown says that they have answers: memory is checked, and the program is no part of one.
	ObjectsAreKnown() bool
	// HasVeryLargeObject says that a static object of the program owns several granules.
	HasVeryLargeObject() bool
	// IsAlive says that there is an object; ObjectSize is its size, OffsetInObject the distance of
	// the pointer from its start, ObjectNumber what the pointers into it share.
	IsAlive(pointer *term.Term) *term.Term
	ObjectSize(pointer *term.Term) *term.Term
	OffsetInObject(pointer *term.Term) *term.Term
	ObjectNumber(pointer *term.Term) *term.Term
	// IsVeryLarge says that the pointer leads to a later granule of an object that owns several;
	// IsUnknown that or that the size of the object is only assumed, or nobody has told what it is.
	IsVeryLarge(pointer *term.Term) *term.Term
	IsUnknown(pointer *term.Term) *term.Term
	// HasBytes is the condition that n bytes from a pointer on are those of one object that is alive.
	HasBytes(pointer, n *term.Term) *term.Term
	// NamedObject is where the named object in memory lies that a pointer expression points into,
	// and how large it is; nil if it names none.
	NamedObject(pointer tree.Expr) (address *term.Term, size int64)
}

// objectWords are those words and what they give.
var objectWords = map[string]func(e Emitter, c *emit.Call) *term.Term{
	"__CPROVER_r_ok":           isAccessible,
	"__CPROVER_w_ok":           isAccessible,
	"__CPROVER_rw_ok":          isAccessible,
	"__CPROVER_same_object":    isSameObject,
	"__CPROVER_OBJECT_SIZE":    objectSize,
	"__CPROVER_POINTER_OFFSET": pointerOffset,
	"__CPROVER_POINTER_OBJECT": pointerObject,
	"__CPROVER_havoc_object":   havocObject,
	"__CPROVER_havoc_slice":    havocSlice,
}

// silent words say something to CBMC, or KLEE, that changes no run.
var silent = setOf(`
	__CPROVER_cover __CPROVER_input __CPROVER_output __CPROVER_printf __CPROVER_atomic_begin
	__CPROVER_atomic_end klee_warning klee_warning_once klee_print_expr klee_print_range klee_prefer_cex
`)

// cprover is the model of the words.
func cprover(e Emitter, c *emit.Call) (*term.Term, bool) {
	name := c.Function.Name
	switch {
	case silent[name]:
		return nil, true
	case name == isFresh:
		return e.Unsupported(c, isFresh+" outside of a contract that is enforced"), true
	case len(c.Args) == 0 || c.Args[0].Value == nil || c.Args[0].Type.Kind != tree.Pointer:
		return nil, false
	case !e.ObjectsAreKnown():
		return e.Unsupported(c, "call of "+name+" without --check memory"), true
	case e.HasVeryLargeObject():
		return e.Unsupported(c, "call of "+name+" in a program with a very large object"), true
	}
	result := objectWords[name](e, c)
	switch {
	case result == nil || c.Want.Kind == tree.Void:
		return nil, true
	case result.Sort().Kind == term.KindBool:
		return emit.TruthValue(e, result, c.Want), true
	}
	return emit.ZeroExtend(e.Terms(), result, e.Sort(c.Want).Width), true
}

// size is a number as one of bytes.
func size(e Emitter, n uint64) *term.Term { return e.Terms().BVConst(e.DataModel().PointerWidth, n) }

// amount is an argument as a number of bytes.
func amount(e Emitter, a emit.Argument) *term.Term {
	return a.Resized(e.Terms(), e.DataModel().PointerWidth)
}

// isAccessible says that so many bytes from a pointer on are there, all of what it points at if the
// call does not say how many.
func isAccessible(e Emitter, c *emit.Call) *term.Term {
	pointer, n := c.Args[0].Value, size(e, 1)
	switch elem := c.Args[0].Type.Elem; {
	case len(c.Args) > 1 && c.Args[1].Value != nil:
		n = amount(e, c.Args[1])
	case elem != nil && elem.Size > 0:
		n = size(e, uint64(elem.Size))
	}
	terms := e.Terms()
	good := terms.And(terms.Ne(pointer, size(e, 0)), e.HasBytes(pointer, n))
	good = e.Keep(c.Pos, terms.Or(good, terms.And(terms.Eq(n, size(e, 0)), e.IsAlive(pointer))))
	requireKnown(e, c, pointer, terms.Not(good))
	return good
}

// requireKnown ends the path where an answer about the object behind a pointer, which is asked for
// where cond holds, rests on a size that is only assumed, or the object owns several granules.
func requireKnown(e Emitter, c *emit.Call, pointer, cond *term.Term) {
	refuseWhere(e, c, e.Terms().And(cond, e.IsUnknown(pointer)))
}

func refuseWhere(e Emitter, c *emit.Call, unknown *term.Term) {
	e.Where(c.Pos, unknown, func() {
		e.Unsupported(c, "a question about an object that comes from outside the program, or is very large")
	})
}

// objectSize is the size of the object that a pointer leads to; 0 if there is none.
func objectSize(e Emitter, c *emit.Call) *term.Term {
	pointer := c.Args[0].Value
	requireKnown(e, c, pointer, e.Terms().True())
	return e.Keep(c.Pos, e.Terms().Ite(e.IsAlive(pointer), e.ObjectSize(pointer), size(e, 0)))
}

// pointerOffset is the distance of a pointer from the start of its object.
func pointerOffset(e Emitter, c *emit.Call) *term.Term {
	refuseWhere(e, c, e.IsVeryLarge(c.Args[0].Value))
	return e.OffsetInObject(c.Args[0].Value)
}

// pointerObject is a number that the pointers into one object share.
func pointerObject(e Emitter, c *emit.Call) *term.Term {
	refuseWhere(e, c, e.IsVeryLarge(c.Args[0].Value))
	return e.Terms().ZeroExtTo(e.DataModel().PointerWidth, e.ObjectNumber(c.Args[0].Value))
}

// isSameObject says that two pointers lead into one object.
func isSameObject(e Emitter, c *emit.Call) *term.Term {
	if len(c.Args) < 2 || c.Args[1].Value == nil {
		return e.Terms().True()
	}
	x, y := c.Args[0].Value, amount(e, c.Args[1])
	refuseWhere(e, c, e.Terms().Or(e.IsVeryLarge(x), e.IsVeryLarge(y)))
	return e.Terms().Eq(e.ObjectNumber(x), e.ObjectNumber(y))
}

// havocObject gives all bytes of the object that a pointer leads to any values.
func havocObject(e Emitter, c *emit.Call) *term.Term {
	pointer, terms := c.Args[0].Value, e.Terms()
	if address, n := e.NamedObject(c.Args[0].Expr); address != nil && n >= 0 {
		havocBytes(e, c.Pos, address, size(e, uint64(n)))
		return nil
	}
	e.Require(c.Pos, property.Null, terms.Ne(pointer, size(e, 0)), "access through a null pointer")
	start := terms.BVSub(pointer, e.OffsetInObject(pointer))
	havocBytes(e, c.Pos, start, objectSize(e, c))
	return nil
}

// havocSlice gives so many bytes from a pointer on any values.
func havocSlice(e Emitter, c *emit.Call) *term.Term {
	if len(c.Args) < 2 || c.Args[1].Value == nil {
		e.Unsupported(c, "call of __CPROVER_havoc_slice without a length")
		return nil
	}
	n := amount(e, c.Args[1])
	if _, known := emit.ConstantSize(n); !known {
		n = e.Keep(c.Pos, n)
	}
	e.RequireBytes(c.Pos, c.Args[0].Value, n)
	havocBytes(e, c.Pos, c.Args[0].Value, n)
	return nil
}

// maxHavocked bounds the bytes that are given values without a loop.
const maxHavocked = 16

// havocBytes gives bytes any values.
func havocBytes(e Emitter, pos source.Pos, from, n *term.Term) {
	const word = "__CPROVER_havoc"
	length, known := emit.ConstantSize(n)
	if !known || length > maxHavocked {
		libc.Fill(e, pos, word, from, n)
		return
	}
	char := &tree.Type{Kind: tree.Integer, Name: "unsigned char", Size: 1, Align: 1}
	for i := range length {
		v, at := e.Input(pos, char, ir.MemoryWrite, word), from
		if i > 0 {
			at = e.Terms().BVAdd(from, size(e, i))
		}
		e.Emit(&ir.Store{At: ir.At{Pos: pos}, Addr: at, Value: v, Access: ir.Access{Type: "char"}})
	}
}
