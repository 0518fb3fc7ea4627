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
		{"an element", b.Eq(times(4, i), wide(8)), b.Eq(i, number(2))},
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
