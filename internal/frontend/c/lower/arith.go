package lower

import (
	"math/big"

	"yogi/internal/assumption"
	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/source"
	"yogi/internal/term"
)

func (b *expressions) unary(e *tree.Unary) value {
	if e.Op == tree.LogicalNot {
		return value{scalar: b.truthValue(b.cond(e), e.Type)}
	}
	if !isModelled(e.Type) {
		return b.unsupportedValue(e.Pos, e.Type, "arithmetic of type "+e.Type.Name)
	}
	x := b.scalar(e.Operand)
	switch {
	case e.Op == tree.Negate && e.Type.IsFloating():
		return value{scalar: b.terms.FNeg(x)}
	case e.Op == tree.Negate:
		emit.RequireNegatable(emitter{b: b.frame}, e.Pos, e.Type, x)
		if b.isViewed(x) {
			return value{scalar: b.mathematicalIntegers().negateView(x, isSigned(e.Type))}
		}
		return value{scalar: b.terms.BVNeg(x)}
	}
	if b.isViewed(x) {
		return value{scalar: b.mathematicalIntegers().complementView(x, isSigned(e.Type))}
	}
	return value{scalar: b.terms.BVNot(x)}
}

// truthValue is 1 or 0 of an integer type.
func (b *builder) truthValue(cond *term.Term, t *tree.Type) *term.Term {
	width := b.sortOf(t).Width
	return b.terms.Ite(cond, b.terms.BVConst(width, 1), b.terms.BVConst(width, 0))
}

func (b *expressions) binary(e *tree.Binary) *term.Term {
	switch e.Op {
	case tree.LogicalAnd, tree.LogicalOr:
		return b.logical(e)
	case tree.Less, tree.LessEqual, tree.Greater, tree.GreaterEqual, tree.Equal, tree.NotEqual:
		return b.truthValue(b.comparison(e), e.Type)
	}
	if !isModelled(e.Type) {
		return b.unsupportedValue(e.Pos, e.Type, "arithmetic of type "+e.Type.Name).scalar
	}
	left, right := b.operands(e)
	return b.arithmetic(e.Pos, e.Op, e.Type, left, right, e.Right.ExprType())
}

// arithmetic applies an operator to two values of type t; the right operand of a shift has a type
// of its own.
func (b *frame) arithmetic(pos source.Pos, op tree.Operator, t *tree.Type, x, y *term.Term, right *tree.Type) *term.Term {
	if t.IsFloating() {
		return b.floatArithmetic(pos, op, t, x, y)
	}
	terms, signed := b.terms, isSigned(t)
	if op == tree.Divide || op == tree.Remainder {
		b.arithmeticChecks().requireDivisor(pos, y)
	}
	b.arithmeticChecks().requireNoOverflow(pos, op, t, x, y)
	if t.Kind == tree.Integer && (b.isViewed(x) || b.isViewed(y)) {
		rightSigned := signed
		if op == tree.ShiftLeft || op == tree.ShiftRight {
			rightSigned = isSigned(right)
		}
		if result, ok := b.mathematicalIntegers().linearArithmetic(pos, op, signed, x, y, rightSigned); ok {
			return result
		}
	}
	switch op {
	case tree.Add:
		return terms.BVAdd(x, y)
	case tree.Subtract:
		return terms.BVSub(x, y)
	case tree.Multiply:
		return terms.BVMul(x, y)
	case tree.Divide, tree.Remainder:
		return b.divide(pos, op, t, x, y)
	case tree.ShiftLeft, tree.ShiftRight:
		return b.shift(pos, op, t, x, y, isSigned(right))
	case tree.BitAnd:
		return terms.BVAnd(x, y)
	case tree.BitOr:
		return terms.BVOr(x, y)
	case tree.BitXor:
		return terms.BVXor(x, y)
	}
	b.unsupported(pos, "this operator")
	return x
}

func (b *builder) floatArithmetic(pos source.Pos, op tree.Operator, t *tree.Type, x, y *term.Term) *term.Term {
	b.roundsTo(t)
	switch op {
	case tree.Add:
		return b.rounded(term.OpFAdd, x.Sort(), x, y)
	case tree.Subtract:
		return b.rounded(term.OpFSub, x.Sort(), x, y)
	case tree.Multiply:
		return b.rounded(term.OpFMul, x.Sort(), x, y)
	case tree.Divide:
		return b.rounded(term.OpFDiv, x.Sort(), x, y)
	}
	b.unsupported(pos, "this operator on "+t.Name)
	return x
}

// roundsTo records that a value of type t has the precision of the type. Compilers for i686 compute
// in registers of more bits (FLT_EVAL_METHOD is 2), and round where they happen to store a value.
func (b *builder) roundsTo(t *tree.Type) {
	if b.target.WideRegisters && t.Kind == tree.Float {
		b.assume(assumption.FloatPrecision, source.Pos{})
	}
	if b.target.FloatLibrary && t.Kind == tree.Float {
		b.assume(assumption.FloatLibrary, source.Pos{})
	}
	if b.target.FusesMultiply && t.Kind == tree.Float {
		b.assume(assumption.FloatContraction, source.Pos{})
	}
}

// isRounded says that an operand is a constant that has another value in registers of more bits.
func isRounded(e tree.Expr) bool {
	k, ok := e.(*tree.Constant)
	return ok && k.Type.Kind == tree.Float && k.Rounded
}

// divide ends the run where the machine traps: a zero divisor, and the most negative value by -1.
// divide ends the run, as x86 does, where C leaves the quotient open: for a divisor of zero, and the lowest number
// by -1. Other machines go on with some number.
func (b *builder) divide(pos source.Pos, op tree.Operator, t *tree.Type, x, y *term.Term) *term.Term {
	terms, width, signed := b.terms, x.Sort().Width, isSigned(t)
	defined := terms.Ne(y, terms.BVConst(width, 0))
	if signed {
		lowest := terms.BVBig(width, new(big.Int).Lsh(big.NewInt(1), uint(width-1)))
		overflow := terms.And(terms.Eq(x, lowest), terms.Eq(y, terms.BVNot(terms.BVConst(width, 0))))
		defined = terms.And(defined, terms.Not(overflow))
	}
	var result *term.Term
	switch {
	case op == tree.Divide && signed:
		result = terms.BVSDiv(x, y)
	case op == tree.Divide:
		result = terms.BVUDiv(x, y)
	case signed:
		result = terms.BVSRem(x, y)
	default:
		result = terms.BVURem(x, y)
	}
	if b.target.DividesAll || b.unneeded { // no compiler divides for a value that nothing needs
		return b.orInput(pos, defined, result, t, "division")
	}
	b.assumeTrue(pos, defined)
	return result
}

// shift gives an input where C leaves the result open: an amount that is negative or not below the
// width.
func (b *frame) shift(pos source.Pos, op tree.Operator, t *tree.Type, x, amount *term.Term, amountSigned bool) *term.Term {
	terms, width := b.terms, x.Sort().Width
	// A negative amount is a large one when read as unsigned.
	within := terms.True()
	if limit := uint64(width); amount.Sort().Width > 8 || limit < 1<<amount.Sort().Width {
		within = terms.BVUlt(amount, terms.BVConst(amount.Sort().Width, limit))
	}
	if b.checks(property.Shift) {
		b.require(pos, property.Shift, within, "the amount of a shift is negative or not below the width", b.runNotes().shiftDetails(amount, amountSigned)...)
		within = terms.True()
	}
	if op == tree.ShiftLeft {
		b.arithmeticChecks().requireNoShiftOverflow(pos, t, x, amount)
	}
	y := b.resizeBits(amount, width, amountSigned)
	var result *term.Term
	switch {
	case op == tree.ShiftLeft:
		result = terms.BVShl(x, y)
	case isSigned(t):
		result = terms.BVAshr(x, y)
	default:
		result = terms.BVLshr(x, y)
	}
	return b.orInput(pos, within, result, t, "shift")
}

// orInput is t where defined holds and an input elsewhere.
func (b *builder) orInput(pos source.Pos, defined, t *term.Term, typ *tree.Type, name string) *term.Term {
	if defined.IsTrue() {
		return t
	}
	return b.terms.Ite(defined, t, b.input(pos, typ, ir.Unspecified, name))
}

func (b *expressions) assignOp(e *tree.AssignOp) value {
	var operand *term.Term
	isBack := b.ordered[e] == rightToLeft
	if isBack {
		operand = b.stable(e.Pos, b.scalar(e.Operand), e.Target)
	}
	p := b.stablePlace(e.Pos, b.place(e.Target), e.Operand)
	if !isModelled(p.typ) || e.Common != nil && !isModelled(e.Common) {
		return b.unsupportedValue(e.Pos, e.Type, "arithmetic of type "+p.typ.Name)
	}
	old := b.stable(e.Pos, b.loadScalar(e.Pos, p), e.Operand)
	if !isBack {
		operand = b.scalar(e.Operand)
	}
	if p.typ.Kind == tree.Pointer {
		delta := b.scaled(operand, e.Operand.ExprType(), e.ElemSize)
		if e.SizeExpr != nil {
			delta = b.terms.BVMul(b.scaled(operand, e.Operand.ExprType(), 1), b.variableSize(e.SizeExpr))
		}
		if e.Op == tree.Subtract {
			delta = b.terms.BVNeg(delta)
		}
		return b.toldOf(e.Pos, e.Target, b.storeScalar(e.Pos, p, b.terms.BVAdd(old, delta)))
	}
	x := b.coerce(e.Pos, old, p.typ, e.Common)
	result := b.arithmetic(e.Pos, e.Op, e.Common, x, operand, e.Operand.ExprType())
	return b.toldOf(e.Pos, e.Target, b.storeScalar(e.Pos, p, b.coerce(e.Pos, result, e.Common, p.typ)))
}

// incDec lowers ++ and -- whose value is used.
func (b *expressions) incDec(e *tree.IncDec) value {
	p := b.place(e.Target)
	if !isModelled(p.typ) {
		return b.unsupportedValue(e.Pos, e.Type, "arithmetic of type "+p.typ.Name)
	}
	old := b.loadScalar(e.Pos, p)
	if !e.Prefix && b.readsRegister(old) {
		old = b.keep(e.Pos, old)
	}
	updated := b.storeStepped(e, p, old)
	if e.Prefix {
		return updated
	}
	return value{scalar: old}
}

// incDecEffect lowers ++ and -- whose value nothing uses, so that the old one need not be kept.
func (b *expressions) incDecEffect(e *tree.IncDec) {
	p := b.place(e.Target)
	if !isModelled(p.typ) {
		b.unsupported(e.Pos, "arithmetic of type "+p.typ.Name)
		return
	}
	b.storeStepped(e, p, b.loadScalar(e.Pos, p))
}

// storeStepped writes to p what ++ or -- makes of its old value.
func (b *expressions) storeStepped(e *tree.IncDec, p place, old *term.Term) value {
	updated := value{scalar: b.storeStep(e.Pos, p, b.stepped(e, old, p))}
	b.tellAssigned(e.Pos, e.Target, updated)
	return updated
}

func (b *expressions) stepped(e *tree.IncDec, old *term.Term, p place) *term.Term {
	t := p.typ
	switch t.Kind {
	case tree.Float, tree.LongDouble:
		b.roundsTo(t)
		s := old.Sort()
		one := b.powerOfTwo(0, s)
		if e.Delta < 0 {
			return b.rounded(term.OpFSub, s, old, one)
		}
		return b.rounded(term.OpFAdd, s, old, one)
	case tree.Pointer:
		size := b.addr(uint64(e.ElemSize))
		if e.SizeExpr != nil {
			size = b.variableSize(e.SizeExpr)
		}
		if e.Delta < 0 {
			return b.terms.BVSub(old, size)
		}
		return b.terms.BVAdd(old, size)
	case tree.Bool:
		// ++ makes true, -- inverts.
		if e.Delta > 0 {
			return b.terms.BVConst(old.Sort().Width, 1)
		}
		return b.truthValue(b.terms.Not(b.isTrue(old)), t)
	}
	delta := b.terms.BVBig(old.Sort().Width, big.NewInt(e.Delta))
	// What is smaller than an int is computed with as one (C11 6.3.1.1p2), which 1 more or less does not overflow, but
	// for an unsigned bit-field of all its bits but the sign.
	switch width := int(8 * b.target.Int()); {
	case t.Kind == tree.Integer && p.bitWidth == int64(width-1) && !t.Signed:
		promoted := &tree.Type{Kind: tree.Integer, Name: "int", Size: b.target.Int(), Signed: true}
		b.arithmeticChecks().requireNoOverflow(e.Pos, tree.Add, promoted, b.terms.Extract(width-1, 0, old), b.terms.BVBig(width, big.NewInt(e.Delta)))
	case t.Kind == tree.Integer && t.Size >= b.target.Int():
		b.arithmeticChecks().requireNoOverflow(e.Pos, tree.Add, t, old, delta)
	}
	if b.isViewed(old) {
		integer := integerType{old.Sort().Width, isSigned(t)}
		return b.view(b.terms.Add(b.integer(old, integer.signed), b.terms.IntConst(e.Delta)), integer)
	}
	return b.terms.BVAdd(old, delta)
}
