package lower

import (
	"yogi/internal/frontend/c/tree"
)

// Lvalues that name a part of a known object, though they are written with pointers.

// directPlace returns the lvalue inside *&x, *array and array[constant]: such a Deref names a part
// of a known object. nil if e is no such expression.
func directPlace(e *tree.Deref) tree.Expr {
	switch p := e.Pointer.(type) {
	case *tree.AddressOf:
		return p.Operand
	case *tree.Decay:
		if p.Array.ExprType().Length > 0 {
			return p.Array
		}
	case *tree.PointerAdd:
		if array, _, ok := constantElement(p); ok {
			return array
		}
	}
	return nil
}

// constantElement recognises &array[constant] inside the array's bounds.
func constantElement(p *tree.PointerAdd) (array tree.Expr, index int64, ok bool) {
	decay, isDecay := p.Pointer.(*tree.Decay)
	if !isDecay || p.Subtract || p.SizeExpr != nil {
		return nil, 0, false
	}
	c := tree.ConstantOf(p.Index)
	if c == nil || !c.Int.IsInt64() {
		return nil, 0, false
	}
	index = c.Int.Int64()
	t := decay.Array.ExprType()
	if index < 0 || index >= t.Length || t.Elem.Size != p.ElemSize {
		return nil, 0, false
	}
	return decay.Array, index, true
}
