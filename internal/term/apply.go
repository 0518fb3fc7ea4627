package term

import (
	"math/big"
	"math/bits"
	"slices"

	"yogi/internal/bug"
)

// Apply is apply for callers outside: tests of the constructors, above all.
func Apply(op Op, p0, p1 int, sort *Sort, args []Value) Value {
	return apply(op, int32(p0), int32(p1), sort, args)
}

// apply is the meaning of op on constants: the one place that says it for the evaluator and for
// constant folding. sort is the sort of the result. It does not handle leaves, arrays built from
// terms, applications and quantifiers.
func apply(op Op, p0, p1 int32, sort *Sort, args []Value) Value {
	switch {
	case op >= OpBVAdd && op <= OpSignExt:
		if sort.Width <= 64 && args[0].width <= 64 {
			return applySmall(op, p0, p1, sort, args)
		}
		return applyWide(op, p0, p1, sort, args)
	case op >= OpAdd && op <= OpBVToNat:
		return applyNumber(op, sort, args)
	case op >= OpFAdd && op <= OpFToUBV:
		return applyFloat(op, p0, p1, sort, args)
	}
	switch op {
	case OpNot:
		return BoolValue(args[0].bits == 0)
	case OpAnd:
		for _, a := range args {
			if a.bits == 0 {
				return a
			}
		}
		return BoolValue(true)
	case OpOr:
		for _, a := range args {
			if a.bits != 0 {
				return a
			}
		}
		return BoolValue(false)
	case OpEq:
		return BoolValue(args[0].Equal(args[1]))
	case OpDistinct:
		return BoolValue(allDistinct(args))
	case OpIte:
		if args[0].bits != 0 {
			return args[1]
		}
		return args[2]
	case OpSelect:
		return args[0].ext.array.Select(args[1])
	case OpStore:
		return ArrayVal(args[0].ext.array.Store(args[1], args[2]))
	case OpConstArray:
		return ArrayVal(NewArrayValue(sort, args[0]))
	}
	bug.Errorf("no meaning for operator %s", op)
	return Value{}
}

// allDistinct reports whether no two values are equal. It sorts args.
func allDistinct(args []Value) bool {
	slices.SortFunc(args, Value.Compare)
	for i := 1; i < len(args); i++ {
		if args[i].Equal(args[i-1]) {
			return false
		}
	}
	return true
}

// applySmall is apply for bit-vectors of at most 64 bits.
func applySmall(op Op, p0, p1 int32, sort *Sort, args []Value) Value {
	w, x := int(args[0].width), args[0].bits
	switch op {
	case OpBVAdd, OpBVMul, OpBVAnd, OpBVOr, OpBVXor:
		for _, v := range args[1:] {
			x = applySmallPair(op, w, x, v.bits).bits
		}
		return BVValue(w, x)
	case OpBVNot, OpExtract, OpZeroExt, OpSignExt:
		return applySmallSingle(op, p1, w, sort.Width, x)
	case OpConcat:
		return concatSmall(sort.Width, args)
	}
	return applySmallPair(op, w, x, args[1].bits)
}

// applySmallSingle is the operators on one small bit-vector x of w bits; width is the result's.
func applySmallSingle(op Op, p1 int32, w, width int, x uint64) Value {
	switch op {
	case OpBVNot:
		x = ^x
	case OpExtract:
		x >>= uint(p1)
	case OpSignExt:
		x = uint64(signed(x, w))
	}
	return BVValue(width, x)
}

func concatSmall(width int, args []Value) Value {
	x := uint64(0)
	for _, v := range args {
		x = x<<v.width | v.bits
	}
	return BVValue(width, x)
}

// applySmallPair is the operators on two small bit-vectors of w bits.
func applySmallPair(op Op, w int, x, y uint64) Value {
	switch op {
	case OpBVAdd:
		return BVValue(w, x+y)
	case OpBVMul:
		return BVValue(w, x*y)
	case OpBVAnd:
		return BVValue(w, x&y)
	case OpBVOr:
		return BVValue(w, x|y)
	case OpBVXor:
		return BVValue(w, x^y)
	case OpBVUDiv:
		if y == 0 {
			return BVValue(w, ^uint64(0))
		}
		return BVValue(w, x/y)
	case OpBVURem:
		if y == 0 {
			return BVValue(w, x)
		}
		return BVValue(w, x%y)
	case OpBVSDiv:
		return BVValue(w, signedDivide(signed(x, w), signed(y, w)))
	case OpBVSRem:
		if y == 0 || signed(y, w) == -1 {
			if y == 0 {
				return BVValue(w, x)
			}
			return BVValue(w, 0)
		}
		return BVValue(w, uint64(signed(x, w)%signed(y, w)))
	case OpBVShl:
		if y >= uint64(w) {
			return BVValue(w, 0)
		}
		return BVValue(w, x<<y)
	case OpBVLshr:
		if y >= uint64(w) {
			return BVValue(w, 0)
		}
		return BVValue(w, x>>y)
	case OpBVAshr:
		return BVValue(w, uint64(signed(x, w)>>min(y, 63)))
	case OpBVUlt:
		return BoolValue(x < y)
	case OpBVUle:
		return BoolValue(x <= y)
	case OpBVSlt:
		return BoolValue(signed(x, w) < signed(y, w))
	case OpBVSle:
		return BoolValue(signed(x, w) <= signed(y, w))
	}
	bug.Errorf("no meaning for operator %s", op)
	return Value{}
}

// signedDivide is bvsdiv: by zero it is 1 for negative dividends and -1 for others.
func signedDivide(x, y int64) uint64 {
	switch {
	case y == 0 && x < 0:
		return 1
	case y == 0:
		return ^uint64(0)
	case y == -1:
		return -uint64(x)
	}
	return uint64(x / y)
}

// applyWide is apply for bit-vectors of any width.
func applyWide(op Op, p0, p1 int32, sort *Sort, args []Value) Value {
	w := int(args[0].width)
	z := new(big.Int).Set(args[0].Big())
	switch op {
	case OpBVAdd, OpBVMul, OpBVAnd, OpBVOr, OpBVXor:
		for _, v := range args[1:] {
			foldWide(op, z, v.Big())
		}
	case OpBVNot:
		z.Not(z)
	case OpConcat:
		for _, v := range args[1:] {
			z.Or(z.Lsh(z, uint(v.width)), v.Big())
		}
		return BVBigValue(sort.Width, z)
	case OpExtract:
		return BVBigValue(sort.Width, z.Rsh(z, uint(p1)))
	case OpZeroExt:
		return BVBigValue(sort.Width, z)
	case OpSignExt:
		return BVBigValue(sort.Width, args[0].BigSigned())
	default:
		return applyWidePair(op, w, args[0], args[1])
	}
	return BVBigValue(w, z)
}

func foldWide(op Op, z, y *big.Int) {
	switch op {
	case OpBVAdd:
		z.Add(z, y)
	case OpBVMul:
		z.Mul(z, y)
	case OpBVAnd:
		z.And(z, y)
	case OpBVOr:
		z.Or(z, y)
	case OpBVXor:
		z.Xor(z, y)
	}
}

func applyWidePair(op Op, w int, a, b Value) Value {
	x, y := a.Big(), b.Big()
	sx, sy := a.BigSigned, b.BigSigned
	z := new(big.Int)
	switch op {
	case OpBVUDiv:
		if y.Sign() == 0 {
			return BVBigValue(w, big.NewInt(-1))
		}
		return BVBigValue(w, z.Quo(x, y))
	case OpBVURem:
		if y.Sign() == 0 {
			return a
		}
		return BVBigValue(w, z.Rem(x, y))
	case OpBVSDiv:
		switch {
		case y.Sign() == 0 && sx().Sign() < 0:
			return BVValue(w, 1)
		case y.Sign() == 0:
			return BVBigValue(w, big.NewInt(-1))
		}
		return BVBigValue(w, z.Quo(sx(), sy()))
	case OpBVSRem:
		if y.Sign() == 0 {
			return a
		}
		return BVBigValue(w, z.Rem(sx(), sy()))
	case OpBVShl, OpBVLshr, OpBVAshr:
		return shiftWide(op, w, a, y)
	case OpBVUlt:
		return BoolValue(x.Cmp(y) < 0)
	case OpBVUle:
		return BoolValue(x.Cmp(y) <= 0)
	case OpBVSlt:
		return BoolValue(sx().Cmp(sy()) < 0)
	case OpBVSle:
		return BoolValue(sx().Cmp(sy()) <= 0)
	}
	bug.Errorf("no meaning for operator %s", op)
	return Value{}
}

func shiftWide(op Op, w int, a Value, amount *big.Int) Value {
	n := uint(w)
	if amount.IsInt64() && amount.Int64() < int64(w) {
		n = uint(amount.Int64())
	}
	z := new(big.Int)
	switch op {
	case OpBVShl:
		return BVBigValue(w, z.Lsh(a.Big(), n))
	case OpBVLshr:
		return BVBigValue(w, z.Rsh(a.Big(), n))
	}
	return BVBigValue(w, z.Rsh(a.BigSigned(), n))
}

// applyNumber is apply for Int and Real.
func applyNumber(op Op, sort *Sort, args []Value) Value {
	a := args[0]
	switch op {
	case OpAdd:
		for _, v := range args[1:] {
			a = addNumbers(a, v)
		}
		return a
	case OpMul:
		for _, v := range args[1:] {
			a = mulNumbers(a, v)
		}
		return a
	case OpDiv, OpMod:
		return divideIntegers(op, a, args[1])
	case OpRealDiv:
		if args[1].IsZero() {
			return RealValue(new(big.Rat))
		}
		return RealValue(new(big.Rat).Quo(a.Rat(), args[1].Rat()))
	case OpLt:
		return BoolValue(a.Compare(args[1]) < 0)
	case OpLe:
		return BoolValue(a.Compare(args[1]) <= 0)
	case OpToReal:
		return RealValue(a.Rat())
	case OpToInt:
		r := a.Rat()
		return BigIntValue(new(big.Int).Div(r.Num(), r.Denom())) // the denominator is positive: this is floor
	case OpIntToBV:
		return BVBigValue(sort.Width, a.Big())
	case OpBVToNat:
		return BigIntValue(a.Big())
	}
	bug.Errorf("no meaning for operator %s", op)
	return Value{}
}

// addNumbers adds two values of one sort: BV, Int or Real.
func addNumbers(a, b Value) Value {
	if a.ext == nil && b.ext == nil {
		sum := a.bits + b.bits
		if a.kind == KindBV {
			return BVValue(int(a.width), sum)
		}
		if x, y := int64(a.bits), int64(b.bits); (int64(sum) > x) == (y > 0) {
			return Value{kind: a.kind, bits: sum}
		}
	}
	switch a.kind {
	case KindBV:
		return BVBigValue(int(a.width), new(big.Int).Add(a.Big(), b.Big()))
	case KindInt:
		return BigIntValue(new(big.Int).Add(a.Big(), b.Big()))
	}
	return RealValue(new(big.Rat).Add(a.Rat(), b.Rat()))
}

// mulNumbers multiplies two values of one sort: BV, Int or Real.
func mulNumbers(a, b Value) Value {
	if a.ext == nil && b.ext == nil {
		if a.kind == KindBV {
			return BVValue(int(a.width), a.bits*b.bits)
		}
		hi, lo := bits.Mul64(magnitude(int64(a.bits)), magnitude(int64(b.bits)))
		if hi == 0 && lo < 1<<63 {
			if (int64(a.bits) < 0) != (int64(b.bits) < 0) {
				lo = -lo
			}
			return Value{kind: a.kind, bits: lo}
		}
	}
	switch a.kind {
	case KindBV:
		return BVBigValue(int(a.width), new(big.Int).Mul(a.Big(), b.Big()))
	case KindInt:
		return BigIntValue(new(big.Int).Mul(a.Big(), b.Big()))
	}
	return RealValue(new(big.Rat).Mul(a.Rat(), b.Rat()))
}

func magnitude(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}

// negateNumber is -v in v's sort.
func negateNumber(v Value) Value {
	return mulNumbers(v, numberOf(v, -1))
}

// numberOf is the small number x in the sort of v.
func numberOf(v Value, x int64) Value {
	switch v.kind {
	case KindBV:
		return BVBigValue(int(v.width), big.NewInt(x))
	default:
		return Value{kind: v.kind, bits: uint64(x)}
	}
}

// divideIntegers is euclidean division: the remainder is never negative.
func divideIntegers(op Op, a, b Value) Value {
	switch {
	case b.IsZero() && op == OpDiv:
		return IntValue(0)
	case b.IsZero():
		return a
	}
	if op == OpDiv {
		return BigIntValue(new(big.Int).Div(a.Big(), b.Big()))
	}
	return BigIntValue(new(big.Int).Mod(a.Big(), b.Big()))
}
