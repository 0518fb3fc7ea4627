package term

import "math/big"

// SolveFor turns an equation into a definition: when cond is an equation (or a literal) that can be
// undone around the only occurrence of the variable v, the result is a term e without v such that v = e
// makes cond true. Where an operation loses information (an extracted slice) any e that works is taken.
func (b *Builder) SolveFor(v, cond *Term) (*Term, bool) {
	if !cond.DependsOn(v) {
		return nil, false
	}
	switch {
	case cond == v:
		return b.yes, true
	case cond.op == OpNot && cond.args[0] == v:
		return b.no, true
	case cond.op != OpEq:
		return nil, false
	}
	x, y := cond.args[0], cond.args[1]
	if x.DependsOn(v) && !y.DependsOn(v) {
		return b.invert(v, x, y)
	}
	if y.DependsOn(v) && !x.DependsOn(v) {
		return b.invert(v, y, x)
	}
	return nil, false
}

// invert solves x = y for v, which occurs in x only.
func (b *Builder) invert(v, x, y *Term) (*Term, bool) {
	for x != v {
		var ok bool
		if x, y, ok = b.invertStep(v, x, y); !ok {
			return nil, false
		}
	}
	return y, true
}

// invertStep undoes the operator at the head of x.
func (b *Builder) invertStep(v, x, y *Term) (inner, value *Term, ok bool) {
	switch x.op {
	case OpNot:
		return x.args[0], b.Not(y), true
	case OpBVNot:
		return x.args[0], b.BVNot(y), true
	case OpFNeg:
		return x.args[0], b.FNeg(y), true
	case OpBVAdd, OpAdd, OpBVXor:
		return b.invertSum(v, x, y)
	case OpBVMul, OpMul:
		return b.invertProduct(x, y)
	case OpEq:
		return b.invertIff(v, x, y)
	case OpZeroExt, OpSignExt:
		low := b.Trunc(x.args[0].sort.Width, y)
		if back := b.Make(x.op, x.Param(0), 0, nil, []*Term{low}); back != y {
			return nil, nil, false
		}
		return x.args[0], low, true
	case OpConcat:
		return b.invertConcat(v, x, y)
	case OpExtract:
		return b.invertExtract(x, y)
	}
	return nil, nil, false
}

func (b *Builder) invertSum(v, x, y *Term) (inner, value *Term, ok bool) {
	var rest []*Term
	for _, a := range x.args {
		if a.DependsOn(v) {
			if inner != nil {
				return nil, nil, false
			}
			inner = a
		} else {
			rest = append(rest, a)
		}
	}
	if len(rest) == 0 {
		return nil, nil, false
	}
	if x.op == OpBVXor {
		return inner, b.BVXor(append(rest, y)...), true
	}
	return inner, b.minus(y, b.sum(rest)), true
}

// invertProduct divides by a constant that has an inverse: odd for BV, not zero for Real, a unit for Int.
func (b *Builder) invertProduct(x, y *Term) (inner, value *Term, ok bool) {
	coeff, base := splitProduct(x)
	if base == nil {
		return nil, nil, false
	}
	switch x.sort.Kind {
	case KindBV:
		if coeff.Big().Bit(0) == 0 {
			return nil, nil, false
		}
		modulus := new(big.Int).Lsh(bigOne, uint(x.sort.Width))
		inverse := new(big.Int).ModInverse(coeff.Big(), modulus)
		return base, b.BVMul(b.BVBig(x.sort.Width, inverse), y), true
	case KindReal:
		return base, b.Mul(b.RealConst(new(big.Rat).Inv(coeff.Rat())), y), true
	case KindInt:
		if coeff.Equal(IntValue(-1)) {
			return base, b.Neg(y), true
		}
		if y.op == OpConst {
			q, r := new(big.Int).DivMod(y.value.Big(), coeff.Big(), new(big.Int))
			return base, b.IntBig(q), r.Sign() == 0
		}
	}
	return nil, nil, false
}

func (b *Builder) invertIff(v, x, y *Term) (inner, value *Term, ok bool) {
	p, q := x.args[0], x.args[1]
	if p.sort != b.boolSort || p.DependsOn(v) && q.DependsOn(v) {
		return nil, nil, false
	}
	if p.DependsOn(v) {
		return p, b.Eq(q, y), true
	}
	return q, b.Eq(p, y), true
}

// invertConcat takes the part of y that faces v's piece; the other pieces must agree already.
func (b *Builder) invertConcat(v, x, y *Term) (inner, value *Term, ok bool) {
	top := x.sort.Width
	for _, p := range x.args {
		part := b.Extract(top-1, top-p.sort.Width, y)
		top -= p.sort.Width
		switch {
		case p.DependsOn(v) && inner != nil:
			return nil, nil, false
		case p.DependsOn(v):
			inner, value = p, part
		case p != part:
			return nil, nil, false
		}
	}
	return inner, value, inner != nil
}

// invertExtract fills the bits that the slice does not show with zeros.
func (b *Builder) invertExtract(x, y *Term) (inner, value *Term, ok bool) {
	of := x.args[0]
	parts := []*Term{y}
	if low := int(x.p1); low > 0 {
		parts = append(parts, b.BVBig(low, new(big.Int)))
	}
	return of, b.ZeroExtTo(of.sort.Width, b.Concat(parts...)), true
}
