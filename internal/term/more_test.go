package term

import (
	"math/big"
	"slices"
	"sync"
	"testing"
)

type values map[*Term]Value

func (a values) Lookup(v *Term) (Value, bool) {
	value, ok := a[v]
	return value, ok
}

func (a values) Apply(*Func, []Value) (Value, bool) { return Value{}, false }

func TestSolveFor(t *testing.T) {
	b := NewBuilder()
	x, y := b.Var("x", b.BV(32)), b.Var("y", b.BV(32))
	c := b.Var("c", b.BV(8))
	i := b.Var("i", b.Int())
	k := func(n uint64) *Term { return b.BVConst(32, n) }
	for _, cond := range []*Term{
		b.Eq(b.BVAdd(x, y), k(7)),
		b.Eq(b.BVXor(b.BVNot(b.BVMul(k(3), x)), y), k(9)),
		b.Eq(b.SignExt(24, b.Trunc(8, x)), k(5)),
		b.Eq(y, b.BVSub(k(1), x)),
	} {
		e, ok := b.SolveFor(x, cond)
		if !ok || e.DependsOn(x) {
			t.Errorf("%s: %v", cond, ok)
			continue
		}
		check(t, b.Substitute(cond, map[*Term]*Term{x: e}), b.True())
	}
	if e, ok := b.SolveFor(i, b.Eq(b.Mul(b.IntConst(3), i), b.IntConst(12))); !ok || e != b.IntConst(4) {
		t.Error("3i = 12")
	}
	if _, ok := b.SolveFor(c, b.Eq(b.ZeroExt(24, c), x)); ok {
		t.Error("x may not fit c")
	}
}

func TestCapture(t *testing.T) {
	b := NewBuilder()
	x, y := b.Var("x", b.Int()), b.Var("y", b.Int())
	all := b.Forall([]*Term{x}, b.Le(y, x), nil)
	got := b.Substitute(all, map[*Term]*Term{y: b.Add(x, b.IntConst(1))})
	if vars := got.Vars(); len(vars) != 1 || vars[0] != x || got.Bound()[0] == x {
		t.Errorf("captured: %s", got)
	}
	check(t, b.Substitute(all, map[*Term]*Term{x: y}), all)
}

func TestQuantifierEvaluation(t *testing.T) {
	b := NewBuilder()
	i := b.Var("i", b.Int())
	n := b.Var("n", b.Int())
	a := b.Var("a", b.Array(b.Int(), b.Int()))
	sorted := b.Forall([]*Term{i}, b.Implies(b.And(b.Le(b.IntConst(0), i), b.Lt(i, n)), b.Le(b.Select(a, i), b.Select(a, b.Add(i, b.IntConst(1))))), nil)
	everywhere := b.Forall([]*Term{i}, b.Le(b.IntConst(0), b.Select(a, i)), nil)
	somewhere := b.Exists([]*Term{i}, b.Eq(b.Select(a, i), b.IntConst(5)), nil)
	nowhere := b.Exists([]*Term{i}, b.And(b.Lt(n, i), b.Eq(b.Select(a, i), b.IntConst(5))), nil)
	array := NewArrayValue(a.Sort(), IntValue(9))
	for k := range int64(4) {
		array = array.Store(IntValue(k), IntValue(k*k))
	}
	array = array.Store(IntValue(-3), IntValue(5))
	e := NewEvaluator()
	for _, c := range []struct {
		t    *Term
		want bool
	}{{sorted, true}, {everywhere, true}, {somewhere, true}, {nowhere, false}} {
		got, err := e.Eval(c.t, values{n: IntValue(3), a: ArrayVal(array)})
		if err != nil || got.Bool() != c.want {
			t.Errorf("%s: %s, error %v", c.t, got, err)
		}
	}
}

// TestTriggersWithoutChoices: no solver takes a trigger with a choice in it, as one has when what stands for a map is a
// choice, or is written to where one says.
func TestTriggersWithoutChoices(t *testing.T) {
	b := NewBuilder()
	i, n, p := b.Var("i", b.Int()), b.Var("n", b.Int()), b.Var("p", b.Bool())
	a, c := b.Var("a", b.Array(b.Int(), b.Int())), b.Var("c", b.Array(b.Int(), b.Int()))
	for _, of := range []struct {
		name string
		at   *Term
		want int
	}{
		{"a map", a, 1},
		{"a map that is written to", b.Store(a, n, b.IntConst(1)), 1},
		{"a map that is written to at a choice", b.Store(a, b.Ite(p, n, b.IntConst(0)), b.IntConst(1)), 0},
		{"a choice of maps", b.Ite(p, a, c), 0},
	} {
		read := b.Select(of.at, i)
		every := b.Forall([]*Term{i}, b.Le(b.IntConst(0), read), [][]*Term{{read}})
		if got := every.Triggers(); len(got) != of.want || of.want == 1 && !slices.Equal(got[0], []*Term{read}) {
			t.Errorf("%s: triggers %v of %s", of.name, got, every)
		}
	}
}

func TestArrayValue(t *testing.T) {
	b := NewBuilder()
	sort := b.Array(b.BV(1), b.BV(8))
	v := func(n uint64) Value { return BVValue(8, n) }
	i := func(n uint64) Value { return BVValue(1, n) }
	one := NewArrayValue(sort, v(5)).Store(i(0), v(5)).Store(i(1), v(7))
	two := NewArrayValue(sort, v(7)).Store(i(0), v(5))
	if !one.Equal(two) || ArrayVal(one).Hash() != ArrayVal(two).Hash() {
		t.Error("the same function in two forms")
	}
	big := NewArrayValue(b.Array(b.Int(), b.Int()), IntValue(0))
	there := big
	for n := range int64(200) {
		there = there.Store(IntValue(n*7919%211), IntValue(n))
	}
	back := big
	for n := int64(199); n >= 0; n-- {
		back = back.Store(IntValue(n*7919%211), IntValue(n))
	}
	if !there.Equal(back) || there.Len() != 199 {
		t.Errorf("order of stores matters: %d", there.Len())
	}
	for n := range int64(200) {
		there = there.Store(IntValue(n*7919%211), IntValue(0))
	}
	if !there.Equal(big) {
		t.Error("storing the default must remove")
	}
}

func TestConcurrentBuilder(t *testing.T) {
	b := NewBuilder()
	results := make([]*Term, 8)
	var wg sync.WaitGroup
	for w := range results {
		wg.Add(1)
		go func() {
			defer wg.Done()
			x := b.Var("x", b.BV(32))
			sum := x
			for n := range 2000 {
				sum = b.BVAdd(b.BVXor(sum, b.BVConst(32, uint64(n))), x)
			}
			results[w] = sum
		}()
	}
	wg.Wait()
	for _, r := range results {
		if r != results[0] {
			t.Fatal("equal terms are different pointers")
		}
	}
}

func TestFloatConstants(t *testing.T) {
	b := NewBuilder()
	tenth := b.FFromFloat(8, 24, b.Const(FloatValue(11, 53, BVValue(64, 0x3fb999999999999a))))
	if v, _ := tenth.Value(); v.Bits().Uint64() != 0x3dcccccd {
		t.Errorf("0.1f is %s", v)
	}
	v, _ := b.FToSBV(32, RTZ, b.Const(FloatValue(11, 53, BVValue(64, 0xc004000000000000)))).Value()
	if v.Int64() != -2 { // -2.5
		t.Errorf("(int)-2.5 is %s", v)
	}
	if v.BigSigned().Cmp(big.NewInt(-2)) != 0 {
		t.Error("BigSigned")
	}
}

func TestSigned64(t *testing.T) {
	large := new(big.Int).Lsh(big.NewInt(1), 64)
	for _, c := range []struct {
		value Value
		want  int64
		ok    bool
	}{
		{BVValue(8, 0xfe), -2, true},
		{BVValue(64, 1<<63), -1 << 63, true},
		{BVBigValue(128, big.NewInt(-2)), -2, true},
		{BVBigValue(128, large), 0, false},
		{IntValue(-2), -2, true},
		{BigIntValue(large), 0, false},
		{BoolValue(true), 0, false},
		{Value{}, 0, false},
	} {
		if x, ok := c.value.Signed64(); ok != c.ok || ok && x != c.want {
			t.Errorf("%s is %d, %v", c.value, x, ok)
		}
	}
}
