package lower

import (
	"yogi/internal/frontend/c/tree"
)

// Lvalues that name a part of a known object, though they are written with pointers.

// directPlace returns the lvalue inside *&x, *array and array[constant]: such a Deref names a part of a
// known object. nil if e is no such expression.
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
	c := constantOf(p.Index)
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

// constantOf returns the integer constant that e is, looking through conversions that keep its value.
func constantOf(e tree.Expr) *tree.Constant {
	switch e := e.(type) {
	case *tree.Constant:
		if e.Int != nil && !e.Type.IsFloating() {
			return e
		}
	case *tree.Convert:
		inner := constantOf(e.Operand)
		if inner == nil || e.Type.Kind != tree.Integer || inner.Type.Kind != tree.Integer {
			return nil
		}
		if e.Type.Width == 0 && inner.Type.Width == 0 && e.Type.Size > inner.Type.Size && (inner.Int.Sign() >= 0 || e.Type.Signed) {
			return inner
		}
	}
	return nil
}
