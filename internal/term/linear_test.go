package term

import (
	"math/rand/v2"
	"testing"
)

// TestSumsOfChoices: choices by one condition join where their sum is the same either way.
func TestSumsOfChoices(t *testing.T) {
	b := NewBuilder()
	c, d := b.Var("c", b.Bool()), b.Var("d", b.Bool())
	x, y, z := b.Var("x", b.BV(8)), b.Var("y", b.BV(8)), b.Var("z", b.BV(8))
	next := func(t *Term) *Term { return b.BVAdd(t, b.BVConst(8, 1)) }
	left, right := b.Ite(c, next(x), x), b.Ite(c, y, next(y))
	tests := []struct {
		name      string
		got, want *Term
	}{
		{"two", b.BVAdd(left, right), b.BVAdd(x, next(y))},
		{"beside others", b.BVAdd(left, z, right, b.Ite(d, x, y)), b.BVAdd(x, next(y), z, b.Ite(d, x, y))},
		{"two of three", b.BVAdd(left, b.Ite(c, z, x), right), b.BVAdd(x, next(y), b.Ite(c, z, x))},
		{"three", b.BVAdd(b.Ite(c, x, y), b.Ite(c, y, z), b.Ite(c, z, x)), b.BVAdd(x, y, z)},
		{"a difference", b.BVSub(b.Ite(c, next(x), x), b.Ite(c, next(y), y)), b.BVSub(x, y)},
		{"an equation", b.Eq(b.BVAdd(left, right), b.BVAdd(x, next(y))), b.True()},
		{"coefficients", b.BVAdd(b.BVMul(b.BVConst(8, 2), left), b.Ite(c, y, b.BVAdd(y, b.BVConst(8, 2)))), b.BVAdd(b.BVMul(b.BVConst(8, 2), x), y, b.BVConst(8, 2))},
	}
	for _, test := range tests {
		if test.got != test.want {
			t.Errorf("%s: %v, want %v", test.name, test.got, test.want)
		}
	}
	if apart := b.BVAdd(left, b.Ite(d, y, next(y))); apart == b.BVAdd(x, next(y)) {
		t.Error("choices by two conditions are joined")
	}
}

// TestSumsOfChoicesKeepTheirValue: sums of random choices have the value of their summands' sum.
func TestSumsOfChoicesKeepTheirValue(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 8))
	joined := 0
	for range 2000 {
		b := NewBuilder()
		conditions := []*Term{b.Var("c", b.Bool()), b.Var("d", b.Bool())}
		words := []*Term{b.Var("x", b.BV(4)), b.Var("y", b.BV(4)), b.BVConst(4, 1)}
		simple := func() *Term { return b.BVAdd(words[r.IntN(3)], words[r.IntN(3)]) }
		var summands []*Term
		choices := 0
		for range 2 + r.IntN(3) {
			s := b.Ite(conditions[r.IntN(2)], simple(), simple())
			if r.IntN(3) == 0 {
				s = b.BVMul(b.BVConst(4, uint64(r.IntN(16))), s)
			}
			if s.Op() == OpIte {
				choices++
			}
			summands = append(summands, s)
		}
		sum := b.BVAdd(summands...)
		left := 0
		for _, a := range append([]*Term{sum}, sum.Args()...) {
			if a.Op() == OpIte {
				left++
			}
		}
		if left < choices {
			joined++
		}
		for range 20 {
			state := values{}
			for _, c := range conditions {
				state[c] = BoolValue(r.IntN(2) == 0)
			}
			for _, w := range words[:2] {
				state[w] = BVValue(4, uint64(r.IntN(16)))
			}
			eval := NewEvaluator()
			got, err := eval.Eval(sum, state)
			want := uint64(0)
			for _, s := range summands {
				v, _ := eval.Eval(s, state)
				want += v.Big().Uint64()
			}
			if err != nil || got.Big().Uint64() != want%16 {
				t.Fatalf("%v of %v is %v, not %d", sum, summands, got, want%16)
			}
		}
	}
	if joined < 100 {
		t.Errorf("only %d sums had choices that join", joined)
	}
}
