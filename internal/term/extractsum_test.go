package term

import (
	"math/rand/v2"
	"testing"
)

// TestNumberOfObject: of the start of an object the number is known, and so it is of what a narrow offset is added to.
func TestNumberOfObject(t *testing.T) {
	b := NewBuilder()
	object, i, x := b.Var("object", b.BV(32)), b.Var("i", b.BV(32)), b.Var("x", b.BV(64))
	start := b.Concat(object, b.BVConst(32, 0))
	number := func(t *Term) *Term { return b.Extract(63, 32, t) }
	offset := func(t *Term) *Term { return b.Extract(31, 0, t) }
	wide := b.BVMul(b.BVConst(64, 4), b.SignExt(32, i))
	tests := []struct {
		name      string
		got, want *Term
	}{
		{"a byte", number(b.BVAdd(start, b.ZeroExt(32, i))), object},
		{"a field", number(b.BVAdd(start, b.BVConst(64, 12))), object},
		{"an element", number(b.BVAdd(start, wide)), b.BVAdd(object, number(wide))},
		{"the offset of a byte", offset(b.BVAdd(start, b.ZeroExt(32, i))), i},
		{"the offset of anything", offset(b.BVAdd(start, x)), offset(x)},
	}
	for _, test := range tests {
		if test.got != test.want {
			t.Errorf("%s: %v, want %v", test.name, test.got, test.want)
		}
	}
}

// TestBitsOfSumsKeepTheirValue tries all bits of sums of few.
func TestBitsOfSumsKeepTheirValue(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	apart := 0
	for range 4000 {
		b := NewBuilder()
		x, y := b.Var("x", b.BV(3)), b.Var("y", b.BV(6))
		zeros := 1 + r.IntN(5)
		summands := []*Term{b.ZeroExtTo(8, b.Concat(x, b.BVConst(zeros, 0))), b.ZeroExt(2, y), b.BVConst(8, uint64(r.IntN(256)))}
		if r.IntN(2) == 0 {
			summands = append(summands, b.SignExt(2, y), b.BVMul(b.BVConst(8, uint64(r.IntN(8))), b.SignExt(5, x)))
		}
		sum := b.BVAdd(summands[r.IntN(2):]...)
		low := r.IntN(8)
		high := low + r.IntN(8-low)
		bits := b.Extract(high, low, sum)
		if bits.Op() != OpExtract {
			apart++
		}
		eval := NewEvaluator()
		for v := range uint64(512) {
			state := values{x: BVValue(3, v%8), y: BVValue(6, v/8)}
			all, err := eval.Eval(sum, state)
			if err != nil {
				t.Fatal(err)
			}
			want, _ := b.Extract(high, low, b.Const(all)).Value()
			if got, err := eval.Eval(bits, state); err != nil || !got.Equal(want) {
				t.Fatalf("bits %d to %d of %v at %v: %v, want %v (%v)", high, low, sum, state, got, want, err)
			}
		}
	}
	if apart < 300 {
		t.Errorf("only %d sums were taken apart", apart)
	}
}
