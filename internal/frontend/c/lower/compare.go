package lower

import (
	"yogi/internal/frontend/c/tree"
	"yogi/internal/term"
)

// This file lowers comparisons of numbers and of addresses.

// comparison is the condition of a comparison operator.
func (b *expressions) comparison(e *tree.Binary) *term.Term {
	b.endWhereOperandsCollide(e)
	if b.evaluated[e] != noOrder && b.ordered[e] == anyOrder {
		return b.isTrue(b.inEitherOrder(e).scalar)
	}
	t := e.Left.ExprType()
	if !isModelled(t) {
		b.unsupported(e.Pos, "arithmetic of type "+t.Name)
		return b.terms.False()
	}
	if cond := b.addressComparison(e); cond != nil {
		return cond
	}
	left, right := b.operands(e)
	if t.IsFloating() {
		if isRounded(e.Left) || isRounded(e.Right) {
			b.roundsTo(t)
		}
		return b.compareFloats(e.Op, left, right)
	}
	width := max(left.Sort().Width, right.Sort().Width)
	left = b.resizeBits(left, width, isSigned(t))
	right = b.resizeBits(right, width, isSigned(e.Right.ExprType()))
	return b.compareIntegers(e.Op, isSigned(t), left, right)
}

func (b *builder) compareFloats(op tree.Operator, x, y *term.Term) *term.Term {
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

func (b *builder) compareSigned(op tree.Operator, x, y *term.Term) *term.Term {
	return b.compareIntegers(op, true, x, y)
}

func (b *builder) compareUnsigned(op tree.Operator, x, y *term.Term) *term.Term {
	return b.compareIntegers(op, false, x, y)
}

func (b *builder) compareIntegers(op tree.Operator, signed bool, x, y *term.Term) *term.Term {
	terms := b.terms
	if b.isViewed(x) || b.isViewed(y) {
		return b.mathematicalIntegers().compareViews(op, signed, x, y)
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
