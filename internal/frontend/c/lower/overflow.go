package lower

import (
	"math/big"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/property"
	"yogi/internal/source"
	"yogi/internal/term"
)

// arithmeticChecks are the checks of integer arithmetic: overflow, shifts, division.
type arithmeticChecks struct{ *frame }

func (b *frame) arithmeticChecks() arithmeticChecks { return arithmeticChecks{b} }

// Signed overflow (C11 6.5p5): an arithmetic operation whose exact result its type cannot
// represent. Operands have the type in which C computes, so that ++ on a char, say, never
// overflows; conversions are not operations (6.3.1.3p3). Each condition is one of bounds on an
// operand where the other is a constant, since bounds are what invariants are made of.

// lowest and highest are the bounds of the signed integers of a width.
func lowest(width int) *big.Int {
	return new(big.Int).Neg(new(big.Int).Lsh(big.NewInt(1), uint(width-1)))
}

func highest(width int) *big.Int { return new(big.Int).Not(lowest(width)) }

// requireNoOverflow checks x op y of type t.
func (b arithmeticChecks) requireNoOverflow(pos source.Pos, op tree.Operator, t *tree.Type, x, y *term.Term) {
	if !b.checks(property.Overflow) || t.Kind != tree.Integer || !t.Signed {
		return
	}
	var fits *term.Term
	switch op {
	case tree.Add:
		fits = b.sumFits(x, y)
	case tree.Subtract:
		fits = b.differenceFits(x, y)
	case tree.Multiply:
		fits = b.productFits(x, y)
	case tree.Divide, tree.Remainder:
		fits = b.quotientFits(x, y)
	default:
		return
	}
	b.require(pos, property.Overflow, fits, "signed overflow in "+operatorWords[op]+" of type "+t.Name, b.runNotes().operandDetails(op, t, x, y)...)
}

var operatorWords = map[tree.Operator]string{
	tree.Add: "an addition", tree.Subtract: "a subtraction", tree.Multiply: "a multiplication",
	tree.Divide: "a division", tree.Remainder: "a remainder", tree.Negate: "a negation", tree.ShiftLeft: "a left shift",
}

// inRange says that low <= x <= high.
func (b arithmeticChecks) inRange(low *big.Int, x *term.Term, high *big.Int) *term.Term {
	width, above, below := x.Sort().Width, b.terms.True(), b.terms.True()
	if low.Cmp(lowest(width)) > 0 {
		above = b.terms.BVSle(b.terms.BVBig(width, low), x)
	}
	if high.Cmp(highest(width)) < 0 {
		below = b.terms.BVSle(x, b.terms.BVBig(width, high))
	}
	return b.terms.And(above, below)
}

func signedValue(t *term.Term) *big.Int {
	v, ok := t.Value()
	if !ok {
		return nil
	}
	return v.BigSigned()
}

// signedBits bounds the width of the signed integers that t can be: promotion of narrow types
// leaves room.
func signedBits(t *term.Term) int {
	bits := 0
	term.Chosen(t, func(value *term.Term) bool {
		bits = max(bits, plainBits(value))
		return true
	})
	return bits
}

// plainBits is signedBits of what is no choice.
func plainBits(t *term.Term) int {
	if c := signedValue(t); c != nil {
		if c.Sign() < 0 {
			c = new(big.Int).Not(c)
		}
		return c.BitLen() + 1
	}
	switch args := t.Args(); t.Op() {
	case term.OpSignExt:
		return args[0].Sort().Width
	case term.OpZeroExt:
		return args[0].Sort().Width + 1
	}
	return t.Sort().Width
}

func (b arithmeticChecks) sumFits(x, y *term.Term) *term.Term {
	if y.IsConst() {
		x, y = y, x
	}
	terms, width := b.terms, x.Sort().Width
	low, high := lowest(width), highest(width)
	if c := signedValue(x); c != nil {
		if c.Sign() >= 0 {
			return b.inRange(low, y, high.Sub(high, c))
		}
		return b.inRange(low.Sub(low, c), y, high)
	}
	if max(signedBits(x), signedBits(y)) < width {
		return terms.True()
	}
	zero := terms.BVConst(width, 0)
	tooHigh := terms.And(terms.BVSlt(zero, y), terms.BVSlt(terms.BVSub(terms.BVBig(width, high), y), x))
	tooLow := terms.And(terms.BVSlt(y, zero), terms.BVSlt(x, terms.BVSub(terms.BVBig(width, low), y)))
	return terms.Not(terms.Or(tooHigh, tooLow))
}

func (b arithmeticChecks) differenceFits(x, y *term.Term) *term.Term {
	terms, width := b.terms, x.Sort().Width
	low, high := lowest(width), highest(width)
	if c := signedValue(y); c != nil {
		if c.Sign() >= 0 {
			return b.inRange(low.Add(low, c), x, high)
		}
		return b.inRange(low, x, high.Add(high, c))
	}
	if c := signedValue(x); c != nil {
		// low <= c - y <= high
		if c.Sign() >= 0 {
			return b.inRange(new(big.Int).Sub(c, high), y, highest(width))
		}
		return b.inRange(lowest(width), y, new(big.Int).Sub(c, low))
	}
	if max(signedBits(x), signedBits(y)) < width {
		return terms.True()
	}
	zero := terms.BVConst(width, 0)
	tooLow := terms.And(terms.BVSlt(zero, y), terms.BVSlt(x, terms.BVAdd(terms.BVBig(width, low), y)))
	tooHigh := terms.And(terms.BVSlt(y, zero), terms.BVSlt(terms.BVAdd(terms.BVBig(width, high), y), x))
	return terms.Not(terms.Or(tooHigh, tooLow))
}

// productFits compares with the product in twice the width, which holds every product.
func (b arithmeticChecks) productFits(x, y *term.Term) *term.Term {
	if y.IsConst() {
		x, y = y, x
	}
	terms, width := b.terms, x.Sort().Width
	if c := signedValue(x); c != nil {
		low, high := new(big.Int).Quo(lowest(width), c1(c)), new(big.Int).Quo(highest(width), c1(c))
		switch {
		case c.Sign() == 0:
			return terms.True()
		case c.Sign() < 0:
			low, high = high, low
		}
		return b.inRange(low, y, high)
	}
	if signedBits(x)+signedBits(y) <= width {
		return terms.True()
	}
	product := terms.BVMul(terms.SignExt(width, x), terms.SignExt(width, y))
	return terms.Eq(product, terms.SignExt(width, terms.Extract(width-1, 0, product)))
}

// c1 is c, or 1 for 0.
func c1(c *big.Int) *big.Int {
	if c.Sign() == 0 {
		return big.NewInt(1)
	}
	return c
}

// quotientFits excludes the most negative value divided by -1; of % too (6.5.5p6).
func (b arithmeticChecks) quotientFits(x, y *term.Term) *term.Term {
	terms, width := b.terms, x.Sort().Width
	return terms.Not(terms.And(
		terms.Eq(x, terms.BVBig(width, lowest(width))),
		terms.Eq(y, terms.BVBig(width, big.NewInt(-1))),
	))
}

// requireNoShiftOverflow checks x << amount of a signed type: x must not be negative, and x *
// 2^amount must be representable (6.5.7p4). The amount is read as unsigned; that it is below the
// width is a check of its own, and 0 stays 0 whatever the amount.
func (b arithmeticChecks) requireNoShiftOverflow(pos source.Pos, t *tree.Type, x, amount *term.Term) {
	if !b.checks(property.Overflow) || t.Kind != tree.Integer || !t.Signed {
		return
	}
	terms, width := b.terms, x.Sort().Width
	var fits *term.Term
	if v, ok := amount.Value(); ok && v.Uint64() < uint64(width) && v.Width() <= 64 {
		fits = b.inRange(new(big.Int), x, new(big.Int).Rsh(highest(width), uint(v.Uint64())))
	} else {
		// Of an amount that is not below the width, logical shifts leave nothing.
		y := b.zeroExtended(amount, max(width, amount.Sort().Width))
		most := terms.BVLshr(b.zeroExtended(terms.BVBig(width, highest(width)), y.Sort().Width), y)
		fits = terms.And(
			terms.BVSle(terms.BVConst(width, 0), x),
			terms.BVUle(b.zeroExtended(x, y.Sort().Width), most),
		)
	}
	b.require(pos, property.Overflow, fits, "signed overflow in a left shift of type "+t.Name)
}

// requireDivisor checks that y is not zero.
func (b arithmeticChecks) requireDivisor(pos source.Pos, y *term.Term) {
	if b.checks(property.Division) {
		b.require(pos, property.Division, b.terms.Ne(y, b.zero(y.Sort())), "division by zero")
	}
}

// mayGoWrong says that evaluating the operator of e itself, its operands aside, may violate a
// check, so that it must not be evaluated where C would not. It errs to the safe side.
func (b arithmeticChecks) mayGoWrong(e tree.Expr) bool {
	switch e := e.(type) {
	case *tree.Constant:
		return e.Overflows && b.checks(property.Overflow)
	case *tree.ObjectRef, *tree.Member, *tree.Deref:
		return b.initialization().isFlagged(objectOf(e))
	case *tree.Unary:
		return e.Op == tree.Negate && e.Type.Kind == tree.Integer && e.Type.Signed && b.checks(property.Overflow)
	case *tree.Binary:
		switch e.Op {
		case tree.Add, tree.Subtract, tree.Multiply, tree.ShiftLeft:
			return e.Type.Kind == tree.Integer && e.Type.Signed && b.checks(property.Overflow)
		}
	}
	return false
}
