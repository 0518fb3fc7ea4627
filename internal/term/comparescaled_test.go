package term

import (
	"math/rand/v2"
	"testing"
)

// TestComparisonsOfScaledNumbers: an index times the size of an element inside an object is a bound of the
// index.
func TestComparisonsOfScaledNumbers(t *testing.T) {
	b := NewBuilder()
	i, j, u := b.Var("i", b.BV(32)), b.Var("j", b.BV(32)), b.Var("u", b.BV(16))
	wide := func(x uint64) *Term { return b.BVConst(64, x) }
	number := func(x uint64) *Term { return b.BVConst(32, x) }
	times := func(k uint64, x *Term) *Term { return b.BVMul(wide(k), b.SignExt(32, x)) }
	tests := []struct {
		name      string
		got, want *Term
	}{
		{"inside", b.BVUlt(times(4, i), wide(197)), b.BVUlt(i, number(50))},
		{"outside", b.BVUlt(wide(196), times(4, i)), b.BVUle(number(50), i)},
		{"with a field", b.BVUlt(b.BVAdd(times(12, i), wide(4)), wide(1201)), b.BVUlt(i, number(100))},
		{"of the next", b.BVUlt(times(4, b.BVAdd(i, number(1))), wide(197)), b.BVUlt(b.BVAdd(i, number(1)), number(50))},
		{"without a sign", b.BVUlt(b.BVMul(wide(4), b.ZeroExt(48, u)), wide(400)), b.BVUlt(u, b.BVConst(16, 100))},
		{"always", b.BVUlt(b.BVMul(wide(4), b.ZeroExt(48, u)), wide(1<<20)), b.True()},
		{"signed", b.BVSlt(times(4, i), wide(10)), b.BVSlt(i, number(3))},
		{"inside of many", b.BVSlt(b.BVAdd(times(4, i), wide(5)), b.BVAdd(times(4, j), wide(2))), b.BVSlt(i, j)},
		{"inside or behind", b.BVSle(b.BVAdd(times(4, i), wide(2)), b.BVAdd(times(4, j), wide(5))), b.BVSle(i, j)},
		{"remainder", b.BVUlt(b.BVURem(i, j), j), b.Ne(j, number(0))},
		{"no remainder", b.BVUle(j, b.BVURem(i, j)), b.Eq(j, number(0))},
		{"between elements", b.Eq(times(4, i), wide(9)), b.False()},
		{"two elements", b.Eq(b.BVAdd(times(4, i), wide(1<<32)), b.BVAdd(times(4, j), wide(1<<32))), b.Eq(i, j)},
	}
	for _, test := range tests {
		if test.got != test.want {
			t.Errorf("%s: %v, want %v", test.name, test.got, test.want)
		}
	}
	if wraps := b.BVUlt(b.BVMul(wide(1<<33), b.SignExt(32, i)), wide(100)); wraps.Arg(0).Sort().Width != 64 {
		t.Errorf("a product that may wrap around is narrowed: %v", wraps)
	}
}

// TestComparisonsOfScaledNumbersKeepTheirValue tries all numbers of few bits.
func TestComparisonsOfScaledNumbersKeepTheirValue(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	narrowed := 0
	for range 3000 {
		b := NewBuilder()
		y, z := b.Var("y", b.BV(4)), b.Var("z", b.BV(4))
		extend := []func(int, *Term) *Term{b.SignExt, b.ZeroExt}[r.IntN(2)]
		c, d, k := b.BVConst(9, uint64(r.IntN(20))), b.BVConst(9, uint64(r.IntN(512))), b.BVConst(9, uint64(r.IntN(512)))
		if r.IntN(2) == 0 {
			d = b.BVConst(9, uint64(r.IntN(3)))
		}
		x := b.BVAdd(b.BVMul(c, extend(5, y)), d)
		other := b.BVAdd(b.BVMul(c, extend(5, z)), d)
		if r.IntN(3) > 0 {
			other = k
		}
		compare := []func(x, y *Term) *Term{b.BVUlt, b.BVUle, b.BVSlt, b.BVSle, b.Eq}[r.IntN(5)]
		left, right := x, other
		if r.IntN(2) == 0 {
			left, right = other, x
		}
		got := compare(left, right)
		if len(got.Args()) > 0 && got.Arg(0).Sort().Kind == KindBV && got.Arg(0).Sort().Width == 4 {
			narrowed++
		}
		eval := NewEvaluator()
		for v := range uint64(16) {
			state := values{y: BVValue(4, v), z: BVValue(4, uint64(r.IntN(16)))}
			lv, _ := eval.Eval(left, state)
			rv, _ := eval.Eval(right, state)
			want := compare(b.Const(lv), b.Const(rv)).IsTrue()
			if holds, err := eval.Holds(got, state); err != nil || holds != want {
				t.Fatalf("%v of %v and %v at %v: %v, want %v (%v)", got, left, right, state, holds, want, err)
			}
		}
	}
	if narrowed < 300 {
		t.Errorf("only %d comparisons were narrowed", narrowed)
	}
}

// TestComparisonsOfAllScaledNumbers compares c * ext(y) + d with each k and with itself of another y, for
// all numbers of few bits, on both sides of each comparison.
func TestComparisonsOfAllScaledNumbers(t *testing.T) {
	widest := 4
	if testing.Short() {
		widest = 3
	}
	for inner := 1; inner < widest; inner++ {
		for width := inner; width <= widest; width++ {
			for extension := range 2 {
				scaledOfWidths(t, inner, width, extension == 1)
			}
		}
	}
}

// scaledOfWidths tries all comparisons of numbers of inner bits that are extended to width.
func scaledOfWidths(t *testing.T, inner, width int, isSigned bool) {
	b := NewBuilder()
	y, z := b.Var("y", b.BV(inner)), b.Var("z", b.BV(inner))
	extend := b.ZeroExt
	if isSigned {
		extend = b.SignExt
	}
	all := uint64(1) << width
	number := func(v, c, d uint64) uint64 {
		if isSigned {
			v = uint64(BVValue(inner, v).BigSigned().Int64())
		}
		return (c*v + d) % all
	}
	for c := range all {
		for d := range all {
			scaled := func(v *Term) *Term {
				return b.BVAdd(b.BVMul(b.BVConst(width, c), extend(width-inner, v)), b.BVConst(width, d))
			}
			x := scaled(y)
			for k := range all {
				comparisons(t, b, x, b.BVConst(width, k), func(state values) (uint64, uint64) {
					return number(state[y].Big().Uint64(), c, d), k
				}, y)
			}
			for _, apart := range []uint64{0, 1, 2, all - 1, all - 2} {
				other := b.BVAdd(scaled(z), b.BVConst(width, apart))
				comparisons(t, b, x, other, func(state values) (uint64, uint64) {
					return number(state[y].Big().Uint64(), c, d), number(state[z].Big().Uint64(), c, d+apart)
				}, y, z)
			}
		}
	}
}

// comparisons holds all comparisons of left and right against those of the numbers that they are, in all
// states of the variables, of which all have one width.
func comparisons(t *testing.T, b *Builder, left, right *Term, numbers func(values) (uint64, uint64), variables ...*Term) {
	t.Helper()
	width, inner := left.sort.Width, variables[0].sort.Width
	signed := func(v uint64) int64 { return BVValue(width, v).BigSigned().Int64() }
	kinds := []struct {
		term  func(x, y *Term) *Term
		holds func(x, y uint64) bool
	}{
		{b.BVUlt, func(x, y uint64) bool { return x < y }},
		{b.BVUle, func(x, y uint64) bool { return x <= y }},
		{b.BVSlt, func(x, y uint64) bool { return signed(x) < signed(y) }},
		{b.BVSle, func(x, y uint64) bool { return signed(x) <= signed(y) }},
		{b.Eq, func(x, y uint64) bool { return x == y }},
	}
	for n, kind := range kinds {
		forth, back := kind.term(left, right), kind.term(right, left)
		for v := range 1 << (inner * len(variables)) {
			state := values{}
			for i, variable := range variables {
				state[variable] = BVValue(inner, uint64(v>>(i*inner))%(1<<inner))
			}
			x, y := numbers(state)
			eval := NewEvaluator()
			if holds, err := eval.Holds(forth, state); err != nil || holds != kind.holds(x, y) {
				t.Fatalf("comparison %d of %v and %v is %v: %v at %v (%v)", n, left, right, forth, holds, state, err)
			}
			if holds, err := eval.Holds(back, state); err != nil || holds != kind.holds(y, x) {
				t.Fatalf("comparison %d of %v and %v is %v: %v at %v (%v)", n, right, left, back, holds, state, err)
			}
		}
	}
}

// TestComparisonsWithRemainders tries all numbers of few bits, 0 among them.
func TestComparisonsWithRemainders(t *testing.T) {
	b := NewBuilder()
	x, y := b.Var("x", b.BV(3)), b.Var("y", b.BV(3))
	comparisons(t, b, b.BVURem(x, y), y, func(state values) (uint64, uint64) {
		x, y := state[x].Big().Uint64(), state[y].Big().Uint64()
		if y == 0 {
			return x, y
		}
		return x % y, y
	}, x, y)
}

// TestQuotients tries all numbers of few bits: comparisons of quotients and remainders by constants with numbers, and
// quotients that are divided again.
func TestQuotients(t *testing.T) {
	const width = 4
	b := NewBuilder()
	x, y := b.Var("x", b.BV(width)), b.Var("y", b.BV(width))
	number := func(n uint64) *Term { return b.BVConst(width, n) }
	signed := func(n uint64) int64 { return int64(n<<(64-width)) >> (64 - width) }
	operations := []struct {
		term func(x, y *Term) *Term
		of   func(x, y uint64) uint64 // of a divisor that is not zero
	}{
		{b.BVUDiv, func(x, y uint64) uint64 { return x / y }},
		{b.BVURem, func(x, y uint64) uint64 { return x % y }},
		{b.BVSDiv, func(x, y uint64) uint64 { return uint64(signed(x) / signed(y)) }},
		{b.BVSRem, func(x, y uint64) uint64 { return uint64(signed(x) % signed(y)) }},
	}
	for n, op := range operations {
		for c := uint64(1); c < 1<<width; c++ {
			once := op.term(x, number(c))
			comparisons(t, b, once, y, func(state values) (uint64, uint64) {
				return op.of(state[x].Uint64(), c) % (1 << width), state[y].Uint64()
			}, x, y)
			for k := range uint64(1 << width) {
				comparisons(t, b, once, number(k), func(state values) (uint64, uint64) {
					return op.of(state[x].Uint64(), c) % (1 << width), k
				}, x)
				if k == 0 {
					continue
				}
				comparisons(t, b, op.term(once, number(k)), y, func(state values) (uint64, uint64) {
					return op.of(op.of(state[x].Uint64(), c)%(1<<width), k) % (1 << width), state[y].Uint64()
				}, x, y)
			}
		}
		if tenth := op.term(op.term(x, number(3)), number(6)); n%2 == 0 && tenth != number(0) {
			t.Errorf("a number of four bits divided by 18 is %v", tenth)
		}
	}
	if got, want := b.BVUDiv(b.BVUDiv(x, number(3)), number(3)), b.BVUDiv(x, number(9)); got != want {
		t.Errorf("a ninth is %v, want %v", got, want)
	}
	if got, want := b.Eq(b.BVUDiv(x, number(3)), number(0)), b.BVUlt(x, number(3)); got != want {
		t.Errorf("less than a third is %v, want %v", got, want)
	}
}
