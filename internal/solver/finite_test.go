package solver

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"yogi/internal/term"
)

// TestFinite decides by evaluation what has few values, and leaves the rest.
func TestFinite(t *testing.T) {
	b := term.NewBuilder()
	x, y := b.Var("x", b.BV(32)), b.Var("y", b.BV(32))
	k := func(n int64) *term.Term { return b.BVConst(32, uint64(n)) }
	asFloat := func(v *term.Term) *term.Term { return b.FFromSBV(11, 53, v) }
	two := asFloat(k(2))
	half := b.FDiv(asFloat(x), two)
	within := []*term.Term{b.BVSle(k(-5), x), b.Not(b.BVSlt(k(100), x))}
	inexact := b.Not(b.FEq(b.FAdd(half, half), asFloat(x)))
	for _, c := range []struct {
		name         string
		path, assume []*term.Term
		want         Status
		core         []int
	}{
		{"bounded by the path", within, []*term.Term{b.BVUlt(y, k(3)), inexact}, Unsat, []int{0, 1}},
		{"bounded by assumptions", nil, append(slices.Clone(within), inexact), Unsat, []int{0, 1, 2}},
		{"one model of many values", within, []*term.Term{b.FEq(half, b.FDiv(asFloat(k(77)), two))}, Sat, nil},
		{"too many values, a constant fits", nil, []*term.Term{b.FEq(asFloat(x), asFloat(k(123456)))}, Sat, nil},
		{"too many values", []*term.Term{b.BVSle(k(0), x)}, []*term.Term{inexact}, Unknown, nil},
		{"no floats", within, []*term.Term{b.Eq(x, k(1000))}, Unknown, nil},
		{"no value", []*term.Term{b.BVSlt(x, k(0)), b.BVUlt(x, k(9))}, []*term.Term{inexact}, Unsat, []int{}},
	} {
		inner := always(UnknownBecause("asked"))
		q := Query{Path: c.path, Assume: c.assume}
		got := Finite(inner, &Stats{}).Check(context.Background(), q)
		if got.Status != c.want || !slices.Equal(got.Core, c.core) {
			t.Errorf("%s: %s %v, want %s %v", c.name, got.Status, got.Core, c.want, c.core)
		}
		if got.Status == Sat {
			eval := term.NewEvaluator()
			for _, terms := range [][]*term.Term{c.path, c.assume} {
				if holds, _ := got.Model.Satisfies(eval, terms); !holds {
					t.Errorf("%s: the model makes a term false", c.name)
				}
			}
		}
	}
}

// TestFiniteBounds holds the bounds that are read off conditions against trying all values of eight bits.
func TestFiniteBounds(t *testing.T) {
	b := term.NewBuilder()
	v := b.Var("v", b.BV(8))
	float := b.FIsNaN(b.FFromSBV(8, 24, v)) // never true
	r := rand.New(rand.NewPCG(1, 2))
	comparisons := []func(x, y *term.Term) *term.Term{b.BVUlt, b.BVUle, b.BVSlt, b.BVSle, b.Eq}
	literal := func() *term.Term {
		k := b.BVConst(8, []uint64{0, 1, 127, 128, 254, 255, uint64(r.IntN(256))}[r.IntN(7)])
		x, y := v, k
		if r.IntN(2) == 0 {
			x, y = k, v
		}
		t := comparisons[r.IntN(len(comparisons))](x, y)
		if r.IntN(2) == 0 {
			return b.Not(t)
		}
		return t
	}
	sat := 0
	for range 2000 {
		q := Query{Path: []*term.Term{b.Not(float)}}
		for range 1 + r.IntN(3) {
			if r.IntN(3) == 0 {
				q.Path = append(q.Path, b.Or(literal(), literal()))
			} else {
				q.Assume = append(q.Assume, literal())
			}
		}
		holds := func(assume []*term.Term) bool {
			eval := term.NewEvaluator()
			for n := range uint64(256) {
				m := NewModel(map[*term.Term]term.Value{v: term.BVValue(8, n)})
				path, _ := m.Satisfies(eval, q.Path)
				rest, _ := m.Satisfies(eval, assume)
				if path && rest {
					return true
				}
			}
			return false
		}
		got := Finite(always(UnknownBecause("asked")), &Stats{}).Check(context.Background(), q)
		want := Unsat
		if holds(q.Assume) {
			want = Sat
			sat++
		}
		if got.Status != want {
			t.Fatalf("%v and %v: %s, want %s", q.Path, q.Assume, got.Status, want)
		}
		if got.Status == Unsat {
			var core []*term.Term
			for _, i := range got.Core {
				core = append(core, q.Assume[i])
			}
			if holds(core) {
				t.Fatalf("%v and %v: %v is no core", q.Path, q.Assume, got.Core)
			}
		}
	}
	if sat < 100 || sat > 1900 {
		t.Errorf("%d of 2000 are satisfiable", sat)
	}
}
