package lower

import (
	"yogi/internal/assumption"
	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/source"
	"yogi/internal/term"
)

// scalar evaluates an expression of scalar type.
func (b *expressions) scalar(e tree.Expr) *term.Term {
	v := b.value(e)
	if v.scalar == nil {
		// An expression without a scalar value is one that typecheck refused; the path has ended.
		return b.zero(b.sortOf(e.ExprType()))
	}
	return v.scalar
}

// effect evaluates an expression whose value is not used.
func (b *expressions) effect(e tree.Expr) {
	switch e := e.(type) {
	case *tree.Constant:
		b.value(e)
	case *tree.Comma:
		b.effect(e.Left)
		b.effect(e.Right)
	case *tree.Convert:
		if e.Type.Kind == tree.Void || !b.hasEffects(e.Operand) {
			b.effect(e.Operand)
		} else {
			b.unneededValue(e)
		}
	case *tree.IncDec:
		b.endWhereBroken(e)
		b.incDecEffect(e)
	case *tree.Conditional:
		if isInert(e) {
			b.unneededValue(e)
			return
		}
		b.conditionalEffect(e)
	case *tree.Binary:
		if (e.Op == tree.LogicalAnd || e.Op == tree.LogicalOr) && !isInert(e) {
			b.logicalEffect(e)
			return
		}
		b.unneededValue(e)
	case *tree.ObjectRef:
	case *tree.Call:
		b.forEffect = e
		b.value(e)
	default:
		b.unneededValue(e)
	}
}

// unneededValue evaluates an expression whose value is not used. No compiler makes the accesses and divisions in it
// that are there for that value alone, not even without optimisation, so a run goes on behind one that would trap. In
// what is there for what it does, as an assignment or a call, values are needed (neededInside).
func (b *expressions) unneededValue(e tree.Expr) {
	outer := b.unneeded
	b.unneeded = true
	b.value(e)
	b.unneeded = outer
}

// neededInside says that the operands of an expression are needed whether its value is or not.
func neededInside(e tree.Expr) bool {
	switch e := e.(type) {
	case *tree.Conditional:
		return !isInert(e)
	case *tree.Binary:
		return (e.Op == tree.LogicalAnd || e.Op == tree.LogicalOr) && !isInert(e)
	}
	return acts(e)
}

// acts says that an expression is there for what it does beside finding a value.
func acts(e tree.Expr) bool {
	switch e.(type) {
	case *tree.Assign, *tree.AssignOp, *tree.IncDec, *tree.Call, *tree.Asm, *tree.VaArg, *tree.CompoundLiteral:
		return true
	}
	return false
}

// isInert says that evaluating an expression does nothing but find its value.
func isInert(e tree.Expr) bool {
	inert := true
	tree.EachExpr(e, func(x tree.Expr) {
		switch x := x.(type) {
		case *tree.StatementExpr, *tree.UnsupportedExpr:
			inert = false
		case *tree.ObjectRef, *tree.Deref, *tree.Member:
			inert = inert && !x.ExprType().Volatile
		default:
			inert = inert && !acts(x)
		}
	})
	return inert
}

// mayTrap says that evaluating an expression may end the run: it goes through a pointer, or divides.
func mayTrap(e tree.Expr) bool {
	found := false
	tree.EachExpr(e, func(x tree.Expr) {
		switch x := x.(type) {
		case *tree.Deref:
			found = found || directPlace(x) == nil
		case *tree.Binary:
			found = found || x.Op == tree.Divide || x.Op == tree.Remainder
		}
	})
	return found
}

func (b *expressions) conditionalEffect(e *tree.Conditional) {
	then, els, done := b.newBlock("", e.Pos), b.newBlock("", e.Pos), b.newBlock("", e.Pos)
	b.branchOn(e.Cond, then, els)
	b.enter(then)
	if e.Then != nil {
		b.effect(e.Then)
	}
	b.block.Jump(e.Pos, done)
	b.enter(els)
	b.effect(e.Else)
	b.block.Jump(e.Pos, done)
	b.enter(done)
}

func (b *expressions) logicalEffect(e *tree.Binary) {
	right, done := b.newBlock("", e.Pos), b.newBlock("", e.Pos)
	if e.Op == tree.LogicalAnd {
		b.branchOn(e.Left, right, done)
	} else {
		b.branchOn(e.Left, done, right)
	}
	b.enter(right)
	b.effect(e.Right)
	b.block.Jump(e.Pos, done)
	b.enter(done)
}

// value evaluates an expression.
func (b *expressions) value(e tree.Expr) value {
	if b.unneeded && neededInside(e) {
		b.unneeded = false
		v := b.value(e)
		b.unneeded = true
		return v
	}
	b.endWhereOperandsCollide(e)
	b.endWhereBroken(e)
	if b.evaluated[e] != noOrder && b.ordered[e] == anyOrder {
		return b.inEitherOrder(e)
	}
	switch e := e.(type) {
	case *tree.Constant:
		return b.constant(e)
	case *tree.ObjectRef, *tree.Deref, *tree.StringRef, *tree.CompoundLiteral:
		return b.load(e.Position(), b.place(e))
	case *tree.Member:
		return b.member(e)
	case *tree.FunctionRef:
		b.fromOutside().nameFunction(e.Pos, e.Function)
		return value{scalar: b.functionAddress(e.Pos, e.Function)}
	case *tree.AddressOf:
		return value{scalar: b.addressOf(e.Operand)}
	case *tree.Decay:
		return value{scalar: b.addressOf(e.Array)}
	case *tree.Convert:
		return b.convertExpr(e)
	case *tree.Unary:
		return b.unary(e)
	case *tree.Binary:
		return value{scalar: b.binary(e)}
	case *tree.PointerAdd:
		return value{scalar: b.pointerAdd(e)}
	case *tree.PointerDiff:
		return value{scalar: b.pointerDiff(e)}
	case *tree.Assign:
		p := b.stablePlace(e.Pos, b.place(e.Target), e.Value)
		v := b.store(e.Pos, p, b.value(e.Value))
		b.handsToVariable(e, v)
		b.givesMember(e, v)
		b.initialization().spoilAround(e.Pos, e.Target, p)
		b.tellAssigned(e.Pos, e.Target, v)
		return v
	case *tree.AssignOp:
		return b.assignOp(e)
	case *tree.IncDec:
		return b.incDec(e)
	case *tree.Conditional:
		return b.conditional(e)
	case *tree.Comma:
		b.effect(e.Left)
		return b.value(e.Right)
	case *tree.Call:
		return b.calls().call(e)
	}
	return b.rareValue(e)
}

// rareValue evaluates what only GNU C and library headers use.
func (b *expressions) rareValue(e tree.Expr) value {
	switch e := e.(type) {
	case *tree.StatementExpr:
		return b.within.statementExpr(e)
	case *tree.SizeOf:
		return value{scalar: b.zeroExtended(b.sizeOf(e.Pos, e.Operand), int(e.Type.Size)*8)}
	case *tree.LabelAddress:
		return value{scalar: b.labelAddress(e.Label)}
	case *tree.Asm:
		b.within.asm(e)
		return value{}
	case *tree.VaArg:
		return b.variadicArguments().vaArg(e)
	case *tree.UnsupportedExpr:
		b.end(&ir.Unsupported{At: ir.At{Pos: e.Pos}, Diagnostic: e.Diagnostic})
		return b.anyValue(e.Type)
	}
	return b.unsupportedValue(e.Position(), e.ExprType(), "this expression")
}

// snapshot keeps a value across the end of its scope.
func (b *expressions) snapshot(pos source.Pos, v value, t *tree.Type) value {
	if v.scalar != nil && b.readsRegister(v.scalar) {
		v.scalar = b.keep(pos, v.scalar)
	}
	for i, c := range v.cells {
		if b.readsRegister(c) {
			v.cells[i] = b.keep(pos, c)
		}
	}
	if v.address != nil {
		v.address = b.materialize(pos, v, t)
	}
	return v
}

func (b *expressions) constant(e *tree.Constant) value {
	if e.Overflows {
		b.require(e.Pos, property.Overflow, b.terms.BoolConst(!b.checks(property.Overflow)), property.ConstantOverflow+" of type "+e.Type.Name)
	}
	s := b.sortOf(e.Type)
	if e.Type.Kind == tree.Pointer && e.Int != nil && e.Int.IsUint64() {
		b.refuseNarrowAddress(e.Pos, b.addr(e.Int.Uint64()))
	}
	switch {
	case !isModelled(e.Type):
		return b.unsupportedValue(e.Pos, e.Type, "a constant of type "+e.Type.Name)
	case e.Type.IsFloating():
		bits := term.BVValue(s.Exp+s.Sig, e.Float)
		if e.Wide != nil {
			bits = term.BVBigValue(s.Exp+s.Sig, e.Wide)
		}
		return value{scalar: b.terms.FloatConst(bits, s.Exp, s.Sig)}
	case e.Type.Kind == tree.Void:
		return value{}
	case e.Int == nil:
		return value{scalar: b.zero(s)}
	}
	if e.Type.Kind == tree.Pointer && e.Int.Sign() != 0 {
		b.assume(assumption.NumberAsAddress, e.Pos)
	}
	return value{scalar: b.terms.BVBig(s.Width, e.Int)}
}

// isPlace says whether e is an lvalue, so that a member of it can be reached without a copy.
func isPlace(e tree.Expr) bool {
	switch e := e.(type) {
	case *tree.ObjectRef, *tree.Deref, *tree.StringRef, *tree.CompoundLiteral:
		return true
	case *tree.Member:
		return isPlace(e.Base)
	}
	return false
}

func (b *expressions) member(e *tree.Member) value {
	if isPlace(e.Base) {
		return b.load(e.Pos, b.place(e))
	}
	owner := e.Base.ExprType()
	v := b.value(e.Base)
	if v.address != nil {
		p := b.memberPlace(place{typ: owner, address: v.address}, e.Field, owner, e.Type)
		return b.load(e.Pos, p)
	}
	return b.memberOfCells(e, v, owner)
}

// memberOfCells picks the part of a split value that a member names.
func (b *expressions) memberOfCells(e *tree.Member, v value, owner *tree.Type) value {
	cells, _ := b.cellsOf(owner)
	f := e.Field
	var part []*term.Term
	for i, c := range cells {
		if f.BitWidth > 0 {
			if c.key == (cellKey{f.Offset, f.BitOffset}) {
				p := place{typ: f.Type, bitWidth: f.BitWidth}
				return value{scalar: b.widen(v.cells[i], p)}
			}
			continue
		}
		if c.key.offset >= f.Offset && c.key.offset < f.Offset+f.Type.Size {
			part = append(part, v.cells[i])
		}
	}
	if e.Type.IsScalar() && len(part) == 1 {
		return value{scalar: part[0]}
	}
	if part == nil {
		part = []*term.Term{}
	}
	return value{cells: part}
}

func (b *expressions) conditional(e *tree.Conditional) value {
	if e.Type.Kind == tree.Void {
		b.conditionalEffect(e)
		return value{}
	}
	if e.Then == nil {
		return b.elvis(e)
	}
	if e.Type.IsScalar() && b.isPure(e.Then) && b.isPure(e.Else) {
		c := b.cond(e.Cond)
		return value{scalar: b.terms.Ite(c, b.scalar(e.Then), b.scalar(e.Else))}
	}
	then, els := b.newBlock("", e.Pos), b.newBlock("", e.Pos)
	b.branchOn(e.Cond, then, els)
	return b.joinValues(e.Pos, e.Type, then, els, func() value { return b.value(e.Then) }, func() value { return b.value(e.Else) })
}

// elvis is GNU's x ?: y, which evaluates x once.
func (b *expressions) elvis(e *tree.Conditional) value {
	x := b.keep(e.Pos, b.scalar(e.Cond))
	cond := b.isTrue(x)
	// The value of x has been converted to the result type by typecheck only where it was an
	// operand of its own, so its width is brought to the result's here.
	converted := b.coerce(e.Pos, x, e.Cond.ExprType(), e.Type)
	if b.isPure(e.Else) {
		return value{scalar: b.terms.Ite(cond, converted, b.scalar(e.Else))}
	}
	then, els := b.newBlock("", e.Pos), b.newBlock("", e.Pos)
	b.branch(e.Pos, cond, then, els)
	return b.joinValues(e.Pos, e.Type, then, els,
		func() value { return value{scalar: converted} }, func() value { return b.value(e.Else) })
}

// joinValues evaluates one of two values, each in its own block, into the same temporaries.
func (b *frame) joinValues(pos source.Pos, t *tree.Type, then, els *ir.Block, left, right func() value) value {
	done := b.newBlock("", pos)
	temps, result := b.joinTemps(t)
	for i, block := range []*ir.Block{then, els} {
		b.enter(block)
		v := left
		if i == 1 {
			v = right
		}
		b.setTemps(pos, t, temps, v())
		b.block.Jump(pos, done)
	}
	b.enter(done)
	return result
}

func (b *frame) joinTemps(t *tree.Type) ([]*ir.Variable, value) {
	s := b.shapeOf(t)
	if s.byAddress {
		v := b.newTemp(b.terms.BV(b.pointerWidth()))
		return []*ir.Variable{v}, value{address: v.Sym}
	}
	temps := make([]*ir.Variable, len(s.cells))
	syms := make([]*term.Term, len(s.cells))
	for i, c := range s.cells {
		temps[i] = b.registerOf(b.newTemp(b.registerSort(c)), c)
		syms[i] = b.read(temps[i])
	}
	if t.IsScalar() {
		return temps, value{scalar: syms[0]}
	}
	return temps, value{cells: syms}
}

func (b *frame) setTemps(pos source.Pos, t *tree.Type, temps []*ir.Variable, v value) {
	if b.shapeOf(t).byAddress {
		b.assign(pos, temps[0], v.address)
		return
	}
	for i, c := range b.cellsOfValue(pos, v, t) {
		b.assign(pos, temps[i], c)
	}
}

func (b *builder) resizeBits(t *term.Term, width int, signed bool) *term.Term {
	return emit.Resize(b.terms, t, width, signed)
}

func (b *builder) zeroExtended(t *term.Term, width int) *term.Term {
	return emit.ZeroExtend(b.terms, t, width)
}

func (b *builder) signExtended(t *term.Term, width int) *term.Term {
	return emit.SignExtend(b.terms, t, width)
}

// sizeOf is the size of a type in bytes as a term of pointer width; for variable-length arrays it
// uses the length kept at the declaration.
func (b *expressions) sizeOf(pos source.Pos, t *tree.Type) *term.Term {
	if t.Size >= 0 {
		return b.addr(uint64(t.Size))
	}
	if t.SizeExpr != nil {
		return b.scalar(t.SizeExpr)
	}
	if t.Kind != tree.Array {
		return b.addr(1)
	}
	var n *term.Term
	switch {
	case b.lengths[t] != nil:
		n = b.lengths[t].Sym
	case t.LengthExpr != nil:
		n = b.resizeBits(b.scalar(t.LengthExpr), b.pointerWidth(), isSigned(t.LengthExpr.ExprType()))
	default:
		n = b.addr(uint64(max(t.Length, 0)))
	}
	return b.terms.BVMul(n, b.sizeOf(pos, t.Elem))
}
