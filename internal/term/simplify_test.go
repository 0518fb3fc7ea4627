package term

import (
	"math/rand/v2"
	"testing"
)

// TestSimplifyLaw evaluates random conditions before and after, in states that meet what is given.
func TestSimplifyLaw(t *testing.T) {
	b := NewBuilder()
	r := rand.New(rand.NewPCG(3, 9))
	ints := []*Term{b.Var("i", b.Int()), b.Var("j", b.Int())}
	words := []*Term{b.Var("v", b.BV(4)), b.Var("w", b.BV(4))}
	bools := []*Term{b.Var("p", b.Bool()), b.Var("q", b.Bool())}
	atom := func() *Term {
		switch r.IntN(4) {
		case 0:
			return bools[r.IntN(2)]
		case 1:
			x, k := ints[r.IntN(2)], b.IntConst(int64(r.IntN(4)))
			return []*Term{b.Eq(x, k), b.Le(x, k), b.Le(k, x), b.Lt(x, k), b.Lt(k, x), b.Eq(ints[0], ints[1])}[r.IntN(6)]
		default:
			x, y := words[r.IntN(2)], b.BVConst(4, []uint64{0, 1, 7, 8, 15}[r.IntN(5)])
			if r.IntN(2) == 0 {
				x, y = y, x
			}
			return []func(x, y *Term) *Term{b.Eq, b.BVUlt, b.BVUle, b.BVSlt, b.BVSle}[r.IntN(5)](x, y)
		}
	}
	var condition func(depth int) *Term
	condition = func(depth int) *Term {
		out := atom()
		if depth > 0 {
			var parts []*Term
			for range 1 + r.IntN(3) {
				parts = append(parts, condition(depth-1))
			}
			if r.IntN(2) == 0 {
				out = b.And(parts...)
			} else {
				out = b.Or(parts...)
			}
		}
		if r.IntN(3) == 0 {
			return b.Not(out)
		}
		return out
	}
	smaller, met := 0, 0
	eval := NewEvaluator()
	for range 3000 {
		c := condition(4)
		var given []*Term
		for range r.IntN(3) {
			given = append(given, condition(1))
		}
		s := b.Simplify(c, given...)
		if s.Size() > c.Size() {
			t.Fatalf("%v became %v", c, s)
		}
		if s.Size() < c.Size() {
			smaller++
		}
		for range 60 {
			state := values{}
			for i := range 2 {
				state[ints[i]] = IntValue(int64(r.IntN(6)) - 1)
				state[words[i]] = BVValue(4, uint64(r.IntN(16)))
				state[bools[i]] = BoolValue(r.IntN(2) == 0)
			}
			if holds, _ := eval.All(given, state); !holds {
				continue
			}
			met++
			before, _ := eval.Holds(c, state)
			after, err := eval.Holds(s, state)
			if err != nil || before != after {
				t.Fatalf("%v given %v became %v: %v, not %v at %v", c, given, s, after, before, state)
			}
		}
	}
	if smaller < 300 || met < 50_000 {
		t.Errorf("%d conditions became smaller; %d states met what was given", smaller, met)
	}
}

func TestSimplifyConditions(t *testing.T) {
	b := NewBuilder()
	bad, x, y := b.Var("bad", b.Bool()), b.Var("x", b.Bool()), b.Var("y", b.Bool())
	i := b.Var("i", b.Int())
	k := func(n int64) *Term { return b.IntConst(n) }
	for _, c := range []struct {
		name        string
		given       []*Term
		before, now *Term
	}{
		{"the same alternative twice", nil, b.And(b.Or(bad, x), b.Or(bad, y)), b.Or(bad, b.And(x, y))},
		{"an alternative inside itself", nil, b.Or(bad, b.And(y, b.Or(bad, x, b.Eq(i, k(9))))), b.Or(bad, b.And(y, b.Or(x, b.Eq(i, k(9)))))},
		{"a condition inside an alternative", nil, b.And(b.Or(bad, x), b.Or(bad, b.And(b.Or(bad, x), y))), b.Or(bad, b.And(x, y))},
		{"bounds", nil, b.And(b.Le(k(1), i), b.Not(b.Eq(i, k(0)))), b.Le(k(1), i)},
		{"another value", []*Term{b.Eq(i, k(1))}, b.Or(x, b.Eq(i, k(2))), x},
		{"known", []*Term{b.Or(bad, x)}, b.And(y, b.Or(bad, x)), y},
	} {
		if got := b.Simplify(c.before, c.given...); got != c.now {
			t.Errorf("%s: %v, want %v", c.name, got, c.now)
		}
	}
}
