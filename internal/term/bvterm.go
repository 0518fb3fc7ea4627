package term

import (
	"math/big"
	"slices"
)

func wantBV(op Op, args ...*Term) {
	for _, a := range args {
		want(a.sort.Kind == KindBV && a.sort == args[0].sort, op, args...)
	}
}

// BVAdd is addition modulo 2^width.
func (b *Builder) BVAdd(args ...*Term) *Term {
	wantBV(OpBVAdd, args...)
	return b.sum(args)
}

// BVSub is x - y modulo 2^width.
func (b *Builder) BVSub(x, y *Term) *Term {
	wantBV(OpBVAdd, x, y)
	return b.minus(x, y)
}

func (b *Builder) minus(x, y *Term) *Term {
	if y.op == OpConst {
		return b.sum([]*Term{x, b.Const(negateNumber(y.value))})
	}
	return difference(x, y).term(b)
}

// BVNeg is -x modulo 2^width.
func (b *Builder) BVNeg(x *Term) *Term {
	wantBV(OpBVMul, x)
	return b.product([]*Term{b.Const(x.sort.number(-1)), x})
}

// BVMul is multiplication modulo 2^width.
func (b *Builder) BVMul(args ...*Term) *Term {
	wantBV(OpBVMul, args...)
	return b.product(args)
}

// PowerOfTwo is n where k is the constant 2^n, else -1.
func PowerOfTwo(k *Term) int {
	if k.op != OpConst || k.value.IsZero() {
		return -1
	}
	z := k.value.Big()
	if n := int(z.TrailingZeroBits()); n == z.BitLen()-1 {
		return n
	}
	return -1
}

// BVUDiv is unsigned division; by zero it is all ones.
func (b *Builder) BVUDiv(x, y *Term) *Term {
	wantBV(OpBVUDiv, x, y)
	if allConst(x, y) {
		return b.fold(OpBVUDiv, x.sort, 0, 0, x, y)
	}
	if n := PowerOfTwo(y); n >= 0 {
		return b.ZeroExt(n, b.Extract(x.sort.Width-1, n, x))
	}
	if t := b.divideAgain(OpBVUDiv, x, y); t != nil {
		return t
	}
	return b.mk(OpBVUDiv, x.sort, x, y)
}

// BVURem is the unsigned remainder; by zero it is x.
func (b *Builder) BVURem(x, y *Term) *Term {
	wantBV(OpBVURem, x, y)
	if allConst(x, y) {
		return b.fold(OpBVURem, x.sort, 0, 0, x, y)
	}
	switch n := PowerOfTwo(y); {
	case n == 0:
		return b.BVConst(x.sort.Width, 0)
	case n > 0:
		return b.ZeroExt(x.sort.Width-n, b.Extract(n-1, 0, x))
	}
	return b.mk(OpBVURem, x.sort, x, y)
}

// BVSDiv is signed division, truncated; by zero it is 1 for negative x, else -1.
func (b *Builder) BVSDiv(x, y *Term) *Term {
	wantBV(OpBVSDiv, x, y)
	switch {
	case allConst(x, y):
		return b.fold(OpBVSDiv, x.sort, 0, 0, x, y)
	case PowerOfTwo(y) == 0 && x.sort.Width > 1:
		return x
	}
	if t := b.divideAgain(OpBVSDiv, x, y); t != nil {
		return t
	}
	return b.mk(OpBVSDiv, x.sort, x, y)
}

// BVSRem is the remainder of BVSDiv, with the sign of x; by zero it is x.
func (b *Builder) BVSRem(x, y *Term) *Term {
	wantBV(OpBVSRem, x, y)
	switch {
	case allConst(x, y):
		return b.fold(OpBVSRem, x.sort, 0, 0, x, y)
	case PowerOfTwo(y) == 0:
		return b.Const(x.sort.zeroNumber())
	}
	return b.mk(OpBVSRem, x.sort, x, y)
}

// BVNot inverts every bit.
func (b *Builder) BVNot(x *Term) *Term {
	wantBV(OpBVNot, x)
	switch x.op {
	case OpConst:
		return b.fold(OpBVNot, x.sort, 0, 0, x)
	case OpBVNot:
		return x.args[0]
	}
	return b.mk(OpBVNot, x.sort, x)
}

// BVAnd is bitwise conjunction.
func (b *Builder) BVAnd(args ...*Term) *Term { return b.bitwise(OpBVAnd, args) }

// BVOr is bitwise disjunction.
func (b *Builder) BVOr(args ...*Term) *Term { return b.bitwise(OpBVOr, args) }

// BVXor is bitwise exclusive disjunction.
func (b *Builder) BVXor(args ...*Term) *Term { return b.bitwise(OpBVXor, args) }

// bitwise flattens, sorts and folds an associative bit operation; its constant comes last.
func (b *Builder) bitwise(op Op, args []*Term) *Term {
	wantBV(op, args...)
	sort := args[0].sort
	unit := BVValue(sort.Width, 0)
	if op == OpBVAnd {
		unit = BVBigValue(sort.Width, big.NewInt(-1))
	}
	var buffer [8]*Term
	flat, constant := buffer[:0], unit
	for _, a := range args {
		for _, f := range flatten(op, a) {
			if f.op == OpConst {
				constant = apply(op, 0, 0, sort, []Value{constant, f.value})
			} else {
				flat = append(flat, f)
			}
		}
	}
	slices.SortFunc(flat, byID)
	if op == OpBVXor {
		flat = cancelPairs(flat)
	} else {
		flat = slices.Compact(flat)
	}
	return b.bitwiseOf(op, sort, flat, constant, unit)
}

// cancelPairs drops every two equal neighbours.
func cancelPairs(list []*Term) []*Term {
	kept := list[:0]
	for _, t := range list {
		if n := len(kept); n > 0 && kept[n-1] == t {
			kept = kept[:n-1]
		} else {
			kept = append(kept, t)
		}
	}
	return kept
}

// bitwiseOf builds the operation on sorted operands and one constant.
func (b *Builder) bitwiseOf(op Op, sort *Sort, flat []*Term, constant, unit Value) *Term {
	zero := BVValue(sort.Width, 0)
	ones := BVBigValue(sort.Width, big.NewInt(-1))
	switch {
	case len(flat) == 0:
		return b.Const(constant)
	case op == OpBVAnd && constant.Equal(zero), op == OpBVOr && constant.Equal(ones):
		return b.Const(constant)
	case op == OpBVXor && constant.Equal(ones):
		return b.BVNot(b.bitwiseOf(op, sort, flat, zero, unit))
	}
	if op != OpBVXor {
		for _, x := range flat {
			if n := x; n.op == OpBVNot && slices.Contains(flat, n.args[0]) {
				return b.BVNot(b.Const(unit))
			}
		}
	}
	if constant.Equal(unit) {
		if len(flat) == 1 {
			return flat[0]
		}
		if t := b.bitwisePieces(op, flat); t != nil {
			return t
		}
		return b.mk(op, sort, flat...)
	}
	if op == OpBVAnd {
		if t := b.maskPieces(sort, flat, constant); t != nil {
			return t
		}
	}
	if op == OpBVOr && len(flat) == 1 && isPieces(flat[0]) {
		if t := b.bitwisePieces(op, append(flat[:1:1], b.Const(constant))); t != nil {
			return t
		}
	}
	return b.mk(op, sort, append(flat, b.Const(constant))...)
}

// maskPieces writes x & mask as a slice of x between zeros when the mask is one run of ones.
func (b *Builder) maskPieces(sort *Sort, flat []*Term, constant Value) *Term {
	z := constant.Big()
	low := int(z.TrailingZeroBits())
	high := z.BitLen()
	run := new(big.Int).Rsh(z, uint(low))
	if run.Add(run, bigOne); int(run.TrailingZeroBits()) != high-low {
		return nil
	}
	x := b.bitwise(OpBVAnd, flat)
	parts := []*Term{b.Extract(high-1, low, x)}
	if high < sort.Width {
		parts = append([]*Term{b.BVConst(sort.Width-high, 0)}, parts...)
	}
	if low > 0 {
		parts = append(parts, b.BVConst(low, 0))
	}
	return b.Concat(parts...)
}

// bitwisePieces turns an "or" or "xor" of bit fields that do not overlap into their concatenation, as
// in x<<8 | y; nil when some bit has two possible sources.
func (b *Builder) bitwisePieces(op Op, flat []*Term) *Term {
	if op == OpBVAnd || len(flat) > 8 {
		return nil
	}
	for _, x := range flat {
		if !isPieces(x) {
			return nil
		}
	}
	cuts := map[int]bool{}
	for _, x := range flat {
		at := x.sort.Width
		for _, p := range b.pieces(x) {
			cuts[at] = true
			at -= p.sort.Width
		}
	}
	bounds := make([]int, 0, len(cuts))
	for at := range cuts {
		bounds = append(bounds, at)
	}
	slices.Sort(bounds)
	var parts []*Term
	low := 0
	for _, high := range bounds {
		part := b.onlySource(flat, high, low)
		if part == nil {
			return nil
		}
		parts = append([]*Term{part}, parts...)
		low = high
	}
	return b.Concat(parts...)
}

// onlySource is the one operand's slice that is not zero at these bits, or zero when all are.
func (b *Builder) onlySource(flat []*Term, high, low int) *Term {
	found := b.BVBig(high-low, new(big.Int))
	zero := found
	for _, x := range flat {
		part := b.Extract(high-1, low, x)
		if part == zero {
			continue
		}
		if found != zero {
			return nil
		}
		found = part
	}
	return found
}

// shiftAmount reads a constant shift amount, at most width.
func shiftAmount(y *Term) (int, bool) {
	if y.op != OpConst {
		return 0, false
	}
	w := y.sort.Width
	if z := y.value.Big(); z.IsInt64() && z.Int64() < int64(w) {
		return int(z.Int64()), true
	}
	return w, true
}

// BVShl shifts left; amounts of the width and more give 0.
func (b *Builder) BVShl(x, y *Term) *Term {
	wantBV(OpBVShl, x, y)
	w := x.sort.Width
	n, known := shiftAmount(y)
	switch {
	case !known:
		return b.mk(OpBVShl, x.sort, x, y)
	case n == 0:
		return x
	case n == w:
		return b.Const(x.sort.zeroNumber())
	case isPieces(x):
		return b.Concat(b.Extract(w-1-n, 0, x), b.BVConst(n, 0))
	}
	return b.BVMul(b.BVBig(w, new(big.Int).Lsh(bigOne, uint(n))), x)
}

// BVLshr shifts right, zeros from the left.
func (b *Builder) BVLshr(x, y *Term) *Term {
	wantBV(OpBVLshr, x, y)
	w := x.sort.Width
	n, known := shiftAmount(y)
	switch {
	case !known:
		return b.mk(OpBVLshr, x.sort, x, y)
	case n == w:
		return b.Const(x.sort.zeroNumber())
	}
	return b.ZeroExt(n, b.Extract(w-1, n, x))
}

// BVAshr shifts right, copies of the sign from the left.
func (b *Builder) BVAshr(x, y *Term) *Term {
	wantBV(OpBVAshr, x, y)
	w := x.sort.Width
	n, known := shiftAmount(y)
	if !known {
		return b.mk(OpBVAshr, x.sort, x, y)
	}
	n = min(n, w-1)
	return b.SignExt(n, b.Extract(w-1, n, x))
}
