package term

import (
	"fmt"
	"math/big"
	"math/bits"
	"strings"

	"yogi/internal/bug"
)

// Value is an immutable constant of some sort; the zero Value is invalid.
//
// Invariant: the representation is canonical, so equal values have equal fields up to the contents of
// ext. Bit-vectors of at most 64 bits, booleans, integers that fit an int64 and floats of at most 64
// bits live in bits alone, with ext nil.
type Value struct {
	kind  Kind
	width uint32 // BV: bits; Float: eb<<16 | sb
	bits  uint64
	ext   *extension
}

// extension holds what does not fit a word.
type extension struct {
	big   *big.Int    // Int outside int64; BV and Float wider than 64 bits
	rat   *big.Rat    // Real that is not an int64
	array *ArrayValue // Array
	sort  *Sort       // Uninterpreted
}

// BoolValue is the boolean b.
func BoolValue(b bool) Value {
	if b {
		return Value{kind: KindBool, bits: 1}
	}
	return Value{kind: KindBool}
}

// BVValue is x modulo 2^width.
func BVValue(width int, x uint64) Value {
	if width <= 64 {
		return Value{kind: KindBV, width: uint32(width), bits: x & mask(width)}
	}
	return Value{kind: KindBV, width: uint32(width), ext: &extension{big: new(big.Int).SetUint64(x)}}
}

// BVBigValue is x modulo 2^width; x may be negative.
func BVBigValue(width int, x *big.Int) Value {
	if width <= 64 {
		if x.IsUint64() {
			return BVValue(width, x.Uint64())
		}
		if x.IsInt64() {
			return BVValue(width, uint64(x.Int64()))
		}
		return BVValue(width, wrap(x, width).Uint64())
	}
	return Value{kind: KindBV, width: uint32(width), ext: &extension{big: wrap(x, width)}}
}

// wrap is x modulo 2^width, as a new number.
func wrap(x *big.Int, width int) *big.Int {
	m := new(big.Int).Lsh(bigOne, uint(width))
	return m.And(x, m.Sub(m, bigOne)) // And on a negative x works on its two's complement
}

var bigOne = big.NewInt(1)

// mask has the low width bits set; width is at most 64.
func mask(width int) uint64 {
	if width >= 64 {
		return ^uint64(0)
	}
	return 1<<uint(width) - 1
}

// IntValue is the integer x.
func IntValue(x int64) Value { return Value{kind: KindInt, bits: uint64(x)} }

// BigIntValue is the integer x.
func BigIntValue(x *big.Int) Value {
	if x.IsInt64() {
		return IntValue(x.Int64())
	}
	return Value{kind: KindInt, ext: &extension{big: new(big.Int).Set(x)}}
}

// RealValue is the rational x.
func RealValue(x *big.Rat) Value {
	if x.IsInt() && x.Num().IsInt64() {
		return Value{kind: KindReal, bits: uint64(x.Num().Int64())}
	}
	return Value{kind: KindReal, ext: &extension{rat: new(big.Rat).Set(x)}}
}

// FloatValue is the float with the given IEEE bits (a BV value of eb+sb bits). All NaNs are one value.
func FloatValue(eb, sb int, b Value) Value {
	v := Value{kind: KindFloat, width: uint32(eb)<<16 | uint32(sb), bits: b.bits, ext: b.ext}
	if b.kind != KindBV || int(b.width) != eb+sb {
		bug.Errorf("float of %d+%d bits from %s", eb, sb, b)
	}
	return v.canonicalNaN()
}

// UninterpretedValue is element number index of an uninterpreted sort.
func UninterpretedValue(sort *Sort, index int) Value {
	return Value{kind: KindUninterpreted, bits: uint64(index), ext: &extension{sort: sort}}
}

// ArrayVal is the array a as a value.
func ArrayVal(a *ArrayValue) Value { return Value{kind: KindArray, ext: &a.self} }

// IsValid reports whether v is a value at all.
func (v Value) IsValid() bool { return v.kind != KindInvalid }

// Kind is the kind of v's sort.
func (v Value) Kind() Kind { return v.kind }

// Width is the number of bits of a BV or Float value.
func (v Value) Width() int {
	if v.kind == KindFloat {
		return int(v.width>>16 + v.width&0xffff)
	}
	return int(v.width)
}

// FloatFormat is the exponent and significand size of a Float value.
func (v Value) FloatFormat() (eb, sb int) { return int(v.width >> 16), int(v.width & 0xffff) }

// Bool is the boolean v.
func (v Value) Bool() bool { return v.kind == KindBool && v.bits != 0 }

// Uint64 is the unsigned value of a BV of at most 64 bits (of wider ones, the low 64 bits).
func (v Value) Uint64() uint64 {
	if v.ext != nil && v.ext.big != nil {
		return new(big.Int).And(v.ext.big, new(big.Int).SetUint64(^uint64(0))).Uint64()
	}
	return v.bits
}

// Int64 is a BV of at most 64 bits read as signed, or an Int that fits.
func (v Value) Int64() int64 {
	if v.kind == KindBV && v.width < 64 {
		return signed(v.bits, int(v.width))
	}
	return int64(v.Uint64())
}

// FitsInt64 reports whether Int64 is exact for an Int value.
func (v Value) FitsInt64() bool { return v.ext == nil }

// Signed64 is the number v, a BV read as two's complement, if v is an Int or a BV that fits 64 bits so.
func (v Value) Signed64() (x int64, ok bool) {
	switch {
	case v.kind == KindBV && v.width > 64:
		n := v.BigSigned()
		return n.Int64(), n.IsInt64()
	case v.kind == KindBV, v.kind == KindInt:
		return v.Int64(), v.FitsInt64()
	}
	return 0, false
}

// signed extends the sign of the low width bits.
func signed(x uint64, width int) int64 {
	shift := uint(64 - width)
	return int64(x<<shift) >> shift
}

// Big is the number v: unsigned for BV and the bits of a Float, exact for Int. The caller must not
// change it.
func (v Value) Big() *big.Int {
	if v.ext != nil && v.ext.big != nil {
		return v.ext.big
	}
	if v.kind == KindInt {
		return big.NewInt(int64(v.bits))
	}
	return new(big.Int).SetUint64(v.bits)
}

// BigSigned is a BV read as two's complement.
func (v Value) BigSigned() *big.Int {
	if v.width <= 64 {
		return big.NewInt(v.Int64())
	}
	if v.ext.big.Bit(int(v.width)-1) == 0 {
		return v.ext.big
	}
	m := new(big.Int).Lsh(bigOne, uint(v.width))
	return m.Sub(v.ext.big, m)
}

// NumberBits is the size of an Int or Real value in bits, numerator and denominator together; 0 for small
// ones and for values of other sorts.
func (v Value) NumberBits() int {
	if v.ext == nil || v.kind != KindInt && v.kind != KindReal {
		return 0
	}
	if v.ext.rat != nil {
		return v.ext.rat.Num().BitLen() + v.ext.rat.Denom().BitLen()
	}
	return v.ext.big.BitLen()
}

// Rat is the number v of an Int or Real value. The caller must not change it.
func (v Value) Rat() *big.Rat {
	if v.ext != nil {
		if v.ext.rat != nil {
			return v.ext.rat
		}
		return new(big.Rat).SetInt(v.ext.big)
	}
	return new(big.Rat).SetInt64(int64(v.bits))
}

// Bits is the IEEE bits of a Float value, as a BV value.
func (v Value) Bits() Value {
	return Value{kind: KindBV, width: uint32(v.Width()), bits: v.bits, ext: v.ext}
}

// Array is the contents of an Array value, else nil.
func (v Value) Array() *ArrayValue {
	if v.kind != KindArray {
		return nil
	}
	return v.ext.array
}

// UninterpretedSort is the sort of an Uninterpreted value and its element number.
func (v Value) UninterpretedSort() (*Sort, int) { return v.ext.sort, int(v.bits) }

// IsZero reports whether a number is 0 (a float: its bits are 0, which is +0).
func (v Value) IsZero() bool {
	if v.ext == nil {
		return v.bits == 0
	}
	return v.ext.big != nil && v.ext.big.Sign() == 0
}

// Sign is -1, 0 or 1 for an Int or Real.
func (v Value) Sign() int {
	if v.ext == nil {
		switch x := int64(v.bits); {
		case x < 0:
			return -1
		case x > 0:
			return 1
		}
		return 0
	}
	if v.ext.rat != nil {
		return v.ext.rat.Sign()
	}
	return v.ext.big.Sign()
}

// Equal reports whether v and w are the same value of the same sort; arrays compare as functions.
func (v Value) Equal(w Value) bool {
	if v.kind != w.kind || v.width != w.width {
		return false
	}
	if v.ext == w.ext {
		return v.bits == w.bits
	}
	if v.ext == nil || w.ext == nil {
		return false
	}
	switch v.kind {
	case KindArray:
		return v.ext.array.Equal(w.ext.array)
	case KindUninterpreted:
		return v.bits == w.bits && sameSort(v.ext.sort, w.ext.sort)
	case KindReal:
		return v.ext.rat.Cmp(w.ext.rat) == 0
	}
	return v.ext.big.Cmp(w.ext.big) == 0
}

// Compare orders the values of one sort: BV unsigned, numbers by size, false before true, floats by
// their bits, arrays by some fixed order.
func (v Value) Compare(w Value) int {
	if v.ext == nil && w.ext == nil {
		if v.kind == KindInt || v.kind == KindReal {
			return compareOrdered(int64(v.bits), int64(w.bits))
		}
		return compareOrdered(v.bits, w.bits)
	}
	switch v.kind {
	case KindArray:
		return v.ext.array.compare(w.ext.array)
	case KindUninterpreted:
		return compareOrdered(v.bits, w.bits)
	case KindReal:
		return v.Rat().Cmp(w.Rat())
	}
	return v.Big().Cmp(w.Big())
}

func compareOrdered[T int64 | uint64 | uint32](a, b T) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// Hash agrees with Equal and is the same in every run.
func (v Value) Hash() uint64 {
	h := mix(uint64(v.kind)<<32|uint64(v.width), v.bits)
	if v.ext == nil {
		return h
	}
	switch {
	case v.ext.array != nil:
		return mix(h, v.ext.array.hash())
	case v.ext.rat != nil:
		return mix(mix(h, hashBig(v.ext.rat.Num())), hashBig(v.ext.rat.Denom()))
	case v.ext.big != nil:
		return mix(h, hashBig(v.ext.big))
	}
	return h
}

func hashBig(x *big.Int) uint64 {
	h := uint64(x.Sign()) + 7
	for _, w := range x.Bits() {
		h = mix(h, uint64(w))
	}
	return h
}

// mix combines two words into a well spread one.
func mix(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a^0x9e3779b97f4a7c15, b^0xd6e8feb86659fd93)
	return hi ^ lo ^ a
}

// String is the SMT-LIB text of the value.
func (v Value) String() string {
	switch v.kind {
	case KindBool:
		if v.bits != 0 {
			return "true"
		}
		return "false"
	case KindBV:
		return bvText(v)
	case KindInt:
		return intText(v.Big())
	case KindReal:
		return realText(v.Rat())
	case KindFloat:
		return floatText(v)
	case KindArray:
		return v.ext.array.String()
	case KindUninterpreted:
		return fmt.Sprintf("(as @%d %s)", v.bits, v.ext.sort)
	}
	return "invalid"
}

func bvText(v Value) string {
	w := int(v.width)
	if w%4 == 0 {
		s := v.Big().Text(16)
		return "#x" + strings.Repeat("0", w/4-len(s)) + s
	}
	s := v.Big().Text(2)
	return "#b" + strings.Repeat("0", w-len(s)) + s
}

func intText(x *big.Int) string {
	if x.Sign() < 0 {
		return "(- " + new(big.Int).Neg(x).String() + ")"
	}
	return x.String()
}

func realText(x *big.Rat) string {
	abs := new(big.Rat).Abs(x)
	text := abs.Num().String() + ".0"
	if !x.IsInt() {
		text = "(/ " + text + " " + abs.Denom().String() + ".0)"
	}
	if x.Sign() < 0 {
		text = "(- " + text + ")"
	}
	return text
}

func floatText(v Value) string {
	eb, sb := v.FloatFormat()
	s := v.Big().Text(2)
	s = strings.Repeat("0", eb+sb-len(s)) + s
	return "(fp #b" + s[:1] + " #b" + s[1:1+eb] + " #b" + s[1+eb:] + ")"
}
