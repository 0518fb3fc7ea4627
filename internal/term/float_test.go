package term

import (
	"math"
	"math/rand/v2"
	"testing"
)

func float64Value(x float64) Value { return FloatValue(11, 53, BVValue(64, math.Float64bits(x))) }
func float32Value(x float32) Value {
	return FloatValue(8, 24, BVValue(32, uint64(math.Float32bits(x))))
}

// randomFloat has many special values, subnormals, neighbours and whole numbers.
func randomFloat(r *rand.Rand) float64 {
	switch r.IntN(8) {
	case 0:
		return []float64{0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat64, math.SmallestNonzeroFloat64, 0.5, 1.5, 2.5}[r.IntN(12)]
	case 1:
		return float64(r.IntN(41)-20) / 2
	case 2:
		return math.Float64frombits(r.Uint64() & (1<<52 - 1))
	case 3:
		return float64(math.Float32frombits(r.Uint32()))
	case 4:
		return float64(r.Int64())
	}
	return math.Float64frombits(r.Uint64())
}

// TestSoftFloats compares the exact arithmetic with the machine's.
func TestSoftFloats(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		x, y, z := randomFloat(r), randomFloat(r), randomFloat(r)
		f, g := float32(x), float32(y)
		a, b, c := float64Value(x), float64Value(y), float64Value(z)
		p, q := float32Value(f), float32Value(g)
		cases := []struct {
			name      string
			got, want Value
		}{
			{"add", floatArithmetic(OpFAdd, RNE, []Value{a, b}), float64Value(x + y)},
			{"sub", floatArithmetic(OpFSub, RNE, []Value{a, b}), float64Value(x - y)},
			{"mul", floatArithmetic(OpFMul, RNE, []Value{a, b}), float64Value(x * y)},
			{"div", floatArithmetic(OpFDiv, RNE, []Value{a, b}), float64Value(x / y)},
			{"sqrt", floatArithmetic(OpFSqrt, RNE, []Value{a}), float64Value(math.Sqrt(x))},
			{"fma", floatArithmetic(OpFFma, RNE, []Value{a, b, c}), float64Value(math.FMA(x, y, z))},
			{"add32", floatArithmetic(OpFAdd, RNE, []Value{p, q}), float32Value(f + g)},
			{"mul32", floatArithmetic(OpFMul, RNE, []Value{p, q}), float32Value(f * g)},
			{"div32", floatArithmetic(OpFDiv, RNE, []Value{p, q}), float32Value(f / g)},
			{"rem", floatRemainder(a, b), float64Value(math.Remainder(x, y))},
			{"even", roundToIntegral(RNE, a), float64Value(math.RoundToEven(x))},
			{"away", roundToIntegral(RNA, a), float64Value(math.Round(x))},
			{"up", roundToIntegral(RTP, a), float64Value(math.Ceil(x))},
			{"down", roundToIntegral(RTN, a), float64Value(math.Floor(x))},
			{"zero", roundToIntegral(RTZ, a), float64Value(math.Trunc(x))},
			{"narrow", pack(8, 24, RNE, unpack(a)), float32Value(float32(x))},
			{"less", floatPredicate(OpFLt, []Value{a, b}), BoolValue(x < y)},
			{"leq", floatPredicate(OpFLe, []Value{a, b}), BoolValue(x <= y)},
			{"eq", floatPredicate(OpFEq, []Value{a, b}), BoolValue(x == y)},
			{"neg", flipSign(OpFNeg, a), float64Value(-x)},
			{"abs", flipSign(OpFAbs, a), float64Value(math.Abs(x))},
		}
		if math.Abs(x) < 1<<62 {
			cases = append(cases, struct {
				name      string
				got, want Value
			}{"int", floatToBits(OpFToSBV, 64, RTZ, a), BVValue(64, uint64(int64(x)))})
		}
		for _, c := range cases {
			if !c.got.Equal(c.want) {
				t.Fatalf("%s of %x %x %x: got %s, want %s", c.name, x, y, z, c.got, c.want)
			}
		}
	}
}

// TestBitsOfConstant: a float that is made of bits is a number where the bits are that number's, and NaN for many.
func TestBitsOfConstant(t *testing.T) {
	b := NewBuilder()
	v := b.Var("v", b.BV(32))
	x := b.FFromBits(8, 24, v)
	for _, bits := range []uint64{0, 1 << 31, 1, 0x3f800000, 0x7f800000, 0xff800000, 0x7f7fffff} {
		c := b.FloatConst(BVValue(32, bits), 8, 24)
		if b.Eq(x, c) != b.Eq(v, b.BVConst(32, bits)) || b.Eq(c, x) != b.Eq(x, c) {
			t.Errorf("%v is %v", b.Eq(x, c), b.Eq(v, b.BVConst(32, bits)))
		}
	}
	nan := b.FloatConst(BVValue(32, 0x7fc00000), 8, 24)
	if e := b.Eq(x, nan); e.Op() != OpEq || e.Arg(0) != x {
		t.Errorf("NaN has more than one pattern of bits: %v", e)
	}
}
