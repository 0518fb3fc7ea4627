package lower

import (
	"math/big"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
	"yogi/internal/term"
)

// This file lowers conversions between the scalar types.

// convertExpr lowers a conversion.
func (b *expressions) convertExpr(e *tree.Convert) value {
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
		if isWordOfPointer(e.Operand) { // there and back
			return value{scalar: b.scalar(e.Operand.(*tree.Convert).Operand)}
		}
		x := b.scalar(e.Operand)
		if from.Kind == tree.Integer {
			return value{scalar: b.addressing().toPointer(e.Pos, x, from, e.Type)}
		}
		return value{scalar: b.coerce(e.Pos, x, from, e.Type)}
	}
	x := b.scalar(e.Operand)
	if from.Kind == tree.Pointer && e.Type.Kind == tree.Integer {
		return value{scalar: b.addressing().toInteger(e.Pos, x, from, e.Type)}
	}
	return value{scalar: b.coerce(e.Pos, x, from, e.Type)}
}

// isWordOfPointer says that an expression is a pointer that is converted to an integer which holds all of it.
func isWordOfPointer(e tree.Expr) bool {
	c, ok := e.(*tree.Convert)
	return ok && c.Type.Kind == tree.Integer && isPointer(c.Operand) && c.Type.Size >= c.Operand.ExprType().Size &&
		(c.Type.Width == 0 || int64(c.Type.Width) >= 8*c.Operand.ExprType().Size)
}

// coerce converts a scalar between arithmetic and pointer types.
func (b *builder) coerce(pos source.Pos, x *term.Term, from, to *tree.Type) *term.Term {
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
		return b.mathematicalIntegers().convertView(x, from, to)
	}
	// gcc extends a pointer to a wider integer by its sign.
	return b.resizeBits(x, s.Width, isSigned(from) || from.Kind == tree.Pointer)
}

// floatToInteger rounds towards zero; where the result does not fit, C leaves it open.
func (b *builder) floatToInteger(pos source.Pos, x *term.Term, to *tree.Type) *term.Term {
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
func (b *builder) aboveLowest(x, bound *term.Term, high int) *term.Term {
	lowest := b.terms.FNeg(bound)
	if high+1 >= x.Sort().Sig {
		return b.terms.FLe(lowest, x)
	}
	return b.terms.FLt(b.terms.FSub(lowest, b.powerOfTwo(0, x.Sort())), x)
}

func (b *builder) powerOfTwo(n int, s *term.Sort) *term.Term {
	one := b.terms.BVBig(n+2, new(big.Int).Lsh(big.NewInt(1), uint(n)))
	return b.terms.FFromUBV(s.Exp, s.Sig, one)
}
