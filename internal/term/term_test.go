package term

import "testing"

func check(t *testing.T, got, want *Term) {
	t.Helper()
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestSimplify(t *testing.T) {
	b := NewBuilder()
	bv := b.BV(32)
	x, y, c := b.Var("x", bv), b.Var("y", bv), b.Var("c", b.Bool())
	k := func(n uint64) *Term { return b.BVConst(32, n) }
	i, j := b.Var("i", b.Int()), b.Var("j", b.Int())
	arr := b.Var("a", b.Array(bv, b.BV(8)))
	v := b.BVConst(8, 7)

	check(t, b.Eq(b.BVAdd(x, k(4)), b.BVAdd(x, k(8))), b.False())
	check(t, b.BVSub(b.BVAdd(x, k(4)), x), k(4))
	check(t, b.Eq(b.BVAdd(x, k(4)), k(10)), b.Eq(x, k(6)))
	check(t, b.Not(b.Eq(b.Ite(c, k(1), k(0)), k(0))), c)
	check(t, b.Eq(b.ZeroExt(24, b.Trunc(8, x)), k(256)), b.False())
	check(t, b.And(c, b.Not(c)), b.False())
	check(t, b.Or(c, b.Not(c)), b.True())
	check(t, b.Not(b.BVSlt(x, k(5))), b.BVSle(k(5), x))
	check(t, b.Concat(b.Extract(31, 8, x), b.Extract(7, 0, x)), x)
	check(t, b.Extract(2, 0, b.BVMul(k(8), x)), b.BVConst(3, 0))
	check(t, b.Select(b.Store(b.Store(arr, x, v), b.BVAdd(x, k(1)), b.BVConst(8, 9)), x), v)
	check(t, b.Not(b.Lt(i, j)), b.Le(j, i))
	check(t, b.Lt(i, b.IntConst(5)), b.Le(i, b.IntConst(4)))
	check(t, b.Eq(b.Mul(b.IntConst(2), i), b.IntConst(5)), b.False())
	check(t, b.Substitute(b.BVAdd(x, y), map[*Term]*Term{x: y, y: k(3)}), b.BVAdd(y, k(3)))
	lo, hi := b.Var("lo", b.BV(8)), b.Var("hi", b.BV(8))
	check(t, b.BVOr(b.BVShl(b.ZeroExt(8, hi), b.BVConst(16, 8)), b.ZeroExt(8, lo)), b.Concat(hi, lo))
}

// A term that shares its parts is as large as a tree that nobody can walk.
func TestHasOpOfSharedParts(t *testing.T) {
	b := NewBuilder()
	x := b.Var("x", b.BV(8))
	shared := x
	for range 100 {
		shared = b.BVMul(b.BVAdd(shared, x), b.BVXor(shared, x))
	}
	if shared.HasOp(OpSelect) {
		t.Error("nothing is selected")
	}
	if !shared.HasOp(OpBVMul) || !b.Select(b.Var("a", b.Array(b.BV(8), b.BV(8))), shared).HasOp(OpSelect) {
		t.Error("something is")
	}
}

func TestWalker(t *testing.T) {
	b := NewBuilder()
	f := b.Func("f", []*Sort{b.Int()}, b.Int())
	x, one := b.Var("x", b.Int()), b.IntConst(1)
	fx := b.Apply(f, x)
	ffx := b.Apply(f, fx)
	below := b.Le(ffx, fx)
	visited := map[*Term]int{}
	walk := Walker(func(u *Term) bool {
		visited[u]++
		return u != ffx
	})
	walk(below)
	walk(b.Eq(fx, one))
	for _, u := range []*Term{below, ffx, fx, x, one} {
		if visited[u] != 1 {
			t.Errorf("%s is visited %d times", u, visited[u])
		}
	}
	visited = map[*Term]int{}
	walk = Walker(func(u *Term) bool {
		visited[u]++
		return u != ffx
	})
	if walk(ffx); visited[fx] != 0 {
		t.Errorf("the walk went on into %s", ffx)
	}
	if walk(fx); visited[x] != 1 {
		t.Errorf("what was left out inside of %s is not visited elsewhere", ffx)
	}
	check(t, Innermost(below, func(u *Term) bool { return u.Op() == OpApply }), fx)
	if found := Innermost(below, (*Term).IsConst); found != nil {
		t.Errorf("%s is in %s", found, below)
	}
}
