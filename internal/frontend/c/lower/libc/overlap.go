package libc

import (
	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/term"
)

// What a function of string.h, wchar.h or the family of sprintf writes must not be what it reads (C11 7.24.2,
// 7.21.6.6p2): compilers and libraries copy in any order and in pieces of any size, and glibc's snprintf ends the text
// before it begins. Models copy one byte after the other. So a call that is seen to be given two parts of one array is
// not modelled where these overlap. What reaches one array through two pointers is not looked for.

// copying says which argument of a function is written and which is read. elements are how many are, by the number of
// an argument; -1: a string.
type copying struct {
	to, from, elements int
	appends            bool // behind the string that is there
}

var copyings = map[string]copying{
	"memcpy": {0, 1, 2, false}, "mempcpy": {0, 1, 2, false}, "memccpy": {0, 1, 3, false}, "swab": {1, 0, 2, false},
	"strcpy": {0, 1, -1, false}, "stpcpy": {0, 1, -1, false}, "strcat": {0, 1, -1, true},
	"strncpy": {0, 1, 2, false}, "stpncpy": {0, 1, 2, false}, "strncat": {0, 1, 2, true},
	"wmemcpy": {0, 1, 2, false}, "wcsncpy": {0, 1, 2, false},
}

// printings are the functions that print into an array, by the number of the first argument that they print.
var printings = map[string]int{"sprintf": 2, "snprintf": 3}

// RefuseOverlap ends the path where a call copies what it overwrites.
func RefuseOverlap(e emit.Emitter, c *emit.Call) {
	if first, ok := printings[c.Name]; ok && len(c.Args) > first {
		for _, a := range c.Args[first:] {
			if isText(a) && isSameArray(arrayOf(c.Args[0].Expr), arrayOf(a.Expr)) {
				e.Unmodelled(c, c.Function.Name+" of a text in the array that it writes")
				return
			}
		}
		return
	}
	k, ok := copyings[c.Name]
	if !ok || !c.Integers(max(k.to, k.from, k.elements)+1) {
		return
	}
	written, read := arrayOf(c.Args[k.to].Expr), arrayOf(c.Args[k.from].Expr)
	if !isPartOf(written, read) && !isPartOf(read, written) {
		return
	}
	terms, to, from := e.Terms(), c.Args[k.to].Value, c.Args[k.from].Value
	var size *term.Term
	if k.elements < 0 {
		size = terms.BVAdd(callLoop(e, c.Pos, "strlen", from), address(e, 1))
	} else {
		size = number(e, c.Args[k.elements])
	}
	if t := c.Args[k.to].Type.Elem; t != nil && t.Size > 1 { // wide characters
		size = terms.BVMul(size, address(e, uint64(t.Size)))
	}
	if k.appends {
		to = terms.BVAdd(to, callLoop(e, c.Pos, "strlen", to))
		size = terms.BVAdd(size, address(e, 1))
	}
	near := func(x, y *term.Term) *term.Term { return terms.BVUlt(terms.BVSub(x, y), size) }
	overlap := terms.And(terms.Ne(to, from), terms.Or(near(to, from), near(from, to)))
	e.Where(c.Pos, overlap, func() { e.Unmodelled(c, c.Function.Name+" of an array to an overlapping part of it") })
}

// isText says that an argument is a pointer to characters.
func isText(a emit.Argument) bool {
	t := a.Type
	return t.Kind == tree.Pointer && t.Elem != nil && t.Elem.Kind == tree.Integer && t.Elem.Size == 1
}

// arrayOf is the lvalue of the array that a pointer is computed from, of the object whose address it is, or of the
// pointer itself; nil for any other value.
func arrayOf(e tree.Expr) tree.Expr {
	switch x := e.(type) {
	case *tree.Convert:
		return arrayOf(x.Operand)
	case *tree.PointerAdd:
		return arrayOf(x.Pointer)
	case *tree.Decay:
		return x.Array
	case *tree.AddressOf:
		if d, ok := x.Operand.(*tree.Deref); ok {
			return arrayOf(d.Pointer)
		}
		return x.Operand
	case *tree.ObjectRef, *tree.Member, *tree.Deref:
		return x
	}
	return nil
}

// isPartOf says that an lvalue is another one or a member of it.
func isPartOf(part, whole tree.Expr) bool {
	for {
		if isSameArray(part, whole) {
			return true
		}
		m, ok := part.(*tree.Member)
		if !ok {
			return false
		}
		part = m.Base
	}
}

// isSameArray says that two lvalues are written in the same way and change nothing.
func isSameArray(x, y tree.Expr) bool {
	if x == nil || y == nil {
		return false
	}
	switch x := tree.WithoutConversions(x).(type) {
	case *tree.ObjectRef:
		other, ok := tree.WithoutConversions(y).(*tree.ObjectRef)
		return ok && other.Object == x.Object
	case *tree.Member:
		other, ok := tree.WithoutConversions(y).(*tree.Member)
		return ok && other.Field == x.Field && isSameArray(x.Base, other.Base)
	case *tree.Deref:
		other, ok := tree.WithoutConversions(y).(*tree.Deref)
		return ok && isSameArray(x.Pointer, other.Pointer)
	case *tree.Decay:
		other, ok := tree.WithoutConversions(y).(*tree.Decay)
		return ok && isSameArray(x.Array, other.Array)
	case *tree.PointerAdd:
		other, ok := tree.WithoutConversions(y).(*tree.PointerAdd)
		return ok && other.Subtract == x.Subtract && isSameArray(x.Pointer, other.Pointer) && isSameArray(x.Index, other.Index)
	case *tree.Constant:
		other, ok := tree.WithoutConversions(y).(*tree.Constant)
		return ok && x.Int != nil && other.Int != nil && x.Int.Cmp(other.Int) == 0
	}
	return false
}
