package term

import (
	"fmt"
	"math/big"
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

// TestNumbersOfChoicesKeepTheirValue: sums of choices between integers and between reals, and what compares them,
// have the value that their summands give them, nested choices and coefficients of both signs too.
func TestNumbersOfChoicesKeepTheirValue(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 3))
	for round := range 3000 {
		b := NewBuilder()
		sort := []*Sort{b.Int(), b.Real()}[round%2]
		s := &choiceSums{b: b, r: r, sort: sort, conditions: []*Term{b.Var("c", b.Bool()), b.Var("d", b.Bool())}}
		s.variables = []*Term{b.Var("x", sort), b.Var("y", sort)}
		left, right := s.summands(), s.summands()
		sums := [2]*Term{b.Add(left...), b.Add(right...)}
		compared := []*Term{b.Eq(sums[0], sums[1]), b.Lt(sums[0], sums[1]), b.Le(sums[0], sums[1])}
		for range 20 {
			state := values{}
			for _, c := range s.conditions {
				state[c] = BoolValue(r.IntN(2) == 0)
			}
			for _, v := range s.variables {
				state[v] = s.number()
			}
			eval := NewEvaluator()
			want := [2]Value{s.sum(t, eval, left, state), s.sum(t, eval, right, state)}
			for i, sum := range sums {
				if got, err := eval.Eval(sum, state); err != nil || !got.Equal(want[i]) {
					t.Fatalf("%v is %v, not %v, at %v (%v)", sum, got, want[i], state, err)
				}
			}
			order := want[0].Rat().Cmp(want[1].Rat())
			for i, holds := range []bool{order == 0, order < 0, order <= 0} {
				if got, err := eval.Holds(compared[i], state); err != nil || got != holds {
					t.Fatalf("%v of %v and %v is %v at %v (%v)", compared[i], left, right, got, state, err)
				}
			}
		}
	}
}

// choiceSums makes random summands.
type choiceSums struct {
	b                     *Builder
	r                     *rand.Rand
	sort                  *Sort
	conditions, variables []*Term
}

// number is a small number of the sort, which reals have fractions of.
func (s *choiceSums) number() Value {
	n := int64(s.r.IntN(9) - 4)
	if s.sort.Kind == KindReal {
		return RealValue(big.NewRat(n, int64(1+s.r.IntN(3))))
	}
	return IntValue(n)
}

func (s *choiceSums) summands() []*Term {
	var out []*Term
	for range 2 + s.r.IntN(3) {
		out = append(out, s.b.Mul(s.b.Const(s.number()), s.choice(2)))
	}
	return out
}

func (s *choiceSums) choice(depth int) *Term {
	if depth == 0 || s.r.IntN(4) == 0 {
		return s.b.Add(s.variables[s.r.IntN(2)], s.b.Const(s.number()))
	}
	return s.b.Ite(s.conditions[s.r.IntN(2)], s.choice(depth-1), s.choice(depth-1))
}

// sum adds what the summands are.
func (s *choiceSums) sum(t *testing.T, eval *Evaluator, summands []*Term, state values) Value {
	t.Helper()
	sum := new(big.Rat)
	for _, a := range summands {
		v, err := eval.Eval(a, state)
		if err != nil {
			t.Fatal(err)
		}
		sum.Add(sum, v.Rat())
	}
	if s.sort.Kind == KindReal {
		return RealValue(sum)
	}
	return BigIntValue(sum.Num())
}

// TestLongSums: where a sum is added to another one again and again, as a checksum does, the sums share what they have.
// They have the value of their summands, differ by what is added, and their multiples are theirs.
func TestLongSums(t *testing.T) {
	b := NewBuilder()
	const bytes, width = 1000, 32
	number := func(n uint64) *Term { return b.BVConst(width, n) }
	state := values{}
	once, twice, onceIs, twiceIs := number(1), number(0), uint64(1), uint64(0)
	summands := 0
	count := Walker(func(u *Term) bool {
		summands += len(u.Args())
		return true
	})
	for n := range uint64(bytes) {
		x := b.Var(fmt.Sprintf("x%d", n), b.BV(8))
		state[x] = BVValue(8, n%256)
		once, onceIs = b.BVAdd(once, b.ZeroExt(width-8, x)), onceIs+n%256
		twice, twiceIs = b.BVAdd(twice, once), twiceIs+onceIs
		count(once)
		count(twice)
	}
	if half := bytes * bytes / 2; summands > half {
		t.Errorf("%d summands and more in two sums of %d bytes", summands, bytes)
	}
	for _, c := range []struct {
		name string
		sum  *Term
		is   uint64
	}{
		{"once", once, onceIs},
		{"twice", twice, twiceIs},
		{"a multiple", b.BVMul(number(3), twice), 3 * twiceIs},
		{"a difference", b.BVSub(b.BVAdd(twice, number(5)), twice), 5},
		{"a difference of multiples", b.BVSub(b.BVMul(number(3), once), once), 2 * onceIs},
	} {
		if got, err := NewEvaluator().Eval(c.sum, state); err != nil || got.Big().Uint64() != c.is%(1<<width) {
			t.Errorf("%s is %v, not %d (%v)", c.name, got, c.is, err)
		}
	}
	for _, c := range []struct {
		name      string
		got, want *Term
	}{
		{"a sum and itself", b.BVSub(twice, twice), number(0)},
		{"equal but for a number", b.Eq(b.BVAdd(once, number(1)), b.BVAdd(once, number(2))), b.False()},
		{"equal but for a summand", b.Eq(b.BVAdd(twice, once), twice), b.Eq(once, number(0))},
		{"built again", b.Rebuild(twice, twice.Args()...), twice},
	} {
		if c.got != c.want {
			t.Errorf("%s: %v", c.name, c.got.Op())
		}
	}
}
