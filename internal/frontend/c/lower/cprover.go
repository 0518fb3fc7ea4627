package lower

import (
	"strings"

	"yogi/internal/frontend/c/lower/libc"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/source"
	"yogi/internal/term"
)

// The words of harnesses for CBMC that speak of objects: how far one reaches behind a pointer, and
// where in it the pointer is. The shadow state knows, so they are lowered where the memory checks
// keep it, and refused elsewhere.

// cproverWords are those words and what they give.
var cproverWords = map[string]func(b *body, pos source.Pos, args []argument) *term.Term{
	"__CPROVER_r_ok":           (*body).isAccessible,
	"__CPROVER_w_ok":           (*body).isAccessible,
	"__CPROVER_rw_ok":          (*body).isAccessible,
	"__CPROVER_same_object":    (*body).isSameObject,
	"__CPROVER_OBJECT_SIZE":    (*body).objectSize,
	"__CPROVER_POINTER_OFFSET": (*body).pointerOffset,
	"__CPROVER_POINTER_OBJECT": (*body).pointerObject,
	"__CPROVER_havoc_object":   (*body).havocObject,
	"__CPROVER_havoc_slice":    (*body).havocSlice,
}

// silentWords say something to CBMC that changes no run.
var silentWords = makeSet("__CPROVER_cover", "__CPROVER_input", "__CPROVER_output", "__CPROVER_printf",
	"__CPROVER_atomic_begin", "__CPROVER_atomic_end")

// cproverCall lowers a call of one of the words.
func (b *body) cproverCall(pos source.Pos, def *tree.FunctionDef, args []argument, want *tree.Type) (value, bool) {
	if !strings.HasPrefix(def.Name, "__CPROVER_") {
		return value{}, false
	}
	if silentWords[def.Name] {
		return b.nothing(want), true
	}
	word, known := cproverWords[def.Name]
	switch {
	case def.Name == "__CPROVER_is_fresh" && def.Body == nil:
		return b.unsupportedValue(pos, want, "__CPROVER_is_fresh outside of a contract that is enforced"), true
	case !known || len(args) == 0 || args[0].scalar == nil || args[0].typ.Kind != tree.Pointer:
		return value{}, false
	case !b.checks(property.Bounds) || !b.checks(property.UseAfterFree) || b.options.Open:
		return b.unsupportedValue(pos, want, "call of "+def.Name+" without --check memory"), true
	case b.hasVeryLargeObject():
		return b.unsupportedValue(pos, want, "call of "+def.Name+" in a program with a very large object"), true
	}
	result := word(b, pos, args)
	switch {
	case result == nil || want.Kind == tree.Void:
		return b.nothing(want), true
	case result.Sort().Kind == term.KindBool:
		bits := b.sortOf(want).Width
		return value{scalar: b.terms.Ite(result, b.terms.BVConst(bits, 1), b.terms.BVConst(bits, 0))}, true
	}
	return value{scalar: b.zeroExtended(result, b.sortOf(want).Width)}, true
}

// hasVeryLargeObject says that a static object of the program owns several granules.
func (l *lowerer) hasVeryLargeObject() bool {
	for _, o := range l.reach.objects {
		if o.Type.Size >= 0 && uint64(o.Type.Size) >= l.granule() {
			return true
		}
	}
	return false
}

// isAccessible says that so many bytes from a pointer on are there, all of what it points at if the
// call does not say how many.
func (b *body) isAccessible(pos source.Pos, args []argument) *term.Term {
	pointer, n := args[0].scalar, b.addr(1)
	switch elem := args[0].typ.Elem; {
	case len(args) > 1 && args[1].scalar != nil:
		n = b.number(args[1])
	case elem != nil && elem.Size > 0:
		n = b.addr(uint64(elem.Size))
	}
	size, _ := constantSize(n)
	a := accessRange{pointer: pointer, start: pointer, size: n, known: int64(min(size, 1<<40))}
	good := b.terms.And(b.terms.Ne(pointer, b.addr(0)), b.shadow().accessible(a, pointer))
	good = b.keep(pos, b.terms.Or(good, b.terms.And(b.terms.Eq(n, b.addr(0)), b.isAlive(pointer))))
	b.requireKnown(pos, pointer, b.terms.Not(good))
	return good
}

// isAlive says that a pointer leads to a live object.
func (b *body) isAlive(pointer *term.Term) *term.Term {
	return b.terms.BVUlt(b.addr(deadExtent), b.shadow().extentAt(pointer))
}

// requireKnown ends the path where an answer about the object behind a pointer, which is asked for
// where cond holds, rests on a size that is only assumed, or the object owns several granules.
func (b *body) requireKnown(pos source.Pos, pointer, cond *term.Term) {
	assumed := b.terms.Ne(b.terms.Select(b.shadowMaps.assumed.Sym, b.granuleOf(pointer)), b.terms.BVConst(8, 0))
	unknown := b.terms.Or(assumed, b.shadow().unheardOf(pointer), b.shadow().inLaterGranule(pointer))
	b.refuseWhere(pos, b.terms.And(cond, unknown))
}

func (b *body) refuseWhere(pos source.Pos, unknown *term.Term) {
	b.where(pos, unknown, func() {
		b.unsupported(pos, "a question about an object that comes from outside the program, or is very large")
	})
}

// objectSize is the size of the object that a pointer leads to; 0 if there is none.
func (b *body) objectSize(pos source.Pos, args []argument) *term.Term {
	pointer := args[0].scalar
	b.requireKnown(pos, pointer, b.terms.True())
	extent := b.shadow().extentAt(pointer)
	return b.keep(pos, b.terms.Ite(b.isAlive(pointer), b.terms.BVSub(extent, b.addr(liveExtent)), b.addr(0)))
}

// pointerOffset is the distance of a pointer from the start of its object.
func (b *body) pointerOffset(pos source.Pos, args []argument) *term.Term {
	b.refuseWhere(pos, b.shadow().inLaterGranule(args[0].scalar))
	return b.offsetOf(args[0].scalar)
}

// pointerObject is a number that the pointers into one object share.
func (b *body) pointerObject(pos source.Pos, args []argument) *term.Term {
	b.refuseWhere(pos, b.shadow().inLaterGranule(args[0].scalar))
	return b.terms.ZeroExtTo(b.pointerWidth(), b.granuleOf(args[0].scalar))
}

// isSameObject says that two pointers lead into one object.
func (b *body) isSameObject(pos source.Pos, args []argument) *term.Term {
	if len(args) < 2 || args[1].scalar == nil {
		return b.terms.True()
	}
	x, y := args[0].scalar, b.number(args[1])
	b.refuseWhere(pos, b.terms.Or(b.shadow().inLaterGranule(x), b.shadow().inLaterGranule(y)))
	return b.terms.Eq(b.granuleOf(x), b.granuleOf(y))
}

// havocObject gives all bytes of the object that a pointer leads to any values.
func (b *body) havocObject(pos source.Pos, args []argument) *term.Term {
	pointer := args[0].scalar
	if root := b.rootOf(args[0].expr); root != nil && root.size >= 0 {
		b.havocBytes(pos, root.address, b.addr(uint64(root.size)))
		return nil
	}
	b.require(pos, property.Null, b.terms.Ne(pointer, b.addr(0)), "access through a null pointer")
	start := b.terms.BVSub(pointer, b.offsetOf(pointer))
	b.havocBytes(pos, start, b.objectSize(pos, args))
	return nil
}

// havocSlice gives so many bytes from a pointer on any values.
func (b *body) havocSlice(pos source.Pos, args []argument) *term.Term {
	if len(args) < 2 || args[1].scalar == nil {
		b.unsupported(pos, "call of __CPROVER_havoc_slice without a length")
		return nil
	}
	n := b.number(args[1])
	if _, known := constantSize(n); !known {
		n = b.keep(pos, n)
	}
	b.shadow().requireBytes(pos, args[0].scalar, n)
	b.havocBytes(pos, args[0].scalar, n)
	return nil
}

// maxHavocked bounds the bytes that are given values without a loop.
const maxHavocked = 16

// havocBytes gives bytes any values.
func (b *body) havocBytes(pos source.Pos, from, n *term.Term) {
	size, known := constantSize(n)
	if !known || size > maxHavocked {
		libc.Fill(emitter{b: b}, pos, "__CPROVER_havoc", from, n)
		return
	}
	char := &tree.Type{Kind: tree.Integer, Name: "unsigned char", Size: 1, Align: 1}
	for i := range size {
		v := b.input(pos, char, ir.MemoryWrite, "__CPROVER_havoc")
		b.emit(&ir.Store{At: ir.At{Pos: pos}, Addr: b.offset(from, int64(i)), Value: v, Access: ir.Access{Type: "char"}})
	}
}
