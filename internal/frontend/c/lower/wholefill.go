package lower

import (
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
)

// wholeFill recognises the statement memset(&x, 0, sizeof x) for an lvalue x: it sets every scalar
// of x to zero, so x can stay in registers. A call at which a rule acts is a call.
func (l *watching) wholeFill(e tree.Expr) (target tree.Expr, ok bool) {
	for {
		c, isConvert := e.(*tree.Convert)
		if !isConvert || c.Type.Kind != tree.Void {
			break
		}
		e = c.Operand
	}
	call, isCall := e.(*tree.Call)
	if !isCall || len(call.Args) < 3 {
		return nil, false
	}
	def := directCallee(call.Callee)
	if def == nil || def.Body != nil || modelName(def) != "memset" || l.hasEvents(def, "call", "entry", "exit", "return") {
		return nil, false
	}
	fill, size := tree.ConstantOf(call.Args[1]), tree.ConstantOf(call.Args[2])
	target = pointedPlace(call.Args[0])
	if fill == nil || fill.Int.Sign() != 0 || size == nil || target == nil || !size.Int.IsInt64() {
		return nil, false
	}
	return target, size.Int.Int64() == target.ExprType().Size
}

// pointedPlace returns the lvalue whose address e is, or nil.
func pointedPlace(e tree.Expr) tree.Expr {
	switch e := e.(type) {
	case *tree.Convert:
		if e.Type.Kind == tree.Pointer {
			return pointedPlace(e.Operand)
		}
	case *tree.AddressOf:
		if _, isFunction := e.Operand.(*tree.FunctionRef); !isFunction && isPlace(e.Operand) {
			return e.Operand
		}
	case *tree.Decay:
		if isPlace(e.Array) {
			return e.Array
		}
	}
	return nil
}

// zeroFill sets every byte of an lvalue to zero.
func (b *expressions) zeroFill(target tree.Expr) {
	pos, p := target.Position(), b.place(target)
	if p.inMemory() {
		b.shadow().requireAccess(pos, p, p.typ.Size)
		b.initialization().noteWritten(pos, p, cellKey{})
		b.emit(&ir.Fill{At: ir.At{Pos: pos}, Addr: p.address, Size: uint64(p.typ.Size)})
		return
	}
	if p.typ.IsScalar() {
		b.storeScalar(pos, p, b.zero(b.sortOf(p.typ)))
		return
	}
	cells, _ := b.cellsOf(p.typ)
	for _, c := range cells {
		r := b.register(p, c.key)
		b.assign(pos, r, b.zero(r.Sort))
		b.initialization().noteWritten(pos, p, c.key)
	}
}
