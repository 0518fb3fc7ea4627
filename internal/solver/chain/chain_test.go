package chain

import (
	"context"
	"testing"
	"time"

	"yogi/internal/solver"
	"yogi/internal/solver/smtlib"
	"yogi/internal/term"
)

var backends = []string{"z3", "z3-pipe", "cvc5-pipe", "bitwuzla-pipe"}

func open(t *testing.T, b *term.Builder, cfg solver.Config) solver.Solver {
	t.Helper()
	s, err := New(b, cfg)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestAnswers(t *testing.T) {
	for _, backend := range backends {
		t.Run(backend, func(t *testing.T) {
			b := term.NewBuilder()
			s := open(t, b, solver.Config{Backend: backend, Layers: "none"})
			bv := b.BV(32)
			x, y := b.Var("x", bv), b.Var("weird name", bv)
			i, j := b.Var("i", b.Int()), b.Var("j", b.Int())
			a := b.Var("a", b.Array(b.BV(32), b.BV(8)))
			ia := b.Var("ia", b.Array(b.Int(), b.Int()))
			f := b.Func("f", []*term.Sort{b.Int()}, b.Int())
			u := b.Uninterpreted("U")
			p, q := b.Var("p", u), b.Var("q", u)
			d := b.Var("d", b.Float(11, 53))
			path := []*term.Term{b.BVUlt(x, y)}
			cases := []struct {
				name   string
				assume []*term.Term
				want   solver.Status
				core   []int
			}{
				{"bv", []*term.Term{b.BVUlt(y, b.BVConst(32, 10))}, solver.Sat, nil},
				{"core", []*term.Term{b.Le(i, j), b.BVUlt(y, x), b.Le(j, i)}, solver.Unsat, []int{1}},
				{"mul", []*term.Term{b.Eq(b.BVMul(x, y), b.BVConst(32, 391)), b.BVUlt(b.BVConst(32, 1), x), b.BVUlt(y, b.BVConst(32, 100))}, solver.Sat, nil},
				{"bytes", []*term.Term{b.Eq(b.Select(a, x), b.BVConst(8, 5)), b.Eq(b.Select(a, y), b.BVConst(8, 6)),
					b.Eq(b.Select(b.Store(a, x, b.BVConst(8, 9)), b.BVAdd(x, b.BVConst(32, 1))), b.BVConst(8, 6))}, solver.Sat, nil},
				{"intarray", []*term.Term{b.Eq(b.Select(ia, i), b.IntConst(5)), b.Eq(b.Select(ia, j), b.IntConst(-6))}, solver.Sat, nil},
				{"uf", []*term.Term{b.Eq(b.Apply(f, i), b.IntConst(5)), b.Eq(b.Apply(f, j), b.IntConst(6)), b.Le(i, j)}, solver.Sat, nil},
				{"ufcore", []*term.Term{b.Eq(b.Apply(f, i), b.IntConst(5)), b.Eq(b.Apply(f, j), b.IntConst(6)), b.Eq(i, j)}, solver.Unsat, []int{0, 1, 2}},
				{"sort", []*term.Term{b.Ne(p, q)}, solver.Sat, nil},
				{"float", []*term.Term{b.FLt(d, b.FAdd(d, d)), b.FIsInf(b.FAdd(d, d))}, solver.Sat, nil},
				{"div", []*term.Term{b.Eq(b.Div(i, j), b.IntConst(0)), b.Eq(j, b.IntConst(0)), b.Eq(b.Mod(i, j), b.IntConst(3))}, solver.Sat, nil},
			}
			for _, c := range cases {
				q := solver.Query{Path: path, Assume: c.assume, Label: c.name}
				got := s.Check(context.Background(), q)
				if backend == "bitwuzla-pipe" && solver.Features(q)&smtlib.Bitwuzla.Lacks != 0 {
					if got.Status != solver.Unknown {
						t.Errorf("%s: %s, without a theory for it", c.name, got.Status)
					}
					continue
				}
				if got.Status != c.want {
					t.Errorf("%s: %s (%s), want %s", c.name, got.Status, got.Reason, c.want)
				}
				if c.core != nil && backend != "cvc5-pipe" && len(got.Core) != len(c.core) {
					t.Errorf("%s: core %v, want %v", c.name, got.Core, c.core)
				}
			}
		})
	}
}

// TestQuantifiers: quantified facts over maps, as the Boogie front end makes them.
func TestQuantifiers(t *testing.T) {
	for _, backend := range []string{"z3", "z3-pipe"} {
		t.Run(backend, func(t *testing.T) {
			b := term.NewBuilder()
			s := open(t, b, solver.Config{Backend: backend})
			i, n := b.Var("i", b.Int()), b.Var("n", b.Int())
			set := b.Var("set", b.Array(b.Int(), b.Bool()))
			all := b.Forall([]*term.Term{i}, b.Implies(b.Select(set, i), b.Le(i, n)), [][]*term.Term{{b.Select(set, i)}})
			in := b.Select(set, b.IntConst(7))
			if a := s.Check(context.Background(), solver.Query{Path: []*term.Term{all, in}}); a.Status != solver.Sat {
				t.Errorf("got %s (%s)", a.Status, a.Reason)
			}
			low := b.Lt(n, b.IntConst(3))
			if a := s.Check(context.Background(), solver.Query{Path: []*term.Term{all}, Assume: []*term.Term{in, low}}); a.Status != solver.Unsat || len(a.Core) != 2 {
				t.Errorf("got %s (%s) %v", a.Status, a.Reason, a.Core)
			}
		})
	}
}

// TestLongPath: a path of thousands of conjuncts is asserted once.
func TestLongPath(t *testing.T) {
	b := term.NewBuilder()
	s := open(t, b, solver.Config{})
	var path []*term.Term
	x := b.Var("x", b.BV(32))
	for i := range 1500 {
		path = append(path, b.BVSlt(b.BVConst(32, uint64(i)), b.BVAdd(x, b.Var("y"+string(rune('a'+i%26)), b.BV(32)))))
		if a := s.Check(context.Background(), solver.Query{Path: path}); a.Status != solver.Sat {
			t.Fatalf("%d: %s (%s)", i, a.Status, a.Reason)
		}
	}
}

// TestFloatConversions: every conversion C needs, between the formats of C.
func TestFloatConversions(t *testing.T) {
	formats := [][2]int{{8, 24}, {11, 53}, {15, 64}}
	if testing.Short() {
		formats = formats[:1]
	}
	b := term.NewBuilder()
	s := open(t, b, solver.Config{Layers: "none"})
	sat := func(name string, cond *term.Term) {
		t.Helper()
		if a := s.Check(context.Background(), solver.Query{Path: []*term.Term{cond}, Timeout: 5 * time.Minute}); a.Status != solver.Sat {
			t.Errorf("%s: %s (%s)", name, a.Status, a.Reason)
		}
	}
	for _, f := range formats {
		x := b.Var("x", b.Float(f[0], f[1]))
		for _, w := range []int{8, 32, 64} {
			i := b.Var("i", b.BV(w))
			sat("signed", b.And(b.Eq(b.FFromSBV(f[0], f[1], i), x), b.FIsNegative(x)))
			sat("unsigned", b.And(b.Eq(b.FFromUBV(f[0], f[1], i), x), b.Not(b.FIsZero(x))))
			one := b.FFromSBV(f[0], f[1], b.BVConst(8, 1))
			sat("to int", b.And(b.FLt(one, x), b.FLt(x, b.FAdd(one, b.FAdd(one, one))), b.Eq(b.FToSBV(w, term.RTZ, x), b.BVConst(w, 2))))
		}
		for _, g := range formats {
			y := b.Var("y", b.Float(g[0], g[1]))
			sat("format", b.And(b.Eq(b.FFromFloat(f[0], f[1], y), x), b.Not(b.FIsNaN(x)), b.Not(b.FIsZero(x)), b.Not(b.FIsInf(x))))
		}
	}
}
