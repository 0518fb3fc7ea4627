package lower

import (
	"math/big"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/source"
	"yogi/internal/term"
)

func (b *body) unary(e *tree.Unary) value {
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
		b.requireNegatable(e.Pos, e.Type, x)
		if b.isViewed(x) {
			return value{scalar: b.negateView(x, isSigned(e.Type))}
		}
		return value{scalar: b.terms.BVNeg(x)}
	}
	if b.isViewed(x) {
		return value{scalar: b.complementView(x, isSigned(e.Type))}
	}
	return value{scalar: b.terms.BVNot(x)}
}

// truthValue is 1 or 0 of an integer type.
func (b *body) truthValue(cond *term.Term, t *tree.Type) *term.Term {
	width := b.sortOf(t).Width
	return b.terms.Ite(cond, b.terms.BVConst(width, 1), b.terms.BVConst(width, 0))
}

func (b *body) binary(e *tree.Binary) *term.Term {
	switch e.Op {
	case tree.LogicalAnd, tree.LogicalOr:
		return b.logical(e)
	case tree.Less, tree.LessEqual, tree.Greater, tree.GreaterEqual, tree.Equal, tree.NotEqual:
		return b.truthValue(b.comparison(e), e.Type)
	}
	if !isModelled(e.Type) {
		return b.unsupportedValue(e.Pos, e.Type, "arithmetic of type "+e.Type.Name).scalar
	}
	left := b.stable(e.Pos, b.scalar(e.Left), e.Right)
	return b.arithmetic(e.Pos, e.Op, e.Type, left, b.scalar(e.Right), e.Right.ExprType())
}

// arithmetic applies an operator to two values of type t; the right operand of a shift has a type of its
// own.
func (b *body) arithmetic(pos source.Pos, op tree.Operator, t *tree.Type, x, y *term.Term, right *tree.Type) *term.Term {
	if t.IsFloating() {
		return b.floatArithmetic(pos, op, t, x, y)
	}
	terms, signed := b.terms, isSigned(t)
	if op == tree.Divide || op == tree.Remainder {
		b.requireDivisor(pos, y)
	}
	b.requireNoOverflow(pos, op, t, x, y)
	if t.Kind == tree.Integer && (b.isViewed(x) || b.isViewed(y)) {
		rightSigned := signed
		if op == tree.ShiftLeft || op == tree.ShiftRight {
			rightSigned = isSigned(right)
		}
		if result, ok := b.linearArithmetic(pos, op, signed, x, y, rightSigned); ok {
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
		return b.divide(pos, op, signed, x, y)
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

func (b *body) floatArithmetic(pos source.Pos, op tree.Operator, t *tree.Type, x, y *term.Term) *term.Term {
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

// roundsTo records that a value of type t has the precision of the type. Compilers for i686 compute in registers of
// more bits (FLT_EVAL_METHOD is 2), and round where they happen to store a value.
func (b *body) roundsTo(t *tree.Type) {
	if b.pointerWidth() == 32 && t.Kind == tree.Float {
		b.assume(assumePrecision)
	}
}

const assumePrecision = "floats: float and double are computed in their own precision, as gcc -msse2 -mfpmath=sse does"

// isRounded says that an operand is a constant that has another value in registers of more bits.
func isRounded(e tree.Expr) bool {
	k, ok := e.(*tree.Constant)
	return ok && k.Type.Kind == tree.Float && k.Rounded
}

// divide ends the run where the machine traps: a zero divisor, and the most negative value by -1.
func (b *body) divide(pos source.Pos, op tree.Operator, signed bool, x, y *term.Term) *term.Term {
	terms, width := b.terms, x.Sort().Width
	defined := terms.Ne(y, terms.BVConst(width, 0))
	if signed {
		lowest := terms.BVBig(width, new(big.Int).Lsh(big.NewInt(1), uint(width-1)))
		overflow := terms.And(terms.Eq(x, lowest), terms.Eq(y, terms.BVNot(terms.BVConst(width, 0))))
		defined = terms.And(defined, terms.Not(overflow))
	}
	b.assumeTrue(pos, defined)
	switch {
	case op == tree.Divide && signed:
		return terms.BVSDiv(x, y)
	case op == tree.Divide:
		return terms.BVUDiv(x, y)
	case signed:
		return terms.BVSRem(x, y)
	}
	return terms.BVURem(x, y)
}

// shift gives an input where C leaves the result open: an amount that is negative or not below the width.
func (b *body) shift(pos source.Pos, op tree.Operator, t *tree.Type, x, amount *term.Term, amountSigned bool) *term.Term {
	terms, width := b.terms, x.Sort().Width
	// A negative amount is a large one when read as unsigned.
	within := terms.True()
	if limit := uint64(width); amount.Sort().Width > 8 || limit < 1<<amount.Sort().Width {
		within = terms.BVUlt(amount, terms.BVConst(amount.Sort().Width, limit))
	}
	if b.checks(property.Shift) {
		b.require(pos, property.Shift, within, "the amount of a shift is negative or not below the width")
		within = terms.True()
	}
	if op == tree.ShiftLeft {
		b.requireNoShiftOverflow(pos, t, x, amount)
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
func (b *body) orInput(pos source.Pos, defined, t *term.Term, typ *tree.Type, name string) *term.Term {
	if defined.IsTrue() {
		return t
	}
	return b.terms.Ite(defined, t, b.input(pos, typ, ir.Unspecified, name))
}

// comparison is the condition of a comparison operator.
func (b *body) comparison(e *tree.Binary) *term.Term {
	t := e.Left.ExprType()
	if !isModelled(t) {
		b.unsupported(e.Pos, "arithmetic of type "+t.Name)
		return b.terms.False()
	}
	equality := e.Op == tree.Equal || e.Op == tree.NotEqual
	evaluate := b.scalar
	if equality {
		evaluate = b.addressNumber
	}
	left := b.stable(e.Pos, evaluate(e.Left), e.Right)
	right := evaluate(e.Right)
	if t.IsFloating() {
		if isRounded(e.Left) || isRounded(e.Right) {
			b.roundsTo(t)
		}
		return b.compareFloats(e.Op, left, right)
	}
	width := max(left.Sort().Width, right.Sort().Width)
	left = b.resizeBits(left, width, isSigned(t))
	right = b.resizeBits(right, width, isSigned(e.Right.ExprType()))
	cond := b.compareIntegers(e.Op, isSigned(t), left, right)
	if isAddress(e.Left) && isAddress(e.Right) && left != right {
		b.assume(assumeApart)
	}
	if t.Kind != tree.Pointer || equality {
		return cond
	}
	same := b.sameObject(left, right, b.rootOf(e.Left), b.rootOf(e.Right))
	if same.IsTrue() {
		return cond
	}
	x, y := b.rank(left), b.rank(right)
	b.assumeTrue(e.Pos, b.terms.Or(b.terms.Eq(b.granuleOf(left), b.granuleOf(right)), b.terms.Not(b.terms.Eq(x, y))))
	return b.terms.Ite(same, cond, b.compareIntegers(e.Op, false, x, y))
}

// assumeApart is what a comparison of two addresses takes for granted. C leaves open whether one right behind an object
// is that of another (6.5.9p6), what a pointer to an object that is gone compares equal to (6.2.4p2), and which string
// literals share their bytes (6.4.5p7); objects without bytes may lie at one address.
const assumeApart = "addresses: where two are compared, different objects have different ones, also one that is gone, one without bytes, " +
	"one right behind the other, and string literals"

// isAddress says that an operand of a comparison is an address that is not null, perhaps as a number.
func isAddress(e tree.Expr) bool {
	for {
		if isPointer(e) {
			return !isNull(e)
		}
		c, ok := e.(*tree.Convert)
		if !ok {
			return false
		}
		e = c.Operand
	}
}

func (b *body) compareFloats(op tree.Operator, x, y *term.Term) *term.Term {
	switch op {
	case tree.Less:
		return b.terms.FLt(x, y)
	case tree.LessEqual:
		return b.terms.FLe(x, y)
	case tree.Greater:
		return b.terms.FGt(x, y)
	case tree.GreaterEqual:
		return b.terms.FGe(x, y)
	case tree.Equal:
		return b.terms.FEq(x, y)
	}
	return b.terms.Not(b.terms.FEq(x, y))
}

func (b *body) compareIntegers(op tree.Operator, signed bool, x, y *term.Term) *term.Term {
	terms := b.terms
	if b.isViewed(x) || b.isViewed(y) {
		return b.compareViews(op, signed, x, y)
	}
	switch op {
	case tree.Equal:
		return terms.Eq(x, y)
	case tree.NotEqual:
		return terms.Ne(x, y)
	case tree.Greater, tree.GreaterEqual:
		x, y = y, x
	}
	strict := op == tree.Less || op == tree.Greater
	switch {
	case signed && strict:
		return terms.BVSlt(x, y)
	case signed:
		return terms.BVSle(x, y)
	case strict:
		return terms.BVUlt(x, y)
	}
	return terms.BVUle(x, y)
}

// convertExpr lowers a conversion.
func (b *body) convertExpr(e *tree.Convert) value {
	from := e.Operand.ExprType()
	switch {
	case e.Type.Kind == tree.Void:
		b.effect(e.Operand)
		return value{}
	case e.Type.Kind == tree.Bool && isModelled(from):
		return value{scalar: b.truthValue(b.cond(e.Operand), e.Type)}
	case !e.Type.IsScalar() && !from.IsScalar():
		return b.value(e.Operand)
	case !e.Type.IsScalar() || !isModelled(e.Type) || !isModelled(from):
		return b.unsupportedValue(e.Pos, e.Type, "a conversion from "+from.Name+" to "+e.Type.Name)
	}
	if e.Type.Kind == tree.Pointer {
		x := b.addressNumber(e.Operand)
		if _, back := e.Operand.(*tree.Convert); from.Kind == tree.Integer && !x.IsConst() && !back {
			pos := source.Pos{File: e.Pos.File, Line: e.Pos.Line}
			b.assume("addresses: " + pos.String() + " makes an address of a number; where objects lie is up to the model")
		}
		return value{scalar: b.coerce(e.Pos, x, from, e.Type)}
	}
	x := b.scalar(e.Operand)
	if from.Kind == tree.Pointer && e.Type.Kind == tree.Integer && !x.IsConst() {
		b.notePointerValue(e)
	}
	return value{scalar: b.coerce(e.Pos, x, from, e.Type)}
}

// addressNumber evaluates the operand of an equality or of a conversion to a pointer: a pointer converted
// to an integer there says nothing about where objects lie.
func (b *body) addressNumber(e tree.Expr) *term.Term {
	c, ok := e.(*tree.Convert)
	if !ok || c.Operand.ExprType().Kind != tree.Pointer || c.Type.Kind != tree.Integer {
		return b.scalar(e)
	}
	return b.coerce(c.Pos, b.scalar(c.Operand), c.Operand.ExprType(), c.Type)
}

// notePointerValue records that the program looks at the number of an address.
func (b *body) notePointerValue(e *tree.Convert) {
	pos := source.Pos{File: e.Pos.File, Line: e.Pos.Line}
	b.assume("addresses: " + pos.String() + " uses the numeric value of an address")
}

// coerce converts a scalar between arithmetic and pointer types.
func (b *body) coerce(pos source.Pos, x *term.Term, from, to *tree.Type) *term.Term {
	if !isModelled(from) || !isModelled(to) {
		b.unsupported(pos, "a conversion from "+from.Name+" to "+to.Name)
		return b.zero(b.sortOf(to))
	}
	s := b.sortOf(to)
	switch {
	case to.Kind == tree.Bool:
		return b.truthValue(b.isTrue(x), to)
	case from.IsFloating() && to.IsFloating():
		if x.Sort() == s {
			return x
		}
		b.roundsTo(to)
		return b.rounded(term.OpFFromFloat, s, x)
	case from.IsFloating():
		return b.floatToInteger(pos, x, to)
	case to.IsFloating() && isSigned(from):
		b.roundsTo(to)
		return b.rounded(term.OpFFromSBV, s, x)
	case to.IsFloating():
		b.roundsTo(to)
		return b.rounded(term.OpFFromUBV, s, x)
	}
	if from.Kind == tree.Integer && to.Kind == tree.Integer && b.isViewed(x) {
		return b.convertView(x, from, to)
	}
	// gcc extends a pointer to a wider integer by its sign.
	return b.resizeBits(x, s.Width, isSigned(from) || from.Kind == tree.Pointer)
}

// floatToInteger rounds towards zero; where the result does not fit, C leaves it open.
func (b *body) floatToInteger(pos source.Pos, x *term.Term, to *tree.Type) *term.Term {
	terms, s := b.terms, x.Sort()
	width := b.sortOf(to).Width
	signed := isSigned(to)
	high := width
	if signed {
		high--
	}
	bound := b.powerOfTwo(high, s)
	below := terms.FLt(x, bound)
	var above, result *term.Term
	if signed {
		above = b.aboveLowest(x, bound, high)
		result = terms.FToSBV(width, term.RTZ, x)
	} else {
		above = terms.FLt(terms.FNeg(b.powerOfTwo(0, s)), x)
		result = terms.FToUBV(width, term.RTZ, x)
	}
	return b.orInput(pos, terms.And(below, above), result, to, "conversion")
}

// aboveLowest says that x truncates to at least -2^high.
func (b *body) aboveLowest(x, bound *term.Term, high int) *term.Term {
	lowest := b.terms.FNeg(bound)
	if high+1 >= x.Sort().Sig {
		return b.terms.FLe(lowest, x)
	}
	return b.terms.FLt(b.terms.FSub(lowest, b.powerOfTwo(0, x.Sort())), x)
}

func (b *body) powerOfTwo(n int, s *term.Sort) *term.Term {
	one := b.terms.BVBig(n+2, new(big.Int).Lsh(big.NewInt(1), uint(n)))
	return b.terms.FFromUBV(s.Exp, s.Sig, one)
}

func (b *body) assignOp(e *tree.AssignOp) value {
	p := b.stablePlace(e.Pos, b.place(e.Target), e.Operand)
	if !isModelled(p.typ) || e.Common != nil && !isModelled(e.Common) {
		return b.unsupportedValue(e.Pos, e.Type, "arithmetic of type "+p.typ.Name)
	}
	old := b.stable(e.Pos, b.loadScalar(e.Pos, p), e.Operand)
	operand := b.scalar(e.Operand)
	if p.typ.Kind == tree.Pointer {
		delta := b.scaled(operand, e.Operand.ExprType(), e.ElemSize)
		if e.SizeExpr != nil {
			delta = b.terms.BVMul(b.scaled(operand, e.Operand.ExprType(), 1), b.variableSize(e.SizeExpr))
		}
		if e.Op == tree.Subtract {
			delta = b.terms.BVNeg(delta)
		}
		return value{scalar: b.storeScalar(e.Pos, p, b.terms.BVAdd(old, delta))}
	}
	x := b.coerce(e.Pos, old, p.typ, e.Common)
	result := b.arithmetic(e.Pos, e.Op, e.Common, x, operand, e.Operand.ExprType())
	return value{scalar: b.storeScalar(e.Pos, p, b.coerce(e.Pos, result, e.Common, p.typ))}
}

// incDec lowers ++ and --; the old value is only kept when it is used.
func (b *body) incDec(e *tree.IncDec, unused bool) value {
	p := b.place(e.Target)
	if !isModelled(p.typ) {
		return b.unsupportedValue(e.Pos, e.Type, "arithmetic of type "+p.typ.Name)
	}
	old := b.loadScalar(e.Pos, p)
	if !e.Prefix && !unused && b.readsRegister(old) {
		old = b.keep(e.Pos, old)
	}
	updated := b.storeScalar(e.Pos, p, b.stepped(e, old, p.typ))
	if e.Prefix {
		return value{scalar: updated}
	}
	return value{scalar: old}
}

// intSize is the size of an int; what is smaller is computed with as one (C11 6.3.1.1p2).
const intSize = 4

func (b *body) stepped(e *tree.IncDec, old *term.Term, t *tree.Type) *term.Term {
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
	if t.Kind == tree.Integer && t.Size >= intSize {
		b.requireNoOverflow(e.Pos, tree.Add, t, old, delta)
	}
	if b.isViewed(old) {
		integer := integerType{old.Sort().Width, isSigned(t)}
		return b.view(b.terms.Add(b.integer(old, integer.signed), b.terms.IntConst(e.Delta)), integer)
	}
	return b.terms.BVAdd(old, delta)
}
