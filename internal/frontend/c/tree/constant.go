package tree

// ConstantOf returns the integer constant that e is, looking through conversions that keep its value.
func ConstantOf(e Expr) *Constant {
	switch e := e.(type) {
	case *Constant:
		if e.Int != nil && !e.Type.IsFloating() {
			return e
		}
	case *Convert:
		inner := ConstantOf(e.Operand)
		if inner == nil || e.Type.Kind != Integer || inner.Type.Kind != Integer {
			return nil
		}
		if e.Type.Width == 0 && inner.Type.Width == 0 && e.Type.Size > inner.Type.Size && (inner.Int.Sign() >= 0 || e.Type.Signed) {
			return inner
		}
	}
	return nil
}
