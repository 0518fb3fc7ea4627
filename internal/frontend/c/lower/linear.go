package lower

import (
	"math/big"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// mathematicalIntegers lowers integer arithmetic where integers are mathematical, with words as views of them.
type mathematicalIntegers struct{ *builder }

func (b *builder) mathematicalIntegers() mathematicalIntegers { return mathematicalIntegers{b} }

// With Options.Linear the integers of C are mathematical ones, as in the papers: a register of integer type
// holds an Int, and +, -, * and << do not wrap.
//
// The value of an expression is a bit-vector in either mode, so whatever needs bits (memory, pointers, bit
// operations, floats, the models of the library) finds them. A bit-vector of the form int2bv(x) that was made
// here is a view of the integer x: comparisons, conversions and arithmetic look through it and never reduce x;
// everything else sees its low bits. A view is of a signed or of an unsigned type. Where the same term is
// a view of both, and for a bit-vector that is no view, the integer is that which the bits mean in the type.
//
// So on every run in which no result of arithmetic leaves its type, this program and the one over machine words
// do the same: a view then has the bits of its integer, and what looks through it and what does not
// agree. Conversions, division, remainder, complement, negation of unsigned numbers and bit operations are
// exact for integers in the range of their type. The other runs are what the assumption is about.

// integerType is the C type of the integer that a register holds.
type integerType struct {
	width  int
	signed bool
}

// modulus is the number of values of the type.
func (t integerType) modulus() *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(t.width)) }

// bounds are the least and the greatest value of the type.
func (t integerType) bounds() (low, high *big.Int) {
	if t.signed {
		return lowest(t.width), highest(t.width)
	}
	return new(big.Int), new(big.Int).Sub(t.modulus(), big.NewInt(1))
}

// contains reports whether every value of u is one of t.
func (t integerType) contains(u integerType) bool {
	low, high := t.bounds()
	least, greatest := u.bounds()
	return low.Cmp(least) <= 0 && greatest.Cmp(high) <= 0
}

// mathematical is the linear mode's state: the registers that hold integers, and the terms that are views, of signed
// types, of unsigned ones, or of both.
type mathematical struct {
	layout
	registers map[*ir.Variable]integerType
	views     map[*term.Term]viewOf
}

type viewOf struct{ signed, unsigned bool }

// integerTypeOf is the type of the integers that a scalar of type t holds as a register; ok is false where
// it holds bits.
func (l *layout) integerTypeOf(t *tree.Type) (integerType, bool) {
	if !l.options.Linear || t.Kind != tree.Integer || t.Size <= 0 {
		return integerType{}, false
	}
	return integerType{l.sortOf(t).Width, t.Signed}, true
}

// registerOf makes v, which was made with the sort of registerSort, a register for the cell.
func (l *mathematical) registerOf(v *ir.Variable, c cell) *ir.Variable {
	if t, ok := l.integerTypeOf(c.typ); ok && c.bitWidth == 0 {
		l.registers[v] = t
	}
	return v
}

// registerSort is the sort of a register for the cell.
func (l *layout) registerSort(c cell) *term.Sort {
	if _, ok := l.integerTypeOf(c.typ); ok && c.bitWidth == 0 {
		return l.terms.Int()
	}
	return l.cellSort(c)
}

// read is the value of a register.
func (l *mathematical) read(v *ir.Variable) *term.Term {
	if t, ok := l.registers[v]; ok {
		return l.view(v.Sym, t)
	}
	return v.Sym
}

// written is a value as what is assigned to a register.
func (l *mathematical) written(v *ir.Variable, x *term.Term) *term.Term {
	if t, ok := l.registers[v]; ok && x.Sort().Kind == term.KindBV {
		return l.integer(x, t.signed)
	}
	return x
}

// passed are the values of arguments as what the parameters of f take.
func (l *mathematical) passed(f *ir.Function, args []*term.Term) []*term.Term {
	for i, p := range f.Params {
		args[i] = l.written(p, args[i])
	}
	return args
}

// view is the bits of the integer x of a type.
func (l *mathematical) view(x *term.Term, t integerType) *term.Term {
	v := l.terms.IntToBV(t.width, x)
	if v.Op() == term.OpIntToBV {
		known := l.views[v]
		l.views[v] = viewOf{known.signed || t.signed, known.unsigned || !t.signed}
	}
	return v
}

// viewed reports whether x is a view, or a choice with one among its values, and whether of a signed type.
func (l *mathematical) viewed(x *term.Term) (signed, ok bool) {
	if !l.options.Linear {
		return false, false
	}
	term.Chosen(x, func(value *term.Term) bool {
		var v viewOf
		v, ok = l.views[value]
		signed = v.signed
		return !ok
	})
	return signed, ok
}

func (l *mathematical) isViewed(x *term.Term) bool {
	_, ok := l.viewed(x)
	return ok
}

// integer is the value of a bit-vector as an integer of a type: the integer that it is a view of, or the one
// that its bits mean.
func (l *mathematical) integer(x *term.Term, signed bool) *term.Term {
	if v, ok := x.Value(); ok {
		if signed {
			return l.terms.IntBig(v.BigSigned())
		}
		return l.terms.IntBig(v.Big())
	}
	if x.Op() == term.OpIte {
		return l.chosen(x, signed, map[*term.Term]*term.Term{})
	}
	if v, ok := l.views[x]; ok && v == (viewOf{signed, !signed}) {
		return x.Args()[0]
	}
	t := integerType{x.Sort().Width, signed}
	return l.reduced(l.terms.BVToNat(x), integerType{t.width, false}, t)
}

// chosen is integer of a choice, whose sides may share choices. done has what was made of those.
func (l *mathematical) chosen(x *term.Term, signed bool, done map[*term.Term]*term.Term) *term.Term {
	if x.Op() != term.OpIte {
		return l.integer(x, signed)
	}
	if done[x] == nil {
		done[x] = l.terms.Ite(x.Arg(0), l.chosen(x.Arg(1), signed, done), l.chosen(x.Arg(2), signed, done))
	}
	return done[x]
}

// reduced is an integer of one type as C converts it to another (6.3.1.3): the same number where the type has it,
// else the one that is equal to it modulo the number of values.
func (l *layout) reduced(x *term.Term, from, to integerType) *term.Term {
	terms, modulus := l.terms, l.terms.IntBig(to.modulus())
	switch low, high := to.bounds(); {
	case to.contains(from):
		return x
	case to.width >= from.width && !to.signed:
		return terms.Ite(terms.Lt(x, terms.IntConst(0)), terms.Add(x, modulus), x)
	case to.width == from.width:
		return terms.Ite(terms.Lt(terms.IntBig(high), x), terms.Sub(x, modulus), x)
	case to.signed:
		offset := terms.IntBig(low)
		return terms.Add(terms.Mod(terms.Sub(x, offset), modulus), offset)
	}
	return terms.Mod(x, modulus)
}

// convertView converts a view between integer types.
func (b mathematicalIntegers) convertView(x *term.Term, from, to *tree.Type) *term.Term {
	have, want := integerType{x.Sort().Width, from.Signed}, integerType{b.sortOf(to).Width, to.Signed}
	return b.view(b.reduced(b.integer(x, have.signed), have, want), want)
}

// assumeValue says that an input is a value of its type.
func (b mathematicalIntegers) assumeValue(pos source.Pos, v *ir.Variable) {
	t, ok := b.mathematical.registers[v]
	if !ok {
		return
	}
	low, high := t.bounds()
	b.assumeTrue(pos, b.terms.And(b.terms.Le(b.terms.IntBig(low), v.Sym), b.terms.Le(v.Sym, b.terms.IntBig(high))))
}

// linearArithmetic is x op y of an integer type where one of them is a view; ok is false for operators that
// work on bits.
func (b mathematicalIntegers) linearArithmetic(pos source.Pos, op tree.Operator, signed bool, x, y *term.Term, rightSigned bool) (*term.Term, bool) {
	terms, t := b.terms, integerType{x.Sort().Width, signed}
	left := func() *term.Term { return b.integer(x, signed) }
	right := func() *term.Term { return b.integer(y, rightSigned) }
	switch op {
	case tree.Add:
		return b.view(terms.Add(left(), right()), t), true
	case tree.Subtract:
		return b.view(terms.Sub(left(), right()), t), true
	case tree.Multiply:
		return b.view(terms.Mul(left(), right()), t), true
	case tree.Divide, tree.Remainder:
		return b.view(b.divideIntegers(pos, op, left(), right(), signed), t), true
	case tree.ShiftLeft, tree.ShiftRight:
		n, ok := right().Value()
		if !ok || n.Sign() < 0 || n.Big().Cmp(big.NewInt(int64(t.width))) >= 0 {
			return nil, false
		}
		factor := terms.IntBig(new(big.Int).Lsh(big.NewInt(1), uint(n.Int64())))
		if op == tree.ShiftLeft {
			return b.view(terms.Mul(factor, left()), t), true
		}
		return b.view(terms.Div(left(), factor), t), true // rounds down, as an arithmetic shift does
	case tree.BitAnd:
		return b.maskIntegers(left(), right(), t)
	}
	return nil, false
}

// divideIntegers rounds towards zero (6.5.5p6), where the solver's division keeps the remainder positive. A zero
// divisor ends the run.
func (b mathematicalIntegers) divideIntegers(pos source.Pos, op tree.Operator, x, y *term.Term, signed bool) *term.Term {
	terms, zero := b.terms, b.terms.IntConst(0)
	if b.target.DividesAll && !terms.Not(terms.Eq(y, zero)).IsTrue() {
		b.unsupported(pos, "a division by what may be 0, behind which "+b.target.Name+" goes on, with --arith linear")
	}
	b.assumeTrue(pos, terms.Not(terms.Eq(y, zero)))
	apply := terms.Div
	if op == tree.Remainder {
		apply = terms.Mod
	}
	if !signed {
		return apply(x, y)
	}
	return terms.Ite(terms.Le(zero, x), apply(x, y), terms.Neg(apply(terms.Neg(x), y)))
}

// maskIntegers is the bitwise and of a number and a constant 2^k-1, its remainder modulo 2^k in two's complement.
func (b mathematicalIntegers) maskIntegers(x, y *term.Term, t integerType) (*term.Term, bool) {
	if x.IsConst() {
		x, y = y, x
	}
	v, ok := y.Value()
	if !ok || v.Sign() < 0 {
		return nil, false
	}
	next := new(big.Int).Add(v.Big(), big.NewInt(1))
	if next.TrailingZeroBits() != uint(next.BitLen()-1) {
		return nil, false
	}
	return b.view(b.terms.Mod(x, b.terms.IntBig(next)), t), true
}

// negateView is -x of an integer type; that of an unsigned number is its complement in the type (6.2.5p9).
func (b mathematicalIntegers) negateView(x *term.Term, signed bool) *term.Term {
	t, i := integerType{x.Sort().Width, signed}, b.integer(x, signed)
	negative := b.terms.Neg(i)
	if !signed {
		negative = b.reduced(negative, integerType{t.width + 1, true}, t)
	}
	return b.view(negative, t)
}

// complementView is ~x of an integer type.
func (b mathematicalIntegers) complementView(x *term.Term, signed bool) *term.Term {
	t := integerType{x.Sort().Width, signed}
	top := b.terms.IntConst(-1)
	if !signed {
		_, high := t.bounds()
		top = b.terms.IntBig(high)
	}
	return b.view(b.terms.Sub(top, b.integer(x, signed)), t)
}

// compareViews compares two bit-vectors as integers of a type.
func (b mathematicalIntegers) compareViews(op tree.Operator, signed bool, x, y *term.Term) *term.Term {
	left, right := b.integer(x, signed), b.integer(y, signed)
	switch op {
	case tree.Less:
		return b.terms.Lt(left, right)
	case tree.LessEqual:
		return b.terms.Le(left, right)
	case tree.Greater:
		return b.terms.Lt(right, left)
	case tree.GreaterEqual:
		return b.terms.Le(right, left)
	case tree.Equal:
		return b.terms.Eq(left, right)
	}
	return b.terms.Not(b.terms.Eq(left, right))
}
