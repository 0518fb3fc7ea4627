package project

import (
	"math/rand"
	"testing"

	"yogi/internal/term"
)

// formulas makes random formulas over three variables of 3 bits.
type formulas struct {
	random *rand.Rand
	terms  *term.Builder
	vars   []*term.Term
}

func (f *formulas) value(depth int) *term.Term {
	b := f.terms
	switch n := f.random.Intn(9); {
	case n < 5 || depth == 0:
		if f.random.Intn(4) == 0 {
			return b.BVConst(3, uint64(f.random.Intn(8)))
		}
		return f.vars[f.random.Intn(len(f.vars))]
	case n == 5:
		return b.BVAdd(f.value(depth-1), f.value(depth-1))
	case n == 6:
		return b.BVSub(f.value(depth-1), f.value(depth-1))
	case n == 7:
		return b.BVMul(f.value(depth-1), f.value(depth-1))
	}
	return b.Ite(f.formula(depth-1), f.value(depth-1), f.value(depth-1))
}

func (f *formulas) formula(depth int) *term.Term {
	b := f.terms
	n := f.random.Intn(9)
	if depth == 0 {
		n = f.random.Intn(5)
	}
	switch n {
	case 0, 1:
		return b.Eq(f.value(depth), f.value(depth))
	case 2:
		return b.BVUlt(f.value(depth), f.value(depth))
	case 3:
		return b.BVSle(f.value(depth), f.value(depth))
	case 4:
		return b.BVSlt(f.value(depth), f.value(depth))
	case 5:
		return b.Not(f.formula(depth - 1))
	case 6:
		return b.And(f.formula(depth-1), f.formula(depth-1))
	case 7:
		return b.Or(f.formula(depth-1), f.formula(depth-1))
	}
	return b.Ite(f.formula(depth-1), f.formula(depth-1), f.formula(depth-1))
}

// TestExists compares projection with trying all values: it never loses a state from which some
// value will do, adds none where it says that it is exact, and leaves no trace of the symbol.
func TestExists(t *testing.T) {
	for name, remove := range map[string]Elimination{"Exists": Exists, "ExistsClosely": ExistsClosely} {
		t.Run(name, func(t *testing.T) { checkElimination(t, remove) })
	}
}

func checkElimination(t *testing.T, remove Elimination) {
	t.Helper()
	exactly := 0
	const cases = 1000
	for seed := int64(0); seed < cases; seed++ {
		b := term.NewBuilder()
		sort := b.BV(3)
		f := &formulas{rand.New(rand.NewSource(seed)), b, []*term.Term{b.Var("s", sort), b.Var("x", sort), b.Var("y", sort)}}
		sym := f.vars[0]
		var all []*term.Term
		for i := 0; i <= f.random.Intn(3); i++ {
			all = append(all, f.formula(2))
		}
		out, exact := remove(b, all, sym)
		rho := b.And(out...)
		if rho.DependsOn(sym) {
			t.Fatalf("seed %d: %s mentions %s", seed, rho, sym)
		}
		if exact {
			exactly++
		}
		for x := uint64(0); x < 8; x++ {
			for y := uint64(0); y < 8; y++ {
				at := func(t *term.Term, s uint64) bool {
					return b.Substitute(t, map[*term.Term]*term.Term{sym: b.BVConst(3, s), f.vars[1]: b.BVConst(3, x), f.vars[2]: b.BVConst(3, y)}).IsTrue()
				}
				possible := false
				for s := uint64(0); s < 8; s++ {
					possible = possible || at(b.And(all...), s)
				}
				if got := at(rho, 0); possible && !got || exact && got && !possible {
					t.Fatalf("seed %d: at x=%d y=%d %v, in truth %v (exact %v): %s becomes %s", seed, x, y, got, possible, exact, b.And(all...), rho)
				}
			}
		}
	}
	t.Logf("%d of %d are exact", exactly, cases)
	if exactly < cases/10 {
		t.Error("elimination is hardly ever exact")
	}
}

// TestExistsByPieces compares projection by pieces with trying all values; those far from all others are
// alike.
func TestExistsByPieces(t *testing.T) {
	done := 0
	for seed := int64(0); seed < 150; seed++ {
		b := term.NewBuilder()
		sort := b.Int()
		c := &comparisons{random: rand.New(rand.NewSource(seed)), terms: b}
		c.vars = []*term.Term{b.Var("s", sort), b.Var("x", sort), b.Var("y", sort)}
		formula := c.formula(3)
		out, ok := existsByPieces(b, []*term.Term{formula}, c.vars[0])
		if !ok {
			continue
		}
		done++
		rho := b.And(out...)
		if rho.DependsOn(c.vars[0]) {
			t.Fatalf("seed %d: %s mentions %s", seed, rho, c.vars[0])
		}
		for x := int64(0); x < 5; x++ {
			for y := int64(0); y < 5; y++ {
				at := func(t *term.Term, s int64) bool {
					return b.Substitute(t, map[*term.Term]*term.Term{c.vars[0]: c.terms.IntConst(s), c.vars[1]: c.terms.IntConst(x), c.vars[2]: c.terms.IntConst(y)}).IsTrue()
				}
				possible := false
				for s := int64(-25); s <= 25; s++ {
					possible = possible || at(formula, s)
				}
				if got := at(rho, 0); got != possible {
					t.Fatalf("seed %d: at x=%d y=%d %v, in truth %v: %s becomes %s", seed, x, y, got, possible, formula, rho)
				}
			}
		}
	}
	if done < 75 {
		t.Errorf("%d formulas were eliminated", done)
	}
}

// comparisons makes random formulas in which variables are compared with each other and with sums.
type comparisons struct {
	random *rand.Rand
	terms  *term.Builder
	vars   []*term.Term
}

func (c *comparisons) sum() *term.Term {
	x := c.vars[c.random.Intn(3)]
	add := c.terms.Add
	switch c.random.Intn(4) {
	case 0:
		return add(x, c.terms.IntConst(int64(c.random.Intn(7)-3)))
	case 1:
		return add(x, c.vars[1+c.random.Intn(2)])
	case 2:
		return c.terms.IntConst(int64(c.random.Intn(8)))
	}
	return x
}

func (c *comparisons) formula(depth int) *term.Term {
	b := c.terms
	if n := c.random.Intn(8); depth > 0 && n < 6 {
		switch x, y := c.formula(depth-1), c.formula(depth-1); n {
		case 0:
			return b.Not(x)
		case 1, 2:
			return b.And(x, y)
		case 3, 4:
			return b.Or(x, y)
		default:
			return b.Eq(x, y)
		}
	}
	x, y := c.sum(), c.sum()
	switch c.random.Intn(4) {
	case 0:
		return b.Eq(x, y)
	case 1:
		return b.Lt(x, y)
	}
	return b.Le(x, y)
}
