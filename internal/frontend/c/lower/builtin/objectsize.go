package builtin

import (
	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/term"
)

// This file computes __builtin_object_size where every build by gcc gives the same number: for the
// address of a part of a named object that is written as such. For other pointers what gcc finds
// out depends on its optimisations: any number.

// ObjectSize is how many bytes are behind a pointer, of the whole object or (odd kinds) of the part
// that it points to.
func ObjectSize(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	if len(c.Args) == 2 && c.Args[0].Expr != nil {
		if kind := tree.ConstantOf(c.Args[1].Expr); kind != nil {
			of := wholeObject
			if kind.Int.Bit(0) == 1 {
				of = partOfObject
			}
			if size, ok := sizeBehind(c.Args[0].Expr, of); ok {
				return e.Terms().BVConst(e.DataModel().PointerWidth, uint64(size)), true
			}
		}
	}
	return e.Input(c.Pos, c.Want, ir.Unspecified, c.Function.Name), true
}

// extent says whether the bytes of an object are counted or those of a part of it.
type extent int

const (
	wholeObject extent = iota + 1
	partOfObject
)

// sizeBehind is the number of bytes between an address and the end of the named object that it is
// in, or of the part of it.
func sizeBehind(pointer tree.Expr, of extent) (int64, bool) {
	switch e := pointer.(type) {
	case *tree.Convert:
		if e.Operand.ExprType().Kind == tree.Pointer {
			return sizeBehind(e.Operand, of)
		}
	case *tree.Decay:
		return sizeFrom(e.Array, of)
	case *tree.AddressOf:
		return sizeFrom(e.Operand, of)
	case *tree.PointerAdd:
		// Which part such an address is in gcc knows in some builds only.
		behind, ok := sizeBehind(e.Pointer, wholeObject)
		index := tree.ConstantOf(e.Index)
		if !ok || of == partOfObject || index == nil || !index.Int.IsInt64() || e.Subtract || e.SizeExpr != nil || index.Int.Sign() < 0 {
			return 0, false
		}
		if index.Int.Int64() > behind {
			return 0, true
		}
		return max(behind-index.Int.Int64()*e.ElemSize, 0), true
	}
	return 0, false
}

// sizeFrom is the number of bytes from where a part of a named object starts to the object's end,
// or to the part's: that of the member, or of the array that it is an element of.
func sizeFrom(lvalue tree.Expr, of extent) (int64, bool) {
	object, at, ok := within(lvalue)
	if !ok {
		return 0, false
	}
	behind := max(object.Size()-at, 0)
	if of == wholeObject {
		return behind, true
	}
	switch e := lvalue.(type) {
	case *tree.Member:
		if e.Type.Size > 0 { // else an array of any length at the end of the object
			return e.Type.Size, true
		}
	case *tree.Deref:
		add := e.Pointer.(*tree.PointerAdd)
		if array := add.Pointer.(*tree.Decay).Array.ExprType(); array.Size > 0 {
			return max(array.Size-tree.ConstantOf(add.Index).Int.Int64()*add.ElemSize, 0), true
		}
	}
	return behind, true
}

// within is the named object that an lvalue is a part of at a constant distance from its start.
func within(lvalue tree.Expr) (object *tree.Object, at int64, ok bool) {
	switch e := lvalue.(type) {
	case *tree.ObjectRef:
		return e.Object, 0, e.Object.Type.Size >= 0 && !e.Object.Extern && !e.Object.Weak
	case *tree.StringRef:
		return e.Object, 0, e.Object.Type.Size >= 0
	case *tree.Member:
		object, at, ok = within(e.Base)
		return object, at + e.Field.Offset, ok && e.Field.BitWidth == 0
	case *tree.Deref:
		add, isElement := e.Pointer.(*tree.PointerAdd)
		if !isElement || add.Subtract || add.SizeExpr != nil {
			return nil, 0, false
		}
		decay, isElement := add.Pointer.(*tree.Decay)
		index := tree.ConstantOf(add.Index)
		if !isElement || index == nil || !index.Int.IsInt64() || index.Int.Sign() < 0 {
			return nil, 0, false
		}
		object, at, ok = within(decay.Array)
		return object, at + index.Int.Int64()*add.ElemSize, ok && index.Int.Int64() <= object.Size()
	}
	return nil, 0, false
}
