package term

import "math/big"

// This file simplifies quotients and remainders by constants: the digits of a number are made by dividing it
// again and again, and a solver that has to find out that ten divisions end at zero multiplies bit by bit.

// divisor is the constant, more than one, by which t divides another term with an operation; nil where it does not.
func divisor(op Op, t *Term) *big.Int {
	if t.op != op || t.args[1].op != OpConst {
		return nil
	}
	c := t.args[1].value.BigSigned()
	if op == OpBVUDiv {
		c = t.args[1].value.Big()
	}
	if c.Cmp(bigOne) <= 0 {
		return nil
	}
	return c
}

// divideAgain is x / y, where x is a quotient by a constant itself and y is one: that of one division. nil where it is
// none.
func (b *Builder) divideAgain(op Op, x, y *Term) *Term {
	first := divisor(op, x)
	if first == nil || y.op != OpConst {
		return nil
	}
	second, width := y.value.Big(), uint(x.sort.Width)
	most := new(big.Int).Sub(new(big.Int).Lsh(bigOne, width), bigOne) // the greatest magnitude that is divided, and divisor
	divisible := most
	if op == OpBVSDiv {
		second = y.value.BigSigned()
		divisible = new(big.Int).Lsh(bigOne, width-1)
		most = new(big.Int).Sub(divisible, bigOne)
	}
	if second.Sign() <= 0 {
		return nil
	}
	product := new(big.Int).Mul(first, second)
	switch {
	case product.Cmp(most) <= 0:
		return b.quotient(op, x.args[0], b.BVBig(x.sort.Width, product))
	case product.Cmp(divisible) > 0:
		return b.BVConst(x.sort.Width, 0)
	}
	return nil
}

func (b *Builder) quotient(op Op, x, y *Term) *Term {
	if op == OpBVSDiv {
		return b.BVSDiv(x, y)
	}
	return b.BVUDiv(x, y)
}

// lessDivided is x < k for a quotient or remainder by a constant, as a comparison of what is divided or as what it
// always is; nil where it is neither.
func (b *Builder) lessDivided(op Op, x, k *Term) *Term {
	width := x.sort.Width
	if op == OpBVUlt {
		if c := divisor(OpBVURem, x); c != nil && k.value.Big().Cmp(c) >= 0 {
			return b.yes
		}
		if c := divisor(OpBVUDiv, x); c != nil { // floor(y / c) < k where y < c * k
			limit := new(big.Int).Mul(c, k.value.Big())
			if limit.BitLen() > width {
				return b.yes
			}
			return b.BVUlt(x.args[0], b.BVBig(width, limit))
		}
		return nil
	}
	limit := k.value.BigSigned()
	low, high := signedBounds(width)
	if c := divisor(OpBVSRem, x); c != nil {
		switch {
		case limit.Cmp(c) >= 0:
			return b.yes
		case new(big.Int).Add(limit, c).Cmp(bigOne) < 0: // all are more than -c
			return b.no
		}
		return nil
	}
	c := divisor(OpBVSDiv, x)
	if c == nil {
		return nil
	}
	if limit.Sign() > 0 {
		limit = new(big.Int).Mul(c, limit)
	} else { // the quotient is at most k - 1, which is negative, where y is at most c times that
		limit = new(big.Int).Sub(limit, bigOne)
		limit.Mul(limit, c).Add(limit, bigOne)
	}
	switch {
	case limit.Cmp(low.BigSigned()) <= 0:
		return b.no
	case limit.Cmp(high.BigSigned()) > 0:
		return b.yes
	}
	return b.BVSlt(x.args[0], b.BVBig(width, limit))
}
